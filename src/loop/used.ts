/** `tenet used`: records that an entry was applied in this session. Called by the command and the MCP tool. */

import type { Context } from "../context.js";
import type { Use } from "../entry/entry.js";
import { TenetError } from "../errors.js";
import { screenText } from "../screening/screen.js";
import { next } from "../steps.js";
import { changeTree } from "../store/change/change.js";
import { captureVerb } from "../store/change/prepare-write.js";
import { contextHolding } from "../store/home.js";
import { fromHome } from "../store/user-tree.js";
import type { UsedAnswer } from "./due/loop-schemas.js";
import { stageUse } from "./due/stage-use.js";

export interface UsedInput {
  ref: string;
  /** `cited` unless the user says that it worked, or failed. */
  result?: Use["result"];
  note?: string;
}

/**
 * Adds one use per session, and none in the session that wrote the entry. A second call in a session only turns `cited`
 * into `worked` or `failed`.
 */
export async function markUsed(ctx: Context, input: UsedInput): Promise<UsedAnswer> {
  const { actor, clock, profile } = ctx;
  const { home, id } = await usableEntry(ctx, input.ref);
  const { value: note, warnings, asSaid } = await screenText(input.note ?? "", "note", profile.secrets);
  for (const warning of [...warnings, ...asSaid]) ctx.warn(warning);
  const use = { result: input.result ?? "cited", ...(note === "" ? {} : { note }) } as const;
  const { agent, session } = actor;
  const user = { at: clock.now(), agent, session, timezone: profile.timezone };
  const name = { ...captureVerb("used"), undoable: false, reason: `used: ${id} (${use.result})` };
  return fromHome(ctx, home, await changeTree(home, name, (change) => stageUse(change, id, use, user)));
}

async function usableEntry(ctx: Context, ref: string): Promise<{ home: Context; id: string }> {
  const { home, tree, id } = await contextHolding(ctx, ref, { writing: true });
  if (tree.head(id)?.type !== "outcome") return { home, id };
  throw new TenetError(`${id} is an outcome; uses are counted on corrections, insights and memories`, {
    failure: "usage",
    hint: next("Name what it judges:", "show", { id }),
  });
}
