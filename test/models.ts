/** One loaded model for all worlds of a test file. */
import { ModelPools } from "../src/search/model/embed-pool.js";
import { recordedPools } from "./recorded-vectors.js";

let shared: { pools: ModelPools; write(): void } | undefined;

/** Called after each test file. */
export async function endSharedModels(): Promise<void> {
  shared?.write();
  await shared?.pools.end();
  shared = undefined;
}

/** Loaded when a first text is embedded. */
export function sharedModels(): ModelPools {
  shared ??= recordedPools(new ModelPools());
  return shared.pools;
}
