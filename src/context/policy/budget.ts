/** Cuts layers to their limits: each has a share, the whole has a limit, and the last lines go first. Pure. */

import { bodyOf, itemLines, layerText } from "./assemble.js";
import { type ContextItem, isCore, type Layer, type LayerName } from "./layer.js";

/** How long a context may be. */
export interface Limits {
  /** Tokens of everything that is printed. */
  total_tokens: number;
  /** Characters of everything that is printed, where the host has a bound. */
  characters?: number | undefined;
}

/** Tokens of one layer. */
export const LAYER_TOKENS = 2000;

/** Characters a token; the model's own tokenizer runs in a thread that ends with the search. */
const CHARACTERS_A_TOKEN = 4;

/** Largest part of the whole for the core: current items need room beside it. */
const SHARE_OF_CORE = 2 / 3;

/** Tokens reserved in the tail for heard sentences, reminders and taught items. */
const RESERVED = 2_500;
const BEFORE_TAUGHT: ReadonlySet<LayerName> = new Set(["heard", "reinforce"]);

/** Their characters at a session's start, where the host has a limit; text around the layers comes on top. */
const RESERVED_CHARACTERS = 4_000;
/** Characters of the core there. */
const MOST_OF_CORE = 3_000;

/** Characters kept for them; a host with room for less than twice as much gives them what the core leaves. */
function reservedOf({ characters }: Pick<Limits, "characters">): number {
  if (characters === undefined) return RESERVED * CHARACTERS_A_TOKEN;
  return characters < 2 * RESERVED_CHARACTERS ? characters * (1 - SHARE_OF_CORE) : RESERVED_CHARACTERS;
}

/** Tokens of a text. */
export function tokensOf(text: string): number {
  return Math.ceil(text.length / CHARACTERS_A_TOKEN);
}

/**
 * Cuts each layer before the first item that does not fit its share. The taught layer gets the rest of the share that it
 * has in common with the layers before it.
 */
export function withinLayers(layers: readonly Layer[], limits: Pick<Limits, "characters">): Layer[] {
  const keptLayers: Layer[] = [];
  for (const layer of layers) {
    const takenTokens = keptLayers.reduce(
      (sum, one) => sum + (BEFORE_TAUGHT.has(one.name) ? tokensOf(layerText(one)) : 0),
      0,
    );
    const tokens =
      layer.name === "taught" ? Math.floor(reservedOf(limits) / CHARACTERS_A_TOKEN) - takenTokens : LAYER_TOKENS;
    keptLayers.push({ ...layer, items: fitting(layer, tokens) });
  }
  return keptLayers;
}

/** The items of a layer that fit: the first ones, and of a layer with rules of people what leaves room for these. */
function fitting(layer: Layer, tokens: number): readonly ContextItem[] {
  const fits = (items: readonly ContextItem[]) => tokensOf(layerText({ ...layer, items })) <= tokens;
  if (layer.items.some(({ firm }) => firm)) {
    let { items } = layer;
    while (items.length > 0 && !fits(items)) items = items.toSpliced(leastNeeded(items), 1);
    return items;
  }
  let length = layer.title.length + 1;
  const past = layer.items.findIndex((item) => {
    length += itemLines(item).join("\n").length + 1;
    return Math.ceil(length / CHARACTERS_A_TOKEN) > tokens;
  });
  return past === -1 ? layer.items : layer.items.slice(0, past);
}

/** The place of the item that goes first: the last one behind which no person stands, else the last. */
function leastNeeded(items: readonly ContextItem[]): number {
  const at = items.findLastIndex(({ firm }) => firm !== true);
  return at === -1 ? items.length - 1 : at;
}

/** Takes items off the end of the last layer that has any, until `isWithin` holds or nothing is left. */
function cutWhile(
  fitted: readonly Layer[],
  among: (layer: Layer) => boolean,
  isWithin: (now: readonly Layer[]) => boolean,
): readonly Layer[] {
  let now = fitted;
  while (!isWithin(now)) {
    const at = now.findLastIndex((layer) => among(layer) && layer.items.length > 0);
    const layer = now[at];
    if (layer === undefined) return now;
    now = now.with(at, { ...layer, items: layer.items.toSpliced(leastNeeded(layer.items), 1) });
  }
  return now;
}

const isPeoples = ({ name }: Layer): boolean => name === "people";

/**
 * The core within its share of the whole, and beside the reserve where a host has a limit. It is cut apart from the
 * tail, so that a long tail never changes a byte of it.
 */
export function coreWithin(layers: readonly Layer[], { total_tokens, characters }: Limits): readonly Layer[] {
  const whole = Math.min(total_tokens * CHARACTERS_A_TOKEN, characters ?? Number.POSITIVE_INFINITY);
  const most = Math.min(whole * SHARE_OF_CORE, characters === undefined ? whole : MOST_OF_CORE);
  const lengthOf = (now: readonly Layer[], isMeant: (layer: Layer) => boolean) => bodyOf(now.filter(isMeant)).length;
  const isWithin = (now: readonly Layer[]) => lengthOf(now, isCore) <= most;
  // People's lines can be read in their file; rules are written nowhere else where that file is cut short.
  const halved = cutWhile(layers, isPeoples, (now) => isWithin(now) || lengthOf(now, isPeoples) <= most / 2);
  return cutWhile(halved, isCore, isWithin);
}

/** The whole context within its limits, cut from the tail; `textOf` renders it. */
export function wholeWithin(
  layers: readonly Layer[],
  { total_tokens, characters }: Limits,
  textOf: (now: readonly Layer[]) => string,
): readonly Layer[] {
  const isWithin = (now: readonly Layer[]) => {
    const text = textOf(now);
    return tokensOf(text) <= total_tokens && text.length <= (characters ?? Number.POSITIVE_INFINITY);
  };
  const cut = cutWhile(layers, (layer) => !isCore(layer), isWithin);
  return cutWhile(cut, () => true, isWithin);
}
