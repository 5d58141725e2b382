/**
 * What people wrote into a core file beside tenet's blocks: its list items and the sentences of its paragraphs, each with
 * the line on which it begins. Read by captures, recall, contexts and reviews. Pure.
 */
import { TenetError } from "../../errors.js";
import { claimHash } from "../../text/canonical.js";
import { oneLine } from "../../text/shorten.js";

export interface PeoplesLine {
  /** `FILE#hash`: what a pair and an answer name it by. An edited line is another line. */
  ref: string;
  /** Relative to the workspace. */
  file: string;
  /** Counts from 1; for display, since it moves. */
  line: number;
  text: string;
  /** Of the canonical claim. */
  hash: string;
}

const FENCE = /^\s*(`{3,}|~{3,})/;
const BLOCK_BEGIN = /^\s*<!--\s*tenet:begin\b/;
const BLOCK_END = /^\s*<!--\s*tenet:end\b/;
/** Headings, tables, quotes, rulers, HTML, images and link definitions: no sentence of the file's own. */
const NO_TEXT = /^\s*(?:#{1,6}(?:\s|$)|\||>|<|!\[|\[[^\]]+\]:\s|={3,}\s*$|(?:[-*_]\s*){3,}$)/;
const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/;
/** Longer than any sentence: text of another kind. */
const LONGEST = 1_000;

/** A list item or a paragraph, its lines joined. */
interface Piece {
  line: number;
  text: string;
  isItem: boolean;
}

/** Lines that belong to no paragraph or item, followed one by one. */
class Skipped {
  #fence: string | undefined;
  #until: RegExp | undefined;

  constructor(firstLine: string | undefined) {
    if (firstLine?.trimEnd() === "---") this.#until = /^(?:---|\.\.\.)\s*$/;
  }

  takes(line: string, at: number): boolean {
    if (this.#until !== undefined) {
      if (at > 0 && this.#until.test(line)) this.#until = undefined;
      return true;
    }
    const ticks = FENCE.exec(line)?.[1];
    if (this.#fence !== undefined) {
      if (ticks?.startsWith(this.#fence) === true && line.trim() === ticks) this.#fence = undefined;
      return true;
    }
    if (ticks !== undefined) {
      this.#fence = ticks;
      return true;
    }
    if (BLOCK_BEGIN.test(line)) this.#until = BLOCK_END;
    else if (/^\s*<!--/.test(line) && !line.includes("-->")) this.#until = /-->/;
    return NO_TEXT.test(line);
  }
}

function piecesOf(text: string): Piece[] {
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/);
  const skipped = new Skipped(lines[0]);
  const pieces: Piece[] = [];
  let open: Piece | undefined;
  for (const [at, line] of lines.entries()) {
    if (skipped.takes(line, at) || line.trim() === "") {
      open = undefined;
      continue;
    }
    const item = ITEM.exec(line);
    if (open !== undefined && item === null) {
      open.text += ` ${line.trim()}`;
      continue;
    }
    open = { line: at + 1, text: item?.[1] ?? line.trim(), isItem: item !== null };
    pieces.push(open);
  }
  return pieces;
}

const SENTENCES = new Intl.Segmenter("en", { granularity: "sentence" });

/** An item is one line, whatever stands in it; a paragraph is its sentences. What ends in a colon leads to what follows. */
function statementsIn({ text, isItem }: Piece): string[] {
  const parts = isItem ? [text] : Array.from(SENTENCES.segment(text), ({ segment }) => segment);
  return parts
    .map((part) => oneLine(part).trim())
    .filter((part) => part.length <= LONGEST && /\p{L}.*\s/u.test(part) && !part.endsWith(":"));
}

/** Every line of one file, in its order; one that stands there twice is named once. */
export function linesIn(file: string, text: string): PeoplesLine[] {
  const lineByRef = new Map<string, PeoplesLine>();
  for (const piece of piecesOf(text)) {
    for (const statement of statementsIn(piece)) {
      const hash = claimHash(statement);
      const ref = `${file}#${hash}`;
      if (!lineByRef.has(ref)) lineByRef.set(ref, { ref, file, line: piece.line, text: statement, hash });
    }
  }
  return [...lineByRef.values()];
}

const REF = /^(.+)#([0-9a-f]{12})$/;

/** The file and the hash that a name of a line holds; undefined for the id of an entry. */
export function readLineRef(ref: string): { file: string; hash: string } | undefined {
  const [, file, hash] = REF.exec(ref) ?? [];
  return file === undefined || hash === undefined ? undefined : { file, hash };
}

const BY_NUMBER = /^(.+):(\d+)$/;

/** `FILE#hash` as questions name it, or `FILE:LINE` as an editor does. */
export const isLineName = (name: string): boolean => readLineRef(name) !== undefined || BY_NUMBER.test(name);

/** Throws `not-found` for what names no line, or none any longer. */
export function lineNamed(lines: readonly PeoplesLine[], name: string): PeoplesLine {
  const [, file, number] = BY_NUMBER.exec(name) ?? [];
  const line = lines.find(({ ref, file: own, line }) => ref === name || (own === file && line === Number(number)));
  if (line !== undefined) return line;
  throw new TenetError(`${name} is no line that people wrote into a core file, or it was changed since`, {
    failure: "not-found",
    code: "no-such-line",
    hint: "Name it as the question does, or as FILE:LINE.",
  });
}
