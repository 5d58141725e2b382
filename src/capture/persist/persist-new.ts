/**
 * Builds new records of all types: their fields, their ids, and what their author states about others. Called by the
 * persist files.
 */

import type { Entry } from "../../entry/entry.js";
import { BY_RULE, ruleInWords } from "../../entry/gates/auto-review.js";
import { bornAs } from "../../entry/record-types.js";
import { contentHash } from "../../entry/status.js";
import type { AutoReview } from "../../settings.js";
import type { Change } from "../../store/change/change.js";
import { defined } from "../../text/defined.js";
import type { JudgedDraft, PreparedDraft } from "../look/prepare.js";

/** Placeholder for the id, which is drawn under the lock once it is needed. */
const NO_ID_YET = "";

/** The entry that a prepared draft becomes, but for its id and novelty. */
export function newEntry(prepared: JudgedDraft): Entry {
  const entry = {
    ...prepared.fields,
    type: prepared.type,
    id: NO_ID_YET,
    timestamp: prepared.timestamp,
    agent: prepared.agent,
    tier: prepared.tier,
    ...defined({
      session: prepared.session,
      recorded: prepared.recorded,
      review: prepared.review && { state: prepared.review.state, at: prepared.timestamp },
    }),
    status: bornAs(prepared.type),
  } as Entry;
  return prepared.auto === undefined ? entry : letInByRule(entry, prepared.auto);
}

/** Approves the entry by a standing rule of a person, and names the rule. */
function letInByRule(entry: Entry, rule: AutoReview): Entry {
  const review = { state: rule.state, by: BY_RULE, at: entry.timestamp, reason: ruleInWords(rule) };
  return { ...entry, review: { ...review, hash: contentHash(entry) } };
}

/** Relations an author states that would be lost if the text were only counted or merged. */
const OF_OTHERS = ["supersedes", "exception_to", "derived_from"] as const;
type OfOthers = Partial<Pick<Entry, (typeof OF_OTHERS)[number]>>;

/** Ids of entries that the author states are replaced by this one, have it as an exception, or are its source. */
export function relatedByAuthor(fields: OfOthers): ReadonlySet<string> {
  return new Set(OF_OTHERS.flatMap((field) => fields[field] ?? []));
}

/** Whether the author states relations that the known entry lacks. */
export function saysMoreOfOthers(draftFields: OfOthers, knownFields: OfOthers): boolean {
  return OF_OTHERS.some((field) => draftFields[field]?.some((id) => knownFields[field]?.includes(id) !== true));
}

/** The id: the one reserved while the draft was buffered, the drawn one, or a new one. */
export function recordId(change: Change, { buffered, drawn, type, timestamp }: JudgedDraft): string {
  return buffered?.id ?? drawn ?? change.newId(type, timestamp);
}

/** Adds ids that were reserved, or given by the author, as aliases of the entry that took the text. */
export function reservedAlias({ buffered, fields }: PreparedDraft, knownEntry: Entry): { aliases?: string[] } {
  const names = [
    ...((fields["aliases"] as string[] | undefined) ?? []),
    ...(buffered?.id === undefined ? [] : [buffered.id]),
  ];
  const newAliases = names.filter((name) => name !== knownEntry.id && knownEntry.aliases?.includes(name) !== true);
  return newAliases.length === 0 ? {} : { aliases: [...(knownEntry.aliases ?? []), ...newAliases] };
}

/** A list field for a record: each id once, left out when empty. */
export function listFields(lists: { [field: string]: readonly string[] }): { [field: string]: string[] } {
  return Object.fromEntries(
    Object.entries(lists)
      .map(([field, ids]): [string, string[]] => [field, [...new Set(ids)]])
      .filter(([, ids]) => ids.length > 0),
  );
}
