/** What the first search of a process that stays needs, loaded before anybody asks. */
import type { Context } from "../context.js";
import { startedModel } from "../search/started-model.js";

/** Starts loading the model in its thread. Writes nothing. */
export async function warmUp(ctx: Context): Promise<void> {
  const model = startedModel(ctx);
  if ("embedder" in model) model.embedder.start();
}
