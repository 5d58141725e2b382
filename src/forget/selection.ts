/** Selects the forgotten entries, the speakers whose words inside others go with them, and the changes of the rest. */

import { localDay } from "../clock.js";
import type { Context } from "../context.js";
import { type Correction, type Entry, type Outcome, type Tier, wordingsOf } from "../entry/entry.js";
import { type Attribution, isEntryFrom, isFrom, type Selector } from "../entry/gates/attribution.js";
import { isApproved, isLive } from "../entry/gates/visible.js";
import { hubEntryOf } from "../entry/hub-origin.js";
import { TenetError } from "../errors.js";
import { ownAgents } from "../settings.js";
import type { Change } from "../store/change/change.js";
import type { Row, Store } from "../store/open-store.js";
import { claimHash } from "../text/claims/canonical.js";
import { counted } from "../text/paint.js";
import { changeOfRemaining, type ForgottenEntries, type RelatedEntries, type RemainingChange } from "./consequences.js";
import type { TextMatcher } from "./text-matcher.js";

/** The request: single entries, or everything from one source. */
export interface SelectionRequest {
  refs: readonly string[];
  selector?: Selector | undefined;
  /** Entries of a hub that their writers take back (`hub/agent/entry`), in the place of both. */
  takenBack?: ReadonlySet<string> | undefined;
}

export interface Selection {
  /** As they stand, by time. */
  heads: readonly Row[];
  /** True for a speaker whose words inside other entries go as well; undefined when entries were named one by one. */
  isMeant?: ((speaker: Attribution) => boolean) | undefined;
  /** Entries in which such words can stand, where that is known before they are read. */
  holders?: ReadonlySet<string> | undefined;
}

/** Everything that came from these entries of a hub, and nothing that others say as well. */
function takenBackFrom(tree: Store, keys: ReadonlySet<string>): Selection {
  const isOf = (origin: string | undefined) => keys.has(hubEntryOf(origin) ?? "");
  const holders = tree.recordsHolding("hub://").filter(({ record }) => originsIn(record).some(isOf));
  return {
    heads: tree.where({ hub: [...keys] }),
    isMeant: ({ origin }) => isOf(origin),
    holders: new Set(holders.map(({ id }) => id)),
  };
}

/** Which of some entries of a hub (`hub/agent/entry`) anything of this tree came from. */
export function cameHere(tree: Store, keys: ReadonlySet<string>): ReadonlySet<string> {
  const origins = tree.recordsHolding("hub://").flatMap(({ record }) => originsIn(record));
  const copied = tree.where({ hub: [...keys] }).map(({ origin }) => origin);
  return new Set([...origins, ...copied].flatMap((origin) => hubEntryOf(origin) ?? []).filter((key) => keys.has(key)));
}

const ORIGIN = /"origin":"(hub:[^"]*)"/g;
/** The origins named in a record, of its wordings and its repeaters, without parsing it. */
const originsIn = (record: string): string[] => Array.from(record.matchAll(ORIGIN), ([, origin = ""]) => origin);

/** The entries that are meant. Throws `not-found` for a reference that names none, `usage` when nothing is named. */
export function select(ctx: Pick<Context, "profile">, tree: Store, request: SelectionRequest): Selection {
  const { refs, selector, takenBack } = request;
  if (takenBack !== undefined) return takenBackFrom(tree, takenBack);
  if (refs.length > 0 === (selector !== undefined)) {
    const both = "name entries, or one of --source, --origin, --session and --contact, not both";
    const hint = "Name entries by their ids, or everything from one --source, --origin, --session or --contact.";
    throw new TenetError(refs.length > 0 ? both : "nothing says what to forget", { failure: "usage", hint });
  }
  if (selector === undefined) {
    const ids = new Set(refs.map((ref) => tree.resolve(ref).id));
    return { heads: tree.heads.filter(({ id }) => ids.has(id)) };
  }
  const { profile } = ctx;
  const own = ownAgents(profile);
  const adhoc = (agent: string | undefined, at: string) => `adhoc-${agent}-${localDay(new Date(at), profile.timezone)}`;
  return {
    heads: tree.heads.filter((head) => isEntryFrom(head, selector, own, adhoc(head.agent, head.timestamp))),
    isMeant: ({ at, ...speaker }) => {
      const session = speaker.session ?? (at === undefined ? undefined : adhoc(speaker.agent, at));
      return isFrom({ ...speaker, session }, selector, own);
    },
  };
}

/** An entry that stays, with what changes about it. */
export interface RemainingEntry extends RemainingChange {
  entry: Entry;
}

