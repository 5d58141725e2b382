/** A context printed again from its receipt: the same bytes while nothing has changed, else what has. */
import { fixedClock } from "../clock.js";
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { HOSTS } from "../hosts/host.js";
import { eventWithReceipt } from "../store/ledger.js";
import type { ContextData } from "./context-schemas.js";
import { makeContext } from "./make-context.js";
import { tokensOf } from "./policy/budget.js";
import { changesSince, hashOf, RECEIPT_ID, type Receipt } from "./policy/receipt.js";
import type { ContextInput } from "./sources.js";

/** Writes nothing, and no new receipt. Throws `not-found` for a receipt that is not on this machine. */
export async function replayReceipt(ctx: Context, id: string, input: ContextInput): Promise<ContextData> {
  const { receipt, query } = receiptFor(ctx, id, input.query);
  const host = HOSTS.find((name) => name === receipt.host);
  const { characters, ...limits } = receipt.limits;
  const then: Context = {
    ...ctx,
    clock: fixedClock(receipt.at),
    actor: { ...ctx.actor, session: receipt.session },
    profile: { ...ctx.profile, context: { ...limits, core: limits.core === "auto" ? "auto" : [...limits.core] } },
  };
  const again: ContextInput = {
    untouched: true,
    ...(query === undefined ? {} : { query }),
    ...(host === undefined ? {} : { host }),
    ...(characters === undefined ? {} : { characters }),
    ...(receipt.mode === undefined ? {} : { mode: receipt.mode }),
  };
  const { data } = await makeContext(then, again, { nonce: receipt.nonce, receipt: true, at: receipt.at });
  const same = hashOf(data.text) === receipt.text;
  const changes = same ? [] : changesSince(receipt, data.layers);
  const replay = { receipt: receipt.id, same, changes };
  if (same) return { ...data, replay };
  const text = differenceText(
    receipt,
    data,
    changes.map(({ says }) => says),
  );
  const { receipt: _, ...rest } = data;
  return { ...rest, text, tokens: tokensOf(text), replay };
}

function receiptFor(ctx: Context, asked: string, stated: string | undefined): { receipt: Receipt; query?: string } {
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
  const receipt = event.receipt as Receipt;
  if (receipt.query_hash === undefined) {
    if (stated === undefined) return { receipt };
    throw new TenetError(`the context of ${id} was made without a query`, {
      failure: "usage",
      code: "other-query",
      hint: `Leave it out: tenet context --replay ${id}`,
    });
  }
  const query = stated ?? event.query;
  if (query !== undefined && hashOf(query) === receipt.query_hash) return { receipt, query };
  throw new TenetError(
    stated === undefined ? `the query of ${id} was not kept` : `the context of ${id} was made with another query`,
    {
      failure: "usage",
      code: stated === undefined ? "query-needed" : "other-query",
      hint: `State it in the same words: tenet context --replay ${id} --query "..."`,
    },
  );
}

function differenceText(receipt: Receipt, data: ContextData, changes: readonly string[]): string {
  const core = receipt.core === data.core.hash ? "The core is the same." : "The core is another.";
  const about =
    changes.length === 0 ? ["Every layer is the same; what was left out, or said of it, differs."] : changes;
  return `${[`${receipt.id} of ${receipt.at} cannot be printed as it was: what it was made of has changed.`, core, ...about].join("\n")}\n`;
}
