/** `tenet index`: completes the search index, and compares entries that were stored before it was complete. */
import type { z } from "zod";
import { togetherOutline } from "../capture/capture-outline.js";
import { askedOfAll, recheckAll } from "../capture/look/recheck.js";
import type { Context } from "../context.js";
import { indexedKnowledgeLine } from "../search/knowledge/knowledge-outline.js";
import { Search } from "../search/search.js";
import type { Worded } from "../steps.js";
import { openStore } from "../store/open-store.js";
import { defined } from "../text/defined.js";
import { faint, line, type Outline, type Said } from "../text/outline/outline.js";
import { counted } from "../text/paint.js";
import type { indexedSchema } from "./health-schemas.js";

export type Indexed = z.infer<typeof indexedSchema>;

/** Completes lexicon and vectors, then compares entries that were stored before. */
export async function index(ctx: Context): Promise<Indexed> {
  const tree = await openStore(ctx);
  const search = new Search(ctx, tree);
  try {
    const report = await search.build(ctx.progress);
    if (report.index === "degraded") ctx.warn(`Entries are found by their words only: ${report.why ?? "no index"}.`);
    else if (report.index === "rebuilt") ctx.warn(`The index was ${report.why ?? "built anew"}.`);
    const looked = report.pending > 0 ? [] : await recheckAll(ctx, tree, search);
    const knowledge = await (await import("../search/knowledge/index-knowledge.js")).indexKnowledge(ctx, tree);
    const looked_again = looked.map(({ id, linked, opened }) => ({ id, linked, opened }));
    return { ...report, looked_again, ...askedOfAll(looked), knowledge };
  } finally {
    await search.close();
  }
}

const entries = (count: number) => counted(count, "entry", "entries");

function stateSaid(indexed: Indexed): Said {
  const { pending, embedded, cached, seconds, model = "no model", why = "no index" } = indexed;
  if (indexed.index === "degraded") return `${entries(indexed.entries)} by words only: ${why}.`;
  if (pending > 0) return `Stopped: ${entries(pending)} still to do. Run it again to go on.`;
  const work = `(${counted(embedded, "text")} read now, ${cached} known, ${seconds.toFixed(1)} s, ${model})`;
  return [`${entries(indexed.entries)} indexed `, faint(work)];
}

export function indexOutline(indexed: Worded<Indexed>): Outline {
  const { knowledge, looked_again: looked, asks, opened } = indexed;
  const linked = looked.filter((one) => one.linked.length > 0).length;
  return [
    line(stateSaid(indexed)),
    ...(looked.length === 0 ? [] : [line(`${entries(looked.length)} compared with the rest, ${linked} linked`)]),
    ...(knowledge === undefined ? [] : [indexedKnowledgeLine(knowledge)]),
    ...togetherOutline(defined({ asks, opened })),
  ];
}
