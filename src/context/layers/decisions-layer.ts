/** The layer `decisions`: decisions in similar situations, or recent ones. */

import { exampleLine } from "../../capture/decisions/policy/example-line.js";
import type { Decision } from "../../entry/entry.js";
import { isApproved, isSensitive } from "../../entry/gates/visible.js";
import { fittingIds } from "../../recall/fitting.js";
import type { LayerSources } from "../../recall/layer-sources.js";
import type { Row, Store } from "../../store/open-store.js";
import { entryItem, isShown } from "../entry-items.js";
import type { ContextItem, Layer } from "../policy/layer.js";
import { withoutSecrets } from "../screen-layers.js";

/** The largest number of decisions. */
const MOST = 5;
/** The number of decisions to look at: some are no examples. */
const LOOKED_AT = 20;

/** With a query the decisions in the likest situations, the likest first, else the newest. */
export async function decisionsLayer(sources: LayerSources): Promise<Layer> {
  const { ctx, tree, input } = sources;
  const decisionHeads = tree.where({ type: "decision" }).filter((head) => isShown(head));
  const likeliestHeads =
    input.query === undefined ? decisionHeads.slice(-LOOKED_AT).reverse() : await likeliest(sources, decisionHeads);
  const heads = likeliestHeads.filter((head) => !isOverruled(tree, head)).slice(0, MOST);
  const loaded = await tree.load(heads.map(({ id }) => id));
  const decisions = new Map(loaded.map(({ entry }) => [entry.id, entry as Decision]));
  const items = heads.map((head) => entryItem(head, head.text, [outcomeNote(head)]));
  const screenedItems: ContextItem[] = [];
  for (const item of items) {
    const { id = "" } = item;
    const { situation, action, rationale } = decisions.get(id) as Decision;
    const safe = await withoutSecrets(ctx, { situation, action, rationale }, id);
    screenedItems.push({ ...item, text: exampleLine(safe) });
  }
  return { name: "decisions", title: "Decided in situations like this", items: screenedItems };
}

/**
 * Whether an entry that the decision was about was withdrawn or replaced after the decision. A rejection by the
 * decision itself does not count: it is the example.
 */
function isOverruled(tree: Store, { derived_from = [], timestamp }: Row): boolean {
  return derived_from.some((id) => {
    const about = tree.head(id);
    if (about === undefined) return false;
    if (about.status === "forgotten" || isSensitive(about)) return true;
    const withdrawnAt = isApproved(about) ? undefined : about.review?.at;
    const replacedAt = tree.head(about.superseded_by ?? "")?.timestamp;
    return [withdrawnAt, replacedAt].some((at) => at !== undefined && at > timestamp);
  });
}

/** The note on its outcome; `entryItem` notes an invalidated one itself. */
const outcomeNote = ({ outcome }: Row): string | undefined => (outcome === "invalidated" ? undefined : outcome);

/** The decisions whose situation is nearest to the query, by recall. */
async function likeliest({ ctx, ask }: LayerSources, decisionHeads: readonly Row[]): Promise<Row[]> {
  if (decisionHeads.length === 0 || ask === undefined) return [];
  const byId = new Map(decisionHeads.map((head) => [head.id, head]));
  return fittingIds(ctx, await ask({ type: "decision", limit: LOOKED_AT })).flatMap((id) => byId.get(id) ?? []);
}
