/** Writes an outcome and notes on what it judges how it turned out. */

import { claimOf, isApproved, isLearning, isLive, type Outcome } from "../entry/entry.js";
import type { Change } from "../store/change.js";
import { defined } from "../text/defined.js";
import { supersede } from "./before-write.js";
import type { Captured } from "./capture-schemas.js";
import { compareWithKnown, listFields, newEntry, recordId } from "./persist-new.js";
import { neighboursOf, relatedOf } from "./policy/neighbours.js";
import type { PreparedDraft } from "./prepare.js";

/** Stores one outcome, sets the newest verdict on every entry it judges, and links it. */
export async function persistOutcome(change: Change, prepared: PreparedDraft): Promise<Captured> {
  const entry = newEntry(prepared) as Outcome;
  const supersedes = entry.supersedes ?? [];
  const named = new Set([...entry.references, ...supersedes]);
  const compared = await compareWithKnown(change, prepared, [], named);
  const candidates = compared.candidates.filter(({ entry: known }) => isLive(known));
  const related = relatedOf(candidates, compared.bands, prepared.maxLinks);
  const linked = [...(entry.linked ?? []), ...related.map((candidate) => candidate.entry.id)];
  const id = recordId(change, prepared);
  const place = change.append({ ...entry, id, ...listFields({ linked }), ...defined({ novelty: compared.novelty }) });
  for (const known of supersedes) await supersede(change, known, id);
  const because = isApproved(entry)
    ? await judge(change, { ...entry, id })
    : [`It waits for review, so ${entry.references.join(", ")} stays as it was.`];
  return {
    decision: supersedes.length > 0 ? "superseded" : linked.length > 0 ? "linked" : "stored",
    type: "outcome",
    id,
    ...place,
    text: claimOf(entry),
    ...defined({ stakes: entry.stakes }),
    because,
    neighbours: neighboursOf(claimOf(entry), candidates, compared.bands, related),
    ...listFields({ linked, superseded: supersedes }),
  };
}

/** The newest outcome stands on the entry; an older one, told late, is kept as a record only. */
async function judge(change: Change, outcome: Outcome): Promise<string[]> {
  const because: string[] = [];
  for (const id of outcome.references) {
    const known = await change.entry(id);
    if (!isLearning(known)) {
      because.push(
        `${id} is ${known.type === "outcome" ? "an outcome itself" : "a memory"}; the two are linked by reference.`,
      );
      continue;
    }
    if (known.outcome_date !== undefined && new Date(known.outcome_date) > new Date(outcome.timestamp)) {
      because.push(
        `${id} has a newer outcome already (${known.outcome_date.slice(0, 10)}); this one is kept beside it.`,
      );
      continue;
    }
    await change.update(id, {
      outcome: outcome.verdict,
      outcome_date: outcome.timestamp,
      ...(known.status === "inconclusive" ? { status: "active" } : {}),
    });
    because.push(`${id} turned out ${outcome.verdict}.`);
  }
  return because;
}
