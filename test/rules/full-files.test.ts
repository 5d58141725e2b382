/** A file that people's rules fill: said where people look, with what makes room. */
import { describe, expect, it } from "vitest";
import type { Tier } from "../../src/entry/entry.js";
import { status, statusOutline } from "../../src/health/status.js";
import { fullFiles } from "../../src/rules/planning/full-files.js";
import type { Rule } from "../../src/rules/policy/rule.js";
import type { Profile } from "../../src/settings.js";
import { pipeText } from "../../src/text/outline/render.js";
import { say } from "../operations.js";
import { testWorld } from "../store/workspace.js";
import { held, rulesWorld } from "./rules-world.js";

const CAPS = { soul: 2, memory: 2, procedures: 2 };
const DECIDED = { by: "bridget", how: "approved", at: "2026-02-09T09:00:00Z" } as const;

describe("files that are full of people's rules", () => {
  const rule = (name: string, more: Partial<Rule> = {}): Rule => ({
    target: "SOUL.md",
    text: `Do ${name}`,
    ids: [`COR-20260201-${name}`],
    since: "0001-K7Q2X",
    ...more,
  });
  const theirs = (name: string, more: Partial<Rule> = {}) => rule(name, { decided_by: DECIDED, ...more });

  it.each<[string, Rule[], Partial<Profile>, string[]]>([
    ["as many as the cap", [theirs("AAAA1"), theirs("BBBB2")], {}, ["SOUL.md 2 caps.soul"]],
    ["one fewer", [theirs("AAAA1")], {}, []],
    ["one that the table let in may leave", [theirs("AAAA1"), rule("BBBB2")], {}, []],
    ["an owner's own word never does", [theirs("AAAA1"), rule("OWNER")], {}, ["SOUL.md 2 caps.soul"]],
    [
      "by characters",
      ["AAAA1", "BBBB2"].map((name) => theirs(name, { text: "x".repeat(6000) })),
      { caps: { ...CAPS, soul: 10 } },
      ["SOUL.md 2"],
    ],
  ])("%s", (_, rules, more, expected) => {
    const world = testWorld({ caps: CAPS, ...more });
    const head = (id: string) => ({ type: "correction", tier: (id.endsWith("OWNER") ? "owner" : "self") as Tier });
    const full = fullFiles(world, { head } as never, rules);
    expect(full.map(({ file, rules: count, settings }) => [file, count, ...settings].join(" "))).toEqual(expected);
  });

  it("are said in status, and no longer once there is room", { tags: "proof" }, async () => {
    const world = rulesWorld({ caps: { ...CAPS, soul: 1 } });
    await world.store(held("AAAA1", { tier: "owner", stakes: "high" }));
    await world.digest();
    await world.store(held("BBBB2"));
    const { left } = await world.digest();
    expect(left).toEqual([{ id: held("BBBB2").id, because: expect.stringContaining("until a person makes room") }]);
    const says = "SOUL.md is full of people's rules (1): take a line out, or raise caps.soul: tenet why SOUL.md";
    expect(pipeText(statusOutline(await say(await status(world.ctx))))).toContain(`full       ${says}`);
    world.ctx = { ...world.ctx, profile: { ...world.ctx.profile, caps: { ...CAPS, soul: 2 } } };
    expect((await status(world.ctx)).full).toBeUndefined();
    expect((await world.digest()).operations.map(({ op }) => op)).toContain("add");
  });
});
