/** The record of a draft that nothing known takes up, with what its author and the comparison say of others. */
import type { Entry, Insight, Memory } from "../entry/entry.js";
import type { Change } from "../store/change.js";
import type { FactGroup } from "../store/records/record-text.js";
import type { Captured } from "./capture-schemas.js";
import { noveltyField } from "./comparison.js";
import type { NoveltyDecision } from "./policy/novelty.js";
import type { PreparedDraft } from "./prepare.js";
import { supersede } from "./transition.js";

/** Stands where the id will be: ids are drawn under the lock, after the decision that one is needed. */
const NO_ID_YET = "";

/** The entry that a prepared draft becomes when it is stored, complete but for its id and what novelty adds. */
export function newEntry(prepared: PreparedDraft): Entry {
  return {
    ...prepared.fields,
    type: prepared.type,
    id: NO_ID_YET,
    timestamp: prepared.timestamp,
    agent: prepared.agent,
    tier: prepared.tier,
    ...(prepared.session === undefined ? {} : { session: prepared.session }),
    ...(prepared.review === undefined ? {} : { review: { state: prepared.review.state, at: prepared.timestamp } }),
    ...(prepared.gate.finding === undefined ? {} : { flags: [prepared.gate.finding] }),
    status: prepared.type === "outcome" ? "resolved" : "active",
  } as Entry;
}

/** Its id: the one that was reserved and told while it waited, or a new one. */
export function recordId(change: Change, { buffered, type, timestamp }: PreparedDraft): string {
  return buffered?.id ?? change.newId(type, timestamp);
}

/** An id that was reserved and told is answered from then on by the entry its text went into. */
export function reservedAlias({ buffered }: PreparedDraft, known: Entry): { aliases?: string[] } {
  const id = buffered?.id;
  return id === undefined ? {} : { aliases: [...(known.aliases ?? []), id] };
}

/** What was decided about a new record, whatever its type. */
interface NewRecordDecision extends Pick<NoveltyDecision, "supersedes" | "linked" | "contests" | "because"> {
  decision: Captured["decision"];
  novelty: Parameters<typeof noveltyField>[0];
}

/** Appends it, ends what it replaces, and answers what is told of it. `group`: the file of a memory. */
export async function persistNew(
  change: Change,
  entry: Insight | Memory,
  decided: NewRecordDecision,
  group?: FactGroup,
) {
  const { id } = entry;
  const supersedes = [...(entry.supersedes ?? []), ...decided.supersedes];
  const linked = [...(entry.linked ?? []), ...decided.linked];
  const contests = [...(entry.contests ?? []), ...decided.contests];
  const record = { ...entry, ...listFields({ linked, contests, supersedes }), ...noveltyField(decided.novelty) };
  const place = change.append(record, group);
  for (const known of supersedes) await supersede(change, known, id);
  const stated = (entry.supersedes ?? []).map((known) => `It takes the place of ${known}, as its author says.`);
  return {
    decision: supersedes.length > 0 ? ("superseded" as const) : decided.decision,
    id,
    ...place,
    because: [...stated, ...decided.because],
    ...listFields({ linked, contests, superseded: supersedes }),
  };
}

/** A list field for a record: each id once, left out when empty. */
export function listFields(lists: { [field: string]: readonly string[] }): { [field: string]: string[] } {
  return Object.fromEntries(
    Object.entries(lists)
      .map(([field, ids]): [string, string[]] => [field, [...new Set(ids)]])
      .filter(([, ids]) => ids.length > 0),
  );
}
