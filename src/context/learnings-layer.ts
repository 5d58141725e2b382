/**
 * The layers `taught` and `learnings`: corrections and insights that are no rules, and those that fit the query. Called
 * by `make-context.ts`.
 */

import { refOf, type Tier } from "../entry/entry.js";
import { isFor } from "../entry/gates/visible.js";
import { LEARNING_TYPES } from "../entry/record-types.js";
import { fittingIds } from "../recall/fitting.js";
import { withNextTime } from "../rules/policy/next-time.js";
import { next } from "../steps.js";
import type { Row, Store } from "../store/open-store.js";
import { counted } from "../text/paint.js";
import { unreadRecords, withLinesOf } from "./coverage.js";
import { conflictsIn, entryItem, fullTextIn, isShown } from "./entry-items.js";
import { type ContextItem, type Layer, ownIdsOf, saidBy } from "./policy/layer.js";
import type { Sources } from "./sources.js";

/** The workspace's tree, and the user's. */
const treesOf = ({ tree, own }: Sources): readonly Store[] => [tree, ...own];

/** The layer has no room for more corrections. */
const MOST_TAUGHT = 100;
/** Recent insights are taken from this many of the newest entries. */
const NEWEST = 200;

/** The layers `taught` and `learnings`. An insight that fits the query is not repeated as a recent one. */
export async function learningsLayers(
  sources: Sources,
  above: readonly ContextItem[],
  core: readonly Layer[],
): Promise<Layer[]> {
  const searching = searchLearnings(sources);
  const saidIds = new Set(above.flatMap(saidBy));
  // Also those for which the core had no room.
  const coreIds = core.flatMap(({ items, rest = [] }) => [...items.flatMap(ownIdsOf), ...rest]);
  const rules = withLinesOf(sources, coreIds);
  const corrections = taughtCorrections(sources, rules, saidIds);
  // The texts are loaded while the model loads.
  const [fitting, lines] = await Promise.all([searching, linesOf(sources, corrections)]);
  const fittingIds = new Set(fitting.map(({ id }) => id));
  const insights = recentInsights(sources, rules).filter(({ id }) => !saidIds.has(id) && !fittingIds.has(id));
  const { contact } = sources.ctx.actor;
  const taughtItems = await itemsOf(sources, [...corrections, ...insights], lines);
  const turnedDown = await turnedDownNote(sources);
  const layers: Layer[] = [
    {
      name: "taught",
      title: "What was taught and is no rule yet",
      items: taughtItems,
      notes: [...conflictsIn(sources, "taught"), ...unreadRecords(sources.tree, contact), ...turnedDown],
    },
  ];
  if (sources.input.query === undefined) return layers;
  for (const { id } of corrections) saidIds.add(id);
  const { loaded } = sources;
  const isSaid = (head: Row) => saidIds.has(head.id) || loaded.has(head.promoted_to ?? "");
  const newHeads = fitting.filter((head) => !isSaid(head));
  const items = await itemsOf(sources, newHeads);
  return [...layers, { name: "learnings", title: "Learnings that fit", items }];
}

/** The texts of entries with what to do next time, by id. */
async function linesOf(sources: Sources, heads: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const trees = treesOf(sources);
  return new Map(
    heads.map((head) => {
      const { claim, next } = fullTextIn(trees, head);
      return [head.id, withNextTime(claim, next)];
    }),
  );
}

/** Entries as items: the text, what to do next time, and notes about trust. */
async function itemsOf(
  sources: Sources,
  heads: readonly Row[],
  lines: ReadonlyMap<string, string> = new Map(),
): Promise<ContextItem[]> {
  const trees = treesOf(sources);
  return heads.map((head) => {
    const { claim, next } = fullTextIn(trees, head);
    const text = lines.get(head.id) ?? withNextTime(claim, next);
    return entryItem(head, text);
  });
}

/** That lessons which a person turned down are there: their words are not. */
async function turnedDownNote({ turnedDown, tree, input: { say } }: Sources): Promise<string[]> {
  const [head, ...more] = tree.speaking([...turnedDown].flatMap((id) => tree.head(id) ?? [])).filter(isShown);
  if (head === undefined) return [];
  const learnings = counted(1 + more.length, "learning");
  const why = `${learnings} not taught, since a person turned that down as a rule. Back:`;
  return [await say(next(why, "digest", { id: refOf(head.id) }))];
}

