/**
 * The questions that a capture returns about near claims, each with the commands or calls that answer it. Called by
 * every capture and by imports.
 */

import { claimOf, type Entry, type Near, refOf } from "../../entry/entry.js";
import { contactOf } from "../../entry/gates/contact-scope.js";
import { type PairNames, pairStep } from "../../entry/pair-steps.js";
import type { Cuts } from "../../search/near-cuts.js";
import { next, type StepArgs } from "../../steps.js";
import type { Change } from "../../store/change/change.js";
import { isLineRef, type PeoplesLine } from "../../store/records/peoples-lines.js";
import { wordDiff } from "../../text/claims/word-diff.js";
import { defined } from "../../text/defined.js";
import { oneLine } from "../../text/shorten.js";
import type { Ask, Captured } from "../capture-schemas.js";
import { isQuotable } from "../policy/links.js";
import type { NearClaim } from "../policy/near-claims.js";

/** A pair that was found by its words is close from here on. */
const LEX_CLOSE = 0.6;

/** With more captures than this in one call, only near pairs are opened, and three are asked about. */
export const MANY_CAPTURES = 5;

/** Near claims as open rows of the new entry. */
export const rowsOf = (at: string, near: readonly NearClaim[]): Near[] =>
  near.map(({ id, score, found }) => ({ with: id, score, found, at }));

/** Whether a pair is opened when many entries are compared: as near as the second, or where it refutes a known entry. */
export function isWorthOpening({ found, score = 0 }: Pick<Near, "found" | "score">, { second }: Cuts): boolean {
  return found === "prior" || score >= (found === "words" ? LEX_CLOSE : second);
}

/** So many claims are asked about, the nearest of all. */
const MOST_TOGETHER = 3;

/** What a captured answer says about near claims. */
interface Asking {
  asks?: readonly Ask[] | undefined;
  opened?: number | undefined;
}

const scoreOf = ({ score = 0 }: Ask): number => score;

export function nearestAsks(captured: readonly Asking[]): Ask[] {
  const allAsks = captured.flatMap(({ asks = [] }) => asks);
  return allAsks.sort((a, b) => scoreOf(b) - scoreOf(a)).slice(0, MOST_TOGETHER);
}

/** How many pairs several captures opened. */
export const openedIn = (captured: readonly Asking[]): number =>
  captured.reduce((sum, { opened = 0 }) => sum + opened, 0);

export interface AskedTogether {
  asks?: Ask[];
  opened?: number;
}

/** The three nearest claims, and the number of opened pairs; empty parts are left out. */
export function nearestTogether(asking: readonly Pick<Asking, "asks">[], opened: number): AskedTogether {
  const asks = nearestAsks(asking);
  return { ...(asks.length === 0 ? {} : { asks }), ...(opened === 0 ? {} : { opened }) };
}

/** Of more than five captures in one call the three nearest claims are asked about together, and nothing else. */
export function askedTogether(captured: readonly Captured[]): AskedTogether & { captured: readonly Captured[] } {
  if (captured.length <= MANY_CAPTURES) return { captured };
  return { captured: captured.map((one) => ({ ...one, asks: [] })), ...nearestTogether(captured, openedIn(captured)) };
}

/** The question about one row. Undefined where the other entry may not be quoted. */
export function askOf(change: Change, entry: Entry, row: Near, other: Entry): Ask | undefined {
  if (!isQuotable(other)) return undefined;
  const head = change.tree.head(other.id);
  const where = head === undefined ? undefined : `${head.file}:${head.line}`;
  const pair = { a: refOf(entry.id), b: refOf(other.id), contact: contactOf(entry) ?? contactOf(other) };
  return {
    id: entry.id,
    about: other.id,
    ...questionWords(entry, row, claimOf(other)),
    ...defined({ where }),
    ...answersTo(pair),
  };
}

export function askOfLine(entry: Entry, row: Near, { ref, file, line, text }: PeoplesLine): Ask {
  const pair = { a: refOf(entry.id), b: ref, contact: contactOf(entry) };
  return { id: entry.id, about: ref, ...questionWords(entry, row, text), where: `${file}:${line}`, ...answersTo(pair) };
}

/** The short name of the other side in a question: the tail of an id, or file and line. */
export function nameAsked({ about, where = about }: Pick<Ask, "about" | "where">): string {
  return isLineRef(about) ? where : refOf(about);
}

function questionWords(entry: Entry, { found, score }: Near, text: string): Pick<Ask, "text" | "found" | "differs"> {
  return { text: oneLine(text), ...defined({ found, score }), differs: wordDiff(text, claimOf(entry)) };
}

/** Every answer by itself, and all of them in one step: `replaces` and `exception` are said of the new entry. */
function answersTo({ a, b, contact }: PairNames): Pick<Ask, "answers" | "next"> {
  const say = (way: StepArgs) => next("", "resolve", { a, b, contact, ...way });
  return {
    answers: {
      same: say({ same: true }),
      replaces: say({ replaces: true }),
      replaced_by: say({ a: b, b: a, replaces: true }),
      exception: say({ exception: true }),
      has_exception: say({ a: b, b: a, exception: true }),
      unrelated: say({ unrelated: true }),
    },
    next: pairStep({ a, b, contact }),
  };
}
