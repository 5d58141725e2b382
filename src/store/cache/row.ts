/** An entry as the cache holds it: its record, where it stands, and what is costly to find out anew. */
import { claimOf, type Entry, type Verdict } from "../../entry/entry.js";
import { isAskedAbout } from "../../entry/lessons.js";
import { isJudgedType } from "../../entry/record-types.js";
import type { Standing } from "../../entry/standing/standing.js";
import { isExpired, isInconclusive, type StickWord, stickAt } from "../../entry/standing/standing.js";
import { shorten } from "../../text/shorten.js";

/** A loose record with the fields that are stated of it. */
type Stated<E> = E extends unknown ? { [K in keyof E as string extends K ? never : K]: E[K] } : never;
type Field<E> = E extends unknown ? keyof E : never;
type ValueIn<E, K> = E extends unknown ? (K extends keyof E ? E[K] : never) : never;
/** The fields of every type, and perhaps those of some. */
type Fields<E> = Pick<E, keyof E> & { [K in Field<E>]?: ValueIn<E, K> };

/** What is computed of an entry from all others (`entry/standing/`), under the names by which it is printed. */
export interface Computed extends Standing {
  /** The file in which its rule stands. */
  promoted_to?: string;
  /** How it turned out; `inconclusive` where nobody answered in time. */
  outcome?: Verdict;
}

/** Read-only: a change is given to the change of the tree. */
export interface Row extends Omit<Fields<Stated<Entry>>, "text" | "claim" | "pinned" | keyof Computed>, Computed {
  /** The claim on one line, cut to 300 characters. */
  text: string;
  /** The hash of the canonical claim. */
  claim: string;
  /** A person keeps it before every session. */
  pinned?: true;
  /** Relative to the workspace, with `/`. */
  file: string;
  line: number;
  /** Hashes that name its vectors, with a space between: of the template, then of the claim that is compared. */
  texts: string;
  /** Of a correction: whether it was kept, as far as is known. */
  kept?: StickWord;
  /** Kept from the cache: its file cannot be read at the moment. */
  unreadable?: true;
}

export type Selected = [record: string, claim: string, standing: string, texts: string, file: string, line: number];

const MAX_TEXT = 300;

function shortText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: texts of rows are shown one a line
  return shorten(text.replace(/[\s\u0000-\u001f\u0085]+/g, " ").trim(), MAX_TEXT);
}

export function computedOf(found: Standing, rule: string | undefined): Computed {
  const isRule = rule !== undefined && found.status === "active" && found.voice === 1;
  const outcome = found.judged && { outcome: found.judged.verdict };
  return { ...found, ...outcome, ...(isRule && { status: "promoted", promoted_to: rule }) };
}

/** A row as it was selected, and as it stands at a time. */
export function rowOf([record, claim, standing, texts, file, line]: Selected, now: Date): Row {
  // One text is read in two thirds of the time of two; of two equal keys the later one counts.
  const row = JSON.parse(`${record.slice(0, -1)},"review":null,"claim":"${claim}",${standing.slice(1)}`);
  if (row.review === null) delete row.review;
  if (row.pinned !== undefined) row.pinned = true;
  return atTime(Object.assign(row, { text: shortText(claimOf(row)), texts, file, line }), now);
}

function atTime(row: Row, now: Date): Row {
  if (isExpired(row, now)) row.review = { ...row.review, state: "expired" };
  const kept = stickAt(row.stuck, now);
  if (kept !== undefined) row.kept = kept;
  // What nobody is asked about is not called so.
  if (isJudgedType(row.type) && isAskedAbout(row) && isInconclusive(row, now)) row.outcome = "inconclusive";
  return row;
}

export const lastUsedOf = ({ uses = [] }: Pick<Row, "uses">): string | undefined =>
  [...uses].sort((a, b) => (a.at < b.at ? -1 : 1)).at(-1)?.at;

/** A row for what is asked of entries; its review is the one in force. */
export const entryOf = (row: Row): Entry => row as unknown as Entry;
