/** Makes a context, from gathering to text. Writes nothing. */

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
import { stampAt } from "../store/records/scan.js";
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
import { rulesLayer } from "./rules-layer.js";
import { type ContextInput, readSources, type Sources, sourcesWithout } from "./sources.js";

/**
 * What a context is made of, in the order in which it is printed. Another layer is one row here and one name in
 * `policy/layer.ts`.
 */
interface LayerRow {
  name: LayerName;
  /** `above`: what the layers before it print, without quotes of conversations and files. */
  gather(sources: Sources, above: readonly ContextItem[], core: Printed): Promise<Layer | readonly Layer[]>;
}

const LAYERS: readonly LayerRow[] = [
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

/** Pages are read by the YAML parser, which is loaded where there is a query and a page. */
async function pagesAskedFor(sources: Sources, above: readonly ContextItem[]): Promise<readonly Layer[]> {
  if (sources.input.query === undefined || stampAt(sources.ctx.workspace.wiki) === undefined) return [];
  const { wikiLayer } = await import("./layers/wiki-layer.js");
  return [await wikiLayer(sources, above)];
}

/** The layers of the core, or those of the tail. */
async function gatherLayers(
  part: "core" | "tail",
  all: Sources,
  core: Printed = { items: [], omitted: [] },
): Promise<Layer[]> {
  const layers: Layer[] = [];
  const { trial } = all.input;
  const others = trial === undefined ? all : sourcesWithout(all, trial.without);
  for (const row of LAYERS) {
    if (isCore(row) !== (part === "core")) continue;
    const sources = row.name === "rules" ? all : others;
    const before = layers.filter(({ name }) => name !== "heard" && name !== "knowledge");
    const above = [...core.items, ...before.flatMap(({ items }) => items)];
    layers.push(...(await withBesides(sources, [await row.gather(sources, above, core)].flat(), above)));
  }
  return layers;
}

/** A context with what is needed to keep a receipt and the core. */
export interface MadeContext {
  data: ContextData;
  sources: Sources;
  nonce: string;
  limits: Limits;
  /** The core, where the session has none yet. */
  newCore?: SessionCore;
  /** The text without its receipt's line, for when none could be kept. */
  withoutReceipt(): ContextData;
}

/** As long as every receipt's id. */
const SOME_RECEIPT = "R-00000000";

interface Making {
  /** The tail's mark. */
  nonce: string;
  /** False where none will be kept. */
  receipt: boolean;
  at: string;
  /** Keys of questions not to repeat. */
  seen: readonly string[];
  heard: HeardChoice;
}

/** Several layers look for what fits a query: trees, index and model are opened once for them all. */
export async function makeContext(ctx: Context, input: ContextInput, how: Making): Promise<MadeContext> {
  const { query, mode } = input;
  if (query === undefined || query.trim() === "") return await madeOf(ctx, input, how, undefined);
  const [{ withSearchKept }, { withRecall }] = await Promise.all([
    import("../search/kept-search.js"),
    import("../recall/recall.js"),
  ]);
  return await withSearchKept(ctx, (kept) =>
    withRecall(kept, (ask) => madeOf(kept, input, how, (about) => ask({ ...about, query, unremembered: true })), mode),
  );
}

async function madeOf(
  ctx: Context,
  input: ContextInput,
  { nonce, receipt, at, seen, heard }: Making,
  ask: Sources["ask"],
): Promise<MadeContext> {
  const read = await readSources(ctx, input);
  const sources: Sources = { ...read, seen: new Set(seen), heard: await chosenHeard(read, heard), ask };
  const { layer_tokens, total_tokens } = ctx.profile.context;
  const limits: Limits = { layer_tokens, total_tokens, characters: input.characters };
  const { session } = ctx.actor;
  // What a session keeps would stand in the place of what a trial asks about.
  const isNamed = isNamedSession(session) && input.trial === undefined;
  const known = isNamed ? readSessionCore(ctx.workspace, session, ctx.actor.user, ctx.steps.door) : undefined;
  const withdrawn = known === undefined ? [] : await withdrawnFromCore(known, sources);
  const kept =
    known === undefined || withdrawn.length > 0
      ? undefined
      : { ...known, layers: await withOwnWords(known.layers, sources) };
  const says = [...renewalNotes(withdrawn), ...newerVersionNotes(kept, sources), ...promptNotes(sources)];
  const gathered = kept ?? (await screenLayers(ctx, await gatherLayers("core", sources), limits));
  const core = coreWithin({ layers: [...gathered.layers], omitted: [...gathered.omitted] }, limits);
  const above = core.layers.flatMap(({ items }) => items);
  const tail = await screenLayers(
    ctx,
    await gatherLayers("tail", sources, { items: above, omitted: core.omitted }),
    limits,
  );
  const layers = [...core.layers, ...tail.layers];
  const omitted = [...core.omitted, ...tail.omitted, ...(await waitingCaptures(sources))];
  const all: FittedLayers = {
    layers,
    omitted: [...omitted, ...unlisted(sources, { items: layers.flatMap(({ items }) => items), omitted })],
  };
  const print = ({ layers, omitted }: FittedLayers, id?: string) =>
    assemble({ layers, omitted, says, nonce, receipt: id, steps: ctx.steps, files: ctx.profile.files });
  const fitted = wholeWithin(all, limits, (now) => print(now, receipt ? SOME_RECEIPT : undefined).text);
  const bodies = [bodyOf(fitted.layers.filter(isCore)), bodyOf(fitted.layers.filter((layer) => !isCore(layer)))];
  const id = receiptId(nonce, at, session, ...bodies);
  const dataOf = (receiptOf: string | undefined): ContextData => {
    const { text, core: coreText, tail: tailText } = print(fitted, receiptOf);
    return {
      text,
      session,
      core: { text: coreText, hash: hashOf(bodies[0] ?? ""), tokens: tokensOf(coreText), kept: kept !== undefined },
      tail: { text: tailText, tokens: tokensOf(tailText) },
      layers: fitted.layers.filter(({ items }) => items.length > 0).map(printedLayer),
      omitted: fitted.omitted,
      says,
      tokens: tokensOf(text),
      ...(receiptOf === undefined ? {} : { receipt: receiptOf }),
    };
  };
  const newCore = isNamed && kept === undefined ? await coreOf(fitted, sources, at) : undefined;
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

function renewalNotes(gone: readonly string[]): string[] {
  if (gone.length === 0) return [];
  return [`The core was made anew within this session: ${gone.join(", ")} may no longer be shown.`];
}

/** A host that shows nothing at a prompt leaves it to the agent to look, and to record what it is told. */
function promptNotes({ input: { host }, ctx }: Sources): string[] {
  if (host === undefined || !SILENT_AT_PROMPTS.has(host)) return [];
  const { recall, capture } = ctx.steps;
  return [`Nothing of tenet reaches you at a prompt here. Before a task: ${recall}. Corrected: ${capture}.`];
}

/** A session keeps the rules it began with; that there are newer ones is said. */
function newerVersionNotes(kept: SessionCore | undefined, { book }: Sources): string[] {
  if (kept === undefined) return [];
  const now = book.chain.inForce.map(({ id }) => id);
  const since = now.filter((id) => !kept.versions.includes(id));
  const [last] = since.slice(-1);
  return last === undefined ? [] : [`A newer version of the rules (${last}) takes effect with the next session.`];
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