/** An owner's words first, then relayed ones. */
const RANKS: readonly (readonly Tier[])[] = [["owner"], ["relayed"], ["self", "peer", "external"]];
const rank = ({ tier }: Row): number => RANKS.findIndex((tiers) => tiers.includes(tier));

/**
 * The first {@link MOST_TAUGHT} live approved corrections that are no rules and not said yet, of any stakes: an owner's
 * and relayed ones first, then the newest; of a chain the one that speaks for it. A promoted correction is included while
 * no line of a core file that can be read has it.
 */
function taughtCorrections(sources: Sources, rules: ReadonlySet<string>, saidIds: ReadonlySet<string>): Row[] {
  const { viewer, elsewhere, turnedDown } = sources;
  const isWanted = (head: Row) =>
    isShown(head) &&
    isFor(head, viewer) &&
    !elsewhere.has(head.id) &&
    !turnedDown.has(head.id) &&
    !saidIds.has(head.id) &&
    (head.status !== "promoted" || !rules.has(head.id));
  return treesOf(sources)
    .flatMap((tree) => taughtIn(tree, sources, isWanted))
    .sort((a, b) => rank(a) - rank(b) || newestFirst(a, b))
    .slice(0, MOST_TAUGHT);
}

/** At least so many of a tree as there are places, where it has them. */
function taughtIn(tree: Store, sources: Sources, isWanted: (head: Row) => boolean): Row[] {
  const taught: Row[] = [];
  for (const tier of RANKS) {
    if (taught.length >= MOST_TAUGHT) break;
    taught.push(...newestTaught(tree, tier, (head) => isWanted(head) && speaksHere(tree, head, sources)));
  }
  return taught;
}

/** Who speaks for a chain, of those that are not bound to other files. */
function speaksHere(tree: Store, { id, voice = 0 }: Row, { elsewhere }: Pick<Sources, "elsewhere">): boolean {
  const isBefore = (one: Row) => one.voice !== undefined && one.voice < voice && !elsewhere.has(one.id);
  return voice === 1 || !tree.chainOf(id).some(isBefore);
}

/** The newest wanted corrections of some tiers: at least {@link MOST_TAUGHT} of them, or all. */
function newestTaught(tree: Store, tier: readonly Tier[], isWanted: (head: Row) => boolean): Row[] {
  for (let most = 2 * MOST_TAUGHT; ; most *= 4) {
    const heads = tree.newest(most, "inUse", { type: "correction", tier });
    const wanted = heads.filter(isWanted);
    if (wanted.length >= MOST_TAUGHT || heads.length < most) return wanted;
  }
}

const newestFirst = (a: Row, b: Row): number =>
  a.timestamp === b.timestamp ? (a.id < b.id ? 1 : -1) : a.timestamp < b.timestamp ? 1 : -1;

/** The newest insights that are no rules. Needs no model and no search, so it is cheap at every session start. */
function recentInsights(sources: Sources, rules: ReadonlySet<string>): Row[] {
  const { viewer, elsewhere, turnedDown } = sources;
  const isWanted = (head: Row) =>
    head.type === "insight" &&
    !turnedDown.has(head.id) &&
    (head.status !== "promoted" || !rules.has(head.id)) &&
    isShown(head) &&
    isFor(head, viewer) &&
    !elsewhere.has(head.id);
  const newest = treesOf(sources).flatMap((tree) =>
    tree.newest(NEWEST, "inUse").filter((head) => isWanted(head) && speaksHere(tree, head, sources)),
  );
  return newest.sort(newestFirst).slice(0, MOST_LEARNINGS);
}

/** Learnings in a context beyond what was taught. */
const MOST_LEARNINGS = 10;

/** The learnings that fit the query, by recall. */
async function searchLearnings(sources: Sources): Promise<Row[]> {
  const { ctx, head, viewer, ask, turnedDown } = sources;
  if (ask === undefined) return [];
  // Twice the number, since some may be printed above already.
  const answer = await ask({ limit: MOST_LEARNINGS * 2, types: LEARNING_TYPES });
  return fittingIds(ctx, answer)
    .flatMap((id) => head(id) ?? [])
    .filter((one) => isFor(one, viewer) && !turnedDown.has(one.id))
    .slice(0, MOST_LEARNINGS);
}
