import type { Embedder, LocatedModel } from "./embedder.js";
import { silenceRuntime } from "./silent-runtime.js";

/** Loads a model in this thread, on the libraries it needs. */
export async function openEmbedder(model: LocatedModel): Promise<Embedder> {
  silenceRuntime();
  if (model.direct) {
    const { minilmEmbedder } = await import("./minilm-embedder.js");
    return minilmEmbedder(model);
  }
  const { transformersEmbedder } = await import("./transformers-embedder.js");
  return transformersEmbedder(model);
}
