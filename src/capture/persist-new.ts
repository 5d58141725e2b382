/**
 * What entries of all types have in common under the lock: a draft is compared with the tree as it is now, and what nothing
 * known takes up becomes a record of its own.
 */

import type { AutoReview } from "../config.js";
import { closeFact } from "../contacts/close-fact.js";
import type { Candidate } from "../entry/bands.js";
import { contactOf } from "../entry/contact-scope.js";
import { type Entry, type Insight, isSearched, type Memory } from "../entry/entry.js";
import { contentHash, inForce } from "../entry/status.js";
import { BY_RULE, ruleInWords } from "../reflect/policy/auto-review.js";
import type { Change } from "../store/change.js";
import type { FactGroup } from "../store/records/record-text.js";
import { claimHash } from "../text/canonical.js";
import { defined } from "../text/defined.js";
import { supersede } from "./before-write.js";
import type { Captured } from "./capture-schemas.js";
import { type JudgementInput, type Near, worthComparing } from "./policy/neighbours.js";
import type { NoveltyDecision } from "./policy/novelty.js";
import { isTurnedDown } from "./policy/repeats.js";
import type { JudgedDraft, PreparedDraft } from "./prepare.js";

interface Comparison extends JudgementInput {
  /** Why novelty is less than certain, for the record: `tenet index` looks at it again. Absent when it is certain. */
  novelty: "partial" | "unchecked" | undefined;
}

/**
 * Candidates found outside the lock, as they are now, and whatever another writer or an earlier entry of the same
 * change added since. `claims` are the texts whose canonical equals count; `named` are the entries about which the author
 * says something, which are not judged again.
 */
export async function compareWithKnown(
  change: Change,
  prepared: PreparedDraft,
  claims: string[],
  named: ReadonlySet<string>,
): Promise<Comparison> {
  const { neighbourhood, search, mode } = prepared;
  const load = async (id: string) => inForce(await change.entry(id), mode);
  const near = neighbourhood.candidates.filter(({ id }) => change.head(id) !== undefined);
  // Loading an entry costs more than comparing it: those that no rule can speak of stay where they are.
  const sameType = ({ id }: { id: string }) => change.head(id)?.type === prepared.type;
  const worth = <T extends Near & { id: string }>(found: readonly T[]) =>
    worthComparing(found, neighbourhood.bands, sameType);
  const candidates: Candidate[] = [];
  for (const { id, ...how } of worth(near)) {
    if (search.followed.has(id)) continue;
    const entry = await load(id);
    candidates.push({
      entry,
      ...how,
      ...(search.followed.size > 0 && !search.isBatch ? { lexical: search.lexTo(entry, prepared.template) } : {}),
    });
  }
  const later: (Candidate & { id: string })[] = [];
  for (const id of new Set([...change.headsSince(prepared.seen).map(({ id }) => id), ...search.followed.keys()])) {
    const head = change.head(id);
    if (head === undefined || !isSearched(head) || !(await prepared.isShown(head))) continue;
    const entry = await load(id);
    later.push({ id, entry, ...search.nearnessTo(entry, prepared) });
  }
  const unseen = later.some(({ similarity }) => similarity === undefined);
  // The rest of a batch is many, and most of it about something else.
  candidates.push(...(search.isBatch ? worth(later) : later).map(({ id: _, ...one }) => one));
  const sameClaim: Entry[] = [];
  for (const head of change.claiming(new Set(claims.map(claimHash)))) {
    if (head.status === "forgotten" || isTurnedDown(head) || !(await prepared.isShown(head))) continue;
    sameClaim.push(await load(head.id));
  }
  return {
    candidates: candidates.filter(({ entry }) => !named.has(entry.id)),
    sameClaim: sameClaim.filter(({ id }) => !named.has(id)),
    bands: neighbourhood.bands,
    maxLinks: prepared.maxLinks,
    // What another process wrote a moment ago has no vector here: compared by its words, and looked at again.
    novelty: neighbourhood.novelty !== "checked" ? neighbourhood.novelty : unseen ? "partial" : undefined,
    likeness: search.likeness,
  };
}

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
    status: prepared.type === "outcome" ? "resolved" : "active",
  } as Entry;
  return prepared.auto === undefined ? entry : letInByRule(entry, prepared.auto);
}

/** A standing rule of a person lets in these very words; the entry says which one. */
function letInByRule(entry: Entry, rule: AutoReview): Entry {
  const review = { state: rule.state, by: BY_RULE, at: entry.timestamp, reason: ruleInWords(rule) };
  return { ...entry, review: { ...review, hash: contentHash(entry) } };
}

/** What an author says of other entries that would be lost where the words are only counted, or go into a known entry. */
const OF_OTHERS = ["supersedes", "contests", "derived_from"] as const;
type OfOthers = Partial<Pick<Entry, (typeof OF_OTHERS)[number]>>;

/** Entries that their author says are replaced or contested by this one, or that it was made from: it cannot go into them. */
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

/** What was decided about a new record, whatever its type. */
interface NewRecordDecision extends Pick<NoveltyDecision, "supersedes" | "linked" | "contests" | "because"> {
  maybe_same_as?: string;
  decision: Captured["decision"];
  novelty: Comparison["novelty"];
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
  const record = {
    ...entry,
    ...listFields({ linked, contests, supersedes }),
    ...defined({ novelty: decided.novelty, maybe_same_as: decided.maybe_same_as }),
  };
  const place = change.append(record, group);
  const isFact = contactOf(record) !== undefined;
  for (const known of supersedes) {
    if (isFact) await closeFact(change, known, record as Memory);
    else await supersede(change, known, id);
  }
  const stated = (entry.supersedes ?? []).map((known) => `It takes the place of ${known}, as its author says.`);
  return {
    decision: supersedes.length > 0 ? ("superseded" as const) : decided.decision,
    id,
    ...place,
    because: [...stated, ...decided.because],
    ...listFields({ linked, contests, superseded: supersedes }),
    ...defined({ maybe_same_as: decided.maybe_same_as }),
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
