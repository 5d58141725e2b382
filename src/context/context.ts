/**
 * `tenet context`: what an agent reads at the start of a session. Called by the command, the hooks and the MCP tool.
 */

import type { Context } from "../context.js";
import { noteAgentsTold, PERSON, wereAgentsTold } from "../review/waiting/tell-agents.js";
import { notePrinted } from "../store/state/heard.js";
import { recordRead } from "../store/state/ledger.js";
import { readQuestions } from "../store/state/question-log.js";
import { noteOpportunities, readSession, rememberAsked, rememberShown } from "../store/state/sessions.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";
import { markOf } from "../text/fence.js";
import type { ContextData } from "./context-schemas.js";
import { printedHeard } from "./heard-layer.js";
import { type MadeContext, makeContext } from "./make-context.js";
import { questionKeys, tellsOfPerson } from "./now-layers.js";
import { idsOf } from "./policy/layer.js";
import type { ContextInput } from "./sources.js";

export type { ContextInput } from "./sources.js";

/** The number of id tails in a mark: far more than its digits can hold. */
const DRAWN = 4;

/** A mark that no author of an entry can predict: random, repeatable only with `TENET_SEED`. */
function newNonce({ ids }: Pick<Context, "ids">): string {
  return markOf(Array.from({ length: DRAWN }, () => ids.tail()).join(""));
}

/**
 * The core, byte-stable for a tree, and the tail with what is open now. Each layer has a size limit,
 * and what was left out is listed with the reason. Writes only the ledger and the session's memory.
 */
export async function context(ctx: Context, input: ContextInput): Promise<ContextData> {
  const trimmedInput: ContextInput = defined({ ...input, query: input.query?.trim() || undefined });
  const at = stamp(ctx.clock.now());
  const untouched = input.untouched === true;
  const told = !ctx.actor.atTerminal && wereAgentsTold(readQuestions(ctx.workspace), ctx.clock.now());
  const seenKeys = [...readSession(ctx.workspace, ctx.actor.session).asked, ...(told ? [PERSON] : [])];
  const madeContext = await makeContext(ctx, trimmedInput, {
    nonce: newNonce(ctx),
    seen: seenKeys,
    heard: !untouched,
  });
  if (untouched) return madeContext.data;
  return await keepPrinted(ctx, trimmedInput, madeContext, at);
}

/** Records in local state what was printed. */
async function keepPrinted(
  ctx: Context,
  input: ContextInput,
  madeContext: MadeContext,
  at: string,
): Promise<ContextData> {
  const { data, sources } = madeContext;
  const ids = [...new Set(data.layers.flatMap(({ items }) => items.flatMap(idsOf)))];
  if (input.query !== undefined) noteOpportunities(ctx, input.query);
  rememberShown(ctx, sources.tree, ids);
  rememberAsked(ctx, questionKeys(data, sources.tree));
  // A person at a terminal is no agent who was told.
  if (!ctx.actor.atTerminal && tellsOfPerson(data)) await noteAgentsTold(ctx);
  notePrinted(ctx, printedHeard(data.layers, sources));
  if (!recordRead(ctx, "context", ids, at)) {
    ctx.warn("It could not be noted what was printed: the ledger cannot be written.");
  }
  return data;
}
