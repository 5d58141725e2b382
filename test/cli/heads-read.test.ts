/** What a heartbeat reads of a tree whose questions are all answered. */
import { expect, it, vi } from "vitest";
import { generateTree } from "../../bench/generated-tree.js";
import { CacheDatabase } from "../../src/store/cache/database.js";
import { NO_MODEL } from "../cli/known-workspace.js";
import { done } from "../cli/typed.js";
import { sandbox } from "../sandbox.js";

it("reads no answered entry where nothing is due", async () => {
  const box = await sandbox({ empty: true });
  const { now } = generateTree(box.dir, 300, 30);
  await box.write("tenet.yaml", NO_MODEL);
  box.at(now);
  // The first ones write down what is due by time.
  for (let beats = 0; beats < 2; beats++) await done(box, "heartbeat");
  const rows = vi.spyOn(CacheDatabase.prototype, "rows");
  await done(box, "heartbeat");
  const metas = rows.mock.results.flatMap(({ value }, at) =>
    String(rows.mock.calls[at]?.[0]).startsWith("SELECT meta") ? (value as unknown[]) : [],
  );
  rows.mockRestore();
  expect(metas.length).toBeLessThan(20);
});
