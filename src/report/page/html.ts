/** Markup in which every text is escaped unless it is markup itself: the one place where the page's text becomes HTML. */
import { printable } from "../../text/paint.js";
import { oneLine, shorten } from "../../text/shorten.js";

/** What `html` made, and only that, is put in as it stands. */
export class Markup {
  constructor(readonly markup: string) {}
}

export type Part = string | number | Markup | readonly Markup[] | undefined;

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

/** On one line, no longer than `longest`, with what acts or hides written out as on a terminal (`\u{202e}`). */
export function plainText(text: string, longest = LONGEST): string {
  // Cut before and after: a text of a megabyte is not folded whole, and one of hidden characters grows.
  const beginning = text.length > 4 * longest ? `${text.slice(0, 4 * longest)}…` : text;
  return shorten(printable(oneLine(beginning.replace(LONE, "\ufffd"))), longest);
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

/** A command to type, or part of one. */
export const typed = (command: string): Markup => html`<code dir="ltr">${command}</code>`;
