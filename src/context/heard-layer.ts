/**
 * The layer `heard`: sentences of a person that nobody recorded, at the top of the tail. Three at a time, each in three
 * contexts.
 */

import { type HeardSentence, heardStep, openHeard } from "../store/state/heard.js";
import { dataLine } from "../text/fence.js";
import type { Layer } from "./policy/layer.js";
import type { Sources } from "./sources.js";

const AT_ONCE = 3;
const CONTEXTS = 3;
/** The longest sentence that its command repeats. */
const LONGEST_COMMAND = 300;

type Read = Pick<Sources, "ctx" | "tree" | "own">;

/** The sentences of a context, the oldest first. None while learning is off, since nothing could be recorded. */
export async function chosenHeard({ ctx, tree, own }: Read): Promise<HeardSentence[]> {
  if (!ctx.profile.learning.on) return [];
  const openSentences = await openHeard(ctx, [tree, ...own]);
  return openSentences.filter((one) => one.printed < CONTEXTS).slice(0, AT_ONCE);
}

export async function heardLayer({ ctx, heard, input: { say } }: Sources): Promise<Layer> {
  const { people } = ctx.profile;
  const items = heard.map((one) => {
    const text = dataLine(one.sentence);
    const words = text.length > LONGEST_COMMAND ? "<what holds now>" : text;
    return { place: `heard ${one.at.slice(0, 10)}`, who: "people", text, more: [heardStep(one, words, people)] };
  });
  const title = "Heard and not recorded: record what holds, in the person's words";
  return { name: "heard", title, items: await say(items) };
}

/** The sentences that were printed: the layer drops from its end what does not fit. */
export function printedHeard(layers: readonly Pick<Layer, "name" | "items">[], { heard }: Pick<Sources, "heard">) {
  const count = layers.find(({ name }) => name === "heard")?.items.length ?? 0;
  return heard.slice(0, count).map(({ id }) => id);
}
