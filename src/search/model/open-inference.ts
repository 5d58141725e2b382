import type { LocatedModel } from "./embedder.js";
import type { Inference } from "./minilm-inference.js";
import { silenceRuntime } from "./silent-runtime.js";

/** Loads the default model in this thread, without its tokenizer. */
export async function openInference(model: LocatedModel): Promise<Inference> {
  silenceRuntime();
  const { minilmInference } = await import("./minilm-inference.js");
  return minilmInference(model);
}
