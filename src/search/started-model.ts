import type { Context } from "../context.js";
import { EmbedPool } from "./embed-pool.js";
import type { LocatedModel } from "./embedder.js";
import { locateModel, type Unavailable } from "./model-files.js";

/** A model ready to be loaded in threads, or the reason why there is none. */
export type StartedModel = { located: LocatedModel; embedder: EmbedPool } | Unavailable;

const started = new WeakMap<object, StartedModel>();

/** The profile's model, looked up once for a context. */
export function startedModel(ctx: Pick<Context, "profile" | "workspace">): StartedModel {
  let model = started.get(ctx);
  if (model === undefined) {
    const located = locateModel(ctx.profile, ctx.workspace);
    model = "unavailable" in located ? located : { located, embedder: new EmbedPool(located) };
    started.set(ctx, model);
  }
  return model;
}

/**
 * Starts loading the model before the tree is opened, so that both go on at once. Call it where a text will surely be
 * embedded; what it finds wrong is told by the search that follows.
 */
export function startModel(ctx: Pick<Context, "profile" | "workspace">): void {
  const model = startedModel(ctx);
  if ("embedder" in model) model.embedder.start();
}
