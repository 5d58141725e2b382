/** One loaded model for all worlds of a test file. */
import { ModelPools } from "../src/search/model/embed-pool.js";

let shared: ModelPools | undefined;

/** Called after each test file. */
export async function endSharedModels(): Promise<void> {
  await shared?.end();
  shared = undefined;
}

/** Loaded when a first text is embedded. */
export function sharedModels(): ModelPools {
  shared ??= new ModelPools();
  return shared;
}
