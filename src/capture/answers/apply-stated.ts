import { answererTier } from "../../entry/gates/may-change.js";
import { cutsOf } from "../../entry/near/near-cuts.js";
import type { Change } from "../../store/change/change.js";
import { isLineName, lineNamed } from "../../store/records/peoples-lines.js";
import type { PreparedDraft } from "../look/prepare.js";
import type { StatedAnswers } from "../relations.js";
import { answerLine } from "./answer-line.js";
import { type Answering, answerPair, type PairAnswered } from "./answer-pair.js";

/**
 * Applies what the author states about known entries in the same call, with the author's rights. Called after the new
 * entry is staged.
 */
export async function applyStated(change: Change, prepared: PreparedDraft, id: string): Promise<PairAnswered[]> {
  const { answers = {}, tier, typed, review, agent, profile, timestamp, recorded } = prepared;
  const who: Answering = {
    changer: { tier: answererTier(tier, { typed, inSession: true }, { tier }), typed, waits: review !== undefined },
    by: (prepared.fields["source"] as string | undefined) ?? agent,
    at: recorded ?? timestamp,
    mode: prepared.mode,
    cuts: prepared.neighbourhood.cuts ?? cutsOf(profile),
  };
  const peoplesLines = prepared.lines.map(({ line }) => line);
  const results: PairAnswered[] = [];
  for (const [answer, ids] of Object.entries(answers) as [keyof StatedAnswers, string[]][]) {
    for (const second of ids) {
      const isLine = isLineName(second);
      results.push(
        isLine
          ? await answerLine(
              change,
              { entry: id, line: lineNamed(peoplesLines, second), lineFirst: false, answer },
              who,
            )
          : await answerPair(change, { first: id, second, answer }, who),
      );
    }
  }
  return results;
}
