/** What standing comes to at a time: comparisons with what the pass found. Called wherever a time is known. Pure. */
import { daysBetween } from "../../text/durations.js";
import type { Standing, StickFacts } from "./standing.js";

/** Days in which a correction must not be repeated to count as not repeated, or by an agent's word as held. */
export const STICK_DAYS = 7;
/** Days after which an entry without an answer is called inconclusive. */
const LAST_QUESTION_DAYS = 14;
/** Days after which what came from outside and was never looked at has expired. */
export const EXPIRE_DAYS = 30;

export const STICK_WORDS = ["held", "failed", "not repeated"] as const;
export type StickWord = (typeof STICK_WORDS)[number];

/** Whether a correction was kept, as far as is known by then. */
export function stickAt(facts: StickFacts | undefined, now: Date): StickWord | undefined {
  if (facts === undefined) return undefined;
  const { since, failed, held, cameUp } = facts;
  const isOver = daysBetween(since, now) >= STICK_DAYS;
  if (held !== undefined && (held.byPerson || isOver)) return "held";
  if (cameUp !== undefined && isOver) return "not repeated";
  return failed === undefined ? undefined : "failed";
}

/** Whether its last question is past, and there is neither an outcome nor word of how it was kept. */
export const isInconclusive = (
  { born, judged, stuck }: Pick<Standing, "born" | "judged" | "stuck">,
  now: Date,
): boolean => judged === undefined && stickAt(stuck, now) === undefined && daysBetween(born, now) >= LAST_QUESTION_DAYS;

export const isExpired = ({ expires }: Pick<Standing, "expires">, now: Date): boolean =>
  expires !== undefined && daysBetween(expires, now) >= 0;
