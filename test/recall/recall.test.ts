import { describe, expect, it } from "vitest";
import type { Entry } from "../../src/entry/entry.js";
import { type RecallInput, recall } from "../../src/recall/recall.js";
import { recallOutline } from "../../src/recall/recall-outline.js";
import { pipeText } from "../../src/text/outline/render.js";
import { screenText } from "../screen-text.js";
import { world } from "../search/world.js";
import { insight } from "../store/entries.js";
import type { TestWorld } from "../store/workspace.js";

const made = (tail: string, text: string, more: Record<string, unknown> = {}): Entry =>
  insight({ id: `INS-20260110-${tail}`, timestamp: "2026-01-10T08:00:00Z", insight: text, ...more });

const ask = (ctx: TestWorld, input: Partial<RecallInput> = {}) =>
  recall({ ...ctx }, { query: "lockfile", mode: "keyword", ...input });

describe("recall", () => {
  it("by words and by meaning, with how both were counted", async () => {
    const ctx = world([made("A0001", "Back up the database every night"), made("A0002", "The lockfile decides")]);
    const hybrid = await ask(ctx, { query: "nightly database copies", mode: "hybrid" });
    expect(hybrid).toMatchObject({ mode: "hybrid", index: "fresh", pending: 0, model: "Xenova/all-MiniLM-L6-v2" });
    expect(hybrid.results[0]).toMatchObject({ id: "INS-20260110-A0001", why: { words: ["database"] } });
    expect(hybrid.results[0]?.why.cosine).toBeGreaterThan(0.3);
    expect(hybrid.weighed?.held).toBeGreaterThan(0);
  });

  it("nothing known is an empty answer, not the least unrelated entry", async () => {
    const ctx = world([made("A0001", "Back up the database every night"), made("A0002", "The lockfile decides")]);
    const found = await ask(ctx, { query: "zebra migration in Kenya", mode: "hybrid" });
    expect(found).toMatchObject({ results: [], index: "fresh", withheld: 0 });
  });

  it("at a terminal says that nothing is clearly about it", async () => {
    const ctx = world([made("A0001", "The lockfile decides")]);
    const recalled = await ask(ctx, { query: "fence lockfile quartz umbrella violin" });
    const drawn = screenText(await recallOutline(recalled), 100);
    expect(drawn).toMatch(/^Nothing clearly about this; the nearest:\n[\s\S]* · weak · inconclusive\n$/);
    expect(pipeText(await recallOutline(recalled))).toContain("\tweak, inconclusive\t");
  });
});
