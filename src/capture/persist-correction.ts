/** Writes a correction, which is always stored, and what it does to the ones it overturns or repeats. */

import { type Correction, isLive, repeatedAs } from "../entry/entry.js";
import { mayFail } from "../entry/trust.js";
import { answeredAfter, stickOf } from "../forget/consequences.js";
import type { Change } from "../store/change.js";
import { defined } from "../text/defined.js";
import { supersede } from "./before-write.js";
import type { Captured } from "./capture-schemas.js";
import { compareWithKnown, listFields, newEntry, recordId } from "./persist-new.js";
import { type CorrectionDecision, judgeCorrection, repeatProves } from "./policy/corrections.js";
import type { PreparedDraft } from "./prepare.js";

/**
 * Judges one correction against the live ones and stages what follows. What its author states about an entry stands,
 * so those entries are not judged again.
 */
export async function persistCorrection(change: Change, prepared: PreparedDraft): Promise<Captured> {
  const entry = newEntry(prepared) as Correction;
  const stated = new Set([
    ...(entry.supersedes ?? []),
    ...(entry.recurrence_of === undefined ? [] : [entry.recurrence_of]),
  ]);
  const claims = [entry.corrected_to, ...(entry.prior_belief === undefined ? [] : [entry.prior_belief])];
  const compared = await compareWithKnown(change, prepared, claims, stated);
  const decision = judgeCorrection({ ...compared, draft: entry });
  const repeat = await statedRepeat(change, entry);
  const recurrence_of = repeat?.id ?? decision.recurrence_of;
  const failed = repeat === undefined ? decision.failed : repeat.failed;
  const maybe_recurrence_of = entry.maybe_recurrence_of ?? decision.maybe_recurrence_of;
  const supersedes = [...(entry.supersedes ?? []), ...decision.supersedes];
  // What a stated repeat leaves no room for is a link.
  const besides = repeat === undefined || decision.recurrence_of === undefined ? [] : [decision.recurrence_of];
  const linked = [...new Set([...(entry.linked ?? []), ...besides, ...decision.linked])].filter(
    (id) => !stated.has(id) && id !== recurrence_of && id !== maybe_recurrence_of,
  );
  const contests = [...(entry.contests ?? []), ...decision.contests];
  const id = recordId(change, prepared);
  const { maybe_recurrence_of: _stated, ...fields } = entry;
  // Left out where the author's own is outdone by a certain repeat.
  const repeats = defined({
    recurrence_of,
    maybe_recurrence_of: recurrence_of === undefined ? maybe_recurrence_of : undefined,
    maybe_supersedes: recurrence_of === undefined ? decision.maybe_supersedes : undefined,
  });
  const novelty = decision.novelty ?? compared.novelty;
  const place = change.append({
    ...fields,
    id,
    ...listFields({ linked, supersedes, contests }),
    ...repeats,
    ...defined({ novelty }),
  });
  for (const known of supersedes) await supersede(change, known, id);
  for (const known of failed) {
    const stick = { verdict: "failed" as const, at: entry.timestamp, evidence: repeatedAs(id) };
    await change.update(known, { stick: answeredAfter(stickOf(await change.entry(known)), stick) });
  }
  return {
    decision: supersedes.length > 0 ? "superseded" : recurrence_of === undefined ? decision.decision : "recurrence",
    type: "correction",
    id,
    ...place,
    text: entry.corrected_to,
    stakes: entry.stakes,
    because: [
      ...(entry.supersedes ?? []).map((known) => `It takes the place of ${known}, as its author says.`),
      ...(repeat?.because ?? []),
      ...(repeat === undefined ? decision.because : withoutRepeat(decision)),
    ],
    neighbours: decision.neighbours,
    ...listFields({ linked, contests, superseded: supersedes, failed }),
    ...repeats,
  };
}

/** Reasons of a judgement that a stated repeat overrules are not given. */
function withoutRepeat(decision: CorrectionDecision): string[] {
  return decision.recurrence_of === undefined && decision.maybe_recurrence_of === undefined ? decision.because : [];
}

/** A repeat that the author names: it counts as a found one does, by the same ranks. */
async function statedRepeat(change: Change, entry: Correction) {
  const id = entry.recurrence_of;
  if (id === undefined) return undefined;
  const known = await change.entry(id);
  if (!isLive(known)) {
    return { id, failed: [], because: [`It repeats ${id}, as its author says, which no longer counts.`] };
  }
  const fails = mayFail(entry.tier, known.tier);
  const because = [`It repeats ${id}, as its author says.`, repeatProves(id, entry.tier, fails)];
  return { id, failed: fails ? [id] : [], because };
}
