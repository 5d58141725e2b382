/**
 * An outline as HTML, in sections of its headings. Every text is escaped unless it is markup itself: the one place where text
 * becomes HTML. Classes are those of the page that holds it.
 */
import { printable } from "../paint.js";
import { withoutPersonal } from "../personal-data.js";
import { oneLine, shorten } from "../shorten.js";
import {
  type Block,
  type Column,
  type Fact,
  isShownOn,
  type Outline,
  plainOf,
  type Said,
  shortNumber,
  stretchesOf,
  type Tone,
} from "./outline.js";

/** What `html` made, and only that, is put in as it stands. */
export class Markup {
  constructor(readonly markup: string) {}
}

type Part = string | number | Markup | readonly Markup[] | undefined;

/** UTF-16 units of any one text, escaped hidden characters included: a page stays small. */
const LONGEST = 300;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&#34;",
  "'": "&#39;",
};

/** Halves of surrogate pairs: in a file they could not be written as UTF-8. */
const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * On one line, no longer than `longest`, without personal data; what acts or hides is written out as on a terminal
 * (`\u{202e}`).
 */
export function plainText(text: string, longest = LONGEST): string {
  // Cut before and after: a text of a megabyte is not folded whole, and one of hidden characters grows.
  const beginning = text.length > 4 * longest ? `${text.slice(0, 4 * longest)}…` : text;
  return shorten(printable(oneLine(withoutPersonal(beginning).replace(LONE, "\ufffd"))), longest);
}

/** For text between tags and for quoted attributes alike. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);

function markupOf(part: Part): string {
  if (part === undefined) return "";
  if (part instanceof Markup) return part.markup;
  return typeof part === "object" ? part.map(({ markup }) => markup).join("") : escaped(plainText(String(part)));
}

/** A template that escapes its values; markup, and lists of it, are inserted as they are. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(strings.map((text, n) => text + (n < parts.length ? markupOf(parts[n]) : "")).join(""));
}

/** Text of an entry: its direction does not reach what stands around it. */
export const bidiText = (text: string, longest = LONGEST): Markup => html`<bdi>${plainText(text, longest)}</bdi>`;

export type Plot = Block & { kind: "plot" };
type Table = Block & { kind: "table" };

/** A picture of a plot; what draws is loaded by those who have any. */
export type Draw = (plot: Plot) => Markup;

/** Rows of a table, points of a plot and ids that are shown. */
const ROWS = 25;
const WEEKS = 60;
const IDS = 20;
const ID = 40;

/** What is named in the address of a section. */
export const idOf = (says: Said): string =>
  plainOf(says)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");

const TAGS: { readonly [tone in Tone]?: (content: Markup) => Markup } = {
  strong: (content) => html`<strong>${content}</strong>`,
  faint: (content) => html`<span class="faint">${content}</span>`,
  accent: (content) => html`<code dir="ltr">${content}</code>`,
};

/** Our own words, with the blanks at their ends. */
const words = (text: string): Markup =>
  new Markup(escaped(`${/^\s/.test(text) ? " " : ""}${plainText(text)}${/\S\s+$/.test(text) ? " " : ""}`));

/** A text. `of`: whose entries it names, for screen readers. */
function said(says: Said, of = ""): Markup[] {
  return stretchesOf(says).map((one) => {
    if (typeof one === "string") return words(one);
    if (one.ids !== undefined) return behind(one.ids, of);
    const content = one.isData === true && one.tone !== "accent" ? bidiText(one.text) : words(one.text);
    return (one.tone && TAGS[one.tone]?.(content)) ?? content;
  });
}

function idList(ids: readonly string[]): Markup {
  const texts = ids.slice(0, IDS).map((id) => plainText(id, ID));
  const more = ids.length > IDS ? html`, and ${ids.length - IDS} more` : html``;
  return html`<p class="ids">${bidiText(texts.join(", "), IDS * (ID + 2))}${more}</p>`;
}

