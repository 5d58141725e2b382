/** One entry from a person or an agent: `tenet learn`, `correct`, `remember`. The model loads beside the code that captures. */
import type { Context } from "../context.js";
import { memoryScope } from "../recall/home.js";
import { userContext } from "../recall/user-tree.js";
import { withModelLoading } from "../search/model/started-model.js";
import type { Captured } from "./capture-schemas.js";
import type { CaptureDraft } from "./drafts/draft.js";
import { isCompared, parseRisk } from "./policy/stakes.js";

/** Captures one entry. Its text will be compared by meaning: the model loads beside the code that captures. */
export function record(ctx: Context, draft: CaptureDraft): Promise<Captured> {
  const { type, risk } = draft;
  const at_risk = draft["at_risk"] ?? (typeof risk === "string" ? parseRisk(risk).at_risk : undefined);
  // As far as the draft can be judged before it is checked.
  const stated = { type, at_risk: typeof at_risk === "string" ? at_risk : undefined };
  const embeds = ctx.actor.run === undefined && isCompared(stated);
  return withModelLoading(ctx, embeds, async () => (await import("./capture.js")).capture(ctx, draft));
}

/** A memory as its author states it, under the schema's names and the everyday ones. */
export interface RememberInput {
  content: string;
  category?: string | undefined;
  /** `explicit`, `corrected`, `inferred`; any other value says who said so. */
  source?: string | undefined;
  /** Unless stated `user` where a person is served by name, else `project`. */
  scope?: string | undefined;
  /** From 0 to 1; unless stated it follows from how the fact became known. */
  confidence?: number | string | undefined;
  key?: string | undefined;
  /** The file it goes into; the category's plural unless stated. */
  group?: string | undefined;
  related_to?: readonly string[] | undefined;
  derived_from?: readonly string[] | undefined;
  context?: string | undefined;
  tags?: readonly string[] | undefined;
  [field: string]: unknown;
}

/**
 * Remembers one fact: counted where it is known, in the place of what it outdates, beside what it only resembles. Of
 * scope `user` it goes into the user tree; in a run, or while git has a merge unfinished, it waits.
 */
export async function remember(ctx: Context, input: RememberInput): Promise<Captured> {
  const stated = Object.entries(input).filter(([, value]) => value !== undefined);
  const draft: CaptureDraft = { ...Object.fromEntries(stated), type: "memory" };
  // Compared in the tree it goes into, whose model loads beside the code that captures.
  const home = memoryScope(ctx, input.scope) === "user" ? await userContext(ctx) : ctx;
  const embeds = ctx.actor.run === undefined && home !== undefined;
  return await withModelLoading(home ?? ctx, embeds, async () => (await import("./capture.js")).capture(ctx, draft));
}
