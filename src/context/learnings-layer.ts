/** The learnings of a context: those that fit a query, else the newest of high stakes that are no rules yet. */

import { isLearning } from "../entry/entry.js";
import { isFor } from "../entry/visible.js";
import type { EntryMeta } from "../store/open-store.js";
import { conflictsIn, contestsOf, entryItem, fullTextsOf, isShown, withContests, withNextTime } from "./entry-items.js";
import { type ContextItem, idsOf, type Layer, leftOut, type Omitted } from "./policy/layer.js";
import { loadedByHost, type Sources } from "./sources.js";

/** Without a query: at most so many, of so many of the newest entries. */
const MOST_UNASKED = 3;
const NEWEST = 200;

export async function learningsLayer(sources: Sources, above: readonly ContextItem[]): Promise<Layer> {
  const { tree, input } = sources;
  const { heads, withheld } =
    input.query === undefined ? newestLearnings(sources) : await foundLearnings(sources, input.query);
  const named = new Set(above.flatMap(idsOf));
  const loaded = loadedByHost(sources);
  const isSaid = (head: EntryMeta) => named.has(head.id) || loaded.includes(head.promoted_to ?? "");
  const news = heads.filter((head) => !isSaid(head));
  const texts = await fullTextsOf(tree, news);
  const contests = contestsOf(tree);
  const items = news.map((head) =>
    entryItem(head, texts(head).claim, [
      head.status === "inconclusive" ? head.status : undefined,
      ...contests(head.id).map((other) => `contested with ${other}`),
    ]),
  );
  // Claims alone are compared.
  const marked = withContests(sources, items, above, above.length).map((item, at) => ({
    ...item,
    text: withNextTime(item.text, texts(news[at] as EntryMeta).next),
  }));
  const omitted: Omitted[] = [
    ...conflictsIn(tree, "learnings"),
    ...heads.filter(isSaid).map(({ id }) => leftOut("learnings", "said-above", `${id} is said already.`, id)),
    ...(withheld === 0 ? [] : [withheldNote(withheld)]),
  ];
  const title = input.query === undefined ? "Learned lately, at high stakes" : "Learnings that fit";
  return { name: "learnings", title, items: marked, omitted };
}

function withheldNote(count: number): Omitted {
  const fit = count === 1 ? "1 more learning would fit and waits" : `${count} more learnings would fit and wait`;
  return leftOut("learnings", "withheld", `${fit} for review.`);
}

/** No model and no search: cheap enough for every session start. */
function newestLearnings({ tree, viewer }: Sources): { heads: EntryMeta[]; withheld: number } {
  // Of a lesson that was repeated the newest statement speaks for all.
  const repeated = new Set(tree.withAny("recurrence_of").map((head) => head.recurrence_of));
  const isWanted = (head: EntryMeta) =>
    isLearning(head) &&
    head.stakes === "high" &&
    head.status !== "promoted" &&
    !repeated.has(head.id) &&
    head.outcome !== "invalidated" &&
    isShown(head) &&
    isFor(head, viewer);
  return { heads: tree.newest(NEWEST).filter(isWanted).slice(0, MOST_UNASKED), withheld: 0 };
}

/** Through the search of `recall`; memories have a layer of their own. */
async function foundLearnings(
  { ctx, input, tree, viewer }: Sources,
  query: string,
): Promise<{ heads: EntryMeta[]; withheld: number }> {
  const { learnings } = ctx.profile.context;
  if (learnings === 0 || query.trim() === "") return { heads: [], withheld: 0 };
  const { MOST_RESULTS, recall } = await import("../recall/recall.js");
  const found = await recall(ctx, {
    query,
    // Some of them may be memories, or said above.
    limit: Math.min(MOST_RESULTS, learnings * 2),
    unremembered: true,
    ...(input.mode === undefined ? {} : { mode: input.mode }),
  });
  const heads = found.results
    .flatMap(({ id }) => tree.head(id) ?? [])
    .filter((head) => head.type !== "memory" && isFor(head, viewer))
    .slice(0, learnings);
  return { heads, withheld: found.withheld };
}
