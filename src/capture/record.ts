/**
 * Captures one entry from a person or an agent: `tenet learn`, `correct`, `remember`. Loads the model in parallel with
 * the code that captures.
 */
import type { Context } from "../context.js";
import type { Stakes } from "../entry/entry.js";
import { withModelLoading } from "../search/model/started-model.js";
import { memoryScope } from "../store/home.js";
import { userContext } from "../store/user-tree.js";
import { defined } from "../text/defined.js";
import type { Captured } from "./capture-schemas.js";
import type { CaptureDraft } from "./drafts/draft.js";
import { isCompared, parseRisk } from "./policy/stakes.js";

/** Captures one entry, with the model loading meanwhile. */
export async function record(ctx: Context, draft: CaptureDraft): Promise<Captured> {
  const { type, risk } = draft;
  // The entry is compared in the tree it goes into.
  const home = draft["scope"] === "user" ? await userContext(ctx) : ctx;
  const { at_risk, stakes } = typeof risk === "string" ? { ...draft, ...parseRisk(risk) } : draft;
  // As far as the draft can be judged unchecked.
  const draftSoFar = { type, at_risk: typeof at_risk === "string" ? at_risk : undefined, stakes: stakes as Stakes };
  const embeds = ctx.actor.run === undefined && home !== undefined && isCompared(draftSoFar);
  return await withModelLoading(home ?? ctx, embeds, async () => (await import("./capture.js")).capture(ctx, draft));
}

/**
 * Remembers one fact, stated under the schema's names and the everyday ones. It is counted where it is known, and
 * replaces what it outdates. Scope `user` goes to the user tree; in a run it is buffered.
 */
export async function remember(ctx: Context, input: Readonly<Record<string, unknown>>): Promise<Captured> {
  const draft: CaptureDraft = { ...defined(input), type: "memory" };
  const home = memoryScope(ctx, draft["scope"]) === "user" ? await userContext(ctx) : ctx;
  const embeds = ctx.actor.run === undefined && home !== undefined;
  return await withModelLoading(home ?? ctx, embeds, async () => (await import("./capture.js")).capture(ctx, draft));
}
