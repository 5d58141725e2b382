/** How many heads commands read that somebody waits for. */
import { expect, it, vi } from "vitest";
import { generateTree } from "../../bench/generated-tree.js";
import { CacheDatabase } from "../../src/store/cache/database.js";
import { sandbox } from "../sandbox.js";
import { NO_MODEL } from "./known-workspace.js";
import { done } from "./typed.js";

/** A tree of generated entries, and how many heads a command reads of it. */
async function generated(entries: number) {
  const box = await sandbox({ empty: true });
  const { now } = generateTree(box.dir, entries, 30);
  await box.write("tenet.yaml", NO_MODEL);
  box.at(now);
  const headsReadBy = async (line: string): Promise<number> => {
    const rows = vi.spyOn(CacheDatabase.prototype, "rows");
    await done(box, line);
    const lengths = rows.mock.results.map(({ value }, at) =>
      String(rows.mock.calls[at]?.[0]).startsWith("SELECT meta") ? (value as unknown[]).length : 0,
    );
    rows.mockRestore();
    return lengths.reduce((a, b) => a + b, 0);
  };
  return { box, headsReadBy };
}

it("a heartbeat and a status read no answered entry where nothing is due", async () => {
  const { box, headsReadBy } = await generated(300);
  // The first ones write down what is due by time.
  for (let beats = 0; beats < 2; beats++) await done(box, "heartbeat");
  expect(await headsReadBy("heartbeat")).toBeLessThan(20);
  expect(await headsReadBy("status")).toBeLessThan(20);
});

it("a context reads the newest corrections until it has as many as it may print", async () => {
  const { box, headsReadBy } = await generated(1_500);
  await done(box, "list");
  // 200 corrections for 100 places, 200 entries among which recent insights are looked for, and those that are printed.
  expect(await headsReadBy("context")).toBeLessThan(500);
});
