import { basename, dirname } from "node:path";
import { type Embedder, type LocatedModel, meanDirection, pool } from "./embedder.js";
import { specialTokens, windowsOf } from "./windows.js";

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
  const encode = (text: string, withSpecialTokens: boolean): number[] =>
    tokenizer.encode(text, { add_special_tokens: withSpecialTokens });
  const special = specialTokens(encode);

  const vectorOf = async (tokens: number[]): Promise<Float32Array> => {
    const tensor = (values: BigInt64Array) => new Tensor("int64", values, [1, tokens.length]);
    const output = await network({
      input_ids: tensor(BigInt64Array.from(tokens, BigInt)),
      attention_mask: tensor(new BigInt64Array(tokens.length).fill(1n)),
      token_type_ids: tensor(new BigInt64Array(tokens.length)),
    });
    const states = output.last_hidden_state;
    return pool(states.data as Float32Array, tokens.length, states.dims[2] as number, model.pooling);
  };

  return {
    async embed(text, role) {
      const vectors: Float32Array[] = [];
      for (const window of windowsOf(model.prefix[role] + text, encode, special)) vectors.push(await vectorOf(window));
      return meanDirection(vectors);
    },
    dispose: async () => {
      await network.dispose();
    },
  };
}
