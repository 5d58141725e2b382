/** Writes a correction, which is always stored, and what it does to the ones it overturns or repeats. */
import type { Captured } from "../memory/captured.js";
import { judgeCorrection } from "../memory/corrections.js";
import type { Correction } from "../memory/entry.js";
import type { Change } from "../tree/change.js";
import { comparedWith, uncertain } from "./compared.js";
import { newEntry } from "./new-entry.js";
import type { Prepared } from "./prepare.js";
import { listed } from "./settle-insight.js";
import { supersede } from "./supersede.js";

/** Judges one correction against the live ones and stages what follows. */
export async function settleCorrection(change: Change, prepared: Prepared): Promise<Captured> {
  const entry = newEntry(prepared) as Correction;
  const compared = await comparedWith(change, prepared, [entry.corrected_to, entry.prior_belief]);
  const decision = judgeCorrection({
    draft: entry,
    candidates: compared.candidates,
    sameClaim: compared.sameClaim,
    bands: compared.bands,
    maxLinks: prepared.maxLinks,
    lex: compared.lex,
  });
  const recurrence_of = entry.recurrence_of ?? decision.recurrence_of;
  const maybe_recurrence_of = entry.maybe_recurrence_of ?? decision.maybe_recurrence_of;
  const supersedes = [...(entry.supersedes ?? []), ...decision.supersedes];
  const id = prepared.buffered?.id ?? change.newId("correction", entry.timestamp);
  const place = change.append({
    ...entry,
    id,
    ...listed({ linked: [...(entry.linked ?? []), ...decision.linked] }),
    ...listed({ supersedes }),
    ...(recurrence_of === undefined ? {} : { recurrence_of }),
    ...(recurrence_of !== undefined || maybe_recurrence_of === undefined ? {} : { maybe_recurrence_of }),
    ...listed({ contests: [...(entry.contests ?? []), ...decision.contests] }),
    ...uncertain(decision.novelty ?? compared.novelty),
  });
  for (const known of supersedes) await supersede(change, known, id);
  for (const known of decision.failed) {
    await change.update(known, {
      stick: { verdict: "failed", at: entry.timestamp, evidence: `repeated as ${id}` },
    });
  }
  return {
    decision: decision.decision,
    type: "correction",
    id,
    ...place,
    text: entry.corrected_to,
    stakes: entry.stakes,
    because: decision.because,
    neighbours: decision.neighbours,
    ...listed({ linked: decision.linked, contests: decision.contests, superseded: supersedes }),
    ...(recurrence_of === undefined ? {} : { recurrence_of }),
  };
}
