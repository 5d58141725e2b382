/** The layer `decisions` of a context: what was decided in situations like this one, or lately. */

import type { Decision } from "../../entry/entry.js";
import { isApproved, isSensitive } from "../../entry/gates/visible.js";
import type { LayerSources } from "../../recall/layer-sources.js";
import { exampleLine } from "../../store/decisions/policy/example-line.js";
import { KNOWLEDGE_TAG } from "../../store/knowledge/policy/file-decision.js";
import { entryItem, isShown } from "../../store/layers/entry-items.js";
import type { ContextItem, Layer, Omitted } from "../../store/layers/policy/layer.js";
import { withoutSecrets } from "../../store/layers/screen-layers.js";
import type { EntryMeta, Store } from "../../store/open-store.js";

/** So many at most. */
const MOST = 5;
/** So many of the newest or likeliest are looked at: some are no examples. */
const LOOKED_AT = 20;

/** With a query those whose situation is most like it, else the newest; printed newest first. */
export async function decisionsLayer(sources: LayerSources): Promise<Layer> {
  const { ctx, tree, input } = sources;
  const known = tree
    .where({ type: "decision" })
    .filter((head) => isShown(head) && head.tags?.includes(KNOWLEDGE_TAG) !== true);
  const near = input.query === undefined ? known.slice(-LOOKED_AT).reverse() : await likeliest(sources, known);
  const heads = near.filter((head) => !isOverruled(tree, head)).slice(0, MOST);
  const newestFirst = [...heads].sort((a, b) => (a.timestamp < b.timestamp ? 1 : a.timestamp > b.timestamp ? -1 : 0));
  const loaded = await tree.load(newestFirst.map(({ id }) => id));
  const decisions = new Map(loaded.map(({ entry }) => [entry.id, entry as Decision]));
  const items = newestFirst.map((head) => entryItem(head, head.text, [turnedOut(head)]));
  const marked: ContextItem[] = [];
  const omitted: Omitted[] = [];
  for (const item of items) {
    const { id = "" } = item;
    const { situation, action, rationale } = decisions.get(id) as Decision;
    const of = { name: id, layer: "decisions", id } as const;
    const safe = await withoutSecrets(ctx, { situation, action, rationale }, of, omitted);
    marked.push({ ...item, text: exampleLine(safe) });
  }
  return { name: "decisions", title: "Decided in situations like this", items: marked, omitted };
}

/**
 * Does what it was about hold no longer, by something that came after it? What a person rejected with it is no such thing:
 * that is what it is an example of.
 */
function isOverruled(tree: Store, { derived_from = [], timestamp }: EntryMeta): boolean {
  return derived_from.some((id) => {
    const about = tree.head(id);
    if (about === undefined) return false;
    if (about.status === "forgotten" || isSensitive(about)) return true;
    const left = isApproved(about) ? undefined : about.review?.at;
    const replaced = tree.head(about.superseded_by ?? "")?.timestamp;
    return [left, replaced].some((at) => at !== undefined && at > timestamp);
  });
}

/** An invalidated one says so anyway. */
const turnedOut = ({ outcome }: EntryMeta): string | undefined => (outcome === "invalidated" ? undefined : outcome);

/** Through the search of `recall`: of a decision the situation is what is compared by meaning. */
async function likeliest({ ask }: LayerSources, known: readonly EntryMeta[]): Promise<EntryMeta[]> {
  if (known.length === 0 || ask === undefined) return [];
  const { results } = await ask({ type: "decision", limit: LOOKED_AT });
  const byId = new Map(known.map((head) => [head.id, head]));
  return results.flatMap(({ id, weak }) => (weak === true ? [] : (byId.get(id) ?? [])));
}
