/** What a capture asks whoever called: the near claims, each with ready answers in the words of the door. */

import { claimOf, type Entry, type Near, refOf } from "../entry/entry.js";
import { contactOf } from "../entry/gates/contact-scope.js";
import { type Cuts, LEX_CLOSE } from "../entry/near/near-cuts.js";
import { isRefuted } from "../entry/near/pairs.js";
import type { Steps } from "../steps.js";
import type { Change } from "../store/change/change.js";
import { type PeoplesLine, readLineRef } from "../store/records/peoples-lines.js";
import { claimHash } from "../text/canonical.js";
import { defined } from "../text/defined.js";
import { oneLine } from "../text/shorten.js";
import { wordDiff } from "../text/word-diff.js";
import type { Ask, Captured } from "./capture-schemas.js";
import { isQuotable } from "./policy/links.js";
import type { NearClaim } from "./policy/near-claims.js";

/** More captures than this in one call, and only close pairs are opened and three are asked about. */
export const MANY_CAPTURES = 5;

/** What may be near a new entry. */
export interface Known {
  entries: readonly Entry[];
  lines: readonly PeoplesLine[];
}

/** Near claims as rows of the new entry. */
export function rowsOf(claim: string, at: string, near: readonly NearClaim[], { entries, lines }: Known): Near[] {
  return near.flatMap(({ id, by, score }): Near[] => {
    const entry = entries.find((one) => one.id === id);
    const hash = entry === undefined ? lines.find(({ ref }) => ref === id)?.hash : claimHash(claimOf(entry));
    if (hash === undefined) return [];
    return [{ with: id, hashes: [claimHash(claim), hash], score, by, state: "open", at }];
  });
}

/** Of many captures in one call only those are opened that lie as near as a repeat, or refute what is known. */
export function isWorthOpening({ by, score }: Pick<Near, "by" | "score">, { close }: Cuts): boolean {
  return isRefuted({ by }) || score >= (by === "lex" ? LEX_CLOSE : close);
}

/** What is asked together where captures are many: the three nearest claims of all of them. */
const MOST_TOGETHER = 3;

/** What an answer about one capture says of near claims. */
interface Asking {
  asks?: readonly Ask[] | undefined;
  opened?: number | undefined;
}

const scoreOf = ({ claim, lexical }: Ask): number => claim ?? lexical ?? 0;

export function nearestAsks(captured: readonly Pick<Asking, "asks">[]): Ask[] {
  const all = captured.flatMap(({ asks = [] }) => asks);
  return all.sort((a, b) => scoreOf(b) - scoreOf(a)).slice(0, MOST_TOGETHER);
}

/** How many pairs several captures opened. */
export const openedIn = (captured: readonly Asking[]): number =>
  captured.reduce((sum, { opened = 0 }) => sum + opened, 0);

/** What is asked together of many captures. */
export interface AskedTogether {
  asks?: Ask[];
  opened?: number;
}

/** The three nearest claims, and how many pairs were opened; what is none is left out. */
export function together(asking: readonly Pick<Asking, "asks">[], opened: number): AskedTogether {
  const asks = nearestAsks(asking);
  return { ...(asks.length === 0 ? {} : { asks }), ...(opened === 0 ? {} : { opened }) };
}

/** Of more than five captures of one call the single answers ask nothing, and the three nearest claims are asked about together. */
export function askedTogether(captured: readonly Captured[]): AskedTogether & { captured: readonly Captured[] } {
  if (captured.length <= MANY_CAPTURES) return { captured };
  return { captured: captured.map((one) => ({ ...one, asks: [] })), ...together(captured, openedIn(captured)) };
}

/** The question about one row. Undefined where the words of the other side may not be quoted. */
export function askOf(change: Change, entry: Entry, row: Near, other: Entry, steps: Steps): Ask | undefined {
  if (!isQuotable(other)) return undefined;
  const head = change.head(other.id);
  const where = head === undefined ? undefined : `${head.file}:${head.line}`;
  const answers = answersTo(refOf(entry.id), refOf(other.id), steps, contactOf(entry) ?? contactOf(other));
  return { id: entry.id, about: other.id, ...askedText(entry, row, claimOf(other)), ...defined({ where }), answers };
}

/** The question about a line that people wrote. */
export function askOfLine(entry: Entry, row: Near, { ref, file, line, text }: PeoplesLine, steps: Steps): Ask {
  const answers = answersTo(refOf(entry.id), ref, steps, contactOf(entry));
  return { id: entry.id, about: ref, ...askedText(entry, row, text), where: `${file}:${line}`, answers };
}

/** How a question names what it is about: the tail of an id, or the file and line of what people wrote. */
export function nameAsked({ about, where = about }: Ask): string {
  return readLineRef(about) === undefined ? refOf(about) : where;
}

function askedText(entry: Entry, { by, score }: Near, text: string): Pick<Ask, "text" | "by" | "differs"> {
  const how = by === "lex" ? { lexical: score } : { claim: score };
  return { text: oneLine(text), by, ...how, differs: wordDiff(text, claimOf(entry)) };
}

/**
 * Every answer as it is typed or called. In `replaces` and `exception` the new entry is what holds, or is the exception. A
 * shell names the contact that an entry is about: without that there is no such entry.
 */
export function answersTo(newer: string, older: string, steps: Steps, contact?: string): Ask["answers"] {
  const named = contact === undefined || steps.door !== "shell" ? "" : ` --contact ${contact}`;
  const say = (a: string, b: string, how: "same" | "replaces" | "exception" | "unrelated") =>
    `${steps.decide(a, b, [how])}${named}`;
  return {
    same: say(newer, older, "same"),
    replaces: say(newer, older, "replaces"),
    replaced_by: say(older, newer, "replaces"),
    exception: say(newer, older, "exception"),
    has_exception: say(older, newer, "exception"),
    unrelated: say(newer, older, "unrelated"),
  };
}
