/** `tenet context`: what an agent reads at the start of a session. */

import { fixedClock } from "../clock.js";
import type { Context } from "../context.js";
import { TenetError, wrongUsage } from "../errors.js";
import type { TrialContext } from "../recall/answer-program.js";
import { STEPS } from "../steps.js";
import { HOSTS } from "../store/hosts/host.js";
import { tokensOf } from "../store/layers/policy/budget.js";
import { idsOf } from "../store/layers/policy/layer.js";
import { changesSince, hashOf, type LayerChange, RECEIPT_ID, receiptItem } from "../store/layers/policy/receipt.js";
import type { Receipt } from "../store/layers/receipt-schema.js";
import { keepSessionCore } from "../store/layers/session-core.js";
import { eventWithReceipt, queryForLedger, recordRead } from "../store/ledger/ledger.js";
import { noteOpportunities, readSession, rememberAsked, rememberShown } from "../store/sessions.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";
import { markOf } from "../text/fence.js";
import type { ContextData } from "./context-schemas.js";
import { noteHeard, printedHeard } from "./heard-layer.js";
import { type MadeContext, makeContext } from "./make-context.js";
import { questionKeys } from "./now-layers.js";
import type { ContextInput } from "./sources.js";

export type { ContextInput } from "./sources.js";

/** Tails of ids that a mark is made of: far more than its digits can hold. */
const DRAWN = 4;

/** A mark that nobody who wrote an entry can have known: random, repeatable only where ids are (`TENET_SEED`). */
function newNonce({ ids }: Pick<Context, "ids">): string {
  return markOf(Array.from({ length: DRAWN }, () => ids.tail()).join(""));
}

/**
 * The core, byte-stable and kept for a named session, and what is open now; each layer within its share, with what was
 * left out and why. Tracked files stay as they are: only the ledger and the memory of the session are written.
 */
export async function context(ctx: Context, input: ContextInput = {}): Promise<ContextData> {
  const trimmed: ContextInput = defined({ ...input, query: input.query?.trim() || undefined });
  if (input.replay !== undefined) return await replayReceipt(ctx, input.replay, trimmed);
  const at = stamp(ctx.clock.now());
  const untouched = input.untouched === true;
  const seen = [...readSession(ctx.workspace, ctx.actor.session).asked];
  const made = await makeContext(ctx, trimmed, {
    nonce: newNonce(ctx),
    receipt: !untouched,
    at,
    seen,
    heard: untouched ? [] : "next",
  });
  if (untouched) return made.data;
  return await keepPrinted(ctx, trimmed, made, at);
}

/** Contexts that nobody is shown: with other rules, or for a program to answer from. Nothing is written; all have one mark. */
export function trialContexts(ctx: Context): TrialContext {
  const how = { nonce: newNonce(ctx), receipt: false, at: stamp(ctx.clock.now()), seen: [], heard: [] };
  return async (query, trial) => (await makeContext(ctx, defined({ query, untouched: true, trial }), how)).data.text;
}

/** Keeps what was printed in local state: the core, what was shown and heard, the receipt. */
async function keepPrinted(ctx: Context, input: ContextInput, made: MadeContext, at: string): Promise<ContextData> {
  const { workspace: ws, actor } = ctx;
  const { data, sources, newCore } = made;
  if (newCore !== undefined) keepSessionCore(ws, actor.session, actor.user, newCore, ctx.steps.door);
  const ids = [...new Set(data.layers.flatMap(({ items }) => items.flatMap(idsOf)))];
  if (input.query !== undefined) await noteOpportunities(ctx, input.query);
  await rememberShown(ctx, sources.tree, ids);
  rememberAsked(
    ctx,
    questionKeys(data).map((key) => ({ key })),
  );
  const printed = printedHeard(data.layers, sources);
  await noteHeard(sources, printed);
  const receipt = receiptOf(ctx, input, made, at, printed);
  const words = await queryForLedger(ctx, input.query);
  if (await recordRead(ctx, "context", ids, { at, ...words, receipt })) return data;
  ctx.warn("No receipt could be kept: the ledger cannot be written.");
  return made.withoutReceipt();
}

function receiptOf(
  { profile, steps, actor, folder }: Context,
  { query, mode, host, asOf }: ContextInput,
  { data, nonce, limits, sources: { seen } }: MadeContext,
  at: string,
  heard: readonly string[],
): Receipt {
  const { rules, learnings, core } = profile.context;
  return defined({
    id: data.receipt ?? "",
    layers: data.layers.map(({ name, items, tokens, hash }) => ({
      name,
      items: items.map((item) => receiptItem(item, nonce)),
      tokens,
      hash,
    })),
    core: data.core.hash,
    tail: hashOf(data.tail.text),
    text: hashOf(data.text),
    nonce,
    at,
    session: data.session,
    query_hash: query === undefined ? undefined : hashOf(query),
    contact_hash: actor.contact === undefined ? undefined : hashOf(actor.contact),
    as_of: asOf,
    mode,
    limits: { ...limits, rules, learnings, core },
    host,
    folder,
    seen: seen.size === 0 ? undefined : [...seen],
    heard: heard.length === 0 ? undefined : heard,
    kept: data.core.kept || undefined,
    door: steps.door === "shell" ? undefined : steps.door,
  });
}

