/** After each test file: its folders are removed, its caches and models end, and the environment is as before. */
import { afterAll, vi } from "vitest";
import { closeCaches } from "../src/store/cache/database.js";
import { endModels } from "./in-process.js";
import { endSharedModels } from "./models.js";
import { removeSandboxes } from "./sandbox.js";
import { removeFolders } from "./store/run-child.js";

afterAll(async () => {
  vi.unstubAllEnvs();
  closeCaches();
  await removeSandboxes();
  removeFolders();
  await endModels();
  await endSharedModels();
});
