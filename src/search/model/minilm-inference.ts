/** An ONNX encoder on onnxruntime-node. */
import { join } from "node:path";
import type { Tensor } from "onnxruntime-node";
import { type Inference, inferenceOf, type LocatedModel } from "./embedder.js";

/** Where a model keeps the weights of a dtype, as exported models name them. */
export function onnxFile(dtype: string): string {
  const ending = dtype === "fp32" ? "" : `_${dtype === "q8" ? "quantized" : dtype}`;
  return `onnx/model${ending}.onnx`;
}

/** Loads the model, without its tokenizer. */
export async function minilmInference(model: LocatedModel): Promise<Inference> {
  const onnx = await import("onnxruntime-node");
  const { InferenceSession, Tensor } = onnx.default ?? onnx;
  const session = await InferenceSession.create(join(model.folder, onnxFile(model.dtype)), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: "sequential",
    logSeverityLevel: 4,
  });
  const run = async (inputs: Record<string, Tensor>) => (await session.run(inputs))["last_hidden_state"] as Tensor;
  return inferenceOf(Tensor, run, () => session.release());
}
