/**
 * What a context is made of, in the order in which it is printed. A later layer (examples from edits, contacts,
 * reflexions, decisions, wiki, evaluation, knowledge) is one row here and one name in `memory/context/layer.ts`.
 */

import { foundLayer } from "../hosts/events/missed-layer.js";
import { learningsLayer } from "./learnings-layer.js";
import { memoriesLayer } from "./memories-layer.js";
import { questionsLayer, reinforceLayer, waitingLayer } from "./now-layers.js";
import { type ContextItem, isCore, type Layer, type LayerName } from "./policy/layer.js";
import { rulesLayer } from "./rules-layer.js";
import type { Sources } from "./sources.js";

interface LayerRow {
  name: LayerName;
  /** `above`: what the layers before it print, without quotes of a conversation: no line stands against these. */
  gather(sources: Sources, above: readonly ContextItem[]): Promise<Layer | undefined>;
}

const LAYERS: readonly LayerRow[] = [
  { name: "rules", gather: rulesLayer },
  { name: "memories", gather: memoriesLayer },
  { name: "reinforce", gather: reinforceLayer },
  { name: "found", gather: ({ ctx, tree }) => foundLayer(ctx, tree) },
  { name: "learnings", gather: learningsLayer },
  { name: "questions", gather: questionsLayer },
  { name: "waiting", gather: waitingLayer },
];

/** The layers of the core, or those of the tail. */
export async function gatherLayers(
  part: "core" | "tail",
  sources: Sources,
  above: readonly ContextItem[] = [],
): Promise<Layer[]> {
  const layers: Layer[] = [];
  for (const row of LAYERS) {
    if (isCore(row) !== (part === "core")) continue;
    const said = layers.filter(({ name }) => name !== "found");
    const layer = await row.gather(sources, [...above, ...said.flatMap(({ items }) => items)]);
    if (layer !== undefined) layers.push(layer);
  }
  return layers;
}
