/** After each test file: its folders are removed and its models end. */
import { afterAll } from "vitest";
import { endModels } from "./in-process.js";
import { endSharedModels } from "./models.js";
import { removeSandboxes } from "./sandbox.js";
import { removeFolders } from "./store/run-child.js";

afterAll(async () => {
  await removeSandboxes();
  removeFolders();
  await endModels();
  await endSharedModels();
});
