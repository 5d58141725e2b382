import { claimOf, refOf } from "../entry/entry.js";
import { cutsOf } from "../entry/near/near-cuts.js";
import { isPutOff, isRaised, openLinePairs, openPairs } from "../entry/near/pairs.js";
import type { memoryTrees } from "../recall/memories.js";
import { linesInPairs } from "../store/loop/agenda.js";
import { answersAbout, pairAnswers } from "../store/loop/heartbeat-items.js";
import { openSince } from "../store/loop/policy/outcome-loop.js";
import { defined } from "../text/defined.js";
import { ageInDays } from "../text/durations.js";
import { wordDiff } from "../text/word-diff.js";
import { entryView } from "./entry-view.js";
import type { LineItem, PairItem } from "./review-schemas.js";

/** A tree to review, with the prefix of its file names. */
export type TreeToReview = Awaited<ReturnType<typeof memoryTrees>>[number];

/** Open pairs that are printed together, without an answer that took effect. */
export async function pairsOf({ ctx, tree, prefix }: TreeToReview): Promise<PairItem[]> {
  const cuts = cutsOf(ctx.profile);
  const now = ctx.clock.now();
  const pairs = openPairs(tree).filter(({ near }) => isRaised(near, cuts) && !isPutOff(near, now));
  const ids = pairs.flatMap(({ newer, older }) => [newer.id, older.id]);
  const loaded = new Map((await tree.load(ids)).map((one) => [one.entry.id, one]));
  const { contact } = ctx.actor;
  const contactFlag = contact === undefined ? "" : ` --contact ${contact}`;
  return pairs.flatMap((pair): PairItem[] => {
    const [first, second] = [loaded.get(pair.newer.id), loaded.get(pair.older.id)];
    if (first === undefined || second === undefined) return [];
    const since = openSince(pair);
    const { by, score, proposed, reason } = pair.near;
    return [
      {
        kind: "pair",
        first: entryView({ ...first, file: `${prefix}${first.file}` }),
        second: entryView({ ...second, file: `${prefix}${second.file}` }),
        by,
        score,
        differs: wordDiff(claimOf(second.entry), claimOf(first.entry)),
        ...defined({
          proposed: proposed && defined({ answer: proposed.answer, first: proposed.first, by: proposed.by }),
          reason,
        }),
        answers: pairAnswers(pair, ctx.steps).map((answer) => `${answer}${contactFlag}`),
        since,
        days: ageInDays(since, now),
      },
    ];
  });
}

/** Open pairs of entries and lines that people wrote, without an answer that took effect. */
export async function linesOf({ ctx, tree, prefix }: TreeToReview): Promise<LineItem[]> {
  const cuts = cutsOf(ctx.profile);
  const now = ctx.clock.now();
  const pairs = openLinePairs(tree.withAny("near"), await linesInPairs(ctx, tree)).filter(
    ({ near }) => isRaised(near, cuts) && !isPutOff(near, now),
  );
  const loaded = new Map((await tree.load(pairs.map(({ newer }) => newer.id))).map((one) => [one.entry.id, one]));
  return pairs.flatMap(({ newer, line, near }): LineItem[] => {
    const one = loaded.get(newer.id);
    if (one === undefined) return [];
    const since = openSince({ newer, near });
    const { by, score, proposed, reason } = near;
    const { ref, file, text } = line;
    return [
      {
        kind: "line",
        ...entryView({ ...one, file: `${prefix}${one.file}` }),
        written: { ref, file, line: line.line, text },
        by,
        score,
        differs: wordDiff(text, claimOf(one.entry)),
        ...defined({
          proposed: proposed && defined({ answer: proposed.answer, first: proposed.first, by: proposed.by }),
          reason,
        }),
        answers: answersAbout(refOf(newer.id), ref, ctx.steps),
        since,
        days: ageInDays(since, now),
      },
    ];
  });
}
