/** The layer `wiki`: lines of the page whose domain, headings or tags are in the query. */
import type { Tier } from "../../entry/entry.js";
import { leastTrusted } from "../../entry/gates/trust.js";
import type { LayerSources } from "../../recall/layer-sources.js";
import { ownAgents } from "../../settings.js";
import { tierOf } from "../../store/profile/tier-of.js";
import { isAskedFor, isHeading } from "../../wiki/policy/page.js";
import { trueLines } from "../../wiki/policy/prose.js";
import { pagesIn, readBytesOf } from "../../wiki/wiki-bytes.js";
import { type FoundPage, readPage, whyLeft } from "../../wiki/wiki-file.js";
import { isForPages, WikiSources } from "../../wiki/wiki-sources.js";
import { type ContextItem, idsOf, type Layer } from "../policy/layer.js";

const TITLE = "From the wiki";

/**
 * The tier of a page's wording: that of the name in its header. Anybody may write that name, so it is at most that of
 * this workspace's agent.
 */
function wordedTier({ profile }: LayerSources["ctx"], { header: { by = "" } }: FoundPage): Tier {
  const { people } = profile;
  return tierOf({ agent: by, source: by, people, ownAgents: ownAgents(profile), atTerminal: false }).tier;
}

/**
 * Lines of the matching pages whose entries still hold and may be shown to everybody. Empty without a query; without
 * pages no file is read.
 */
export async function wikiLayer(
  { ctx, input, tree }: Pick<LayerSources, "ctx" | "input" | "tree">,
  above: readonly ContextItem[],
): Promise<Layer> {
  const empty: Layer = { name: "wiki", title: TITLE, items: [] };
  const { query = "" } = input;
  const names = query.trim() === "" ? [] : pagesIn(ctx.workspace);
  if (names.length === 0) return empty;
  const { tokensOf } = await import("../../search/words/tokens.js");
  const queryTokens = new Set(tokensOf(query));
  const bytes = await readBytesOf(ctx.workspace, names);
  const matchingPages = names.flatMap((name): (readonly [string, FoundPage])[] => {
    const content = bytes.get(ctx.workspace.wikiPage(name));
    const page = content === undefined ? undefined : readPage(content);
    if (page === undefined || whyLeft(page) !== undefined) return [];
    const headings = page.lines.flatMap((line) => (line !== undefined && isHeading(line) ? line.text : []));
    const titles = [name, page.header.domain ?? "", ...headings, ...(page.header.tags ?? [])];
    return isAskedFor(queryTokens, titles, tokensOf) ? [[name, page]] : [];
  });
  const printedIds = new Set(above.flatMap(idsOf));
  const items: ContextItem[] = [];
  for (const [name, page] of matchingPages) {
    const ids = new Set(page.lines.flatMap((line) => line?.ids ?? []));
    const heads = [...ids].flatMap((id) => tree.head(id) ?? []).filter(isForPages);
    const headOf = new Map(heads.map((head) => [head.id, head]));
    const sources = await WikiSources.of(tree, heads);
    for (const line of trueLines(page.lines, sources.says)) {
      if (isHeading(line) || line.ids.every((id) => printedIds.has(id))) continue;
      const tiers = line.ids.flatMap((id) => headOf.get(id)?.tier ?? []);
      const tier = leastTrusted([...tiers, wordedTier(ctx, page)]);
      items.push({ id: line.ids[0], ids: [...line.ids], tier, text: line.text, note: name });
    }
  }
  return { ...empty, items };
}
