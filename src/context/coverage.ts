/** What a context stands for: nothing that is known, live and approved is absent from one in silence. */

import type { EntryType } from "../entry/entry.js";
import { CONTACT_SCOPE } from "../entry/gates/contact-scope.js";
import { isFor, isInUse } from "../entry/gates/visible.js";
import { repeatedLessons } from "../entry/lessons.js";
import { isComparedType, layerOf, RECORD_TYPES } from "../entry/record-types.js";
import { isFact } from "../store/facts/asked-facts.js";
import { isShown } from "../store/layers/entry-items.js";
import { type ContextItem, idsOf, leftOut, type Omitted } from "../store/layers/policy/layer.js";
import type { EntryMeta, Store } from "../store/open-store.js";
import { isAbout } from "../store/records/record-place.js";
import { openRun, readMergeBuffer } from "../store/runs.js";
import { counted } from "../text/paint.js";
import { fileLeftOut, type Sources } from "./sources.js";

/** What the layers so far print, and what they leave out by name. */
export interface Printed {
  items: readonly ContextItem[];
  omitted: readonly Omitted[];
}

/**
 * Entries that a reader of the core has before them: printed or named as left out, and those behind lines of files that
 * the host loads itself or that the profile leaves out.
 */
export function coveredIds(
  sources: Sources,
  { items, omitted }: Printed,
  saidIn: (item: ContextItem) => string[] = idsOf,
): Set<string> {
  const named = new Set([...items.flatMap((item) => saidIn(item)), ...omitted.flatMap(({ id }) => id ?? [])]);
  const lines = sources.book.files.flatMap(({ target, trouble, rules }) => {
    const elsewhere = trouble === undefined && fileLeftOut(sources, target) !== undefined;
    return rules.filter(({ ids }) => elsewhere || ids.some((id) => named.has(id)));
  });
  return new Set([...named, ...lines.flatMap(({ ids }) => ids)]);
}

function untoldFacts(tree: Store, covered: ReadonlySet<string>): number {
  const facts = tree.where({ type: "memory", scope: { begins: CONTACT_SCOPE } }).filter(isShown);
  return facts.filter(({ id }) => !covered.has(id)).length;
}

/** How many live, approved entries no line speaks for, by type. What a person keeps from agents is not counted either. */
export function unlisted(sources: Sources, printed: Printed): Omitted[] {
  const { tree, ctx } = sources;
  const covered = coveredIds(sources, printed);
  // A repeated lesson is said once.
  for (const { carrier, members } of repeatedLessons(tree)) {
    if (covered.has(carrier.id)) for (const { id } of members) covered.add(id);
  }
  const elsewhere = boundElsewhere(sources, covered);
  for (const { id } of elsewhere) covered.add(id);
  const left = new Map<EntryType, number>();
  for (const { head, count } of tree.tally()) {
    if (isInUse(head)) left.set(head.type, (left.get(head.type) ?? 0) + count);
  }
  for (const head of [...covered].flatMap((id) => tree.head(id) ?? [])) {
    if (isShown(head)) left.set(head.type, (left.get(head.type) ?? 0) - 1);
  }
  // What of a contact is not told is counted in the layer about them.
  const silent = ctx.actor.contact === undefined ? 0 : untoldFacts(tree, covered);
  if (silent > 0) left.set("memory", (left.get("memory") ?? 0) - silent);
  const counts = [...left].flatMap(([type, count]): Omitted[] => {
    const layer = layerOf(type);
    if (layer === undefined || count <= 0) return [];
    // All of them are looked at while the layer has room.
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

/** What a context would say in another folder: not covered, and for this reader. */
function boundElsewhere({ elsewhere, viewer }: Sources, covered: ReadonlySet<string>): EntryMeta[] {
  const isMeant = (head: EntryMeta) =>
    isComparedType(head.type) && !isFact(head) && isShown(head) && isFor(head, viewer);
  return [...elsewhere.values()].filter((head) => isMeant(head) && !covered.has(head.id));
}

function elsewhereNote({ ctx }: Sources, count: number): Omitted {
  const says = `${counted(count, "entry", "entries")} for other files left out: ${ctx.steps.terminal("tenet list --paths")}`;
  return { ...leftOut("taught", "elsewhere", says), count };
}

/** Records that nobody can read as they stand: what they teach is not here. */
const UNREAD: ReadonlySet<string> = new Set([
  ...["broken-record", "conflicted-record", "record-missing", "record-without-fence", "unclosed-fence"],
  ...["broken-header", "not-read", "unreadable", "bad-bytes", "too-large"],
]);
const MOST_PLACES = 5;

/** Files and records that cannot be read, by place; of a contact's, only where that contact is named. What git left in conflict is said elsewhere. */
export function unreadRecords(tree: Store, contact: string | undefined): Omitted[] {
  const broken = tree.findings.filter(({ code, severity, file }) => {
    return severity === "error" && UNREAD.has(code) && file.startsWith("memory/") && isAbout(file, contact);
  });
  const conflicted = new Set(tree.findings.filter(({ code }) => code === "conflict-markers").map(({ file }) => file));
  const places = broken
    .filter(({ file }) => !conflicted.has(file))
    .map(({ file, line }) => (line === undefined ? file : `${file}:${line}`));
  const all = [...new Set(places)];
  const shown = all.slice(0, MOST_PLACES);
  const more = all.length - shown.length;
  return [
    ...shown.map((place) => leftOut("taught", "broken", `${place} cannot be read: what it says may be missing here.`)),
    ...(more === 0
      ? []
      : [
          {
            ...leftOut("taught", "broken", `${more} more records cannot be read: what they say may be missing here.`),
            count: more,
          },
        ]),
  ];
}

/** Captures that wait, until git is done or the run of who reads this is finished: they are in no context before. */
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
