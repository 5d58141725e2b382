/** Drafts of an import -> records: instants, ids, provenance, and the links their authors wrote. */

import type { Context } from "../context.js";
import { CONFIDENCE, type Entry, type Outcome, type Said } from "../entry/entry.js";
import type { Change } from "../store/change/change.js";
import { withSaid } from "../store/change/dated-facts.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";
import type { ReadSource } from "./import-read.js";
import { type Decision, type ImportItem, type Pending, tierOfDraft } from "./policy/plan.js";

const SECOND = 1_000;

/** One item in the order of the import. */
export interface PlacedItem {
  item: ImportItem;
  at: Date;
  /** `LEARNINGS.md:7` */
  from: string;
}

/** The same with what becomes of it. */
export type DecidedItem = PlacedItem & { decision: Decision };

/**
 * All items in the order of files and lines, each with an instant: its own where stated; days without a time keep that
 * order, and items without a day come right before the import.
 */
export function placedItems(ctx: Context, sources: readonly ReadSource[]): PlacedItem[] {
  const all = sources.flatMap(({ name, items }) => items.map((item) => ({ item, from: `${name}:${item.line}` })));
  const used = new Map<number, number>();
  let undated = all.filter(({ item }) => item.at === undefined).length;
  const instantOf = ({ at, dayOnly }: ImportItem): number => {
    if (at === undefined) return ctx.clock.now().getTime() - --undated * SECOND;
    if (dayOnly !== true) return at;
    const later = used.get(at) ?? 0;
    used.set(at, later + 1);
    return at + Math.min(later, 86_399) * SECOND;
  };
  return all.map((one) => ({ ...one, at: new Date(instantOf(one.item)) }));
}

/** A record to be written, with the item it came from. */
export interface WrittenRecord {
  pending: Pending;
  entry: Exclude<Entry, Outcome>;
  /** The file's own judgement of a decision. */
  outcome?: Outcome;
}

/** Builds the record of a pending item; its id is drawn for its own day. */
export function recordOfDraft(ctx: Context, change: Change, pending: Pending, at: Date, from: string): WrittenRecord {
  const { item, draft, aliases, again, folded } = pending;
  const now = stamp(ctx.clock.now());
  const timestamp = stamp(at);
  const { agent } = ctx.actor;
  const tier = tierOfDraft(draft);
  const id = change.newId(draft.type, timestamp);
  const shared = { timestamp, agent, tier };
  const imported = { at: now, from, hash: item.hash };
  // The risk is unknown: the entry counts as medium until a level is stated.
  const unrated = draft.fields.stakes === undefined ? { stakes: "medium" } : {};
  const entry = {
    ...draft.fields,
    ...(draft.type === "memory" ? { basis: "explicit", confidence: CONFIDENCE.explicit } : unrated),
    type: draft.type,
    id,
    ...shared,
    ...(again === 0 ? {} : { said: [{ at: now, tier, agent }] }),
    imported: { ...imported, ...draft.provenance },
    ...(folded.length === 0 ? {} : { folded }),
    ...(aliases.length === 0 ? {} : { aliases }),
  } as Exclude<Entry, Outcome>;
  if (draft.outcome === undefined || entry.type === "memory") return { pending, entry };
  const outcome = {
    ...draft.outcome,
    type: "outcome",
    id: change.newId("outcome", timestamp),
    ...shared,
    references: [id],
    imported,
  } as Outcome;
  return { pending, entry, outcome };
}

/**
 * Resolves what entries refer to, forwards as well as back: by alias among this import and the tree. A pair is linked
 * once, on the newer of two imported records. What nobody knows is kept as written.
 */
export function linkReferences(
  records: readonly WrittenRecord[],
  idsByAlias: ReadonlyMap<string, readonly string[]>,
): void {
  const byAlias = new Map(idsByAlias);
  const own = new Map(records.map(({ entry }, order) => [entry.id, { entry, order }]));
  for (const { entry } of records) {
    for (const alias of entry.aliases ?? []) byAlias.set(alias, [...(byAlias.get(alias) ?? []), entry.id]);
  }
  const link = (on: Entry, to: string) => {
    on.linked = [...new Set([...(on.linked ?? []), to])];
  };
  for (const [order, { entry, pending }] of records.entries()) {
    const lostNames: string[] = [];
    for (const reference of pending.draft.references) {
      const ids = (byAlias.get(reference) ?? []).filter((id) => id !== entry.id);
      if (ids.length === 0 && !(entry.aliases ?? []).includes(reference)) lostNames.push(reference);
      for (const id of ids) {
        const other = own.get(id);
        const isNewer = other !== undefined && isBehind(other, { entry, order });
        if (isNewer) link(other.entry, entry.id);
        else link(entry, id);
      }
    }
    if (lostNames.length > 0 && entry.imported !== undefined)
      entry.imported = { ...entry.imported, see_also: lostNames };
  }
}

interface Ordered {
  entry: Entry;
  order: number;
}

const isBehind = (a: Ordered, b: Ordered): boolean =>
  a.entry.timestamp === b.entry.timestamp ? a.order > b.order : a.entry.timestamp > b.entry.timestamp;

/** Adds a folded item to an entry that the tree held before. */
export async function foldOnto(
  ctx: Context,
  change: Change,
  id: string,
  item: ImportItem,
  edited: boolean,
): Promise<void> {
  const entry = await change.entry(id);
  const aliases = [...new Set([...(entry.aliases ?? []), ...item.aliases])];
  const { agent } = ctx.actor;
  const fact: Said = { at: stamp(ctx.clock.now()), tier: "relayed", agent };
  const known = (entry as { said?: Said[] }).said;
  const said = entry.type === "outcome" || edited ? undefined : withSaid(known, fact);
  const counted = defined({ aliases: aliases.length === 0 ? undefined : aliases, said });
  await change.update(id, { ...counted, folded: [...(entry.folded ?? []), item.hash] });
}
