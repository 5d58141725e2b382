/** One loaded model for all worlds of a test file. */
import { afterAll } from "vitest";
import { ModelPools } from "../src/search/model/model-pools.js";

let shared: ModelPools | undefined;

afterAll(async () => {
  await shared?.end();
  shared = undefined;
});

/** Loaded when a first text is embedded. */
export function sharedModels(): ModelPools {
  shared ??= new ModelPools();
  return shared;
}
