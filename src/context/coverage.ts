/**
 * Counts what a context leaves out, so that no live, approved entry is missing without a note. Called by
 * `make-context.ts` and by the layers.
 */

import type { EntryType } from "../entry/entry.js";
import { CONTACT_SCOPE } from "../entry/gates/contact-scope.js";
import { isFor, isInUse } from "../entry/gates/visible.js";
import { repeatedLessons } from "../entry/lessons.js";
import { isComparedType, layerOf, RECORD_TYPES } from "../entry/record-types.js";
import { isFact } from "../store/facts/asked-facts.js";
import { isShown } from "../store/layers/entry-items.js";
import { type ContextItem, idsOf, leftOut, type Omitted } from "../store/layers/policy/layer.js";
import type { EntryMeta, Store } from "../store/open-store.js";
import { openRun, readMergeBuffer } from "../store/runs.js";
import { unreadPlaces } from "../store/unread.js";
import { counted } from "../text/paint.js";
import { fileLeftOut, type Sources } from "./sources.js";

/** What the layers so far print and leave out by name. */
export interface Printed {
  items: readonly ContextItem[];
  omitted: readonly Omitted[];
}

/**
 * Ids of entries that a reader of the core has: printed or named as left out, and those behind lines of files that the
 * host loads itself or that the profile leaves out.
 */
export function coveredIds(
  sources: Sources,
  { items, omitted }: Printed,
  saidIn: (item: ContextItem) => string[] = idsOf,
): Set<string> {
  const namedIds = new Set([...items.flatMap((item) => saidIn(item)), ...omitted.flatMap(({ id }) => id ?? [])]);
  const lines = sources.book.files.flatMap(({ target, trouble, rules }) => {
    const isElsewhere = (line: number) => trouble === undefined && fileLeftOut(sources, target, line) !== undefined;
    return rules.filter(({ ids, line }) => isElsewhere(line) || ids.some((id) => namedIds.has(id)));
  });
  return new Set([...namedIds, ...lines.flatMap(({ ids }) => ids)]);
}

function countUncovered(tree: Store, covered: ReadonlySet<string>): number {
  const facts = tree.where({ type: "memory", scope: { begins: CONTACT_SCOPE } }).filter(isShown);
  return facts.filter(({ id }) => !covered.has(id)).length;
}

/**
 * The number of live, approved entries without a line, by type. Entries that a person keeps from agents are not
 * counted.
 */
export function unlisted(sources: Sources, printed: Printed): Omitted[] {
  const { tree, ctx } = sources;
  const covered = coveredIds(sources, printed);
  // One line covers all statements of a repeated lesson.
  for (const { carrier, members } of repeatedLessons(tree)) {
    if (covered.has(carrier.id)) for (const { id } of members) covered.add(id);
  }
  const elsewhere = boundElsewhere(sources, covered);
  for (const id of [...elsewhere.map((one) => one.id), ...sources.turnedDown]) covered.add(id);
  const countByType = new Map<EntryType, number>();
  for (const { head, count } of tree.tally()) {
    if (isInUse(head)) countByType.set(head.type, (countByType.get(head.type) ?? 0) + count);
  }
  for (const head of [...covered].flatMap((id) => tree.head(id) ?? [])) {
    if (isShown(head)) countByType.set(head.type, (countByType.get(head.type) ?? 0) - 1);
  }
  // Unprinted facts of the named contact are counted in the contact layer.
  const uncoveredFacts = ctx.actor.contact === undefined ? 0 : countUncovered(tree, covered);
  if (uncoveredFacts > 0) countByType.set("memory", (countByType.get("memory") ?? 0) - uncoveredFacts);
  const counts = [...countByType].flatMap(([type, count]): Omitted[] => {
    const layer = layerOf(type);
    if (layer === undefined || count <= 0) return [];
    // Corrections are all candidates, so a missing one means that the layer is full.
    const isFull = type === "correction";
    const many = RECORD_TYPES[type].plural;
    const are = count === 1 ? "is" : "are";
    const says = isFull
      ? `${count} more ${are} left out: the layer is full.`
      : `${counted(count, type, many)} ${are} not listed: ${ctx.steps.find}`;
    return [{ ...leftOut(layer, isFull ? "layer-full" : "unlisted", says), count }];
  });
  return elsewhere.length === 0 ? counts : [elsewhereNote(sources, elsewhere.length), ...counts];
}

/** Entries for this reader that are bound to other folders and not covered. */
function boundElsewhere({ elsewhere, viewer }: Sources, covered: ReadonlySet<string>): EntryMeta[] {
  const isMeant = (head: EntryMeta) =>
    isComparedType(head.type) && !isFact(head) && isShown(head) && isFor(head, viewer);
  return [...elsewhere.values()].filter((head) => isMeant(head) && !covered.has(head.id));
}

function elsewhereNote({ ctx }: Sources, count: number): Omitted {
  const says = `${counted(count, "entry", "entries")} for other files left out: ${ctx.steps.terminal("tenet list --paths")}`;
  return { ...leftOut("taught", "elsewhere", says), count };
}

const MOST_PLACES = 5;

/** Files and records that cannot be read, by place. Conflicts are reported by the layer they belong to. */
export function unreadRecords(tree: Store, contact: string | undefined): Omitted[] {
  const { broken } = unreadPlaces(tree, contact);
  const broke = (says: string) => leftOut("taught", "broken", says);
  const listed = broken
    .slice(0, MOST_PLACES)
    .map((place) => broke(`${place} cannot be read: what it says may be missing here.`));
  const count = broken.length - listed.length;
  if (count <= 0) return listed;
  return [...listed, { ...broke(`${count} more records cannot be read: what they say may be missing here.`), count }];
}

/** Captures that wait for git, or for the reader's run: no context prints them before. */
export async function waitingCaptures({ ctx }: Sources): Promise<Omitted[]> {
  const { workspace: ws, actor } = ctx;
  const merge = await readMergeBuffer(ws).catch(() => undefined);
  const run = actor.run === undefined ? undefined : await openRun(ws, actor.run).catch(() => undefined);
  const waits: readonly (readonly [typeof merge, string])[] = [
    [merge, "until git's merge is finished"],
    [run, `until run ${run?.id} is finished`],
  ];
  return waits.flatMap(([buffer, until]): Omitted[] => {
    const count = buffer?.writes.filter(({ kind }) => kind === "capture").length ?? 0;
    if (count === 0) return [];
    const says = `${counted(count, "capture")} ${count === 1 ? "is" : "are"} not printed ${until}.`;
    return [{ ...leftOut("taught", "buffered", says), count }];
  });
}
