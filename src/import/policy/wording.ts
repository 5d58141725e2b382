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

const TROUBLE =
  /\b(?:fail\w*|br(?:eak|oke)\w*|los[est]\w*|wast\w*|wrong\w*|block\w*|crash\w*|corrupt\w*|regress\w*|drift\w*|leak\w*|risk\w*|error\w*|cannot|can't|falh\w*|erro\w*|perd\w*|fehl\w*|verlor\w*|échou\w*|perdu\w*|fall[aoó]\w*)\b|失败|错误|丢失|出错|失敗|エラー|실패|오류|ошибк|сбой|lỗi|hỏng/iu;

/** The sentence or list item that speaks of what went wrong; else the first one. */
export function troubleIn(text: string): string {
  const pieces = text
    .slice(0, 8_000)
    .split(/\n(?=\s*(?:[-*+]|\d+[.)])\s)|\n\s*\n/)
    .flatMap(sentences);
  return pieces.find((piece) => TROUBLE.test(piece)) ?? pieces[0] ?? firstSentence(text);
}

/** The sentences of a text, in order. */
export function sentences(text: string): string[] {
  return flatText(text.slice(0, 8_000))
    .split(/(?<=[.!?])\s+|(?<=[。！？])/)
    .filter((sentence) => sentence.trim() !== "");
}

/** Cut at a word, with an ellipsis; a surrogate pair is never split. */
export function cutAtWord(text: string, longest: number): string {
  return shorten(text, longest, 0.8);
}

/** Paragraphs that say something, joined; the same paragraph once. */
export function paragraphs(...texts: (string | undefined)[]): string | undefined {
  const kept = [...new Set(texts.filter((text): text is string => text !== undefined && text.trim() !== ""))];
  return kept.length === 0 ? undefined : kept.join("\n\n");
}

/** A name made for machines (`exec_command`, `task/librarian`), not a sentence. */
export function isName(text: string): boolean {
  return /^[^\s]+$/.test(text) && /^[\w./:-]+$/.test(text);
}
