/** Writes what was decided about an insight: a new record, an item in a known one's evolution, or a line in the log. */
import type { Captured } from "../memory/captured.js";
import type { Entry, Insight } from "../memory/entry.js";
import { noveltyOf } from "../memory/novelty.js";
import type { Change } from "../tree/change.js";
import { comparedWith, uncertain } from "./compared.js";
import { newEntry } from "./new-entry.js";
import type { Alone, Prepared } from "./prepare.js";
import { supersede } from "./supersede.js";

/** An insight with nothing at risk is activity: kept in the daily log, and the answer says so. */
export async function settleActivity(change: Change, alone: Alone): Promise<Captured> {
  const text = String(alone.fields["insight"]);
  const place = await change.log(text, alone.at);
  return {
    decision: "logged",
    type: "insight",
    text,
    ...place,
    because: [alone.gate.because],
    neighbours: [],
  };
}

/** Puts one insight that passed the stakes gate through the novelty table, and stages what follows. */
export async function settleInsight(change: Change, prepared: Prepared): Promise<Captured> {
  const entry = newEntry(prepared) as Insight;
  const compared = await comparedWith(change, prepared, [entry.insight]);
  const decision = noveltyOf({
    draft: entry,
    candidates: compared.candidates,
    sameClaim: compared.sameClaim,
    bands: compared.bands,
    maxLinks: prepared.maxLinks,
  });
  const answer = {
    type: entry.type,
    text: entry.insight,
    stakes: entry.stakes,
    because: decision.because,
    neighbours: decision.neighbours,
  };
  if (decision.decision === "skipped" && decision.target !== undefined) {
    const known = await change.entry(decision.target);
    const place = await change.update(known.id, { seen: seenBefore(known) + 1, ...reservedAlias(prepared, known) });
    await change.log(`said again: ${entry.insight} (${known.id})`, prepared.at);
    return { ...answer, decision: "skipped", id: known.id, ...place };
  }
  if (decision.evolution !== undefined && decision.target !== undefined) {
    const known = (await change.entry(decision.target)) as Insight;
    const { source, origin, session, agent } = entry;
    const item = Object.fromEntries(
      Object.entries({ at: entry.timestamp, ...decision.evolution, agent, source, origin, session }).filter(
        ([, value]) => value !== undefined,
      ),
    );
    const place = await change.update(known.id, {
      evolution: [...(known.evolution ?? []), item],
      ...reservedAlias(prepared, known),
    });
    return { ...answer, decision: decision.decision, id: known.id, ...place };
  }
  const id = prepared.buffered?.id ?? change.newId("insight", entry.timestamp);
  const place = change.append({
    ...entry,
    id,
    ...listed({ linked: [...(entry.linked ?? []), ...decision.linked] }),
    ...listed({ contests: [...(entry.contests ?? []), ...decision.contests] }),
    ...listed({ supersedes: [...(entry.supersedes ?? []), ...decision.supersedes] }),
    ...uncertain(decision.novelty ?? compared.novelty),
  });
  const supersedes = [...(entry.supersedes ?? []), ...decision.supersedes];
  for (const known of supersedes) await supersede(change, known, id);
  const ties = listed({ linked: decision.linked, contests: decision.contests, superseded: supersedes });
  return { ...answer, decision: decision.decision, id, ...place, ...ties };
}

/** An id that was reserved and told is answered from then on by the entry its text went into. */
function reservedAlias(prepared: Prepared, known: Entry): { aliases?: string[] } {
  const id = prepared.buffered?.id;
  return id === undefined ? {} : { aliases: [...(known.aliases ?? []), id] };
}

/** A list field for a record: each id once, left out when empty. */
export function listed(lists: { [field: string]: readonly string[] }): { [field: string]: string[] } {
  return Object.fromEntries(
    Object.entries(lists)
      .map(([field, ids]): [string, string[]] => [field, [...new Set(ids)]])
      .filter(([, ids]) => ids.length > 0),
  );
}

/** How often an entry was said again before. Outcomes do not count it. */
function seenBefore(entry: Entry): number {
  return entry.type === "outcome" ? 0 : (entry.seen ?? 0);
}
