/**
 * Adds the partners of entries beneath their lines in a context: the other side of an open pair, once per pair; every
 * refutation; and exceptions, which lose their own line. Called by `make-context.ts` for every layer.
 */

import { pairKey } from "../entry/standing/ties.js";
import { besideNamed } from "../recall/beside.js";
import { besideWords } from "../recall/policy/beside-words.js";
import { boundText } from "../recall/policy/bound-text.js";
import type { BesideEntry } from "../recall/recall-schemas.js";
import { askedFacts, isFact, isTold } from "../store/contacts/asked-facts.js";
import type { Row } from "../store/open-store.js";
import { defined } from "../text/defined.js";
import {
  type BesideItem,
  type ContextItem,
  exceptionsUnder,
  isCore,
  type Layer,
  type LayerName,
  ownIdsOf,
} from "./policy/layer.js";
import type { Sources } from "./sources.js";

/** Layers whose lines are claims of entries. The other layers quote entries, or ask about them. */
const LINES_OF_CLAIMS: ReadonlySet<LayerName> = new Set([
  ...(["rules", "pinned", "memories", "reinforce"] as const),
  ...(["taught", "learnings", "contact", "questions"] as const),
]);
/** Layers that drop the line of an exception that is printed beneath its general entry. */
const GIVE_WAY: ReadonlySet<LayerName> = new Set(["memories", "taught", "learnings", "contact"]);

/** Adds partners to the items of layers. `above`: the items printed before them. */
export async function withBesides(
  sources: Sources,
  layers: readonly Layer[],
  above: readonly ContextItem[],
): Promise<Layer[]> {
  const layersWithPartners: Layer[] = [];
  for (const layer of layers) {
    const before = [...above, ...layersWithPartners.flatMap(({ items }) => items)];
    layersWithPartners.push(
      LINES_OF_CLAIMS.has(layer.name) ? { ...layer, items: await besidesIn(sources, layer, before) } : layer,
    );
  }
  return layersWithPartners;
}

async function besidesIn(sources: Sources, layer: Layer, above: readonly ContextItem[]): Promise<ContextItem[]> {
  const { ctx, tree, own, head } = sources;
  const heads = [...new Set(layer.items.flatMap(ownIdsOf))].flatMap((id) => head(id) ?? []);
  const trees = [tree, ...own].map((one) => ({ tree: one }));
  const tells = await tellsIn(sources, layer);
  const partnersById = await besideNamed(ctx, { trees, tells }, heads);
  const partners = layer.items.map((item) => partnersOf(item, partnersById, layer));
  const pairs = new Set(above.flatMap(pairsIn));
  const exceptionIds = new Set(GIVE_WAY.has(layer.name) ? above.flatMap(exceptionsUnder) : []);
  const exceptions = partners.map(exceptionsAmong);
  const items: ContextItem[] = [];
  for (const [at, item] of layer.items.entries()) {
    const [id = ""] = ownIdsOf(item);
    if (GIVE_WAY.has(layer.name) && (exceptionIds.has(id) || givesWay(layer.items, exceptions, at))) continue;
    const itemWithPartners = withPartners(item, partners[at] ?? [], pairs);
    for (const pair of pairsIn(itemWithPartners)) pairs.add(pair);
    items.push(itemWithPartners);
  }
  return items;
}

/**
 * Whether a fact about a contact may be printed as a partner: as it would be alone, and never in the core, since facts
 * end.
 */
async function tellsIn({ ctx, input }: Sources, layer: Layer): Promise<(head: Row) => boolean> {
  if (isCore(layer)) return (head) => !isFact(head);
  const askedTime = await askedFacts(ctx, input.asOf);
  return (head) => !isFact(head) || isTold(head, askedTime);
}

/**
 * The partners to print beneath an item. Left out: an exception that has its own rule line, and the other side of a
 * question.
 */
function partnersOf(
  item: ContextItem,
  partnersById: ReadonlyMap<string, BesideEntry[]>,
  { name, items }: Layer,
): BesideEntry[] {
  if (item.beside !== undefined) return [];
  const ownIds = new Set(ownIdsOf(item));
  const rules = new Set(name === "rules" ? items.flatMap(ownIdsOf) : []);
  const uniquePartners = new Map<string, BesideEntry>();
  for (const one of [...ownIds].flatMap((id) => partnersById.get(id) ?? [])) {
    if (ownIds.has(one.id) || (one.why === "exception" && rules.has(one.id))) continue;
    // A question quotes the entry, so it needs only what refutes it.
    if (name === "questions" && one.why !== "refuted") continue;
    if (!uniquePartners.has(one.id)) uniquePartners.set(one.id, one);
  }
  return [...uniquePartners.values()];
}

const exceptionsAmong = (partners: readonly BesideEntry[]): string[] =>
  partners.filter(({ why }) => why === "exception").map(({ id }) => id);

/**
 * Whether the item at `at` is printed beneath another one of its layer. Of two mutual exceptions the first keeps its
 * line.
 */
function givesWay(items: readonly ContextItem[], exceptions: readonly string[][], at: number): boolean {
  const [id = ""] = ownIdsOf(items[at] as ContextItem);
  return items.some((item, other) => {
    if (other === at || exceptions[other]?.includes(id) !== true) return false;
    const mutual = ownIdsOf(item).some((general) => exceptions[at]?.includes(general));
    return !mutual || other < at;
  });
}

/** The pairs of which an item prints both sides. */
function pairsIn(item: ContextItem): string[] {
  const isPair = ({ why }: BesideItem) => why !== "exception" && why !== "replaced";
  return (item.beside ?? [])
    .filter((one) => isPair(one) && one.of === undefined)
    .flatMap((one) => ownIdsOf(one).flatMap((id) => ownIdsOf(item).map((own) => pairKey(own, id))));
}

/**
 * Adds partners to an item. A pair that was printed before is only named in the note, unless the other side refutes the
 * item.
 */
function withPartners(
  item: ContextItem,
  partners: readonly BesideEntry[],
  printedPairs: ReadonlySet<string>,
): ContextItem {
  const namedIds = new Set<string>();
  const lines: BesideItem[] = [];
  const notes = item.note === undefined ? [] : [item.note];
  for (const { id, where, text, tier, why, of, doubts = [], paths } of partners) {
    if (of !== undefined && namedIds.has(of)) {
      namedIds.add(id);
      continue;
    }
    const isPair = of === undefined && why === "undecided";
    if (isPair && ownIdsOf(item).some((own) => printedPairs.has(pairKey(own, id)))) {
      namedIds.add(id);
      notes.push(`${besideWords({ why })} ${id}`);
    } else {
      const note = [doubts, boundText({ paths }) ?? []].flat().join(", ") || undefined;
      // A line of a file has a place instead of an id.
      lines.push({ ...(where === undefined ? { id } : { place: where }), tier, text, ...defined({ note, why, of }) });
    }
  }
  return {
    ...item,
    ...defined({ note: notes.join(", ") || undefined, beside: lines.length === 0 ? item.beside : lines }),
  };
}
