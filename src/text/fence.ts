/**
 * The marks around what is printed into a prompt or quoted in a brief, and entry text made fit to stand between them: one
 * line that can neither open nor close a fence. It keeps data apart from our own words; it is no cure for what the data says.
 */

import { createHash } from "node:crypto";
import { printable } from "./paint.js";
import { oneLine, shorten } from "./shorten.js";

/** Hex digits of a mark. */
export const MARK_DIGITS = 12;

/** The core's mark follows from what it holds: the same core has the same bytes. */
export function markOf(body: string): string {
  return createHash("sha256").update(body).digest("hex").slice(0, MARK_DIGITS);
}

/** A body between its marks. */
export function fence(name: "core" | "now", mark: string, body: string): string {
  return `<tenet-${name}-${mark}>\n${body}\n</tenet-${name}-${mark}>`;
}

/** What would open one of our marks, or close it. */
const FENCE = /<(?=[\s/]*tenet)/gi;

/** Defuses attempts at our marks, visibly: `[/tenet-core-…>`. */
export function withoutFences(text: string): string {
  return text.replace(FENCE, "[");
}

/**
 * Entry text as one line of data: white space collapsed, what acts or hides on a screen written out, and nothing in it
 * that reads like one of our marks.
 */
export function dataLine(text: string): string {
  return withoutFences(printable(text.replace(/[\s\u0085\u2028\u2029]+/gu, " ")).trim());
}

/** The same, and no longer than so many characters; a half of a pair is never kept. */
export function dataLineOf(text: string, longest: number): string {
  return shorten(dataLine(text), longest);
}

/** `<tenet-core-1f9c…>` and `<tenet-now-…>` to the end mark of the same name, with the quotation marks before it. */
const FENCED = /(?:(^|\n)[ \t]*(?:>[ \t]*)+)?<(tenet-(?:core|now)-[0-9A-Za-z]{4,64})>[\s\S]*?(?:<\/\2>|$)/g;

/**
 * What people said, without what tenet printed: everything between its fences is left out, the marks included; quoted ones
 * (`> `) too. Behind a mark that nothing closes all is dropped: the end may have been cut off, and what was printed may
 * not count as said.
 */
export const withoutFenced = (text: string): string => text.replace(FENCED, "$1");

/** A text between its marks, which follow from it, so that no line of it can hold them. */
export function quotedData(body: string): string[] {
  const mark = `tenet-data-${markOf(body)}`;
  return [`<<<${mark}`, body, `${mark}>>>`];
}

/**
 * What the owner wants of whoever words something (`learning.instructions`), under a heading of its own; nothing where
 * nothing is stated. It stands in every brief.
 */
export function ownersInstructions(instructions: string | undefined): string[] {
  if (instructions === undefined) return [];
  const body = instructions.split("\n").map((line) => printable(oneLine(line)));
  return [
    "## What the owner wants",
    "",
    "Stated as learning.instructions in tenet.yaml. It says how to word things; every check holds all the same.",
    ...quotedData(body.join("\n").trim()),
    "",
  ];
}
