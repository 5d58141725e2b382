import { join } from "node:path";
import type { Tensor } from "onnxruntime-node";
import { type LocatedModel, meanDirection, pool } from "./embedder.js";
import { onnxFile } from "./model-files.js";

/** A loaded model that turns the windows of one text into its vector. */
export interface Inference {
  vectorOf(windows: readonly (readonly number[])[]): Promise<Float32Array>;
  dispose(): Promise<void>;
}

/** The default model on onnxruntime-node alone. */
export async function minilmInference(model: LocatedModel): Promise<Inference> {
  const onnx = await import("onnxruntime-node");
  const { InferenceSession, Tensor } = onnx.default ?? onnx;
  const session = await InferenceSession.create(join(model.folder, onnxFile(model.dtype)), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: "sequential",
    logSeverityLevel: 4,
  });

  const vectorOf = async (tokens: readonly number[]): Promise<Float32Array> => {
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
    async vectorOf(windows) {
      const vectors: Float32Array[] = [];
      for (const window of windows) vectors.push(await vectorOf(window));
      return meanDirection(vectors);
    },
    dispose: () => session.release(),
  };
}
