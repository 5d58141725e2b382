/** Of what was learned: what held, and what was said again, as far as the small part of each entry knows it. */
import { chainsOf, knownStick, type LessonEntry } from "../../entry/lessons.js";
import type { Period } from "./period.js";
import { isIn } from "./period.js";

type Correction = Pick<LessonEntry, "id" | "type" | "timestamp" | "recurrence_of" | "stick">;

/** The same figures as the report of the period has them: retention, and repeats of lessons. */
export interface Learned {
  held: number;
  answered: number;
  repeated: number;
}

/** Chains must be whole as far as they reach back: what a correction repeats is among them. */
export function learnedIn(corrections: readonly Correction[], period: Period, now: Date): Learned {
  const verdicts = corrections.flatMap((correction) => {
    const known = knownStick(correction);
    return known !== undefined && isIn(period, known.at, now) ? known.verdict : [];
  });
  const repeats = chainsOf(corrections).flatMap(([first, ...again]) =>
    first === undefined || Date.parse(first.timestamp) > now.getTime()
      ? []
      : again.filter(({ timestamp }) => isIn(period, timestamp, now)),
  );
  return {
    held: verdicts.filter((verdict) => verdict === "held").length,
    answered: verdicts.length,
    repeated: repeats.length,
  };
}
