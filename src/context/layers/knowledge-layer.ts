/** The layer `knowledge`: passages of knowledge files that fit the query. */

import type { LayerSources } from "../../recall/layer-sources.js";
import { namesKnowledge } from "../../search/knowledge/named-knowledge.js";
import { FILE_TIER, passageLine, passagePlace } from "../../search/knowledge/policy/passage-line.js";
import type { ContextItem, Layer } from "../policy/layer.js";

/** Empty without a query, or without knowledge files in the profile. */
export async function knowledgeLayer({ ctx, input, tree }: LayerSources): Promise<Layer> {
  const { query } = input;
  const empty: Layer = { name: "knowledge", title: "Passages of files that fit", items: [] };
  if (query === undefined || !namesKnowledge(ctx)) return empty;
  const { MOST_PASSAGES, searchKnowledge } = await import("../../search/knowledge/search-knowledge.js");
  const { withModelLoading } = await import("../../search/model/started-model.js");
  const { mode = "hybrid" } = input;
  const passages = await withModelLoading(ctx, mode !== "keyword", () =>
    searchKnowledge(ctx, tree, { query, mode, limit: MOST_PASSAGES }),
  );
  const items = passages.map((passage): ContextItem => {
    return { place: passagePlace(passage), who: FILE_TIER, text: passageLine(passage) };
  });
  return { ...empty, items };
}
