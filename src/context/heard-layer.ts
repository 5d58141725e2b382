/** What a person said that nobody recorded, at the top of what is open now: three a time, each in three contexts. */
import { speakerOf } from "../entry/gates/attribution.js";
import type { HeardSentence } from "../entry/heard.js";
import { TenetError } from "../errors.js";
import type { Layer } from "../store/layers/policy/layer.js";
import { notePrinted, openHeard } from "../store/loop/heard.js";
import { shownHeard } from "../store/loop/shown-heard.js";
import { dataLine } from "../text/fence.js";
import type { Sources } from "./sources.js";

const AT_ONCE = 3;
const CONTEXTS = 3;
/** A longer one is not said a second time in its command. */
const LONGEST_COMMAND = 300;

/** Which sentences a context prints: the next ones, or those that it printed before and that are still open. */
export type HeardChoice = "next" | readonly string[];

type Read = Pick<Sources, "ctx" | "tree" | "own">;

/** The sentences of a context, the oldest first. While learning is off nothing can be recorded, and none is printed. */
export async function chosenHeard({ ctx, tree, own }: Read, choice: HeardChoice): Promise<HeardSentence[]> {
  if (!ctx.profile.learning.on || choice.length === 0) return [];
  const open = await shownHeard(ctx, [tree, ...own]);
  if (choice !== "next") return open.filter(({ id }) => choice.includes(id));
  const now = ctx.clock.now();
  const isPutOff = ({ later }: HeardSentence) => later !== undefined && new Date(later) > now;
  return open.filter((one) => one.printed < CONTEXTS && !isPutOff(one)).slice(0, AT_ONCE);
}

/** The layer `heard`. */
export async function heardLayer({ ctx, heard }: Sources): Promise<Layer> {
  const { people } = ctx.profile;
  const items = heard.map(({ id, at, sentence, user, contact }) => {
    const text = dataLine(sentence);
    const words = text.length > LONGEST_COMMAND ? "<what holds now>" : text;
    return {
      place: `heard ${at.slice(0, 10)}`,
      who: "people",
      text,
      more: [ctx.steps.heard(id.toLowerCase(), words, { source: speakerOf(user, people), contact })],
    };
  });
  return { name: "heard", title: "Heard and not recorded: record what holds, in the person's words", items };
}

/** The sentences that a context printed: what did not fit is its last. */
export function printedHeard(layers: readonly Pick<Layer, "name" | "items">[], { heard }: Pick<Sources, "heard">) {
  const count = layers.find(({ name }) => name === "heard")?.items.length ?? 0;
  return heard.slice(0, count).map(({ id }) => id);
}

/** A context waits for nobody who hears something at this moment. */
const PATIENCE_MS = 500;

/** Counts a context that printed these; what is recorded for long goes. What cannot be counted is printed once more. */
export async function noteHeard({ ctx, tree, own }: Read, printed: readonly string[]): Promise<void> {
  try {
    const open = await openHeard(ctx.workspace, async () => [tree, ...own]);
    const ids = new Set(open.map(({ id }) => id));
    await notePrinted({ ...ctx, patienceMs: PATIENCE_MS }, new Set(printed), ids);
  } catch (thrown) {
    if (!(thrown instanceof TenetError)) throw thrown;
  }
}
