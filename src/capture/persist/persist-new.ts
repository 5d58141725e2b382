/** What new records of all types have in common: what they hold, which id they get, and what their author says of others. */

import type { AutoReview } from "../../config.js";
import type { Entry } from "../../entry/entry.js";
import { BY_RULE, ruleInWords } from "../../entry/gates/auto-review.js";
import { bornAs } from "../../entry/record-types.js";
import { contentHash } from "../../entry/status.js";
import type { Change } from "../../store/change/change.js";
import { defined } from "../../text/defined.js";
import type { JudgedDraft, PreparedDraft } from "../prepare.js";

/** Stands where the id will be: ids are drawn under the lock, after the decision that one is needed. */
const NO_ID_YET = "";

/** The entry that a prepared draft becomes when it is stored, complete but for its id and what novelty adds. */
export function newEntry(prepared: JudgedDraft & Pick<PreparedDraft, "repeats">): Entry {
  const { fields, repeats = [] } = prepared;
  const bound = (field: string) => [...((fields[field] as string[] | undefined) ?? []), ...repeats];
  const entry = {
    ...fields,
    ...listFields({ linked: bound("linked"), derived_from: bound("derived_from") }),
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

/** A standing rule of a person lets in these very words; the entry says which one. */
function letInByRule(entry: Entry, rule: AutoReview): Entry {
  const review = { state: rule.state, by: BY_RULE, at: entry.timestamp, reason: ruleInWords(rule) };
  return { ...entry, review: { ...review, hash: contentHash(entry) } };
}

/** What an author says of other entries that would be lost where the words are only counted, or go into a known entry. */
const OF_OTHERS = ["supersedes", "exception_to", "derived_from"] as const;
type OfOthers = Partial<Pick<Entry, (typeof OF_OTHERS)[number]>>;

/** Entries that their author says are replaced by this one, have it as an exception, or that it was made from: it cannot go into them. */
export function relatedByAuthor(stated: OfOthers): ReadonlySet<string> {
  return new Set(OF_OTHERS.flatMap((field) => stated[field] ?? []));
}

/** Does an author say of others what a known entry does not? */
export function saysMoreOfOthers(stated: OfOthers, known: OfOthers): boolean {
  return OF_OTHERS.some((field) => stated[field]?.some((id) => known[field]?.includes(id) !== true));
}

/** Its id: the one that was reserved and told while it waited, or a new one. */
export function recordId(change: Change, { buffered, drawn, type, timestamp }: JudgedDraft): string {
  return buffered?.id ?? drawn ?? change.newId(type, timestamp);
}

/** Ids that were reserved and told, or that its author gave it, are answered from then on by the entry its text went into. */
export function reservedAlias({ buffered, fields }: PreparedDraft, known: Entry): { aliases?: string[] } {
  const names = [
    ...((fields["aliases"] as string[] | undefined) ?? []),
    ...(buffered?.id === undefined ? [] : [buffered.id]),
  ];
  const added = names.filter((name) => name !== known.id && known.aliases?.includes(name) !== true);
  return added.length === 0 ? {} : { aliases: [...(known.aliases ?? []), ...added] };
}

/** A list field for a record: each id once, left out when empty. */
export function listFields(lists: { [field: string]: readonly string[] }): { [field: string]: string[] } {
  return Object.fromEntries(
    Object.entries(lists)
      .map(([field, ids]): [string, string[]] => [field, [...new Set(ids)]])
      .filter(([, ids]) => ids.length > 0),
  );
}
