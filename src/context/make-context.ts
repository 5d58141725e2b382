/** Makes a context, from its sources to its text. Called by `context.ts`. Writes nothing. */

import type { Context } from "../context.js";
import { examplesLayer } from "../recall/examples-layer.js";
import { SILENT_AT_PROMPTS } from "../store/hosts/host.js";
import { assemble, bodyOf } from "../store/layers/policy/assemble.js";
import { coreWithin, type FittedLayers, type Limits, tokensOf, wholeWithin } from "../store/layers/policy/budget.js";
import { type ContextItem, idsOf, isCore, type Layer, type LayerName } from "../store/layers/policy/layer.js";
import { hashOf, receiptId } from "../store/layers/policy/receipt.js";
import { screenLayers } from "../store/layers/screen-layers.js";
import {
  isNamedSession,
  readSessionCore,
  type SessionCore,
  withdrawnFromCore,
  withOwnWords,
  withoutOwnWords,
} from "../store/layers/session-core.js";
import { DRIVER_MISSING, lacksDriver } from "../store/merge/clone-driver.js";
import { stampAt } from "../store/records/scan.js";
import { unreadNote, unreadPlaces } from "../store/unread.js";
import { withBesides } from "./beside-lines.js";
import type { ContextData, PrintedLayer } from "./context-schemas.js";
import { type Printed, unlisted, waitingCaptures } from "./coverage.js";
import { chosenHeard, type HeardChoice, heardLayer } from "./heard-layer.js";
import { contactLayer } from "./layers/contact-layer.js";
import { decisionsLayer } from "./layers/decisions-layer.js";
import { evalLayer } from "./layers/eval-layer.js";
import { knowledgeLayer } from "./layers/knowledge-layer.js";
import { reflexionsLayer } from "./layers/reflexions-layer.js";
import { learningsLayers } from "./learnings-layer.js";
import { memoriesLayers, questionsLayer, reinforceLayer, waitingLayer } from "./now-layers.js";
import { peoplesLayer } from "./peoples-layer.js";
import { rulesLayer } from "./rules-layer.js";
import { type ContextInput, readSources, type Sources } from "./sources.js";

/**
 * The layers in the order in which they are printed. To add a layer, add a row here and a name in `policy/layer.ts`.
 */
