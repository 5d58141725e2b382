/** What was taught and is no rule yet, in every context; with a query also the learnings that fit it. */

import { isFor } from "../entry/gates/visible.js";
import { repeatedLessons } from "../entry/lessons.js";
import { ENTRY_TYPES, layerOf } from "../entry/record-types.js";
import { conflictsIn, entryItem, fullTextsIn, isShown } from "../store/layers/entry-items.js";
import { type ContextItem, type Layer, leftOut, type Omitted, ownIdsOf, saidBy } from "../store/layers/policy/layer.js";
import type { EntryMeta, Store } from "../store/open-store.js";
import { withNextTime } from "../store/rules/policy/next-time.js";
import { coveredIds, type Printed, unreadRecords } from "./coverage.js";
import type { Sources } from "./sources.js";

/** The workspace's tree, and the person's own. */
const treesOf = ({ tree, own }: Sources): readonly Store[] => [tree, ...own];

/** More corrections do not fit the layer. */
const MOST_TAUGHT = 100;
/** Recent insights are looked for among so many of the newest entries. */
const NEWEST = 200;

/** The layers `taught` and `learnings`. A learning that fits is not printed as a recent one besides. */
export async function learningsLayers(
  sources: Sources,
  above: readonly ContextItem[],
  core: Printed,
): Promise<Layer[]> {
  const finding = foundLearnings(sources);
  const said = new Set(above.flatMap(saidBy));
  const rules = coveredIds(sources, core, ownIdsOf);
  const corrections = taughtCorrections(sources, rules).filter(({ id }) => !said.has(id));
  // Worded while the model loads.
  const [found, lines] = await Promise.all([finding, linesOf(sources, corrections.slice(0, MOST_TAUGHT))]);
  const fits = new Set(found.heads.map(({ id }) => id));
  const insights = recentInsights(sources, rules).filter(({ id }) => !said.has(id) && !fits.has(id));
  const taught = await itemsOf(sources, [...corrections.slice(0, MOST_TAUGHT), ...insights], lines);
  const layers: Layer[] = [
    {
      name: "taught",
      title: "What was taught and is no rule yet",
      items: taught,
      omitted: [...conflictsIn(sources, "taught"), ...unreadRecords(sources.tree, sources.ctx.actor.contact)],
    },
  ];
  if (sources.input.query === undefined) return layers;
  for (const { id } of corrections.slice(0, MOST_TAUGHT)) said.add(id);
  const { loaded } = sources;
  const isSaid = (head: EntryMeta) => said.has(head.id) || loaded.includes(head.promoted_to ?? "");
  const news = found.heads.filter((head) => !isSaid(head));
  const omitted: Omitted[] = [
    ...found.heads.filter(isSaid).map(({ id }) => leftOut("learnings", "said-above", `${id} is said already.`, id)),
    ...(found.withheld === 0 ? [] : [withheldNote(found.withheld)]),
  ];
  const items = await itemsOf(sources, news);
  return [...layers, { name: "learnings", title: "Learnings that fit", items, omitted }];
}

/** What entries say, with what to do next time, by id. */
async function linesOf(sources: Sources, heads: readonly EntryMeta[]): Promise<ReadonlyMap<string, string>> {
  const texts = await fullTextsIn(treesOf(sources), heads);
  return new Map(heads.map((head) => [head.id, withNextTime(texts(head).claim, texts(head).next)]));
}

/** Entries as lines: what they say, what to do next time, and what a reader must know before trusting them. */
async function itemsOf(
  sources: Sources,
  heads: readonly EntryMeta[],
  lines: ReadonlyMap<string, string> = new Map(),
): Promise<ContextItem[]> {
  const texts = await fullTextsIn(treesOf(sources), heads);
  return heads.map((head) => {
    const { claim, next } = texts(head);
    const text = lines.get(head.id) ?? withNextTime(claim, next);
    return entryItem(head, text);
  });
}

function withheldNote(count: number): Omitted {
  const fit = count === 1 ? "1 more learning would fit and waits" : `${count} more learnings would fit and wait`;
  return leftOut("learnings", "withheld", `${fit} for review.`);
}

/** People's words come first, an owner's before others'. */
const rank = ({ tier }: EntryMeta): number => (tier === "owner" ? 0 : tier === "relayed" ? 1 : 2);

/**
 * Every live approved correction that is no rule, whatever its stakes: an owner's and relayed ones first, then the
 * newest. Of a lesson that was repeated the newest statement speaks for all. A promoted one is here while no line that
 * is read says it: taken out by hand, in a file nobody can read, newer than the session's core.
 */
function taughtCorrections(sources: Sources, rules: ReadonlySet<string>): EntryMeta[] {
  return treesOf(sources)
    .flatMap((tree) => taughtIn(tree, sources))
    .filter(({ id, status }) => status !== "promoted" || !rules.has(id))
    .sort((a, b) => rank(a) - rank(b) || newestFirst(a, b));
}

function taughtIn(tree: Store, { viewer, elsewhere }: Sources): EntryMeta[] {
  const repeated = new Set<string>();
  for (const { carrier, members } of repeatedLessons(tree)) {
    if (!isShown(carrier) || elsewhere.has(carrier.id)) continue;
    for (const member of members) if (member !== carrier) repeated.add(member.id);
  }
  return tree
    .where({ type: ["correction"], status: ["active", "inconclusive", "promoted"] })
    .filter((head) => isShown(head) && isFor(head, viewer) && !elsewhere.has(head.id) && !repeated.has(head.id));
}

const newestFirst = (a: EntryMeta, b: EntryMeta): number =>
  a.timestamp === b.timestamp ? (a.id < b.id ? 1 : -1) : a.timestamp < b.timestamp ? 1 : -1;

/** The newest insights that are no rules: no model and no search, cheap enough for every session start. */
function recentInsights(sources: Sources, rules: ReadonlySet<string>): EntryMeta[] {
  const { ctx, viewer, elsewhere } = sources;
  const isWanted = (head: EntryMeta) =>
    head.type === "insight" &&
    (head.status !== "promoted" || !rules.has(head.id)) &&
    head.outcome !== "invalidated" &&
    isShown(head) &&
    isFor(head, viewer) &&
    !elsewhere.has(head.id);
  const newest = treesOf(sources).flatMap((tree) => tree.newest(NEWEST).filter(isWanted));
  return newest.sort(newestFirst).slice(0, ctx.profile.context.learnings);
}

/** What was learned, and how it turned out; every other type has a layer of its own. */
const LEARNINGS = ENTRY_TYPES.filter((type) => layerOf(type) === "taught");

/** Through the search of `recall`. */
async function foundLearnings({ ctx, head, viewer, ask }: Sources): Promise<{ heads: EntryMeta[]; withheld: number }> {
  const { learnings } = ctx.profile.context;
  if (learnings === 0 || ask === undefined) return { heads: [], withheld: 0 };
  const { MOST_RESULTS } = await import("../recall/recall.js");
  // Some of them may be said above.
  const found = await ask({ limit: Math.min(MOST_RESULTS, learnings * 2), types: LEARNINGS });
  const heads = found.results
    .flatMap(({ id }) => head(id) ?? [])
    .filter((one) => isFor(one, viewer))
    .slice(0, learnings);
  return { heads, withheld: found.withheld };
}
