import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import type { Entry } from "../../src/entry/entry.js";
import { listOutline } from "../../src/recall/entries-outline.js";
import { list } from "../../src/recall/list.js";
import { screenText } from "../screen-text.js";
import { world } from "../search/world.js";
import { correction, insight } from "../store/entries.js";

const made = (tail: string, text: string, more: Record<string, unknown> = {}): Entry =>
  insight({ id: `INS-20260110-${tail}`, timestamp: "2026-01-10T08:00:00Z", insight: text, ...more });

const MANY = [
  correction({ corrected_to: "Install from the lockfile", source: "bridget", stakes: "high" }),
  made("A0001", "Retries hide the flaky test", { agent: "mallory", stakes: "low", tags: ["ci"] }),
  made("A0002", "Cold caches double the time", { outcome: "validated", paths: ["packages/api/**", "*.yml"] }),
  made("A0003", "Old words", { status: "superseded" }),
  made("A0004", "Older words", { status: "superseded", tags: ["ci"] }),
  made("A0005", "Gone words", { status: "forgotten" }),
  made("A0006", "Turned down", { review: { state: "rejected" } }),
  made("A0007", "Said by a page", { review: { state: "needs_review" }, tier: "external" }),
  made("A0008", "Never retry", {
    near: [{ with: "INS-20260110-A0001", score: 0.8, by: "claim", state: "open" }],
  }),
  made("A0009", "Of use to everybody", { status: "promoted" }),
  made("A000A", "Nobody knows", { status: "inconclusive" }),
  made("A000B", `${"A long story. ".repeat(40)}It ends with a zebra.`),
];

const tails = ({ entries }: { entries: readonly { id: string }[] }) =>
  entries.map(({ id }) => id.slice(-5).replace("K7Q2X", "COR")).sort();

describe("list", () => {
  it("shows what counts, and how many no longer do, with and without a filter", async () => {
    const ctx = world(MANY);
    const all = await list({ ...ctx }, { limit: 50 });
    expect(tails(all)).toEqual(["A0001", "A0002", "A0007", "A0008", "A0009", "A000A", "A000B", "COR"]);
    expect(all).toMatchObject({ total: 8, hidden: { superseded: 2, forgotten: 1, rejected: 1 } });
    expect(await list({ ...ctx }, { limit: 50, type: "insight" })).toMatchObject({ total: 7, hidden: all.hidden });
    expect((await list({ ...ctx }, { limit: 2 })).total).toBe(8);
    expect(ctx.warnings).toEqual([]);
  });

  it.each([
    [{ status: "superseded" }, "A0003 A0004"],
    [{ status: "rejected" }, "A0006"],
    [{ status: "waiting" }, "A0007"],
    [{ status: "open" }, "A0001 A0008"],
    [{ status: "promoted" }, "A0009"],
    [{ status: "inconclusive" }, "A000A"],
    [{ status: "validated" }, "A0002"],
    [{ stakes: "HIGH" }, "COR"],
    [{ tier: "external" }, "A0007"],
    [{ by: "Bridget" }, "COR"],
    [{ by: "mallory" }, "A0001"],
    [{ outcome: "validated" }, "A0002"],
    [{ outcome: "none", tag: "ci" }, "A0001"],
    [{ paths: true as const }, "A0002"],
    [{ text: "RETRIES test" }, "A0001"],
    [{ text: "zebra" }, "A000B"],
  ])("filters by %j", async (filter, expected) => {
    expect(tails(await list(world(MANY), { limit: 50, ...filter })).join(" ")).toBe(expected);
  });

  it("says of each entry how it stands", async () => {
    const { entries } = await list(world(MANY), { limit: 50, status: "all" });
    expect(Object.fromEntries(entries.map(({ id, states }) => [id.slice(-5), states.join(", ")]))).toMatchObject({
      A0001: "open",
      A0002: "validated",
      A0003: "superseded",
      A0006: "rejected",
      A0007: "waiting",
      A0009: "promoted",
      K7Q2X: "active",
    });
  });

  it.each([
    [{ text: "words" }, "No live entry matches. Hidden: 2 superseded, 1 forgotten: tenet list"],
    [{ text: "turned" }, "No live entry matches. Hidden: 1 rejected: tenet list"],
    [{ tag: "zoo" }, "Nothing matches --tag zoo; without that there are 8 live entries: `tenet list`"],
    [{ status: "resolved" }, "Nothing matches --status resolved; without that there are 8 live entries: `tenet list`"],
  ])("an empty answer to %j says what would find something", async (filter, said) => {
    const ctx = world(MANY);
    expect((await list({ ...ctx }, { limit: 50, ...filter })).total).toBe(0);
    expect(ctx.warnings.map((text) => text.replaceAll("`", ""))).toEqual([said.replaceAll("`", "")]);
  });

  it("of an empty tree says how it starts", async () => {
    const ctx = world([]);
    expect(await list({ ...ctx }, { limit: 50 })).toEqual({ entries: [], total: 0 });
    expect(ctx.warnings).toEqual([expect.stringContaining("Nothing is known here yet")]);
  });

  it.each([{ status: "stale" }, { stakes: "huge" }, { tier: "king" }, { outcome: "fine" }, { type: "wish" }])(
    "%j is wrong usage that names what can be said",
    async (filter) => {
      await expect(list(world(MANY), { limit: 5, ...filter })).rejects.toMatchObject({ failure: "usage" });
    },
  );

  it("keeps how an entry stands on a narrow screen longer than any other column", async () => {
    const listed = await list(world(MANY), { limit: 50 });
    const at = async (width: number) => screenText(listOutline(listed), width);
    expect((await at(120)).split("\n")[0]).toMatch(/^id +day +type +stakes +status +text$/);
    expect((await at(66)).split("\n")[0]).toMatch(/^id +status +text$/);
    for (const width of [40, 60, 80, 120]) {
      const text = await at(width);
      expect(text).toContain("open");
      for (const line of text.split("\n").filter((one) => !one.startsWith("hidden")))
        expect(stringWidth(line)).toBeLessThanOrEqual(width);
    }
    expect(await at(80)).toContain("hidden: 2 superseded, 1 forgotten, 1 rejected; --status all shows them");
  });
});
