/** Prose for a page, held against its sources: every sentence ends in the ids it rests on, and brings in no number, negation or link. Pure. */

import { type Says, wordingTroubles } from "../../rules/policy/rule-line.js";
import { ANY_ID_FORM } from "../../text/id-shape.js";
import { isHeading, MOST_LINES, type WikiLine } from "./page.js";

/** Longest text for a page, in characters. */
export const MOST_PROSE = 12_000;
const LONGEST_SENTENCE = 600;

/** An error in the prose of a page. `at`: its 1-based sentence; 0: the text as a whole. */
export interface ProseFinding {
  page: string;
  at: number;
  message: string;
}

/** A sentence as it was given: its ids are words that may name entries. */
export interface GivenSentence {
  text: string;
  refs: readonly string[];
}

/** Ids in brackets at the end of a sentence, behind its full stop or before it. */
const REFS = /\s*\(([0-9A-Za-z][0-9A-Za-z-]{3,23}(?:\s*[,;]\s*[0-9A-Za-z][0-9A-Za-z-]{3,23})*)\)\s*([.!?]?)(?=\s|$)/u;
const NAME = new RegExp(`^(?:${ANY_ID_FORM}|(?=[0-9A-Z]*[0-9])[0-9A-HJKMNP-TV-Z]{5})$`, "u");
const SENTENCE_END = /[.!?](?=\s+["'`(]?[\p{Lu}\p{N}])/u;
const LINE_ENDS = /[\v\f\u0085\u2028\u2029]/u;
const MARKS = /<!-|-->|<!\[|tenet:(?:begin|end)\b|`{3,}|~{3,}|^(?:---|\+\+\+)\s*$/imu;

const LINKS = /\]\(|\b[a-z][a-z0-9+.-]*:\/\//iu;

/** A paragraph cut into sentences with their ids; `rest`: what ends without any. */
function sentencesIn(paragraph: string): { sentences: GivenSentence[]; rest: string } {
  const sentences: GivenSentence[] = [];
  let rest = paragraph;
  let from = 0;
  for (;;) {
    const refsMatch = REFS.exec(rest.slice(from));
    if (refsMatch === null) return { sentences, rest: rest.trim() };
    const refs = (refsMatch[1] ?? "").toUpperCase().split(/\s*[,;]\s*/);
    const at = from + refsMatch.index;
    const end = at + refsMatch[0].length;
    // Brackets that hold words are part of the sentence.
    if (!refs.every((ref) => NAME.test(ref))) {
      from = end;
      continue;
    }
    const text = `${rest.slice(0, at).trim()}${refsMatch[2] ?? ""}`;
    sentences.push({ text: text.replace(/\s+/g, " "), refs });
    rest = rest.slice(end);
    from = 0;
  }
}

/** Sentences and headings of a text, in order, and errors of its form. */
export function readProse(page: string, text: string): { parts: (GivenSentence | string)[]; findings: ProseFinding[] } {
  const findings: ProseFinding[] = [];
  const whole = (message: string) => findings.push({ page, at: 0, message });
  if (text.trim() === "") whole("It says nothing.");
  if (text.length > MOST_PROSE) whole(`It has ${text.length} characters, ${MOST_PROSE} at most.`);
  if (MARKS.test(text)) whole("It holds a comment, a fence or a mark of tenet's own.");
  if (LINKS.test(text)) whole("It holds a link or an image.");
  if (LINE_ENDS.test(text)) whole("It holds line ends that are none in a file of Markdown.");
  const parts: (GivenSentence | string)[] = [];
  for (const paragraph of text
    .replaceAll("\r\n", "\n")
    .split(/\n\s*\n|\n(?=#{1,6} )|(?<=^#{1,6} [^\n]*)\n|\n(?=[-*+] )/mu)) {
    const line = paragraph.trim();
    if (line === "") continue;
    if (/^#{2,4} [^\n]+$/u.test(line)) {
      parts.push(line);
      continue;
    }
    const { sentences, rest } = sentencesIn(line.replace(/^[-*+] +/, ""));
    for (const sentence of sentences) {
      parts.push(sentence);
      const at = parts.filter((part) => typeof part !== "string").length;
      const find = (message: string) => findings.push({ page, at, message });
      const inner = sentence.text.replace(/[.!?]$/, "");
      if (!/[\p{L}\p{N}]/u.test(inner)) find("It says nothing.");
      else if (SENTENCE_END.test(inner)) find("A sentence in it ends without ids; each ends in its own.");
      if (sentence.text.length > LONGEST_SENTENCE)
        find(`It has ${sentence.text.length} characters, ${LONGEST_SENTENCE} at most.`);
      if (/^(?:[-*+]\s|[>|]|#{1,6}\s|\d+[.)]\s|\[[ xX]\])/.test(sentence.text))
        find("It begins with a structure of its own.");
    }
    if (rest !== "") whole(`It ends without ids: "${rest.slice(0, 80)}".`);
  }
  const count = parts.filter((part) => typeof part !== "string").length;
  if (count > MOST_LINES) whole(`It has ${count} sentences, ${MOST_LINES} at most.`);
  return { parts, findings };
}

/**
 * The lines of a page that still hold: headings that stand over one, statements all of whose entries are known and that
 * say nothing their entries do not say. `saysOf`: undefined for an entry that may not stand on a page.
 */
export function trueLines(
  lines: readonly (WikiLine | undefined)[],
  saysOf: (id: string) => Says | undefined,
): WikiLine[] {
  const validLines = lines.flatMap((line): WikiLine[] => {
    if (line === undefined) return [];
    if (isHeading(line)) return [line];
    const says = line.ids.map(saysOf);
    if (says.some((one) => one === undefined)) return [];
    return wordingTroubles(line.text, says as Says[]).length === 0 ? [line] : [];
  });
  return validLines.filter((line, at) => !isHeading(line) || standsOver(line, validLines.slice(at + 1)));
}

/** Does a statement follow a heading before another of its level, or of one above? */
function standsOver({ text }: WikiLine, below: readonly WikiLine[]): boolean {
  const levelOf = (heading: string) => heading.indexOf(" ");
  const end = below.findIndex((line) => isHeading(line) && levelOf(line.text) <= levelOf(text));
  return below.slice(0, end === -1 ? undefined : end).some((line) => !isHeading(line));
}
