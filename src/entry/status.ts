/** Life and review of entries: which changes are allowed, what an approval covers, when waiting ends. */

import { createHash } from "node:crypto";
import type { Profile } from "../settings.js";
import { defined } from "../text/defined.js";
import { daysBetween } from "../text/durations.js";
import type { Entry, EntryType, ReviewState, Status, Tier } from "./entry.js";
import { NO_WORDS } from "./gates/redaction.js";
import { ENTRY_TYPES, rowOf } from "./record-types.js";

/** Who or what may make a transition. `tenet`: any command, as part of what it does. */
export type Mover = "tenet" | "person" | "undo" | "time" | "change";

export interface Transition<State extends string> {
  from: State;
  to: State;
  by: readonly Mover[];
  when: string;
}

const LIVE: readonly Status[] = ["active", "inconclusive", "promoted", "resolved"];

/** Every allowed change of `status`. */
export const STATUS_TRANSITIONS: readonly Transition<Status>[] = [
  { from: "active", to: "inconclusive", by: ["tenet"], when: "no answer came in time" },
  { from: "inconclusive", to: "active", by: ["tenet"], when: "an answer came after all" },
  ...(["active", "inconclusive", "resolved"] as const).flatMap((state): Transition<Status>[] => [
    { from: state, to: "promoted", by: ["tenet"], when: "it became a rule" },
    { from: "promoted", to: state, by: ["tenet"], when: "its rule left" },
  ]),
  ...LIVE.flatMap((state): Transition<Status>[] => [
    { from: state, to: "superseded", by: ["tenet"], when: "a newer entry takes its place" },
    { from: "superseded", to: state, by: ["undo"], when: "what superseded it was undone" },
    { from: state, to: "forgotten", by: ["tenet"], when: "it was forgotten" },
    { from: "forgotten", to: state, by: ["person"], when: "a person took the forgetting back" },
  ]),
  { from: "superseded", to: "forgotten", by: ["tenet"], when: "it was forgotten" },
  { from: "forgotten", to: "superseded", by: ["person"], when: "a person took the forgetting back" },
];

const byPerson = (from: readonly ReviewState[], to: readonly ReviewState[], when: string) =>
  from.flatMap((one) => to.map((other): Transition<ReviewState> => ({ from: one, to: other, by: ["person"], when })));

/** Reviews that a person gave: waiting and expiring nobody decides. */
export const DECISIONS: readonly ReviewState[] = ["approved_for_reuse", "rejected", "one_time_exception", "sensitive"];

/** Every allowed change of `review.state`. No review at all is `approved_for_reuse`. */
export const REVIEW_TRANSITIONS: readonly Transition<ReviewState>[] = [
  ...byPerson(["needs_review"], DECISIONS, "a person decided"),
  { from: "needs_review", to: "expired", by: ["time"], when: "nobody decided in time" },
  { from: "approved_for_reuse", to: "needs_review", by: ["change"], when: "its content changed after the approval" },
  ...byPerson(["approved_for_reuse"], ["rejected", "sensitive", "one_time_exception"], "a person decided anew"),
  ...byPerson(["rejected", "expired", "one_time_exception"], ["needs_review"], "a person opened it again"),
  ...byPerson(["sensitive"], ["approved_for_reuse"], "a person decided"),
];

function judge<State extends string>(
  table: readonly Transition<State>[],
  subject: string,
  from: State,
  to: State,
  by: Mover,
): string | undefined {
  if (from === to) return undefined;
  const transition = table.find((row) => row.from === from && row.to === to);
  if (transition === undefined) {
    const open = table.filter((row) => row.from === from).map((row) => row.to);
    return `${subject} cannot go from ${from} to ${to}; from ${from} it goes to ${open.join(", ") || "nothing"}.`;
  }
  if (transition.by.includes(by)) return undefined;
  return `${subject} goes from ${from} to ${to} only when ${transition.when}.`;
}

/** Why a change of status is not allowed, naming both ends; undefined when it is, or when nothing changes. */
export function illegalStatus(from: Status, to: Status, by: Mover = "tenet"): string | undefined {
  return judge(STATUS_TRANSITIONS, "An entry", from, to, by);
}

/** The same for review states; `from` undefined is an entry without review, which is approved. */
export function illegalReview(from: ReviewState | undefined, to: ReviewState, by: Mover): string | undefined {
  return judge(REVIEW_TRANSITIONS, "A review", from ?? "approved_for_reuse", to, by);
}

