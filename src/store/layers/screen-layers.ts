/** The last gate before entry text goes into a prompt: secrets that came in by hand, hidden characters, false marks. */
import type { Context } from "../../context.js";
import { screenEntry } from "../../screening/screen.js";
import { defined } from "../../text/defined.js";
import { dataLineOf } from "../../text/fence.js";
import { type FittedLayers, type Limits, withinLayers } from "./policy/budget.js";
import { type ContextItem, type Layer, type LayerName, leftOut, nameOf, type Omitted } from "./policy/layer.js";

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
export async function screenLayers(ctx: Context, layers: readonly Layer[], limits: Limits): Promise<FittedLayers> {
  const rough = withinLayers(
    layers.map((layer) => ({ ...layer, items: layer.items.map((item) => cutItem(item, longestIn(layer.name))) })),
    limits,
  );
  const omitted: Omitted[] = [...layers.flatMap((layer) => layer.omitted ?? []), ...rough.omitted];
  const clean: Layer[] = [];
  for (const [at, { name, title, items }] of layers.entries()) {
    const fittingItems = items.slice(0, rough.layers[at]?.items.length ?? 0);
    const safe: ContextItem[] = [];
    for (const item of fittingItems) safe.push(await screenItem(ctx, item, name, omitted));
    clean.push({ name, title, items: safe });
  }
  const fitted = withinLayers(clean, limits);
  return { layers: fitted.layers, omitted: [...omitted, ...fitted.omitted] };
}

function cutItem(item: ContextItem, longest: number): ContextItem {
  const linesBeside = item.beside?.map((one) => ({ ...one, text: dataLineOf(one.text, longest) }));
  const parts = item.parts?.map(({ name, text }) => ({ name, text: dataLineOf(text, longest) }));
  return { ...item, text: dataLineOf(item.text, longest), ...defined({ parts, beside: linesBeside }) };
}

/**
 * Removes secrets from the texts of an item; each one is reported and counted as omitted. Layers that print a part of a
 * text call it with the whole: half a secret is not recognised.
 */
export async function withoutSecrets<T extends Record<string, unknown>>(
  ctx: Context,
  texts: T,
  { name, layer, id }: { name: string; layer: LayerName; id?: string | undefined },
  omitted: Omitted[],
): Promise<T> {
  const { value, findings } = await screenEntry(texts, { mode: "redact", bidi: "strip" });
  for (const { what, kind } of findings) {
    if (what !== "secret") continue;
    const says = `${name} holds a secret (${kind}): the secret is not printed; take it out where it stands.`;
    omitted.push(leftOut(layer, "secret", says, id));
    ctx.warn(says);
  }
  return value;
}

async function screenItem(ctx: Context, item: ContextItem, layer: LayerName, omitted: Omitted[]): Promise<ContextItem> {
  const of = { name: nameOf(item), layer, id: item.id };
  const clean = async (text: string, source = of): Promise<string> =>
    dataLineOf((await withoutSecrets(ctx, { text }, source, omitted)).text, longestIn(layer));
  const text = await clean(item.text);
  const parts: ContextItem["parts"] = [];
  for (const part of item.parts ?? []) parts.push({ name: part.name, text: await clean(part.text) });
  const cleanBeside: ContextItem["beside"] = [];
  for (const one of item.beside ?? []) {
    cleanBeside.push({ ...one, text: await clean(one.text, { ...of, name: nameOf(one), id: one.id }) });
  }
  return {
    ...item,
    text,
    ...(parts.length === 0 ? {} : { parts }),
    ...(cleanBeside.length === 0 ? {} : { beside: cleanBeside }),
  };
}
