/** How much a person may be asked, and how long a question stays open. Pure, with its reasons. */
import type { ReviewState, Status, Tier } from "../../entry/entry.js";
import { isLive } from "../../entry/gates/visible.js";
import { daysBetween } from "../../text/durations.js";

/** `ask` of the profile. */
export interface AskLimits {
  per_day: number;
  open: number;
  expire_days: number;
}

/** What is asked of a question here; heads have all of it. */
export interface QuestionState {
  timestamp: string;
  status: Status;
  tier: Tier;
  review?: { state: ReviewState } | undefined;
  closed?: unknown;
}

/**
 * Waits for an answer: nobody answered or closed it, and it is younger than `expireDays` whole days. That it expired is
 * computed, never written. What came from outside waits for a review first.
 */
export function isOpenQuestion(head: QuestionState, expireDays: number, now: Date): boolean {
  if (head.closed !== undefined || !isLive(head) || head.review?.state === "sensitive") return false;
  if (head.tier === "external" && head.review?.state === "needs_review") return false;
  return daysBetween(head.timestamp, now) < expireDays;
}

/** Why nothing more may be asked; undefined while it may. `today`: by this agent on its local day; `open`: by anybody. */
export function refusedBy(
  { today, open }: { today: number; open: number },
  limits: Pick<AskLimits, "per_day" | "open">,
): string | undefined {
  if (open >= limits.open)
    return `${open} questions wait for an answer, and that is the most that may (ask.open: ${limits.open})`;
  if (today >= limits.per_day)
    return `${today} questions were asked today, and that is the most an agent may ask (ask.per_day: ${limits.per_day})`;
  return undefined;
}