/** The author's fields, by name. Links are excluded: tenet writes them too, and a link must not cancel an approval. */
const WORDS = [
  "prior_belief",
  "corrected_to",
  "insight",
  "evidence",
  "decision",
  "result",
  "verdict",
  "score",
  "lesson",
  "stakes",
  "at_risk",
  "behavioral_change",
  "applications",
  "rule",
  "triggers",
  "check",
  "context",
  "alternatives",
  "domain",
  "tags",
  "scope",
  "paths",
  "source",
  "origin",
  "references",
  "content",
  "category",
  "basis",
  "key",
  "valid_from",
  "valid_to",
  "sensitivity",
  "question",
  "because",
  "situation",
  "action",
  "rationale",
  "by",
  "reflexion",
  "entities",
  "original",
  "final",
  "why",
  "kind",
];

/**
 * The words by type. Every approval binds to a hash over them in this order, so what the row of a later type names comes
 * behind the list, and counts for that type alone.
 */
const AUTHORS_WORDS: ReadonlyMap<EntryType, readonly string[]> = new Map(
  ENTRY_TYPES.map((type) => {
    const { claim, template = [], says = [], details = [], marked = [] } = rowOf(type);
    const own = [claim, ...template, ...says, ...details, ...marked].filter((field) => !NO_WORDS.has(field));
    return [type, [...new Set([...WORDS, ...own])]];
  }),
);

/** SHA-256 over the author's fields and the texts of the evolution: an approval binds to it and lapses with it. */
export function contentHash(entry: Entry): string {
  const fields: Record<string, unknown> = entry;
  const words = (AUTHORS_WORDS.get(entry.type) ?? WORDS).flatMap((name) => {
    const value = fields[name];
    return value === undefined || value === "" ? [] : [[name, value]];
  });
  const evolution = entry.type === "insight" ? (entry.evolution ?? []) : [];
  const grown = evolution.map((item) => [item.text, item.evidence ?? ""]);
  return createHash("sha256")
    .update(JSON.stringify([entry.type, words, grown]))
    .digest("hex");
}

/**
 * Why an approval does not count: it names nobody or no words, or other words than these; undefined when it counts, or
 * when there is none.
 */
export function approvalVoid(entry: Entry): "forged" | "outdated" | undefined {
  const { review } = entry;
  if (review?.state !== "approved_for_reuse") return undefined;
  if (review.by === undefined || review.hash === undefined) return "forged";
  return review.hash === contentHash(entry) ? undefined : "outdated";
}

/** True when an approval was given for other words than these, or for none. */
export function approvalLapsed(entry: Entry): boolean {
  return approvalVoid(entry) !== undefined;
}

const VOID: Readonly<Record<"forged" | "outdated", string>> = {
  forged: "It says that it is approved, but not by whom and for which words.",
  outdated: "Its words changed after they were approved.",
};

type Review = NonNullable<Entry["review"]>;

/**
 * The review that counts, which is not always the one that is written: nothing is approved because nothing is said. An
 * entry without a review stands as it would be born under the mode, or as history has it that a person closed it
 * (`statedReview`); an approval counts only with the hash of the words. Undefined: open without a person.
 */
export function reviewInForce(
  entry: Entry,
  mode: Profile["apply_mode"],
  statedReview?: ReviewState,
): Review | undefined {
  const { review } = entry;
  if (review === undefined)
    return statedReview === undefined || statedReview === "needs_review"
      ? bornReview(mode, entry.tier, entry.type)
      : { state: statedReview };
  const why = approvalVoid(entry);
  return why === undefined ? review : defined({ state: "needs_review" as const, at: review.at, reason: VOID[why] });
}

/** An entry with the review that counts, to be judged by and never to be written. */
export function inForce<E extends Entry>(entry: E, mode: Profile["apply_mode"], statedReview?: ReviewState): E {
  const review = reviewInForce(entry, mode, statedReview);
  if (review === entry.review) return entry;
  const { review: _, ...rest } = entry;
  return { ...rest, ...defined({ review }) } as E;
}

/** The review state an entry is born with, and why; undefined: nobody has to look at it. */
export function bornReview(
  mode: Profile["apply_mode"],
  tier: Tier,
  type: EntryType,
): { state: "needs_review"; reason: string } | undefined {
  if (tier === "external") {
    return { state: "needs_review", reason: "It comes from outside, so a person looks at it before it is used." };
  }
  if (mode === "curated" && tier !== "owner") {
    return { state: "needs_review", reason: "In curated mode a person looks at everything but an owner's own words." };
  }
  const { review } = rowOf(type);
  if (review === undefined || (review.of === "agents" && tier === "owner")) return undefined;
  return { state: "needs_review", reason: review.reason };
}

/** A review with when it began; without one, or imported, an entry never expires. */
export interface Waiting {
  state: ReviewState | undefined;
  /** When waiting began: the review's own instant, else the entry's. */
  since: string;
  imported?: boolean | undefined;
}

/** True once an entry has waited `expireDays` whole days. A clock that went backwards expires nothing. */
export function isExpired(entry: Waiting, expireDays: number, now: Date): boolean {
  if (entry.state !== "needs_review" || entry.imported === true) return false;
  return daysBetween(entry.since, now) >= expireDays;
}