/** Entries that may hold words, uses or answers of others, or stand in relation to those that go. */
function concernedIds(
  tree: Store,
  goneIds: ReadonlySet<string>,
  { isMeant, holders }: Omit<Selection, "heads">,
): Set<string> {
  const ids = new Set<string>();
  const add = (heads: readonly Row[]) => {
    for (const { id } of heads) if (!goneIds.has(id)) ids.add(id);
  };
  add(tree.naming(goneIds, "linked", "supersedes", "recurrence_of", "exception_to", "near"));
  for (const id of goneIds) {
    const head = tree.head(id);
    const namedIds = [...(head?.references ?? []), head?.recurrence_of ?? ""];
    for (const other of namedIds) if (!goneIds.has(other) && tree.head(other) !== undefined) ids.add(other);
  }
  // The head lacks an entry's evolution, uses and answers.
  if (holders !== undefined) {
    for (const id of holders) if (!goneIds.has(id)) ids.add(id);
  } else if (isMeant !== undefined) {
    add(tree.withAny("uses", "seen", "stick"));
    add(tree.where({ type: "insight" }).filter(({ claims }) => claims.length > 1));
    // A part of a memory is named by its former record.
    const joined = tree.withAny("superseded_by").filter(({ type }) => type === "memory");
    add(joined.flatMap(({ superseded_by: by = "" }) => tree.head(by) ?? []));
  }
  return ids;
}

/** Everything about others that changes when these entries go. Loads only what may be concerned. */
export async function remainingEntries(
  change: Change,
  goneEntries: ReadonlyMap<string, Entry>,
  selection: Omit<Selection, "heads">,
  how: Pick<ForgottenEntries, "words">,
): Promise<RemainingEntry[]> {
  const { tree } = change;
  const ids = concernedIds(tree, new Set(goneEntries.keys()), selection);
  const loaded = await tree.load(ids);
  const around = await relatedEntries(tree, new Set(loaded.map(({ entry }) => entry.id)));
  const forgottenEntries: ForgottenEntries = { entries: goneEntries, meant: selection.isMeant, ...how };
  return loaded.flatMap(({ entry }): RemainingEntry[] => {
    const remainingChange = changeOfRemaining(entry, forgottenEntries, around(entry.id));
    return remainingChange === undefined ? [] : [{ entry, ...remainingChange }];
  });
}

/** Other records about each of some entries. */
async function relatedEntries(tree: Store, ids: ReadonlySet<string>): Promise<(id: string) => RelatedEntries> {
  const outcomes = tree.naming(ids, "references").filter((head) => isApproved(head));
  const repeats = tree.naming(ids, "recurrence_of").filter(isLive);
  const loaded = (await tree.load([...outcomes, ...repeats].map(({ id }) => id))).map(({ entry }) => entry);
  return (id) => {
    return {
      outcomes: loaded.filter((one): one is Outcome => one.type === "outcome" && one.references.includes(id)),
      repeats: loaded.filter((one): one is Correction => one.type === "correction" && one.recurrence_of === id),
    };
  };
}

/**
 * History items of other entries with the words of a forgotten one: two insights that were folded into one. `mark`
 * replaces them; without it they are removed.
 */
export async function foldedItems(
  change: Change,
  goneEntries: ReadonlyMap<string, Entry>,
  matcher: TextMatcher,
  mark: string | undefined,
): Promise<RemainingEntry[]> {
  const claims = new Set([...goneEntries.values()].flatMap(wordingsOf).map(claimHash));
  // The record that it became part of holds it, too, whether it is known by these words or not.
  const joined = [...goneEntries.values()].flatMap(({ superseded_by: by = "" }) => change.tree.head(by) ?? []);
  const heads = new Map([...change.tree.claiming(claims), ...joined].map((head) => [head.id, head]));
  const others: RemainingEntry[] = [];
  for (const { id, type } of heads.values()) {
    if (goneEntries.has(id) || (type !== "insight" && type !== "memory")) continue;
    const entry = await change.entry(id);
    if ((entry.type !== "insight" && entry.type !== "memory") || entry.evolution === undefined) continue;
    const says = ({ text, evidence = "" }: { text: string; evidence?: string | undefined }) =>
      claims.has(claimHash(text)) || matcher.matchesWhole(text) || matcher.matchesWhole(evidence);
    const count = entry.evolution.filter(says).length;
    if (count === 0) continue;
    const next = entry.evolution.flatMap((item) => {
      if (!says(item)) return [item];
      if (mark === undefined) return [];
      // Without evidence or a speaker it is no wording that identifies the insight.
      const { evidence: _, context: __, brought: ___, claim: ____, ...rest } = item;
      return [{ ...rest, text: mark }];
    });
    const patch = { evolution: next.length === 0 ? undefined : next };
    others.push({ entry, patch, says: [`${counted(count, "item")} of its history said the same`] });
  }
  return others;
}

/** The trust of everything that goes: the entries, and the words struck from others. */
export function tiersOf(heads: readonly Row[], others: readonly RemainingEntry[]): Tier[] {
  const struckTiers = others.filter(({ patch }) => "evolution" in patch).map(({ entry }) => entry.tier);
  return [...heads.map(({ tier }) => tier), ...struckTiers];
}

/** Entries derived from forgotten ones: they stay, and a person should review them. */
export function derivedFrom(tree: Store, goneIds: ReadonlySet<string>): string[] {
  return tree
    .withAny("derived_from")
    .filter(
      (head) => !goneIds.has(head.id) && isLive(head) && head.derived_from?.some((id) => goneIds.has(id)) === true,
    )
    .map(({ id }) => id);
}
