/** What sections are built of: figures with what they are made of, tables that say what they leave out, plots with their numbers. */
import { behindValue, isEmpty, shortNumber, valueText } from "../figure-text.js";
import type { Figure } from "../report-schemas.js";
import { bidiText, html, type Markup, plainText } from "./html.js";
import { intervalMark } from "./marks.js";

/** Rows of a table that the page shows. */
export const ROWS = 25;
/** Ids that stand behind a figure. */
const IDS = 20;

export interface Column {
  name: string;
  /** Of numbers, to the right; of long texts, wide enough to be read; of ids, on one line. */
  kind?: "number" | "text" | "id";
}

const classOf = ({ kind }: Column): Markup =>
  kind === undefined ? html`` : html` class="${kind === "number" ? "num" : kind}"`;

/** How many are left out, and where they are. */
export function leftOut(total: number, shownCount = ROWS): Markup {
  if (total <= shownCount) return html``;
  return html`<p class="note">${shownCount} of ${total} are shown; <code>tenet report --json</code> has all.</p>`;
}

/**
 * A row an item, as far as rows are shown. The first cell of a row is its heading. It scrolls by itself where it is wider
 * than the page, also by the keyboard.
 */
export function table<T>(
  caption: string,
  columns: readonly Column[],
  rows: readonly T[],
  cellsOf: (row: T) => readonly Markup[],
): Markup {
  if (rows.length === 0) return html`<p class="note">${caption}: none.</p>`;
  const head = columns.map((column) => html`<th scope="col"${classOf(column)}>${column.name}</th>`);
  const body = rows.slice(0, ROWS).map((row) => {
    const [first = html``, ...others] = cellsOf(row);
    const data = others.map((cell, n) => html`<td${classOf(columns[n + 1] ?? { name: "" })}>${cell}</td>`);
    return html`<tr><th scope="row"${classOf(columns[0] ?? { name: "" })}>${first}</th>${data}</tr>`;
  });
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table><caption>${caption}</caption><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>${leftOut(rows.length)}`;
}

/** Numbers as cells. */
export const cells = (...numbers: (number | string)[]): Markup[] => numbers.map((number) => html`${number}`);

const here = ({ local }: Figure): Markup => (local === true ? html` <span class="tag">this machine</span>` : html``);

/** A figure in a table: its value without the unit, which the column names, and its base; without a value the counts. */
export function figureCell(figure: Figure): Markup {
  if (isEmpty(figure)) return html`<span class="faint">–</span>`;
  const { kind, value, numerator = 0, denominator = 0, n } = figure;
  const of = html`<small>${kind === "share" ? `${numerator} of ${denominator}` : `n ${n}`}</small>`;
  if (value === null) return html`<span class="faint">no figure</span> ${of}`;
  return html`${kind === "share" ? valueText(figure) : shortNumber(value)} ${of}`;
}

/** Ids as a person may copy them. */
export function idList(ids: readonly string[], most = IDS): Markup {
  const more = ids.length > most ? html`, and ${ids.length - most} more` : html``;
  return html`<p class="ids">${bidiText(
    ids
      .slice(0, most)
      .map((id) => plainText(id, 40))
      .join(", "),
    most * 42,
  )}${more}</p>`;
}

/** A list of entries to unfold; `of` is its label for screen readers. `otherEntries`: the rest of a share. */
export function behind(entries: readonly string[], of: string, otherEntries: readonly string[] = []): Markup {
  const total = entries.length + otherEntries.length;
  if (total === 0) return html``;
  const count = `${total} ${total === 1 ? "entry" : "entries"}`;
  const content =
    otherEntries.length === 0
      ? idList(entries)
      : html`<p class="note">Counted: ${entries.length}</p>${idList(entries)}<p class="note">The others: ${otherEntries.length}</p>${idList(otherEntries)}`;
  return html`<details><summary>${count}<span class="hidden"> behind: ${of}</span></summary>${content}</details>`;
}

/** `73 %` and `8 of 11 (43 to 90)`; where there is no value, that and why. */
function wording(figure: Figure): Markup {
  const value = valueText(figure);
  const valueBehind = behindValue(figure);
  return value === undefined
    ? html`<span class="value faint">no figure</span> <span class="counted">${valueBehind}: too few for a figure</span>`
    : html`<span class="value">${value}</span> <span class="counted">${valueBehind}</span>`;
}

/** What stands behind a name in a list of figures; undefined where nothing was counted. */
interface FigureRow {
  name: string;
  content: Markup | undefined;
}

/** A figure, where it lies, and the entries behind it. */
export const figureRow = (name: string, figure: Figure, isOpenable = true): FigureRow => ({
  name,
  content: isEmpty(figure)
    ? undefined
    : html`<div class="figure">${wording(figure)}${intervalMark(figure)}${here(figure)}</div>${
        isOpenable ? behind(figure.entries, name, figure.others) : undefined
      }`,
});

/** Something that is simply counted. */
export const countRow = (name: string, count: number, entries: readonly string[] = []): FigureRow => ({
  name,
  content:
    count === 0
      ? undefined
      : html`<div class="figure"><span class="value">${count}</span></div>${behind(entries, name)}`,
});

/** Figures below each other; those of which nothing was counted are named together in one row. */
export function figureList(...rows: FigureRow[]): Markup {
  const countedRows = rows.map(({ name, content }) =>
    content === undefined ? html`` : html`<div><dt>${name}</dt><dd>${content}</dd></div>`,
  );
  const without = rows.filter(({ content }) => content === undefined);
  const names = without.map(({ name }, n) => (n === 0 ? html`${name}` : html`; ${name}`));
  const rest = names.length === 0 ? html`` : html`<div><dt>Nothing counted</dt><dd class="faint">${names}</dd></div>`;
  return html`<dl class="figures">${countedRows}${rest}</dl>`;
}

export const section = (id: string, title: string, ...content: Markup[]): Markup =>
  html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${content}</section>`;

export interface Key {
  name: string;
  as: "good" | "bad" | "mixed" | "none" | "line";
}

/** A plot under its title, with its numbers to open. */
export function plot(
  title: string,
  about: string,
  keys: readonly Key[],
  drawing: Markup,
  ...numbers: Markup[]
): Markup {
  const legend =
    keys.length === 0
      ? html``
      : html`<ul class="keys">${keys.map(({ name, as }) => html`<li class="${as}">${name}</li>`)}</ul>`;
  return html`<figure><figcaption><h3>${title}</h3><p>${about}</p></figcaption>${legend}${drawing}<details><summary>Numbers<span class="hidden"> of: ${title}</span></summary>${numbers}</details></figure>`;
}

/** `2026-08-03`, of an instant. */
export const day = (instant: string): Markup =>
  html`<time datetime="${instant.slice(0, 10)}">${instant.slice(0, 10)}</time>`;
