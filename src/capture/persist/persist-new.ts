/** Builds new records of all types: their fields and their ids. */

import type { Entry, Said } from "../../entry/entry.js";
import { contentHash } from "../../entry/status.js";
import type { AutoReview } from "../../settings.js";
import type { Change, Place } from "../../store/change/change.js";
import { withSaid } from "../../store/change/dated-facts.js";
import { defined } from "../../text/defined.js";
import type { JudgedDraft, PreparedDraft } from "../look/prepare.js";
import { BY_RULE, ruleInWords } from "../policy/auto-review.js";

/** Placeholder for the id, which is drawn under the lock once it is needed. */
const NO_ID_YET = "";

/** The entry that a prepared draft becomes, but for its id. Whether it waits for a person is computed. */
export function newEntry(prepared: JudgedDraft): Entry {
  const entry = {
    ...prepared.fields,
    type: prepared.type,
    id: NO_ID_YET,
    timestamp: prepared.timestamp,
    agent: prepared.agent,
    tier: prepared.tier,
    ...defined({ session: prepared.session }),
  } as Entry;
  return prepared.auto === undefined ? entry : letInByRule(entry, prepared.auto);
}

/** Approves the entry by a standing rule of a person, and names the rule. */
function letInByRule(entry: Entry, rule: AutoReview): Entry {
  const review = {
    state: rule.state,
    by: BY_RULE,
    tier: "owner" as const,
    at: entry.timestamp,
    reason: ruleInWords(rule),
  };
  return { ...entry, review: { ...review, hash: contentHash(entry) } };
}

/** The id: drawn for its list, or new; behind those of its key, as of one second the last id is the newer. */
export function recordId(
  change: Change,
  { drawn, type, timestamp }: JudgedDraft,
  ofKey: readonly Pick<Entry, "id" | "timestamp">[] = [],
): string {
  const id = drawn ?? change.newId(type, timestamp);
  const isFirst = (one: string) => ofKey.some((other) => other.timestamp === timestamp && other.id > one);
  if (id === drawn || !isFirst(id)) return id;
  const others = Array.from({ length: 999 }, () => change.newId(type, timestamp)).sort();
  return others.find((one) => !isFirst(one)) ?? id;
}

/** Adds ids that the author gave as aliases of the entry that took the text. */
export function givenAlias({ fields }: PreparedDraft, knownEntry: Entry): { aliases?: string[] } {
  const names = (fields["aliases"] as string[] | undefined) ?? [];
  const newAliases = names.filter((name) => name !== knownEntry.id && knownEntry.aliases?.includes(name) !== true);
  return newAliases.length === 0 ? {} : { aliases: [...(knownEntry.aliases ?? []), ...newAliases] };
}

/** Counts words where they stand, once a session. */
export async function sayAgain(change: Change, id: string, prepared: PreparedDraft): Promise<Place> {
  const { timestamp: at, saidIn: session, tier, agent, fields } = prepared;
  const known = await change.entry(id);
  const { source, origin } = fields as { source?: string; origin?: string };
  const said = withSaid((known as { said?: Said[] }).said, defined({ at, session, tier, agent, source, origin }));
  return await change.update(id, { ...defined({ said }), ...givenAlias(prepared, known) });
}

/** A list field for a record: each id once, left out when empty. */
export function listFields(lists: { [field: string]: readonly string[] }): { [field: string]: string[] } {
  return Object.fromEntries(
    Object.entries(lists)
      .map(([field, ids]): [string, string[]] => [field, [...new Set(ids)]])
      .filter(([, ids]) => ids.length > 0),
  );
}
