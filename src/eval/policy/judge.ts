/** Whether an answer passes: everything expected among what was found, and nothing that must not be there. */
import { WHOLE_ID } from "../../entry/id-form.js";
import type { GoldenQuestion } from "../golden-question.js";

/** So many of what was found count. */
export const DEPTH = 10;

/** What was found, best first. */
export interface Hit {
  id: string;
  text: string;
}

/** Something expected or unwanted; `rank`: 1-based place of the first hit that has it. */
export interface Met {
  what: string;
  rank?: number;
}

export interface Judged {
  pass: boolean;
  /** The place by which everything expected was found; absent where something is missing, or nothing has a place. */
  rank?: number;
  /** Why it did not pass. */
  reason?: string;
  expected: Met[];
  /** What must not be there and is. */
  unwanted: Met[];
}

const fold = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/`|\*\*/g, "")
    .replace(/\s+/g, " ")
    .trim();

const EDGE = /[\p{L}\p{N}]/u;
/** Scripts without blanks between words: a word may begin and end anywhere. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

const isEdge = (char: string | undefined): boolean => char !== undefined && EDGE.test(char) && !UNSPACED.test(char);

/** Does a text hold these words, as whole words, whatever their case, quotes and markup? */
export function holds(text: string, words: string): boolean {
  const [within, sought] = [fold(text), fold(words)];
  if (sought === "") return false;
  const [first, last] = [[...sought][0], [...sought].at(-1)];
  for (let at = within.indexOf(sought); at !== -1; at = within.indexOf(sought, at + 1)) {
    const before = [...within.slice(Math.max(0, at - 2), at)].at(-1);
    const after = [...within.slice(at + sought.length, at + sought.length + 2)][0];
    if (!(isEdge(first) && isEdge(before)) && !(isEdge(last) && isEdge(after))) return true;
  }
  return false;
}

/** An expectation that names an entry, not words. */
export const namesEntry = (what: string): boolean => WHOLE_ID.test(what.toUpperCase());

function placeOf(what: string, hits: readonly Hit[], name: (id: string) => string): Met {
  const wanted = namesEntry(what) ? name(what.toUpperCase()) : undefined;
  const at = hits.findIndex(({ id, text }) => (wanted === undefined ? holds(text, what) : id === wanted));
  return at === -1 ? { what } : { what, rank: at + 1 };
}

const quoted = (what: string): string => (namesEntry(what) ? what.toUpperCase() : `"${what}"`);

/** Judges what was found. `name`: the id that counts for one that was expected, where it is another name of an entry. */
export function judge(
  { expect, never }: Pick<GoldenQuestion, "expect" | "never">,
  found: readonly Hit[],
  name: (id: string) => string = (id) => id,
): Judged {
  const hits = found.slice(0, DEPTH);
  const met = (what: string): Met & { is: boolean } => {
    const place = placeOf(what, hits, name);
    return { ...place, is: place.rank !== undefined };
  };
  const expected = expect.map(met);
  const unwanted = never.map(met).filter(({ is }) => is);
  const missing = expected.filter(({ is }) => !is);
  const ranks = expected.flatMap(({ rank }) => rank ?? []);
  const place = ({ rank }: Met) => `${hits[(rank ?? 0) - 1]?.id ?? ""}, at ${rank}`;
  const reasons = [
    ...missing.map(({ what }) =>
      namesEntry(what)
        ? `${quoted(what)} is not among the first ${DEPTH}`
        : `${quoted(what)} is not in any of the first ${DEPTH}`,
    ),
    ...unwanted.map((one) => `${quoted(one.what)} is in ${place(one)}`),
  ];
  const plain = ({ is: _, ...rest }: Met & { is: boolean }): Met => rest;
  return {
    pass: reasons.length === 0,
    ...(missing.length === 0 && ranks.length > 0 ? { rank: Math.max(...ranks) } : {}),
    ...(reasons.length === 0 ? {} : { reason: reasons.join("; ") }),
    expected: expected.map(plain),
    unwanted: unwanted.map(plain),
  };
}
