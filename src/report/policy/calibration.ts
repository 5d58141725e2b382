/** Were stakes rated right? What came of entries, by the level they were rated. */
import { isLearning, type Stakes } from "../../entry/entry.js";
import { STAKES } from "../../entry/words.js";
import type { Row } from "../../store/cache/row.js";
import { grouped } from "../../text/grouped.js";
import type { History } from "../history.js";
import type { Figure, Report } from "../report-schemas.js";
import { answersIn, chainsOf } from "./answers.js";
import { shareOf } from "./figure.js";
import { isOutcome, outcomesById, scoreOf, verdictsOf } from "./outcome-loop.js";
import { isIn, type Period } from "./period.js";

/** How one entry turned out, as far as the period saw it. */
export interface Judgement {
  entry: Row;
  outcomes: readonly Row[];
  stick?: "held" | "failed" | undefined;
}

/** Wrong: the newest verdict is so, or it failed. Right: it held, or was validated or mixed. */
function isWrong({ outcomes, stick }: Judgement): boolean | undefined {
  const verdict = outcomes.findLast(({ verdict }) => verdict !== undefined && verdict !== "inconclusive")?.verdict;
  if (verdict === undefined && stick === undefined) return undefined;
  return verdict === "invalidated" || stick === "failed";
}

/** What nobody rated counts as medium elsewhere; here it is left out, since there is no rating to be right or wrong. */
export function calibrationOf(
  history: History,
  period: Period,
  judgements: readonly Judgement[] = judgementsOf(history, period),
): Report["calibration"] {
  const byLevel = grouped(judgements, ({ entry }) => entry.stakes);
  const rated = history.entries
    .filter(isLearning)
    .filter((entry) => isIn(period, entry.timestamp, history.now) && entry.stakes !== undefined);
  return {
    table: STAKES.map((stakes) => rowOf(stakes, byLevel.get(stakes) ?? [], rated)),
  };
}

/** The share of wrong ones among the judged. */
export function wrongAmong(judgements: readonly Judgement[]): Figure {
  const known = judgements.filter((one) => isWrong(one) !== undefined);
  return shareOf(
    known,
    (one) => isWrong(one) === true,
    ({ entry }) => entry.id,
  );
}

/** Learnings with the outcomes and the answer that the period saw. */
export function judgementsOf({ entries, now }: History, period: Period): Judgement[] {
  const outcomes = outcomesById(entries.filter(isOutcome).filter(({ timestamp }) => isIn(period, timestamp, now)));
  const answers = chainsOf(entries)
    .flatMap(answersIn)
    .filter(({ at }) => isIn(period, at, now));
  const wordById = new Map(answers.map(({ row, word }) => [row.id, word]));
  return entries.filter(isLearning).flatMap((entry): Judgement[] => {
    const own = outcomes.get(entry.id) ?? [];
    const word = wordById.get(entry.id);
    const stick = word === "not repeated" ? undefined : word;
    if (own.length === 0 && stick === undefined) return [];
    return [{ entry, outcomes: own, stick }];
  });
}

function rowOf(
  stakes: Stakes,
  judgements: readonly Judgement[],
  rated: readonly Row[],
): Report["calibration"]["table"][number] {
  // One that judges two entries of a level is one outcome of it.
  const outcomes = [...new Set(judgements.flatMap((one) => one.outcomes))];
  const stuck = (verdict: "held" | "failed") => judgements.filter(({ stick }) => stick === verdict).length;
  return {
    stakes,
    entries: rated.filter((entry) => entry.stakes === stakes).length,
    ...verdictsOf(outcomes),
    held: stuck("held"),
    failed: stuck("failed"),
    wrong: wrongAmong(judgements),
    score: scoreOf(outcomes),
  };
}
