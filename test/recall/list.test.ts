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

const replaces = (tail: string) => ({ near: [{ with: `INS-20260110-${tail}`, answer: "replaces", tier: "owner" }] });

const MANY = [
  correction({ corrected_to: "Install from the lockfile", source: "bridget", stakes: "high" }),
  made("A0001", "Retries hide the flaky test"),
  made("A0002", "Nobody knows"),
  made("A0003", "Old words", replaces("A0004")),
  made("A0004", "Older words"),
  made("A0007", "New words", replaces("A0003")),
  made("A0005", "Gone words", { forgotten: { at: "2026-02-03T09:00:00Z", by: "bridget", tier: "owner" } }),
  made("A0006", "Turned down", { review: { state: "rejected", by: "bridget", tier: "owner" } }),
  made("A0008", "Never retry", { near: [{ with: "INS-20260110-A0001", score: 0.8, found: "claim" }] }),
  made("A000B", "A long story. ".repeat(40)),
];

describe("list", () => {
  it("keeps how an entry stands on a narrow screen longer than any other column", async () => {
    const listed = await list(world(MANY), { limit: 50 });
    const at = async (width: number) => screenText(listOutline(listed), width);
    expect((await at(120)).split("\n")[0]).toMatch(/^id +day +type +stakes +status +text$/);
    expect((await at(56)).split("\n")[0]).toMatch(/^id +status +text$/);
    for (const width of [40, 60, 80, 120]) {
      const text = await at(width);
      expect(text).toContain("active");
      for (const line of text.split("\n").filter((one) => !one.startsWith("hidden")))
        expect(stringWidth(line)).toBeLessThanOrEqual(width);
    }
    expect(await at(80)).toContain("hidden: 1 forgotten, 2 superseded, 1 rejected; --status all shows them");
  });
});