/** Entries to unfold, and the others of a share. */
function behind(ids: readonly string[], of: string, others: readonly string[] = []): Markup {
  const total = ids.length + others.length;
  if (total === 0) return html``;
  const rest = html`<p class="note">The others: ${others.length}</p>${idList(others)}`;
  const content =
    others.length === 0 ? [idList(ids)] : [html`<p class="note">Counted: ${ids.length}</p>`, idList(ids), rest];
  return html`<details><summary>${total} ${total === 1 ? "entry" : "entries"}<span class="hidden"> behind: ${of}</span></summary>${content}</details>`;
}

const CLASSES: { readonly [kind in NonNullable<Column["kind"]>]?: string } = { number: "num", text: "text", id: "id" };

const classOf = ({ kind }: Column): Markup | undefined =>
  kind !== undefined && CLASSES[kind] !== undefined ? html` class="${CLASSES[kind]}"` : undefined;

/**
 * A row an item, as far as rows are shown; the first cell of a row is its heading. It scrolls by itself where it is wider than
 * the page, also by the keyboard.
 */
function tableHtml({ columns: all, rows, caption = "" }: Omit<Table, "kind">, most = ROWS): Markup {
  if (rows.length === 0) return html``;
  const columns = all.map((column, at) => ({ column, at })).filter(({ column }) => isShownOn(column.only, "html"));
  const head = columns.map(({ column }) => html`<th scope="col"${classOf(column)}>${column.name}</th>`);
  const body = rows.slice(0, most).map(({ cells }) => {
    const name = plainOf(cells[columns[0]?.at ?? 0] ?? "");
    const [first, ...others] = columns.map(({ column, at }) => {
      return { column, content: said(cells[at] ?? "", name) };
    });
    const data = others.map(({ column, content }) => html`<td${classOf(column)}>${content}</td>`);
    return html`<tr><th scope="row"${first && classOf(first.column)}>${first?.content ?? []}</th>${data}</tr>`;
  });
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table><caption>${caption}</caption><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>${leftOut(rows.length, most)}`;
}

const leftOut = (total: number, most = ROWS): Markup =>
  total <= most ? html`` : html`<p class="note">${most} of ${total} are shown; <code>--json</code> has all.</p>`;

const tenth = (value: number): number => Math.round(value * 10) / 10;

/** Where a share and its interval lie. Hidden from screen readers, since the text beside it is equal. */
function intervalMark([value, low, high]: NonNullable<Fact["interval"]>): Markup {
  const at = (share: number): number => tenth(4 + 92 * share);
  return html`<svg class="interval" viewBox="0 0 100 12" aria-hidden="true"><path class="axis" d="M4 6H96M4 3V9M50 4V8M96 3V9"/><path class="range" d="M${at(low)} 6H${at(high)}"/><circle cx="${at(value)}" cy="6" r="2.4"/></svg>`;
}

function factRow({ name = "", value, base, interval, ids = [], others }: Fact): Markup {
  const shown =
    value === undefined ? html`<span class="value faint">no figure</span>` : html`<span class="value">${value}</span>`;
  const counted = base === undefined ? undefined : html` <span class="counted">${base}</span>`;
  const mark = interval && intervalMark(interval);
  return html`<div><dt>${name}</dt><dd><div class="figure">${shown}${counted}${mark}</div>${behind(ids, name, others)}</dd></div>`;
}

/** Facts below each other. */
function factsHtml({ groups }: Block & { kind: "facts" }): Markup {
  const rows = groups.flat().filter(({ name, says }) => name !== undefined && says !== undefined);
  return rows.length === 0 ? html`` : html`<dl class="figures">${rows.map(factRow)}</dl>`;
}

const numberOf = (value: number | null | undefined): string =>
  value === null || value === undefined ? "none" : shortNumber(value);

/** A plot under its title, with its numbers to open. */
function plotHtml(plot: Plot, draw: Draw): Markup {
  const { title, about, over, places, series } = plot;
  const drawn = series.filter(({ as }) => as !== undefined);
  const keys = drawn.map(({ name, as }) => html`<li class="${as}">${name}</li>`);
  const rows = places.map((place, n) => ({ cells: [place, ...series.map((one) => numberOf(one.values[n]))] }));
  const columns = [{ name: over }, ...series.map(({ name }) => ({ name, kind: "number" as const }))];
  const numbers = tableHtml({ columns, rows, caption: `${title}: numbers` }, WEEKS);
  return html`<figure><figcaption><h3>${title}</h3><p>${about}</p></figcaption>${
    drawn.length < 2 ? undefined : html`<ul class="keys">${keys}</ul>`
  }${draw(plot)}<details><summary>Numbers<span class="hidden"> of: ${title}</span></summary>${numbers}</details></figure>`;
}

function listHtml({ items }: Block & { kind: "list" }): Markup {
  const rows = items.map(({ says, under = [], fold }) => {
    const below = under.map((one) => html`<li>${said(one)}</li>`);
    const list = below.length === 0 ? undefined : html`<ul class="plain">${below}</ul>`;
    const label = html`${fold}<span class="hidden"> for: ${bidiText(plainOf(says), 80)}</span>`;
    return html`<li>${said(says)}${fold === undefined ? list : html`<details><summary>${label}</summary>${list}</details>`}</li>`;
  });
  return html`<ul class="plain">${rows}</ul>`;
}

function blockHtml(block: Block, draw: Draw): Markup {
  switch (block.kind) {
    case "gap":
      return html``;
    case "heading":
      return html`<h3>${said(block.says)}</h3>`;
    case "line":
      return html`<p>${said(block.says)}</p>`;
    case "field":
      return html`<p><span class="faint">${block.label}</span> ${said(block.says)}</p>`;
    case "table":
      return tableHtml(block);
    case "list":
      return listHtml(block);
    case "quote":
    case "diff":
      return html`<pre>${block.text.split("\n").map((one) => html`${one}\n`)}</pre>`;
    case "next":
      return html`<dl>${block.steps.map(([command, why]) => html`<dt><code dir="ltr">${command}</code></dt><dd>${why}</dd>`)}</dl>`;
    case "bar": {
      const counts = block.parts.map(([name, count]) => `${count} ${name}`).join(", ");
      return html`<p>${block.label}: ${said(block.says ?? "")} ${counts}</p>`;
    }
    case "facts":
      return factsHtml(block);
    case "plot":
      return plotHtml(block, draw);
    case "section":
      return sectionHtml(block, draw)?.markup ?? html``;
    case "only":
      return isShownOn(block.on, "html") ? blocksHtml(block.blocks, draw) : html``;
  }
}

/** Plots that follow each other stand beside each other. */
function blocksHtml(blocks: Outline, draw: Draw): Markup {
  const parts = blocks.map((block) => ({ isPlot: block.kind === "plot", markup: blockHtml(block, draw) }));
  const runs = parts.map(({ isPlot, markup }, n) => {
    const [opens, closes] = [-1, 1].map((step) => isPlot && parts[n + step]?.isPlot !== true);
    return html`${opens ? html`<div class="plots">` : undefined}${markup}${closes ? html`</div>` : undefined}`;
  });
  return html`${runs}`;
}

export interface HtmlSection {
  id: string;
  name: string;
  markup: Markup;
}

function sectionHtml({ name, blocks }: Block & { kind: "section" }, draw: Draw): HtmlSection | undefined {
  const content = blocksHtml(blocks, draw);
  const id = idOf(name);
  if (content.markup === "") return undefined;
  return { id, name, markup: html`<section aria-labelledby="${id}"><h2 id="${id}">${name}</h2>${content}</section>` };
}

/** The sections of an outline that anything stands in; what stands beside them is left out. */
export const htmlSections = (outline: Outline, draw: Draw): HtmlSection[] =>
  outline.flatMap((block) => {
    if (block.kind === "only") return isShownOn(block.on, "html") ? htmlSections(block.blocks, draw) : [];
    return block.kind === "section" ? (sectionHtml(block, draw) ?? []) : [];
  });
