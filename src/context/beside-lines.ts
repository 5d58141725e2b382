/**
 * What is read together with the entries of a context, beneath their lines: the other side of an open pair, once a pair;
 * the correction that refutes an entry, always; its exceptions, which then have no line of their own.
 */

import { boundText } from "../entry/holds/holds-in.js";
import { pairKey } from "../entry/near/pairs.js";
import { besideNamed } from "../recall/beside.js";
import type { BesideEntry } from "../recall/recall-schemas.js";
import { askedFacts, isFact, isTold } from "../store/facts/asked-facts.js";
import { besideWords } from "../store/layers/policy/beside-words.js";
import {
  type BesideItem,
  type ContextItem,
  exceptionsUnder,
  isCore,
  type Layer,
  type LayerName,
  ownIdsOf,
} from "../store/layers/policy/layer.js";
import type { EntryMeta } from "../store/open-store.js";
import { defined } from "../text/defined.js";
import type { Sources } from "./sources.js";

/** Layers whose lines are claims of entries. In the others entries are quoted, or asked about. */
const LINES_OF_CLAIMS: ReadonlySet<LayerName> = new Set([
  ...(["rules", "pinned", "memories", "reinforce"] as const),
  ...(["taught", "learnings", "contact", "questions"] as const),
]);
/** Of those the ones whose lines are left to the general entry that they are an exception to. */
const GIVE_WAY: ReadonlySet<LayerName> = new Set(["memories", "taught", "learnings", "contact"]);

/** Layers with what stands beneath their lines; `above`: the lines printed before them. */
export async function withBesides(
  sources: Sources,
  layers: readonly Layer[],
  above: readonly ContextItem[],
): Promise<Layer[]> {
  const done: Layer[] = [];
  for (const layer of layers) {
    const before = [...above, ...done.flatMap(({ items }) => items)];
    done.push(LINES_OF_CLAIMS.has(layer.name) ? { ...layer, items: await besidesIn(sources, layer, before) } : layer);
  }
  return done;
}

async function besidesIn(sources: Sources, layer: Layer, above: readonly ContextItem[]): Promise<ContextItem[]> {
  const { ctx, tree, own, head } = sources;
  const heads = [...new Set(layer.items.flatMap(ownIdsOf))].flatMap((id) => head(id) ?? []);
  const trees = [tree, ...own].map((one) => ({ tree: one }));
  const tells = await tellsIn(sources, layer);
  const beside = await besideNamed(ctx, { trees, tells }, heads);
  const partners = layer.items.map((item) => partnersOf(item, beside, layer));
  const pairs = new Set(above.flatMap(pairsIn));
  const given = new Set(GIVE_WAY.has(layer.name) ? above.flatMap(exceptionsUnder) : []);
  const items: ContextItem[] = [];
  for (const [at, item] of layer.items.entries()) {
    const [id = ""] = ownIdsOf(item);
    if (GIVE_WAY.has(layer.name) && (given.has(id) || givesWay(layer.items, partners, at))) continue;
    const lined = withPartners(item, partners[at] ?? [], pairs);
    for (const pair of pairsIn(lined)) pairs.add(pair);
    items.push(lined);
  }
  return items;
}

/** A fact about a contact is told beside others as it is told alone, and in no core: what holds changes with the day. */
async function tellsIn({ ctx, input }: Sources, layer: Layer): Promise<(head: EntryMeta) => boolean> {
  if (isCore(layer)) return (head) => !isFact(head);
  const asked = await askedFacts(ctx, input.asOf);
  return (head) => !isFact(head) || isTold(head, asked);
}

/** What is read together with an item. An exception that is a rule beside it has its own line, and what is asked its own partner. */
function partnersOf(
  item: ContextItem,
  beside: ReadonlyMap<string, BesideEntry[]>,
  { name, items }: Layer,
): BesideEntry[] {
  if (item.beside !== undefined) return [];
  const own = new Set(ownIdsOf(item));
  const rules = new Set(name === "rules" ? items.flatMap(ownIdsOf) : []);
  const found = new Map<string, BesideEntry>();
  for (const one of [...own].flatMap((id) => beside.get(id) ?? [])) {
    if (own.has(one.id) || (one.why === "exception" && rules.has(one.id))) continue;
    // A question quotes the entry: what is no line of its own there is what may not be read without another.
    if (name === "questions" && one.why !== "refuted") continue;
    if (!found.has(one.id)) found.set(one.id, one);
  }
  return [...found.values()];
}

const exceptionsAmong = (partners: readonly BesideEntry[] = []): string[] =>
  partners.filter(({ why }) => why === "exception").map(({ id }) => id);

/** Does the line of an item stand beneath another one of its layer? Of two that are exceptions to each other the first stays. */
function givesWay(items: readonly ContextItem[], partners: readonly BesideEntry[][], at: number): boolean {
  const [id = ""] = ownIdsOf(items[at] as ContextItem);
  return items.some((item, other) => {
    if (other === at || !exceptionsAmong(partners[other]).includes(id)) return false;
    const mutual = ownIdsOf(item).some((general) => exceptionsAmong(partners[at]).includes(general));
    return !mutual || other < at;
  });
}

/** Pairs of which an item prints both sides. */
function pairsIn(item: ContextItem): string[] {
  const isPair = ({ why }: BesideItem) => why !== "exception" && why !== "replaced";
  return (item.beside ?? [])
    .filter((one) => isPair(one) && one.of === undefined)
    .flatMap((one) => ownIdsOf(one).flatMap((id) => ownIdsOf(item).map((own) => pairKey(own, id))));
}

/** A pair that was printed before is named in the label alone, unless its other side refutes what the item says. */
function withPartners(item: ContextItem, partners: readonly BesideEntry[], printed: ReadonlySet<string>): ContextItem {
  const named = new Set<string>();
  const lines: BesideItem[] = [];
  const notes = item.note === undefined ? [] : [item.note];
  for (const { id, where, text, tier, why, of, doubts = [], paths } of partners) {
    if (of !== undefined && named.has(of)) {
      named.add(id);
      continue;
    }
    const isPair = of === undefined && (why === "undecided" || why === "on-purpose");
    if (isPair && ownIdsOf(item).some((own) => printed.has(pairKey(own, id)))) {
      named.add(id);
      notes.push(`${besideWords({ why })} ${id}`);
    } else {
      const note = [doubts, boundText({ paths }) ?? []].flat().join(", ") || undefined;
      // A line of a file has no id that a context could be asked for.
      lines.push({ ...(where === undefined ? { id } : { place: where }), tier, text, ...defined({ note, why, of }) });
    }
  }
  return {
    ...item,
    ...defined({ note: notes.join(", ") || undefined, beside: lines.length === 0 ? item.beside : lines }),
  };
}
