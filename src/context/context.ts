/**
 * `tenet context`: what an agent reads at the start of a session. Called by the command, the hooks and the MCP tool.
 */

import { fixedClock } from "../clock.js";
import type { Context } from "../context.js";
import { TenetError, wrongUsage } from "../errors.js";
import { STEPS } from "../steps.js";
import { HOSTS } from "../store/hosts/host.js";
import { tokensOf } from "../store/layers/policy/budget.js";
import { idsOf } from "../store/layers/policy/layer.js";
import { changesSince, hashOf, type LayerChange, RECEIPT_ID, receiptItem } from "../store/layers/policy/receipt.js";
import type { Receipt } from "../store/layers/receipt-schema.js";
import { keepSessionCore } from "../store/layers/session-core.js";
import { eventWithReceipt, queryForLedger, recordRead } from "../store/ledger/ledger.js";
import { readQuestions } from "../store/loop/question-log.js";
import { noteOpportunities, readSession, rememberAsked, rememberShown } from "../store/sessions.js";
import { noteAgentsTold, PERSON, wereAgentsTold } from "../store/waiting/tell-agents.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";
import { markOf } from "../text/fence.js";
import type { ContextData } from "./context-schemas.js";
import { noteHeard, printedHeard } from "./heard-layer.js";
import { type MadeContext, makeContext } from "./make-context.js";
import { questionKeys, tellsOfPerson } from "./now-layers.js";
import type { ContextInput } from "./sources.js";

export type { ContextInput } from "./sources.js";

/** The number of id tails in a mark: far more than its digits can hold. */
const DRAWN = 4;

/** A mark that no author of an entry can predict: random, repeatable only with `TENET_SEED`. */
function newNonce({ ids }: Pick<Context, "ids">): string {
  return markOf(Array.from({ length: DRAWN }, () => ids.tail()).join(""));
}

/**
 * The core, byte-stable and kept for a named session, and the tail with what is open now. Each layer has a size limit,
 * and what was left out is listed with the reason. Writes only the ledger and the session's memory.
 */
export async function context(ctx: Context, input: ContextInput = {}): Promise<ContextData> {
  const trimmedInput: ContextInput = defined({ ...input, query: input.query?.trim() || undefined });
  if (input.replay !== undefined) return await replayReceipt(ctx, input.replay, trimmedInput);
  const at = stamp(ctx.clock.now());
  const untouched = input.untouched === true;
  const told = !ctx.actor.atTerminal && wereAgentsTold(await readQuestions(ctx.workspace), ctx.clock.now());
  const seenKeys = [...readSession(ctx.workspace, ctx.actor.session).asked, ...(told ? [PERSON] : [])];
  const madeContext = await makeContext(ctx, trimmedInput, {
    nonce: newNonce(ctx),
    receipt: !untouched,
    at,
    seen: seenKeys,
    heard: untouched ? [] : "next",
  });
  if (untouched) return madeContext.data;
  return await keepPrinted(ctx, trimmedInput, madeContext, at);
}

/** Records in local state what was printed: the core, the shown and heard entries, the receipt. */
async function keepPrinted(
  ctx: Context,
  input: ContextInput,
  madeContext: MadeContext,
  at: string,
): Promise<ContextData> {
  const { workspace: ws, actor } = ctx;
  const { data, sources, newCore } = madeContext;
  if (newCore !== undefined) keepSessionCore(ws, actor.session, actor.user, newCore, ctx.steps.door);
  const ids = [...new Set(data.layers.flatMap(({ items }) => items.flatMap(idsOf)))];
  if (input.query !== undefined) await noteOpportunities(ctx, input.query);
  await rememberShown(ctx, sources.tree, ids);
  rememberAsked(
    ctx,
    questionKeys(data).map((key) => ({ key })),
  );
  // A person at a terminal is no agent who was told.
  if (!actor.atTerminal && tellsOfPerson(data)) await noteAgentsTold(ctx);
  const printedHeardIds = printedHeard(data.layers, sources);
  await noteHeard(sources, printedHeardIds);
  const receipt = receiptOf(ctx, input, madeContext, at, printedHeardIds);
  const words = await queryForLedger(ctx, input.query);
  if (await recordRead(ctx, "context", ids, { at, ...words, receipt })) return data;
  ctx.warn("No receipt could be kept: the ledger cannot be written.");
  return madeContext.withoutReceipt();
}

function receiptOf(
  { profile, steps, actor, folder }: Context,
  { query, mode, host, asOf }: ContextInput,
  { data, nonce, limits, sources: { seen } }: MadeContext,
  at: string,
  heard: readonly string[],
): Receipt {
  const { core } = profile.context;
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
    limits: { ...limits, core },
    host,
    folder,
    seen: seen.size === 0 ? undefined : [...seen],
    heard: heard.length === 0 ? undefined : heard,
    kept: data.core.kept || undefined,
    door: steps.door === "shell" ? undefined : steps.door,
  });
}

/**
 * Prints a context again from its receipt: the same bytes if nothing has changed, else the differences. Writes nothing,
 * and no new receipt. Throws `not-found` for a receipt that is not on this machine.
 */
async function replayReceipt(ctx: Context, id: string, input: ContextInput): Promise<ContextData> {
  const { receipt, query } = await receiptFor(ctx, id, input.query);
  refuseOtherContact(ctx, receipt);
  const host = HOSTS.find((name) => name === receipt.host);
  const { characters, ...limits } = receipt.limits;
  const formerCtx: Context = {
    ...ctx,
    clock: fixedClock(receipt.at),
    folder: receipt.folder,
    steps: STEPS[receipt.door ?? "shell"],
    actor: { ...ctx.actor, session: receipt.session },
    profile: { ...ctx.profile, context: { ...limits, core: limits.core === "auto" ? "auto" : [...limits.core] } },
  };
  const formerInput: ContextInput = defined({
    untouched: true,
    query,
    host,
    characters,
    mode: receipt.mode,
    asOf: receipt.as_of,
  });
  const { data } = await makeContext(formerCtx, formerInput, {
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

/** A context about a contact is replayed only when the same contact is named. */
function refuseOtherContact({ actor }: Context, { id, contact_hash }: Receipt): void {
  const contactHash = actor.contact === undefined ? undefined : hashOf(actor.contact);
  if (contactHash === contact_hash) return;
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
  askedId: string,
  statedQuery: string | undefined,
): Promise<{ receipt: Receipt; query?: string }> {
  const id = askedId
    .trim()
    .replace(/^r-/i, "R-")
    .replace(/[A-F]/g, (digit) => digit.toLowerCase());
  const event = RECEIPT_ID.test(id) ? eventWithReceipt(ctx.workspace, id) : undefined;
  if (event === undefined) {
    throw new TenetError(`no receipt ${JSON.stringify(askedId)} on this machine`, {
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
    if (statedQuery === undefined) return { receipt };
    throw wrongUsage(
      `the context of ${id} was made without a query`,
      `Leave it out: tenet context --replay ${id}`,
      "other-query",
    );
  }
  const query = statedQuery ?? event.query;
  if (query !== undefined && hashOf(query) === receipt.query_hash) return { receipt, query };
  throw wrongUsage(
    statedQuery === undefined ? `the query of ${id} was not kept` : `the context of ${id} was made with another query`,
    `State it in the same words: tenet context --replay ${id} --query "..."`,
    statedQuery === undefined ? "query-needed" : "other-query",
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
