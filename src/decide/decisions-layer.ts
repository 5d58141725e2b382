/** The layer `decisions` of a context: what was decided in situations like this one, or lately. */
import { entryItem, isShown, withContests } from "../context/entry-items.js";
import type { ContextItem, Layer } from "../context/policy/layer.js";
import type { Sources } from "../context/sources.js";
import type { Decision } from "../entry/entry.js";
import { KNOWLEDGE_TAG } from "../knowledge/policy/file-decision.js";
import type { EntryMeta } from "../store/open-store.js";
import { exampleLine } from "./policy/example-line.js";

/** So many at most. */
const MOST = 5;

/** With a query those whose situation is most like it, else the newest; printed newest first. */
export async function decisionsLayer(sources: Sources, above: readonly ContextItem[]): Promise<Layer> {
  const { tree, input } = sources;
  const known = tree
    .where({ type: "decision" })
    .filter((head) => isShown(head) && head.tags?.includes(KNOWLEDGE_TAG) !== true);
  const heads = input.query === undefined ? known.slice(-MOST) : await likeliest(sources, known);
  const newestFirst = [...heads].sort((a, b) => (a.timestamp < b.timestamp ? 1 : a.timestamp > b.timestamp ? -1 : 0));
  const loaded = await tree.load(newestFirst.map(({ id }) => id));
  const decisions = new Map(loaded.map(({ entry }) => [entry.id, entry as Decision]));
  const items = newestFirst.map((head) => entryItem(head, head.text, [turnedOut(head)]));
  // What was done is compared with what holds; the situation is none of ours.
  const marked = withContests(sources, items, above, above.length).map((item) => {
    const decision = decisions.get(item.id ?? "");
    return decision === undefined ? item : { ...item, text: exampleLine(decision) };
  });
  return { name: "decisions", title: "Decided in situations like this", items: marked };
}

/** An invalidated one says so anyway. */
const turnedOut = ({ outcome }: EntryMeta): string | undefined => (outcome === "invalidated" ? undefined : outcome);

/** Through the search of `recall`: of a decision the situation is what is compared by meaning. */
async function likeliest({ ask }: Sources, known: readonly EntryMeta[]): Promise<EntryMeta[]> {
  if (known.length === 0 || ask === undefined) return [];
  const { results } = await ask({ type: "decision", limit: MOST });
  const byId = new Map(known.map((head) => [head.id, head]));
  return results.flatMap(({ id, weak }) => (weak === true ? [] : (byId.get(id) ?? [])));
}
