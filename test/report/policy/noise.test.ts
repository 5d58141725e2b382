import { describe, expect, it } from "vitest";
import type { Insight } from "../../../src/entry/entry.js";
import type { GateLine } from "../../../src/report/history.js";
import { noiseOf } from "../../../src/report/policy/noise.js";
import { ago, correction, historyOf, INS, insight } from "./histories.js";

type Item = NonNullable<Insight["evolution"]>[number];
const item = (days: number, text: string, restated = false): Item => {
  return { at: ago(days), text, agent: "ann", ...(restated ? { restated } : {}) };
};
const line = (day: string, time: string, more: Partial<GateLine> = {}): GateLine => {
  return { day, time, kind: "logged", ...more };
};

// The example of docs/measures.md.
const ENTRIES = [
  insight("A", 9, { evolution: [item(5, "with evidence"), item(4, "in other words", true)] }),
  insight("B", 8),
  insight("C", 7),
  insight("I", 7, { imported: { at: ago(7), from: "notes", hash: "h" }, evolution: [item(3, "more")] }),
  correction("D", 6),
];
const GATE = [
  line("2026-03-20", "14:02"),
  line("2026-03-21", "09:00"),
  line("2026-03-22", "09:00", { kind: "skipped", id: INS("B") }),
];

describe("noise", () => {
  it("is what was logged, skipped and restated, of what was offered: 4 of 8", () => {
    const noise = noiseOf(historyOf(ENTRIES, { gate: GATE }), {});
    expect(noise).toMatchObject({ logged: 2, skipped: 1, restated: 1, evolved: 1, stored: 3 });
    expect(noise.share).toMatchObject({ value: 0.5, numerator: 4, denominator: 8 });
    expect(noise.share.entries).toEqual(["log:2026-03-20", "log:2026-03-21", INS("B"), INS("A")]);
    expect(noise.share.others).toEqual([INS("A"), INS("B"), INS("C"), INS("A")]);
  });

  it("is nothing of nothing, and no figure of four", () => {
    expect(noiseOf(historyOf([]), {}).share).toMatchObject({ value: null, n: 0 });
    expect(noiseOf(historyOf([insight("B", 8)], { gate: GATE }), {}).share).toMatchObject({ value: null, n: 4 });
  });

  it("names no entry that is not everybody's", () => {
    const gate = [line("2026-03-22", "09:00", { kind: "skipped", id: INS("X") })];
    expect(noiseOf(historyOf([], { gate }), {}).share.entries).toEqual(["log:2026-03-22"]);
  });

  it("counts once what was an entry and was merged into another", () => {
    const merged = insight("B", 8, {
      status: "superseded",
      superseded_by: INS("A"),
      evolution: [item(3, "again", true)],
    });
    const into = insight("A", 9, { evolution: [item(8, "Found B"), item(3, "again", true)] });
    expect(noiseOf(historyOf([into, merged]), {})).toMatchObject({ stored: 2, evolved: 0, restated: 1 });
  });

  it("knows when a line was written by the clock of the profile", () => {
    const history = historyOf([], { gate: [line("2026-03-20", "01:30")], timezone: "Europe/Berlin" });
    const since = (at: string) => noiseOf(history, { since: new Date(at) }).logged;
    expect(since("2026-03-20T00:30:00Z")).toBe(1);
    expect(since("2026-03-20T00:30:01Z")).toBe(0);
    expect(noiseOf({ ...history, now: new Date("2026-03-20T00:29:00Z") }, {}).logged).toBe(0);
  });

  it("counts by the period of each offer", () => {
    const since = new Date("2026-03-21T00:00:00Z");
    const noise = noiseOf(historyOf(ENTRIES, { gate: GATE }), { since });
    expect(noise).toMatchObject({ logged: 1, skipped: 1, restated: 1, evolved: 1, stored: 3 });
    expect(noiseOf(historyOf(ENTRIES, { gate: GATE }), { since: new Date(ago(4)) })).toMatchObject({
      ...{ logged: 0, skipped: 0, restated: 1, evolved: 0, stored: 0 },
    });
  });
});