/** A context printed again from its receipt: the same bytes while nothing has changed, else what has. Writes nothing, and no new receipt. Throws `not-found` for a receipt that is not on this machine. */
async function replayReceipt(ctx: Context, id: string, input: ContextInput): Promise<ContextData> {
  const { receipt, query } = await receiptFor(ctx, id, input.query);
  refuseOtherContact(ctx, receipt);
  const host = HOSTS.find((name) => name === receipt.host);
  const { characters, ...limits } = receipt.limits;
  const then: Context = {
    ...ctx,
    clock: fixedClock(receipt.at),
    folder: receipt.folder,
    steps: STEPS[receipt.door ?? "shell"],
    actor: { ...ctx.actor, session: receipt.session },
    profile: { ...ctx.profile, context: { ...limits, core: limits.core === "auto" ? "auto" : [...limits.core] } },
  };
  const again: ContextInput = defined({
    untouched: true,
    query,
    host,
    characters,
    mode: receipt.mode,
    asOf: receipt.as_of,
  });
  const { data } = await makeContext(then, again, {
    nonce: receipt.nonce,
    receipt: true,
    at: receipt.at,
    seen: receipt.seen ?? [],
    heard: receipt.heard ?? [],
  });
  const same = hashOf(data.text) === receipt.text;
  const changes = same ? [] : changesSince(receipt, data.layers);
  const replay = { receipt: receipt.id, same, changes };
  if (same) return { ...data, replay };
  const text = differenceText(receipt, data, changes);
  const { receipt: _, ...rest } = data;
  return { ...rest, text, tokens: tokensOf(text), replay };
}

/** What is about a contact is printed again only to who names them again. */
function refuseOtherContact({ actor }: Context, { id, contact_hash }: Receipt): void {
  const named = actor.contact === undefined ? undefined : hashOf(actor.contact);
  if (named === contact_hash) return;
  throw wrongUsage(
    contact_hash === undefined
      ? `the context of ${id} was made without a contact`
      : `the context of ${id} was made with a contact who is not named`,
    contact_hash === undefined ? "Leave --contact out." : "Name the same one with --contact.",
    "other-contact",
  );
}

async function receiptFor(
  ctx: Context,
  asked: string,
  stated: string | undefined,
): Promise<{ receipt: Receipt; query?: string }> {
  const id = asked
    .trim()
    .replace(/^r-/i, "R-")
    .replace(/[A-F]/g, (digit) => digit.toLowerCase());
  const event = RECEIPT_ID.test(id) ? eventWithReceipt(ctx.workspace, id) : undefined;
  if (event === undefined) {
    throw new TenetError(`no receipt ${JSON.stringify(asked)} on this machine`, {
      failure: "not-found",
      code: "no-receipt",
      hint: "A receipt is named in the last line of a context, and is kept where it was printed: tenet audit",
    });
  }
  const { receiptSchema } = await import("../store/layers/receipt-schema.js");
  const { data: receipt } = receiptSchema.safeParse(event.receipt);
  if (receipt === undefined) {
    throw new TenetError(`the receipt ${id} is not as a context left it in the ledger of this machine`, {
      failure: "failed",
      code: "broken-receipt",
      hint: "Whether the ledger was changed, this says: tenet audit",
    });
  }
  if (receipt.query_hash === undefined) {
    if (stated === undefined) return { receipt };
    throw wrongUsage(
      `the context of ${id} was made without a query`,
      `Leave it out: tenet context --replay ${id}`,
      "other-query",
    );
  }
  const query = stated ?? event.query;
  if (query !== undefined && hashOf(query) === receipt.query_hash) return { receipt, query };
  throw wrongUsage(
    stated === undefined ? `the query of ${id} was not kept` : `the context of ${id} was made with another query`,
    `State it in the same words: tenet context --replay ${id} --query "..."`,
    stated === undefined ? "query-needed" : "other-query",
  );
}

function differenceText({ id, at, core }: Receipt, data: ContextData, changes: readonly LayerChange[]): string {
  const lines = [
    `${id} of ${at} cannot be printed as it was: what it was made of has changed.`,
    core === data.core.hash ? "The core is the same." : "The core is another.",
    ...(changes.length > 0
      ? changes.map(({ says }) => says)
      : ["Every layer is the same; what was left out, or said of it, differs."]),
  ];
  return `${lines.join("\n")}\n`;
}
