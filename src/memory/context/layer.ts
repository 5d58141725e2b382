/** What a context is made of: layers of items, each with where it comes from and how far it is trusted. */
import type { Tier } from "../entry.js";

/**
 * All layers in the order in which they are printed. The first part is the core: byte-stable, nothing dated or counted.
 * A later layer is one more name here and one more row in `operations/context/layers.ts`.
 */
export const CORE_LAYERS = ["rules", "memories"] as const;
export const TAIL_LAYERS = ["reinforce", "learnings", "found", "questions", "waiting"] as const;
export type LayerName = (typeof CORE_LAYERS)[number] | (typeof TAIL_LAYERS)[number];

/** One line of a context. */
export interface ContextItem {
  /** The entry it speaks for; absent on lines that people wrote themselves and on counts. */
  id?: string;
  /** Of the entry, or of who wrote the line. */
  tier?: Tier;
  /** One line, as the entry says it. */
  text: string;
  /** What else is said of it: "invalidated", "did not stick 2 times". */
  note?: string;
  /** Where it stands, for lines without an id: `SOUL.md:12`. */
  place?: string;
}

/** Why an item is not printed. */
export type OmittedBecause =
  | "layer-full"
  | "context-full"
  | "too-many"
  | "loaded-by-host"
  | "said-above"
  | "withheld"
  | "sensitive"
  | "conflicted"
  | "secret";

/** Something that is left out, with the reason. */
export interface Omitted {
  layer: LayerName;
  id?: string;
  because: OmittedBecause;
  /** A plain sentence. */
  says: string;
}

/** A layer as it was gathered, the most important item first. */
export interface Layer {
  name: LayerName;
  /** One line above its items. */
  title: string;
  items: readonly ContextItem[];
  /** What was left out while gathering. */
  omitted?: readonly Omitted[];
}
