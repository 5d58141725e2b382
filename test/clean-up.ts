/** After each test file: files share one process and its modules, and leave nothing behind for the next one. */
import { afterAll } from "vitest";
import { endModels } from "./in-process.js";
import { endSharedModels } from "./models.js";
import { removeSandboxes } from "./sandbox.js";
import { removeFolders } from "./store/run-child.js";

const own = { ...process.env };

afterAll(async () => {
  await removeSandboxes();
  removeFolders();
  await endModels();
  await endSharedModels();
  for (const name of Object.keys(process.env)) if (!(name in own)) delete process.env[name];
  Object.assign(process.env, own);
});
