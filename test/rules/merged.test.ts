/** Which lines count before people merged them: by mode, tier and hand. */
import { describe, expect, it } from "vitest";
import type { Tier } from "../../src/entry/entry.js";
import type { ApplyMode } from "../../src/rules/policy/apply-mode.js";
import { type BaseRule, waitsForMerge } from "../../src/rules/policy/merged.js";
import type { RuleDecision } from "../../src/rules/policy/rule.js";

const ID = "COR-20260201-A0001";
const LINE = { target: "SOUL.md", text: "Check the lockfile first", ids: [ID] };
const MERGED: readonly BaseRule[] = [LINE];
const waits = (mode: ApplyMode, tier: Tier | undefined, merged: readonly BaseRule[] | undefined, line: object = {}) =>
  waitsForMerge({ ...LINE, ...line }, { merged, mode, tierOf: () => tier });

describe("a rule that the base lacks", () => {
  it.each<[Tier, auto: boolean, approval: boolean, curated: boolean]>([
    ["owner", false, true, true],
    ["relayed", false, true, true],
    ["self", false, true, true],
    ["peer", true, true, true],
    ["external", true, true, true],
  ])("of tier %s waits in auto: %s, approval: %s, curated: %s", (tier, ...wanted) => {
    const modes = ["auto", "approval", "curated"] as const;
    expect(modes.map((mode) => waits(mode, tier, []))).toEqual(wanted);
    expect(modes.map((mode) => waits(mode, tier, MERGED))).toEqual([false, false, false]);
    expect(modes.map((mode) => waits(mode, tier, undefined))).toEqual([false, false, false]);
  });

  const by = (how: RuleDecision["how"]): RuleDecision => ({ by: "bridget", how, at: "2026-02-01T09:00:00Z" });
  it.each<[string, object, Tier | undefined, readonly BaseRule[], boolean]>([
    ["a line without ids", { ids: [] }, undefined, [], true],
    ["a line of an entry that nobody has", {}, undefined, [], true],
    ["a line that was edited by hand, whoever is named", { decided_by: by("edited") }, "self", [], true],
    [
      "a line that the mode lets in, and a version says a person approved",
      { decided_by: by("approved") },
      "self",
      [],
      false,
    ],
    [
      "other words for a rule that a person let in",
      { text: "Skip the lockfile" },
      "self",
      [{ ...LINE, decided: true }],
      true,
    ],
    ["other words for a rule that the mode let in", { text: "Skip the lockfile" }, "self", MERGED, false],
    ["the same words, moved to another file", { target: "CLAUDE.md", decided_by: by("edited") }, "self", MERGED, false],
    [
      "the same words for another entry in another file",
      { target: "CLAUDE.md", ids: ["COR-20260201-B0002"] },
      "peer",
      MERGED,
      true,
    ],
    ["the same words as a formatter leaves them", { text: "Check the  lockfile first." }, "peer", MERGED, false],
  ])("in auto mode: %s", (_, line, tier, merged, wanted) => {
    expect(waits("auto", tier, merged, line)).toBe(wanted);
  });
});
