/** Small cuts of an author's text: a sentence, one line, a length that a record can hold. */

import { shorten } from "../../text/shorten.js";

/** Longest claim and longest other field of an imported record, in characters; the archive keeps the whole. */
export const LONGEST_CLAIM = 2_000;
export const LONGEST_FIELD = 8_000;

/** One line: list marks become part of the running text, white space is single. */
export function flatText(text: string): string {
  return text
    .split("\n")
    .filter((line) => !/^\s*(?:`{3,}|~{3,})/.test(line))
    .map((line) => line.replace(/^\s*(?:[-*+]\s+|>\s?)/, "").trim())
    .filter((line) => line !== "")
    .join(" ")
    .replace(/\s+/g, " ");
}

/** The first sentence, in any script, at least a few words long. */
export function firstSentence(text: string): string {
  const line = flatText(text.slice(0, 4_000));
  for (const match of line.matchAll(/[.!?](?=\s)|[。！？]/g)) {
    const end = match.index + match[0].length;
    if (end >= (/[。！？]/.test(match[0]) ? 6 : 20)) return line.slice(0, end);
  }
  return line;
}

/** Cut at a word, with an ellipsis; a surrogate pair is never split. */
export function cutAtWord(text: string, longest: number): string {
  return shorten(text, longest, 0.8);
}

/** Paragraphs that say something, joined; the same paragraph once. */
export function paragraphs(...texts: (string | undefined)[]): string | undefined {
  const distinctTexts = [...new Set(texts.filter((text): text is string => text !== undefined && text.trim() !== ""))];
  return distinctTexts.length === 0 ? undefined : distinctTexts.join("\n\n");
}

/** A name made for machines (`exec_command`, `task/librarian`), not a sentence. */
export function isName(text: string): boolean {
  return /^[^\s]+$/.test(text) && /^[\w./:-]+$/.test(text);
}