interface LayerRow {
  name: LayerName;
  /** `above`: items of the layers before, except quotes of conversations and files. */
  gather(sources: Sources, above: readonly ContextItem[], core: Printed): Promise<Layer | readonly Layer[]>;
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

/** Gathers the layers of the core, or those of the tail. */
async function gatherLayers(
  part: "core" | "tail",
  sources: Sources,
  core: Printed = { items: [], omitted: [] },
): Promise<Layer[]> {
  const layers: Layer[] = [];
  for (const row of LAYERS) {
    if (isCore(row) !== (part === "core")) continue;
    const before = layers.filter(({ name }) => name !== "heard" && name !== "knowledge");
    const above = [...core.items, ...before.flatMap(({ items }) => items)];
    layers.push(...(await withBesides(sources, [await row.gather(sources, above, core)].flat(), above)));
  }
  return layers;
}

/** A context with the data for its receipt and core. */
export interface MadeContext {
  data: ContextData;
  sources: Sources;
  nonce: string;
  limits: Limits;
  /** The core to keep, where the session has none. */
  newCore?: SessionCore;
  /** The text without the line of its receipt, for when none could be stored. */
  withoutReceipt(): ContextData;
}

/** A placeholder with the length of every receipt id. */
const SOME_RECEIPT = "R-00000000";

interface Making {
  /** The tail's mark. */
  nonce: string;
  /** False where no receipt will be stored. */
  receipt: boolean;
  at: string;
  /** Keys of questions that are not repeated. */
  seen: readonly string[];
  heard: HeardChoice;
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
  { nonce, receipt, at, seen, heard }: Making,
  ask: Sources["ask"],
): Promise<MadeContext> {
  const baseSources = await readSources(ctx, input);
  const sources: Sources = { ...baseSources, seen: new Set(seen), heard: await chosenHeard(baseSources, heard), ask };
  const { layer_tokens, total_tokens } = ctx.profile.context;
  const limits: Limits = { layer_tokens, total_tokens, characters: input.characters };
  const { session } = ctx.actor;
  const isNamed = isNamedSession(session);
  const sessionCore = isNamed ? readSessionCore(ctx.workspace, session, ctx.actor.user, ctx.steps.door) : undefined;
  const withdrawnIds = sessionCore === undefined ? [] : await withdrawnFromCore(sessionCore, sources);
  const keptCore =
    sessionCore === undefined || withdrawnIds.length > 0
      ? undefined
      : { ...sessionCore, layers: await withOwnWords(sessionCore.layers, sources) };
  const says = [
    ...renewalNotes(withdrawnIds),
    ...newerVersionNotes(keptCore, sources),
    ...promptNotes(sources),
    ...cloneNotes(ctx),
    ...(await mergeNotes(sources)),
  ];
  const coreLayers = keptCore ?? (await screenLayers(ctx, await gatherLayers("core", sources), limits));
  const core = coreWithin({ layers: [...coreLayers.layers], omitted: [...coreLayers.omitted] }, limits);
  const above = core.layers.flatMap(({ items }) => items);
  const tail = await screenLayers(
    ctx,
    await gatherLayers("tail", sources, { items: above, omitted: core.omitted }),
    limits,
  );
  const layers = [...core.layers, ...tail.layers];
  const omitted = [...core.omitted, ...tail.omitted, ...(await waitingCaptures(sources))];
  const allLayers: FittedLayers = {
    layers,
    omitted: [...omitted, ...unlisted(sources, { items: layers.flatMap(({ items }) => items), omitted })],
  };
  const print = ({ layers, omitted }: FittedLayers, id?: string) =>
    assemble({ layers, omitted, says, nonce, receipt: id, steps: ctx.steps, files: ctx.profile.files });
  const fittedLayers = wholeWithin(allLayers, limits, (now) => print(now, receipt ? SOME_RECEIPT : undefined).text);
  const bodies = [
    bodyOf(fittedLayers.layers.filter(isCore)),
    bodyOf(fittedLayers.layers.filter((layer) => !isCore(layer))),
  ];
  const id = receiptId(nonce, at, session, ...bodies);
  const dataOf = (receiptOf: string | undefined): ContextData => {
    const { text, core: coreText, tail: tailText } = print(fittedLayers, receiptOf);
    return {
      text,
      session,
      core: { text: coreText, hash: hashOf(bodies[0] ?? ""), tokens: tokensOf(coreText), kept: keptCore !== undefined },
      tail: { text: tailText, tokens: tokensOf(tailText) },
      layers: fittedLayers.layers.filter(({ items }) => items.length > 0).map(printedLayer),
      omitted: fittedLayers.omitted,
      says,
      tokens: tokensOf(text),
      ...(receiptOf === undefined ? {} : { receipt: receiptOf }),
    };
  };
  const newCore = isNamed && keptCore === undefined ? await coreOf(fittedLayers, sources, at) : undefined;
  return {
    data: dataOf(receipt ? id : undefined),
    sources,
    nonce,
    limits,
    ...(newCore === undefined ? {} : { newCore }),
    withoutReceipt: () => dataOf(undefined),
  };
}

function printedLayer({ name, title, items }: Layer): PrintedLayer {
  const text = bodyOf([{ name, title, items }]);
  return { name, title, items: [...items], tokens: tokensOf(text), hash: hashOf(text) };
}

function renewalNotes(withdrawnIds: readonly string[]): string[] {
  if (withdrawnIds.length === 0) return [];
  return [`The core was made anew within this session: ${withdrawnIds.join(", ")} may no longer be shown.`];
}

/** The note for a host that shows nothing at a prompt: the agent has to search and record by itself. */
function promptNotes({ input: { host }, ctx }: Sources): string[] {
  if (host === undefined || !SILENT_AT_PROMPTS.has(host)) return [];
  const { recall, capture } = ctx.steps;
  return [`Nothing of tenet reaches you at a prompt here. Before a task: ${recall}. Corrected: ${capture}.`];
}

/** The note for a clone whose merges go by line. */
function cloneNotes({ workspace }: Context): string[] {
  if (!lacksDriver(workspace.root)) return [];
  return [`Here ${DRIVER_MISSING}. The first capture registers it.`];
}

/** The note on a merge that git has not finished. The layers name the places of conflicts and of broken records. */
async function mergeNotes({ ctx, tree }: Sources): Promise<string[]> {
  const { conflicted, broken } = unreadPlaces(tree, ctx.actor.contact);
  return conflicted.length + broken.length > 0 ? [] : [(await unreadNote(ctx, [{ tree }])) ?? []].flat();
}

/** A session keeps the rules it began with; a newer version is mentioned. */
function newerVersionNotes(keptCore: SessionCore | undefined, { book }: Sources): string[] {
  if (keptCore === undefined) return [];
  const versionIds = book.chain.inForce.map(({ id }) => id);
  const newerIds = versionIds.filter((id) => !keptCore.versions.includes(id));
  const [newestId] = newerIds.slice(-1);
  return newestId === undefined
    ? []
    : [`A newer version of the rules (${newestId}) takes effect with the next session.`];
}

async function coreOf({ layers, omitted }: FittedLayers, sources: Sources, at: string): Promise<SessionCore> {
  const { book, head } = sources;
  const core = layers.filter(isCore);
  const names = new Set(core.map(({ name }) => name));
  const ids = core.flatMap(({ items }) => items.flatMap(idsOf));
  return {
    layers: await withoutOwnWords(core, sources),
    omitted: omitted.filter(({ layer }) => names.has(layer)),
    versions: book.chain.inForce.map(({ id }) => id),
    missing: [...new Set(ids)].filter((id) => head(id) === undefined),
    at,
  };
}
