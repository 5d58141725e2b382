import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Tokenizer } from "@huggingface/tokenizers";
import type { Tensor } from "onnxruntime-node";
import { type Embedder, type LocatedModel, meanDirection, pool } from "./embedder.js";
import { onnxFile } from "./model-files.js";
import { specialTokens, windowsOf } from "./windows.js";

/**
 * The default model on onnxruntime-node and the tokenizer alone: half the cold start of the larger library, the same
 * vectors.
 */
export async function minilmEmbedder(model: LocatedModel): Promise<Embedder> {
  const onnx = await import("onnxruntime-node");
  const { InferenceSession, Tensor } = onnx.default ?? onnx;
  const session = await InferenceSession.create(join(model.folder, onnxFile(model.dtype)), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: "sequential",
    logSeverityLevel: 4,
  });
  const [vocabulary, settings] = await Promise.all(
    ["tokenizer.json", "tokenizer_config.json"].map(async (name) =>
      JSON.parse(await readFile(join(model.folder, name), "utf8")),
    ),
  );
  // The file asks for cutting and padding to 128 tokens; windows are ours.
  const tokenizer = new Tokenizer({ ...vocabulary, truncation: null, padding: null }, settings);
  const encode = (text: string, withSpecialTokens: boolean) =>
    tokenizer.encode(text, { add_special_tokens: withSpecialTokens }).ids;
  const special = specialTokens(encode);

  const vectorOf = async (tokens: number[]): Promise<Float32Array> => {
    const tensor = (values: BigInt64Array) => new Tensor("int64", values, [1, tokens.length]);
    const output = await session.run({
      input_ids: tensor(BigInt64Array.from(tokens, BigInt)),
      attention_mask: tensor(new BigInt64Array(tokens.length).fill(1n)),
      token_type_ids: tensor(new BigInt64Array(tokens.length)),
    });
    const states = output["last_hidden_state"] as Tensor;
    return pool(states.data as Float32Array, tokens.length, states.dims[2] as number, model.pooling);
  };

  return {
    async embed(text, role) {
      const vectors: Float32Array[] = [];
      for (const window of windowsOf(model.prefix[role] + text, encode, special)) vectors.push(await vectorOf(window));
      return meanDirection(vectors);
    },
    dispose: () => session.release(),
  };
}
