/** Counts what a context does not show, so that nothing live is missing without a word. Called by `make-context.ts` and by the layers. */
import type { EntryType } from "../entry/entry.js";
import { CONTACT_SCOPE } from "../entry/gates/contact-scope.js";
import { isInUse } from "../entry/gates/visible.js";
import { isToldUnasked, pluralOf } from "../entry/record-types.js";
import { next } from "../steps.js";
import { silentIn } from "../store/open-pairs.js";
import type { Store } from "../store/open-store.js";
import { readRun } from "../store/state/runs.js";
import { unreadPlaces } from "../store/unread.js";
import { counted } from "../text/paint.js";
import { idsOf, type Layer } from "./policy/layer.js";
import { isLeftOut, type Sources } from "./sources.js";

/** These ids, and those behind the lines of core files that hold one of them or that the host loads itself. */
export function withLinesOf(sources: Sources, ids: Iterable<string>): Set<string> {
  const saidIds = new Set(ids);
  const lines = sources.book.files.flatMap(({ target, trouble, rules }) => {
    const isElsewhere = (line: number) => trouble === undefined && isLeftOut(sources, target, line);
    return rules.filter((rule) => isElsewhere(rule.line) || rule.ids.some((id) => saidIds.has(id)));
  });
  return new Set([...saidIds, ...lines.flatMap((rule) => rule.ids)]);
}

/**
 * Says in one line how many live, approved entries some layers do not show, by type; nothing where they show all. What a
 * person keeps from agents is not counted.
 */
export async function notShown(sources: Sources): Promise<(layers: readonly Layer[]) => string[]> {
  const { tree, ctx, turnedDown } = sources;
  const live = new Map<EntryType, number>();
  for (const { head, count } of tree.tally()) {
    if (isInUse(head)) live.set(head.type, (live.get(head.type) ?? 0) + count);
  }
  // Facts about the named contact are counted in their layer: some of them no longer hold.
  const facts = ctx.actor.contact === undefined ? [] : tree.where({ type: "memory", scope: { begins: CONTACT_SCOPE } });
  const find = await sources.input.say(next("", "list"));
  // One line covers a whole chain.
  for (const { type } of silentIn(tree).filter(isInUse)) live.set(type, (live.get(type) ?? 0) - 1);
  return (layers) => {
    const shownIds = withLinesOf(
      sources,
      layers.flatMap(({ items }) => items.flatMap(idsOf)),
    );
    const counts = new Map(live);
    const knownIds = [...shownIds, ...turnedDown, ...facts.map(({ id }) => id)];
    const speakers = knownIds.flatMap((id) => tree.speaker(id) ?? []).filter(isInUse);
    for (const { type } of new Map(speakers.map((row) => [row.id, row])).values())
      counts.set(type, (counts.get(type) ?? 0) - 1);
    const told = [...counts].flatMap(([type, count]) =>
      count > 0 && isToldUnasked(type) ? counted(count, type, pluralOf(type)) : [],
    );
    return told.length === 0 ? [] : [`Not shown: ${told.join(", ")}: ${find}`];
  };
}

const MOST_PLACES = 5;

/** Files and records that cannot be read, by place. Conflicts are reported by the layer they belong to. */
export function unreadRecords(tree: Store, contact: string | undefined): string[] {
  const { broken } = unreadPlaces({ tree }, contact);
  const listed = broken
    .slice(0, MOST_PLACES)
    .map((place) => `${place} cannot be read: what it says may be missing here.`);
  const count = broken.length - listed.length;
  return count <= 0 ? listed : [...listed, `${count} more records cannot be read: what they say may be missing here.`];
}

/** Captures that wait for the reader's run: no context prints them before. */
export function waitingCaptures({ ctx: { workspace, actor } }: Sources): string[] {
  const run = actor.run === undefined ? undefined : readRun(workspace, actor.run);
  const count = run?.writes.filter(({ kind }) => kind === "capture").length ?? 0;
  const are = count === 1 ? "is" : "are";
  return count === 0 ? [] : [`${counted(count, "capture")} ${are} not printed until run ${run?.id} is finished.`];
}
