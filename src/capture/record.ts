/** One entry from a person or an agent: `tenet learn`, `correct`, `remember`. The model loads beside the code that captures. */
import type { Context } from "../context.js";
import { withModelLoading } from "../search/model/started-model.js";
import { memoryScope } from "../store/home.js";
import { userContext } from "../store/user-tree.js";
import { defined } from "../text/defined.js";
import type { Captured } from "./capture-schemas.js";
import type { CaptureDraft } from "./drafts/draft.js";
import { isCompared, parseRisk } from "./policy/stakes.js";

/** Captures one entry. Its text will be compared by meaning: the model loads beside the code that captures. */
export async function record(ctx: Context, draft: CaptureDraft): Promise<Captured> {
  const { type, risk } = draft;
  // Compared in the tree it goes into, whose model loads beside the code that captures.
  const home = draft["scope"] === "user" ? await userContext(ctx) : ctx;
  const at_risk = draft["at_risk"] ?? (typeof risk === "string" ? parseRisk(risk, type).at_risk : undefined);
  // As far as the draft can be judged before it is checked.
  const stated = { type, at_risk: typeof at_risk === "string" ? at_risk : undefined };
  const embeds = ctx.actor.run === undefined && home !== undefined && isCompared(stated);
  return await withModelLoading(home ?? ctx, embeds, async () => (await import("./capture.js")).capture(ctx, draft));
}

/**
 * Remembers one fact, stated under the schema's names and the everyday ones: counted where it is known, in the place of what it outdates, beside what it only resembles. Of
 * scope `user` it goes into the user tree; in a run, or while git has a merge unfinished, it waits.
 */
export async function remember(ctx: Context, input: Readonly<Record<string, unknown>>): Promise<Captured> {
  const draft: CaptureDraft = { ...defined(input), type: "memory" };
  const home = memoryScope(ctx, draft["scope"]) === "user" ? await userContext(ctx) : ctx;
  const embeds = ctx.actor.run === undefined && home !== undefined;
  return await withModelLoading(home ?? ctx, embeds, async () => (await import("./capture.js")).capture(ctx, draft));
}
