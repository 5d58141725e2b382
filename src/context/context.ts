/** `tenet context`: what an agent reads at the start of a session. */
import { createHash } from "node:crypto";
import { stamp } from "../clock.js";
import type { Context } from "../context.js";
import { recordEvent } from "../store/ledger.js";
import type { ContextData } from "./context-schemas.js";
import { type MadeContext, makeContext } from "./make-context.js";
import { MARK_DIGITS } from "./policy/fence.js";
import { idsOf } from "./policy/layer.js";
import { hashOf, type Receipt, receiptItem } from "./policy/receipt.js";
import { keepSessionCore } from "./session-core.js";
import { noteOpportunities, queryForLedger, rememberShown } from "./session-memory.js";
import type { ContextInput } from "./sources.js";

export type { ContextInput } from "./sources.js";

/** Tails of ids that a mark is made of: far more than its digits can hold. */
const DRAWN = 4;

/** A mark that nobody who wrote an entry can have known: random, repeatable only where ids are (`TENET_SEED`). */
function newNonce({ ids }: Context): string {
  const tails = Array.from({ length: DRAWN }, () => ids.tail());
  return createHash("sha256").update(tails.join("")).digest("hex").slice(0, MARK_DIGITS);
}

/**
 * The core, byte-stable and kept for a named session, and what is open now; each layer within its share, with what was
 * left out and why. Tracked files stay as they are: only the ledger and the memory of the session are written.
 */
export async function context(ctx: Context, input: ContextInput = {}): Promise<ContextData> {
  const query = input.query?.trim();
  const { query: _, ...rest } = input;
  const trimmed: ContextInput = query === undefined || query === "" ? rest : { ...rest, query };
  if (input.replay !== undefined)
    return await (await import("./receipt-replay.js")).replayReceipt(ctx, input.replay, trimmed);
  const at = stamp(ctx.clock.now());
  const untouched = input.untouched === true;
  const made = await makeContext(ctx, trimmed, { nonce: newNonce(ctx), receipt: !untouched, at });
  if (untouched) return made.data;
  return await keepPrinted(ctx, trimmed, made, at);
}

/** Keeps what was printed in local state: the core, what was shown and heard, the receipt. */
async function keepPrinted(ctx: Context, input: ContextInput, made: MadeContext, at: string): Promise<ContextData> {
  const { workspace: ws, actor } = ctx;
  const { agent, session } = actor;
  const { data, sources, newCore } = made;
  if (newCore !== undefined) keepSessionCore(ws, session, actor.user, newCore);
  const ids = [...new Set(data.layers.flatMap(({ items }) => items.flatMap(idsOf)))];
  if (input.query !== undefined) await noteOpportunities(ctx, input.query);
  await rememberShown(ctx, sources.tree, ids);
  const receipt = receiptOf(ctx, input, made, at);
  const words = await queryForLedger(ctx, input.query);
  const event = { at, kind: "read", op: "context", agent, session, ids, ...words, receipt } as const;
  if (await recordEvent(ws, event)) return data;
  ctx.warn("No receipt could be kept: the ledger cannot be written.");
  return made.withoutReceipt();
}

function receiptOf(
  { profile }: Context,
  input: ContextInput,
  { data, nonce, limits }: MadeContext,
  at: string,
): Receipt {
  const { rules, learnings, core } = profile.context;
  return {
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
    ...(input.query === undefined ? {} : { query_hash: hashOf(input.query) }),
    ...(input.mode === undefined ? {} : { mode: input.mode }),
    limits: { ...limits, rules, learnings, core },
    ...(input.host === undefined ? {} : { host: input.host }),
    ...(data.core.kept ? { kept: true } : {}),
  };
}
