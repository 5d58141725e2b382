/** Makes a context, from its sources to its text. Called by `context.ts`. Writes nothing. */
import type { Context } from "../context.js";
import { examplesLayer } from "../recall/examples-layer.js";
import { next } from "../steps.js";
import { READ_BY } from "../store/host.js";
import { DRIVER_MISSING, lacksDriver } from "../store/merge/merge-driver.js";
import { stampAt } from "../store/records/scan.js";
import { unreadNote, unreadPlaces } from "../store/unread.js";
import { withBesides } from "./beside-lines.js";
import type { ContextData, PrintedLayer } from "./context-schemas.js";
import { notShown, waitingCaptures } from "./coverage.js";
import { chosenHeard, heardLayer } from "./heard-layer.js";
import { contactLayer } from "./layers/contact-layer.js";
import { decisionsLayer } from "./layers/decisions-layer.js";
import { evalLayer } from "./layers/eval-layer.js";
import { knowledgeLayer } from "./layers/knowledge-layer.js";
import { reflexionsLayer } from "./layers/reflexions-layer.js";
import { learningsLayers } from "./learnings-layer.js";
import { memoriesLayers, questionsLayer, reinforceLayer, waitingLayer } from "./now-layers.js";
import { peoplesLayer } from "./peoples-layer.js";
import { assemble, bodyOf } from "./policy/assemble.js";
import { coreWithin, type Limits, tokensOf, wholeWithin } from "./policy/budget.js";
import { type ContextItem, isCore, type Layer, type LayerName } from "./policy/layer.js";
import { hashOf } from "./policy/receipt.js";
import { rulesLayer } from "./rules-layer.js";
import { screenLayers } from "./screen-layers.js";
import { type ContextInput, readSources, type Sources } from "./sources.js";

/**
 * The layers in the order in which they are printed. To add a layer, add a row here and a name in `policy/layer.ts`.
 */
interface LayerRow {
  name: LayerName;
  /** `above`: items of the layers before, except quotes of conversations and files. */
  gather(sources: Sources, above: readonly ContextItem[], core: readonly Layer[]): Promise<Layer | readonly Layer[]>;
}

const LAYERS: readonly LayerRow[] = [
  { name: "people", gather: peoplesLayer },
  { name: "rules", gather: rulesLayer },
  { name: "memories", gather: memoriesLayers },
  { name: "heard", gather: heardLayer },
  { name: "reinforce", gather: reinforceLayer },
  { name: "taught", gather: learningsLayers },
  { name: "contact", gather: contactLayer },
  { name: "reflexions", gather: reflexionsLayer },
  { name: "decisions", gather: decisionsLayer },
  { name: "examples", gather: examplesLayer },
  { name: "wiki", gather: pagesAskedFor },
  { name: "eval", gather: evalLayer },
  { name: "knowledge", gather: knowledgeLayer },
  { name: "questions", gather: questionsLayer },
  { name: "waiting", gather: waitingLayer },
];

/** Needs the YAML parser, so it is loaded only with a query and an existing wiki. */
async function pagesAskedFor(sources: Sources, above: readonly ContextItem[]): Promise<readonly Layer[]> {
  if (sources.input.query === undefined || stampAt(sources.ctx.workspace.wiki) === undefined) return [];
  const { wikiLayer } = await import("./layers/wiki-layer.js");
  return [await wikiLayer(sources, above)];
}

/** Gathers the layers of the core, or with the items that it prints those of the tail. */
async function gatherLayers(
  sources: Sources,
  core?: { gathered: readonly Layer[]; printed: readonly ContextItem[] },
): Promise<Layer[]> {
  const layers: Layer[] = [];
  for (const row of LAYERS) {
    if (isCore(row) !== (core === undefined)) continue;
    const before = layers.filter(({ name }) => name !== "heard" && name !== "knowledge");
    const above = [...(core?.printed ?? []), ...before.flatMap(({ items }) => items)];
    const gathered = await row.gather(sources, above, core?.gathered ?? []);
    layers.push(...(await withBesides(sources, [gathered].flat(), above)));
  }
  return layers;
}

export interface MadeContext {
  data: ContextData;
  sources: Sources;
}

