import type { Embedder, LocatedModel } from "./embedder.js";
import { minilmInference } from "./minilm-inference.js";
import { minilmTokenizer } from "./minilm-tokenizer.js";

/**
 * The default model on onnxruntime-node and the tokenizer alone: half the cold start of the larger library, the same
 * vectors.
 */
export async function minilmEmbedder(model: LocatedModel): Promise<Embedder> {
  const inference = await minilmInference(model);
  const windows = minilmTokenizer(model);
  return {
    embed: (text, role) => inference.vectorOf(windows(text, role)),
    dispose: () => inference.dispose(),
  };
}
