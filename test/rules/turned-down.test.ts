/** What a person turned down as a rule is taught to nobody unasked, until a person says it anew. By hand and by git: test/sessions/turned-down. */
import { describe, expect, it } from "vitest";
import { recall } from "../../src/recall/recall.js";
import { promote } from "../../src/rules/promote.js";
import { context } from "../operations.js";
import { type DecidingWorld, decidingWorld, held } from "./deciding-world.js";

const RULE = "Look for npm install in the CI file before pushing";
const A = "COR-20260201-A0001";
const AGENT = { atTerminal: false, git: async () => ({}) };
const again = (w: DecidingWorld, tier: "self" | "relayed") =>
  w.patch(A, { said: [{ at: "2026-02-09T09:00:00Z", session: "again", tier }] });

async function world(mode: "auto" | "approval", more: Parameters<typeof held>[2] = {}) {
  const w = decidingWorld({ apply_mode: mode, embedding: { model: "./none" } });
  await w.store(held("A0001", RULE, more));
  await w.digest();
  w.person();
  return w;
}

const isTaught = async (w: DecidingWorld) => {
  const { text } = await context(w.ctx, { query: "npm install in the CI file", untouched: true });
  expect(text.includes(`${A} `), text).toBe(!text.includes("not taught"));
  return text.includes(`${A} `);
};

const stays = async (w: DecidingWorld) => {
  expect(await isTaught(w)).toBe(false);
  const { results } = await recall(w.ctx, { query: RULE, type: "correction" });
  expect(results).toMatchObject([{ id: A, status: "active", doubts: ["rejected"] }]);
};

describe("a rule that a person turned down", () => {
  it.each<[how: string, mode: "auto" | "approval", no: (w: DecidingWorld) => unknown]>([
    ["rejected while it waited", "approval", (w) => w.reject()],
    ["took back", "auto", (w) => w.rollback()],
    ["deleted", "auto", (w) => w.write("SOUL.md", w.read("SOUL.md").replace(/^- .*\n/m, ""))],
  ])("%s is not taught, by agents' evidence neither; a person who says it anew lifts that", async (_, mode, no) => {
    const w = await world(mode);
    expect(await isTaught(w)).toBe(true);
    await no(w);
    await stays(w);
    await w.digest();
    await stays(w);
    await again(w, "self");
    await stays(w);
    expect((await w.digest()).operations).toEqual([]);
    await again(w, "relayed");
    expect(await isTaught(w)).toBe(true);
    expect((await w.digest()).operations).toMatchObject([{ op: "add", ids: [A] }]);
    expect(await isTaught(w)).toBe(true);
  });

  it("is one again once the taking back is taken back, and after a person made it one", async () => {
    const w = await world("auto");
    await w.rollback();
    await w.rollback();
    expect(await isTaught(w)).toBe(true);
    await w.rollback();
    await stays(w);
    await promote(w.ctx, { ref: A, to: "SOUL.md", dryRun: false }, async () => "I want it");
    expect(await isTaught(w)).toBe(true);
    expect((await recall(w.ctx, { query: RULE })).results).toMatchObject([{ id: A, status: "promoted" }]);
  });

  it("is taught where an agent took it back, where its block is gone whole, and where nobody said no", async () => {
    const byAgent = await world("auto", { tier: "self", source: "self" });
    byAgent.as(AGENT);
    await byAgent.rollback({ confirmed: undefined });
    expect(await isTaught(byAgent)).toBe(true);
    const gone = await world("auto");
    gone.write("SOUL.md", "# Soul\n");
    expect(await isTaught(gone)).toBe(true);
    await gone.digest();
    expect(await isTaught(gone)).toBe(true);
  });
});
