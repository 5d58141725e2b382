/** The last gate before entry text goes into a prompt: secrets that came in by hand, hidden characters, false marks. */
import type { Context } from "../context.js";
import { screenEntry } from "../screening/screen.js";
import { defined } from "../text/defined.js";
import { dataLineOf } from "../text/fence.js";
import { type Limits, withinLayers } from "./policy/budget.js";
import { type ContextItem, type Layer, type LayerName, nameOf } from "./policy/layer.js";

/** Longer texts are cut: the entry itself is one command away. Rules are lines already. */
const LONGEST = 300;
const LONGEST_RULE = 1_000;
/** A whole passage: eight of them fill their layer. */
const LONGEST_PASSAGE = 1_000;
/** A person's own words, that stand nowhere else yet. */
const LONGEST_HEARD = 1_000;
const OTHER_LENGTHS: Partial<Record<LayerName, number>> = {
  people: LONGEST_RULE,
  rules: LONGEST_RULE,
  knowledge: LONGEST_PASSAGE,
  heard: LONGEST_HEARD,
};

const longestIn = (name: LayerName): number => OTHER_LENGTHS[name] ?? LONGEST;

/** Screens layers for secrets, each within its share; only printed items. Called before a context is printed. */
export async function screenLayers(ctx: Context, layers: readonly Layer[], limits: Limits): Promise<Layer[]> {
  const rough = withinLayers(
    layers.map((layer) => ({ ...layer, items: layer.items.map((item) => cutItem(item, longestIn(layer.name))) })),
    limits,
  );
  const clean: Layer[] = [];
  for (const [at, layer] of layers.entries()) {
    const safe: ContextItem[] = [];
    for (const item of layer.items.slice(0, rough[at]?.items.length ?? 0)) {
      safe.push(await screenItem(ctx, item, longestIn(layer.name)));
    }
    clean.push({ ...layer, items: safe });
  }
  return withinLayers(clean, limits);
}

function cutItem(item: ContextItem, longest: number): ContextItem {
  const linesBeside = item.beside?.map((one) => ({ ...one, text: dataLineOf(one.text, longest) }));
  const parts = item.parts?.map(({ name, text }) => ({ name, text: dataLineOf(text, longest) }));
  return { ...item, text: dataLineOf(item.text, longest), ...defined({ parts, beside: linesBeside }) };
}

/**
 * Removes secrets from the texts of an item, and warns of each. Layers that print a part of a text call it with the whole:
 * half a secret is not recognised.
 */
export async function withoutSecrets<T extends Record<string, unknown>>(
  ctx: Pick<Context, "warn">,
  texts: T,
  name: string,
): Promise<T> {
  const { value, findings } = await screenEntry(texts);
  for (const { what, kind } of findings) {
    if (what !== "secret") continue;
    ctx.warn(`${name} holds a secret (${kind}): the secret is not printed; take it out where it stands.`);
  }
  return value;
}

async function screenItem(ctx: Context, item: ContextItem, longest: number): Promise<ContextItem> {
  const clean = async (text: string, name = nameOf(item)) =>
    dataLineOf((await withoutSecrets(ctx, { text }, name)).text, longest);
  const text = await clean(item.text);
  const parts: NonNullable<ContextItem["parts"]> = [];
  for (const part of item.parts ?? []) parts.push({ name: part.name, text: await clean(part.text) });
  const beside: NonNullable<ContextItem["beside"]> = [];
  for (const one of item.beside ?? []) beside.push({ ...one, text: await clean(one.text, nameOf(one)) });
  return { ...item, text, ...(item.parts && { parts }), ...(item.beside && { beside }) };
}
