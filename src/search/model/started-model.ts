import type { Context } from "../../context.js";
import { EmbedPool } from "./embed-pool.js";
import type { LocatedModel } from "./embedder.js";
import { locateModel, type Unavailable } from "./model-files.js";

/** A model ready to be loaded in threads, or the reason why there is none. */
export type StartedModel = { located: LocatedModel; embedder: EmbedPool } | Unavailable;

const started = new WeakMap<object, StartedModel>();

/** The profile's model, looked up once for a context. */
export function startedModel(
  ctx: Pick<Context, "profile" | "workspace" | "modelOf" | "warm" | "models">,
): StartedModel {
  let model = started.get(ctx);
  if (model === undefined) {
    const { profile, workspace } = ctx.modelOf ?? ctx;
    const located = locateModel(profile, workspace);
    const pools = ctx.warm ?? ctx.models;
    model = "unavailable" in located ? located : { located, embedder: pools?.pool(located) ?? new EmbedPool(located) };
    started.set(ctx, model);
  }
  return model;
}

/**
 * Loads the model in the background where a text will surely be embedded. Errors surface in the search that follows.
 * The model's thread always ends before the work: a process that exits while one is loading aborts.
 */
export async function withModelLoading<T>(
  ctx: Pick<Context, "profile" | "workspace" | "modelOf" | "warm" | "models">,
  embeds: boolean,
  work: () => Promise<T>,
): Promise<T> {
  const model = embeds ? startedModel(ctx) : undefined;
  if (model === undefined || !("embedder" in model)) return await work();
  model.embedder.start();
  try {
    return await work();
  } finally {
    await model.embedder.dispose();
  }
}
