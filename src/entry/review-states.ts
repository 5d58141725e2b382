/** Review of entries: what an approval covers, who is born waiting, when waiting ends. */
import { createHash } from "node:crypto";
import type { Profile } from "../config.js";
import { daysBetween } from "../text/durations.js";
import type { Entry, ReviewState, Tier } from "./entry.js";

/**
 * What an author says, by name. Links are not in it: tenet writes them too, and a link must not take an approval
 * away.
 */
const AUTHORS_WORDS = [
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
  "context",
  "alternatives",
  "domain",
  "tags",
  "scope",
  "source",
  "origin",
  "references",
  "content",
  "category",
  "basis",
  "key",
] as const;

/** SHA-256 over the author's fields and the texts of the evolution: an approval binds to it and lapses with it. */
export function contentHash(entry: Entry): string {
  const fields: Record<string, unknown> = entry;
  const words = AUTHORS_WORDS.flatMap((name) => {
    const value = fields[name];
    return value === undefined || value === "" ? [] : [[name, value]];
  });
  const evolution = entry.type === "insight" ? (entry.evolution ?? []) : [];
  const grown = evolution.map((item) => [item.text, item.evidence ?? ""]);
  return createHash("sha256")
    .update(JSON.stringify([entry.type, words, grown]))
    .digest("hex");
}

/** True when an approval was given for other words than these. An approval without a hash binds to nothing. */
export function approvalLapsed(entry: Entry): boolean {
  const { review } = entry;
  return review?.state === "approved_for_reuse" && review.hash !== undefined && review.hash !== contentHash(entry);
}

/** The review state an entry is born with, and why; undefined: approved. Imports are approved in every mode. */
export function bornReview(
  mode: Profile["apply_mode"],
  tier: Tier,
  imported = false,
): { state: "needs_review"; reason: string } | undefined {
  if (imported) return undefined;
  if (tier === "external") {
    return { state: "needs_review", reason: "It comes from outside, so a person looks at it before it is used." };
  }
  if (mode === "curated" && tier !== "owner") {
    return { state: "needs_review", reason: "In curated mode a person looks at everything but an owner's own words." };
  }
  return undefined;
}

/** A review with when it began; without one, or imported, an entry never expires. */
export interface Waiting {
  state: ReviewState | undefined;
  /** When waiting began: the review's own instant, else the entry's. */
  since: string;
  imported?: boolean | undefined;
}

/** True once an entry has waited `expireDays` whole days. A clock that went backwards expires nothing. */
export function isExpired(waiting: Waiting, expireDays: number, now: Date): boolean {
  if (waiting.state !== "needs_review" || waiting.imported === true) return false;
  return daysBetween(waiting.since, now) >= expireDays;
}
