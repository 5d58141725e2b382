/** Decisions and reflexions become no rules: not by use, outcomes or an owner's word, and not by anybody's asking. */
import { describe, expect, it } from "vitest";
import type { Entry, Use } from "../../src/entry/entry.js";
import { digest } from "../../src/rules/digest.js";
import { promote } from "../../src/rules/promote.js";
import { AT_TERMINAL } from "../capture/capturing.js";
import { decision, reflexion } from "../decide/records.js";
import { outcome } from "../store/entries.js";
import { rulesWorld } from "./rules-world.js";

const uses: Use[] = [3, 4, 5, 6, 7].map((n) => ({
  at: `2026-02-0${n}T09:00:00Z`,
  session: `s${n}`,
  agent: "main",
  result: "worked",
}));

const DECISION = decision("D0001", "CI red by a known flake", { stakes: "high", at_risk: "a bug ships", uses });
const REFLEXION = reflexion("R0001", { tier: "owner", uses });

const praised = (id: string, n: number): Entry =>
  outcome({
    ...{ id: `OUT-2026020${n}-T4ZW${n}`, timestamp: `2026-02-0${n}T09:00:00Z`, session: `o${n}`, references: [id] },
    ...{ agent: "main", tier: "relayed", source: "bridget", verdict: "validated", score: 10 },
    lesson: "Ship when only a known flake is red",
  });

describe.each([
  ["decision", DECISION],
  ["reflexion", REFLEXION],
])("a %s", (type, entry) => {
  it("is in no digest, is not promoted by a person who wants it either, and stands behind no line that somebody words", async () => {
    const world = rulesWorld({ apply_mode: "auto" });
    await world.store(entry, ...[3, 4, 5].map((n) => praised(entry.id, n)));
    const { operations, version } = await world.digest();
    expect([operations, version]).toEqual([[], undefined]);
    const line = { id: entry.id, text: "Ship it" };
    await expect(digest(world.ctx, { list: JSON.stringify([line]) })).rejects.toThrow("does not become a rule");
    world.ctx = { ...world.ctx, actor: { ...world.ctx.actor, ...AT_TERMINAL } };
    const wanted = promote(world.ctx, { ref: entry.id, dryRun: false }, async () => "I want it");
    await expect(wanted).rejects.toMatchObject({ failure: "refused", code: type });
    expect(world.has("MEMORY.md") || world.has("SOUL.md")).toBe(false);
  });
});
