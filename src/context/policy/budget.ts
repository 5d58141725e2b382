/** What fits: each layer has its share, the whole has its bound, and what goes first is what stands last. Pure. */
import { bodyOf, layerText } from "./assemble.js";
import { type ContextItem, idsOf, isCore, type Layer, leftOut, NOUN_OF, type Omitted } from "./layer.js";

/** How long a context may be. */
export interface Limits {
  /** Tokens of one layer. */
  layer_tokens: number;
  /** Tokens of everything that is printed. */
  total_tokens: number;
  /** Characters of everything that is printed, where the host has a bound. */
  characters?: number | undefined;
}

/** Characters a token; the model's own tokenizer runs in a thread that ends with the search. */
const CHARACTERS_A_TOKEN = 4;

/** So much of the whole the core may take: what happens now must have room beside it. */
const SHARE_OF_CORE = 2 / 3;

/** Tokens of a text. */
export function tokensOf(text: string): number {
  return Math.ceil(text.length / CHARACTERS_A_TOKEN);
}

/** Layers with what was left out of them. */
export interface FittedLayers {
  layers: Layer[];
  omitted: Omitted[];
}

function omission(layer: Layer, item: ContextItem, because: "layer-full" | "context-full"): Omitted {
  const reason = because === "layer-full" ? "the layer is full" : "the context is full";
  const [id] = idsOf(item);
  const named = id ?? `A ${NOUN_OF[layer.name][0]}`;
  return leftOut(layer.name, because, `${named} is left out: ${reason}.`, id);
}

/** Each layer cut at the border of the first item that does not fit its share. */
export function withinLayers(layers: readonly Layer[], { layer_tokens }: Pick<Limits, "layer_tokens">): FittedLayers {
  const omitted: Omitted[] = [];
  const kept = layers.map((layer): Layer => {
    let count = 0;
    while (count < layer.items.length && fits(layer, count + 1, layer_tokens)) count++;
    omitted.push(...layer.items.slice(count).map((item) => omission(layer, item, "layer-full")));
    return { ...layer, items: layer.items.slice(0, count) };
  });
  return { layers: kept, omitted };
}

const fits = (layer: Layer, count: number, tokens: number): boolean =>
  tokensOf(layerText({ ...layer, items: layer.items.slice(0, count) })) <= tokens;

/** Takes items off the end of the last layer that has any, until `isWithin` holds or nothing is left. */
function cutWhile(
  fitted: FittedLayers,
  among: (layer: Layer) => boolean,
  isWithin: (now: FittedLayers) => boolean,
): FittedLayers {
  let now = fitted;
  while (!isWithin(now)) {
    const at = now.layers.findLastIndex((layer) => among(layer) && layer.items.length > 0);
    const layer = now.layers[at];
    const item = layer?.items.at(-1);
    if (layer === undefined || item === undefined) return now;
    const shorter: Layer = { ...layer, items: layer.items.slice(0, -1) };
    now = { layers: now.layers.with(at, shorter), omitted: [omission(layer, item, "context-full"), ...now.omitted] };
  }
  return now;
}

/**
 * The core within its share of the whole. It is cut apart from the tail, so that a long tail never changes a byte of it.
 */
export function coreWithin(fitted: FittedLayers, { total_tokens, characters }: Limits): FittedLayers {
  const most = Math.min(total_tokens * CHARACTERS_A_TOKEN, characters ?? Number.POSITIVE_INFINITY) * SHARE_OF_CORE;
  return cutWhile(fitted, isCore, ({ layers }) => bodyOf(layers.filter(isCore)).length <= most);
}

/** The whole within its bounds, cut from the tail; `textOf` says how it is printed. */
export function wholeWithin(
  fitted: FittedLayers,
  { total_tokens, characters }: Limits,
  textOf: (now: FittedLayers) => string,
): FittedLayers {
  const isWithin = (now: FittedLayers) => {
    const text = textOf(now);
    return tokensOf(text) <= total_tokens && text.length <= (characters ?? Number.POSITIVE_INFINITY);
  };
  const cut = cutWhile(fitted, (layer) => !isCore(layer), isWithin);
  return cutWhile(cut, () => true, isWithin);
}