interface Making {
  /** The tail's mark. */
  nonce: string;
  /** Keys of questions that are not repeated. */
  seen: readonly string[];
  /** Whether heard sentences are printed. */
  heard: boolean;
}

/** Makes a context. With a query, trees, index and model are opened once for all layers. */
export async function makeContext(ctx: Context, input: ContextInput, how: Making): Promise<MadeContext> {
  const { query, mode } = input;
  if (query === undefined || query.trim() === "") return await makeFrom(ctx, input, how, undefined);
  const [{ withSearchKept }, { withRecall }] = await Promise.all([
    import("../search/kept-search.js"),
    import("../recall/recall.js"),
  ]);
  return await withSearchKept(ctx, (searchCtx) =>
    withRecall(
      searchCtx,
      (ask) => makeFrom(searchCtx, input, how, (about) => ask({ ...about, query, unremembered: true })),
      mode,
    ),
  );
}

async function makeFrom(
  ctx: Context,
  input: ContextInput,
  { nonce, seen, heard }: Making,
  ask: Sources["ask"],
): Promise<MadeContext> {
  const baseSources = await readSources(ctx, input);
  const sources: Sources = {
    ...baseSources,
    seen: new Set(seen),
    heard: heard ? await chosenHeard(baseSources) : [],
    ask,
  };
  const limits: Limits = { ...ctx.profile.context, characters: input.characters };
  const gathered = await gatherLayers(sources);
  const core = coreWithin(await screenLayers(ctx, gathered, limits), limits);
  const printed = core.flatMap(({ items }) => items);
  const tail = await screenLayers(ctx, await gatherLayers(sources, { gathered, printed }), limits);
  const allLayers = [...core, ...tail];
  const notes = [
    ...allLayers.flatMap((layer) => layer.notes ?? []),
    ...waitingCaptures(sources),
    ...(await promptNotes(sources)),
    ...cloneNotes(ctx),
    ...(await mergeNotes(sources)),
  ];
  const counts = await notShown(sources);
  const claim = { corrected_to: "<what holds now>" };
  const begin = await input.say(next("Corrected, or found something out? Keep it:", "correct", claim));
  const saysOf = (layers: readonly Layer[]) => [...counts(layers), ...notes];
  const print = (layers: readonly Layer[]) =>
    assemble({ layers, says: saysOf(layers), nonce, begin, files: ctx.profile.files });
  const layers = wholeWithin(allLayers, limits, (now) => print(now).text);
  const coreBody = bodyOf(layers.filter(isCore));
  const { text, core: coreText, tail: tailText } = print(layers);
  const data: ContextData = {
    text,
    session: ctx.actor.session,
    core: { text: coreText, hash: hashOf(coreBody), tokens: tokensOf(coreText) },
    tail: { text: tailText, tokens: tokensOf(tailText) },
    layers: layers.filter(({ items }) => items.length > 0).map(printedLayer),
    says: saysOf(layers),
    tokens: tokensOf(text),
  };
  return { data, sources };
}

function printedLayer({ name, title, items }: Layer): PrintedLayer {
  const text = bodyOf([{ name, title, items }]);
  return { name, title, items: [...items], tokens: tokensOf(text), hash: hashOf(text) };
}

/** For a host that shows nothing at a prompt: the agent searches and records itself. */
async function promptNotes({ input: { host, say } }: Sources): Promise<string[]> {
  if (host === undefined || !READ_BY[host].silentAtPrompts) return [];
  const why = "Nothing of tenet reaches you at a prompt here. Corrected: tenet correct. Before a task:";
  return [await say(next(why, "recall", { query: ["<what you are about to do>"] }))];
}

/** For a clone that merges by line. */
function cloneNotes({ workspace }: Context): string[] {
  if (!lacksDriver(workspace.root)) return [];
  return [`Here ${DRIVER_MISSING}. The first capture registers it.`];
}

/** The note on a merge that git has not finished. The layers name the places of conflicts and of broken records. */
async function mergeNotes({ ctx, tree, input: { say } }: Sources): Promise<string[]> {
  const { conflicted, broken } = unreadPlaces({ tree }, ctx.actor.contact);
  return conflicted.length + broken.length > 0 ? [] : [(await say(unreadNote(ctx, [{ tree }]))) ?? []].flat();
}
