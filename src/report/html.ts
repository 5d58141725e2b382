/** An outline as HTML. Every text is escaped unless it is markup itself: the one place where text becomes HTML. */

import { type Block, type BlockOf, type Outline, type Said, stretchesOf } from "../text/outline/outline.js";
import { printable } from "../text/paint.js";
import { withoutPersonal } from "../text/personal-data.js";
import { beginningOf, oneLine, shorten } from "../text/shorten.js";

/** What `html` made, and only that, is put in as it stands. */
export class Markup {
  constructor(readonly markup: string) {}
}

type Part = string | number | Markup | readonly Markup[] | undefined;

/** UTF-16 units of any one text, escaped hidden characters included: a page stays small. */
const LONGEST = 300;
const MOST_ROWS = 60;

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
 * On one line, no longer than `longest`, without personal data and halves of characters; what acts or hides is written out
 * as on a terminal (`\u{202e}`).
 */
export const plainText = (text: string, longest = LONGEST): string =>
  // Cut before and after: a text of a megabyte is not folded whole, and one of hidden characters grows.
  shorten(printable(oneLine(withoutPersonal(beginningOf(text, 4 * longest)).replace(LONE, "\ufffd"))), longest);

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

/** A text; the direction of one out of the tree does not reach what stands around it. */
const said = (says: Said): Markup[] =>
  stretchesOf(says).map(({ text, isData, tone }) => {
    const [, before = "", after = ""] = /^(\s*)[\s\S]*?(\s*)$/.exec(text) ?? [];
    const words = html`${new Markup(before && " ")}${text}${new Markup(after && " ")}`;
    if (tone === "accent") return html`<code dir="ltr">${words}</code>`;
    const content = isData === true ? html`<bdi>${words}</bdi>` : words;
    return tone === "strong" ? html`<strong>${content}</strong>` : content;
  });

/** The first cell of a row is its heading. It scrolls by itself where it is wider than the page, also by the keyboard. */
function tableHtml({ columns, rows }: BlockOf<"table">): Markup {
  const classes = columns.map(({ kind }) => (kind === undefined ? undefined : html` class="${kind}"`));
  const head = columns.map(({ name }, at) => html`<th scope="col"${classes[at]}>${name}</th>`);
  const body = rows.slice(0, MOST_ROWS).map(({ cells: [first = "", ...others] }) => {
    const data = others.map((cell, at) => html`<td${classes[at + 1]}>${said(cell)}</td>`);
    return html`<tr><th scope="row"${classes[0]}>${said(first)}</th>${data}</tr>`;
  });
  const more = rows.length - body.length;
  const rest = more > 0 ? html`<p>and ${more} more rows</p>` : undefined;
  return html`<div class="scroll" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>${rest}`;
}

function blockHtml(block: Block): Markup {
  switch (block.kind) {
    case "heading":
      return html`<h2>${said(block.says)}</h2>`;
    case "line":
      return html`<p>${said(block.says)}</p>`;
    case "field":
      return html`<p>${block.label}: ${said(block.says)}</p>`;
    case "table":
      return tableHtml(block);
    case "list":
      return html`<ul>${block.items.flatMap(({ says, under = [] }) => [says, ...under]).map((one) => html`<li>${said(one)}</li>`)}</ul>`;
    case "quote":
    case "diff":
      return html`<pre>${block.text.split("\n").map((one) => html`${one}\n`)}</pre>`;
    case "next":
      return html`<dl>${block.steps.map(([command, why]) => html`<dt><code dir="ltr">${command}</code></dt><dd>${why}</dd>`)}</dl>`;
  }
}

/** The blocks of an outline, one behind the other. */
export const htmlOf = (outline: Outline): Markup => html`${outline.map(blockHtml)}`;
