/** After each test file: its folders are removed, its models end, and the environment is as before. */
import { afterAll, vi } from "vitest";
import { endModels } from "./in-process.js";
import { endSharedModels } from "./models.js";
import { removeSandboxes } from "./sandbox.js";
import { removeFolders } from "./store/run-child.js";

afterAll(async () => {
  vi.unstubAllEnvs();
  await removeSandboxes();
  removeFolders();
  await endModels();
  await endSharedModels();
});
