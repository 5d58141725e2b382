/** The stakes gate: "What was at risk if this was wrong?" No stakes, no learning. */

import type { EntryType, Stakes } from "../../entry/entry.js";
import { isLearning } from "../../entry/entry.js";
import { readLevel } from "../../entry/written-forms.js";
import { oneLine } from "../../text/shorten.js";

/**
 * `--risk "high: releases break"` as two fields. A level alone leaves `at_risk` open, a sentence alone the level. An
 * empty text says that nothing is at risk, as "none" does.
 */
export function parseRisk(text: string): { stakes?: Stakes; at_risk?: string } {
  return text.trim() === "" ? { at_risk: "none" } : readLevel(text);
}

/** Words for a risk that is none. */
const NOTHING: ReadonlySet<string> = new Set([
  ...["none", "nothing", "n/a", "idk", "unknown", "whatever", "meh", "not much"],
]);

/** True for an empty text and for the words that say "none". */
export function saysNothing(text: string): boolean {
  const bare = oneLine(text.normalize("NFKC"))
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  return bare === "" || NOTHING.has(bare);
}

/** The gate's decision about one draft. */
export interface Gate {
  /** `daily-log`: activity, not learning. */
  verdict: "store" | "daily-log";
  /** To be stored with the entry; absent on an outcome that states none. */
  stakes?: Stakes;
  /** Absent when nothing was at risk, or nothing was stated. */
  at_risk?: string;
  /** Somebody said that nothing is at risk. */
  isRiskless?: true;
}

/** Judges a draft whose required fields are all there. Corrections and outcomes always pass. */
export function stakesGate(draft: {
  type: EntryType;
  stakes?: Stakes | undefined;
  at_risk?: string | undefined;
}): Gate {
  const { type, stakes, at_risk } = draft;
  const isEmpty = at_risk !== undefined && saysNothing(at_risk);
  if (type === "insight" && isEmpty) return { verdict: "daily-log", isRiskless: true };
  if (type === "insight" && at_risk === undefined && stakes === undefined) return { verdict: "daily-log" };
  const risk = isEmpty || at_risk === undefined ? {} : { at_risk };
  if (!isLearning({ type })) {
    const level = stakes ?? ("at_risk" in risk ? "medium" : undefined);
    return { verdict: "store", ...risk, ...(level === undefined ? {} : { stakes: level }) };
  }
  if (isEmpty) return { verdict: "store", stakes: stakes ?? "low", isRiskless: true };
  return { verdict: "store", ...risk, stakes: stakes ?? "medium" };
}

/** Whether a draft is compared with what is known; activity goes to the daily log as it is. */
export function isCompared(draft: Parameters<typeof stakesGate>[0]): boolean {
  return stakesGate(draft).verdict === "store";
}

/** Above this share of low ratings in the window, the author is warned. */
const LOW_SHARE = 0.5;
export const LOW_WINDOW = 20;

/**
 * The warning that low is no dumping ground, when more than `share` of the last `window` ratings are low; undefined
 * otherwise. `newestFirst` includes the entry just rated. A young tree is measured against a whole window, so that
 * its first low entry says nothing.
 */
export function lowShareWarning(newestFirst: readonly Stakes[]): string | undefined {
  const recentRatings = newestFirst.slice(0, LOW_WINDOW);
  const lowCount = recentRatings.filter((stakes) => stakes === "low").length;
  if (lowCount <= LOW_SHARE * LOW_WINDOW) return undefined;
  return `${lowCount} of the last ${recentRatings.length} entries are rated low. Low is no dumping ground: with nothing at risk, use the daily log.`;
}
