/** Counts corrections that held and that were repeated in a period. Called by `learned-lately.ts`. Pure. */
import { chainsOf, knownStick, type LessonEntry } from "../../entry/lessons.js";
import type { Period } from "./period.js";
import { isIn } from "./period.js";

type Correction = Pick<LessonEntry, "id" | "type" | "timestamp" | "recurrence_of" | "stick">;

/** The figures that the report of the same period has. */
export interface Learned {
  held: number;
  answered: number;
  repeated: number;
}

/** Counts within a period. `corrections` must include everything that one of them repeats. */
export function learnedIn(corrections: readonly Correction[], period: Period, now: Date): Learned {
  const verdicts = corrections.flatMap((correction) => {
    const stick = knownStick(correction);
    return stick !== undefined && isIn(period, stick.at, now) ? stick.verdict : [];
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
