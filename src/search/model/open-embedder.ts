/** Loading a model in this thread. */
import type { Embedder, LocatedModel } from "./embedder.js";

/**
 * onnxruntime from 1.30 on gathers usage data on Linux too: it reads the machine's id, keeps a database under
 * `~/.cache/Microsoft`, leaves files in the temporary folder, and sends what it has to its maker. Nothing here calls
 * home, so it is switched off. The native code reads the variable of the process when it is loaded: call this in the
 * main thread, before a thread or process that loads it is started.
 */
export function silenceRuntime(): void {
  process.env["ORT_DISABLE_TELEMETRY"] = "1";
}

export async function openEmbedder(model: LocatedModel): Promise<Embedder> {
  silenceRuntime();
  const { minilmInference } = await import("./minilm-inference.js");
  const { minilmTokenizer } = await import("./minilm-tokenizer.js");
  const inference = await minilmInference(model);
  const windows = minilmTokenizer(model);
  return {
    embed: (text) => inference.vectorOf(windows(text)),
    dispose: () => inference.dispose(),
  };
}
