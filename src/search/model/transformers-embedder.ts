import { basename, dirname } from "node:path";
import { type Embedder, inferenceOf, type LocatedModel, windowsBy } from "./embedder.js";

/** Any other sentence model, on the library that knows their architectures. Never asks the network. */
export async function transformersEmbedder(model: LocatedModel): Promise<Embedder> {
  const { AutoModel, AutoTokenizer, env, Tensor } = await import("@huggingface/transformers");
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  env.localModelPath = dirname(model.folder);
  env.useFSCache = false;
  env.useBrowserCache = false;
  const name = basename(model.folder);
  const tokenizer = await AutoTokenizer.from_pretrained(name, { local_files_only: true });
  const network = await AutoModel.from_pretrained(name, {
    local_files_only: true,
    // biome-ignore lint/suspicious/noExplicitAny: the library lists its dtypes as a closed union; the profile holds a text.
    dtype: model.dtype as any,
    session_options: { intraOpNumThreads: 1, interOpNumThreads: 1, executionMode: "sequential", logSeverityLevel: 4 },
  });
  const windows = windowsBy(model, (text, withSpecialTokens) =>
    tokenizer.encode(text, { add_special_tokens: withSpecialTokens }),
  );
  const run = async (inputs: object) => (await network(inputs)).last_hidden_state;
  const { vectorOf, dispose } = inferenceOf(model, Tensor, run, async () => void (await network.dispose()));
  return { embed: (text, role) => vectorOf(windows(text, role)), dispose };
}
