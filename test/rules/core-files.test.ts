import { describe, expect, inject, it } from "vitest";
import { filesInto } from "../../src/health/setup/files-choice.js";
import { gitAttributes } from "../../src/health/setup/setup-pieces.js";
import { why } from "../../src/rules/why.js";
import type { Profile } from "../../src/settings.js";
import { driverCommand } from "../../src/store/merge/merge-driver.js";
import { held, type RulesWorld, rulesWorld, worked } from "./rules-world.js";

const PROSE = "# Project\n\n- Be kind\n";
const CLAUDE = filesInto("CLAUDE.md");

/** A repository whose one file of instructions is `CLAUDE.md`. */
function claudeWorld(profile: Partial<Profile> = {}): RulesWorld {
  const world = rulesWorld({ files: CLAUDE, ...profile });
  world.world.put("CLAUDE.md", PROSE);
  world.world.put(".gitattributes", `${gitAttributes(CLAUDE).join("\n")}\n`);
  world.git("config", "merge.tenet.driver", driverCommand(inject("built").binary));
  world.commit("start");
  return world;
}

const rulesIn = (text: string) => text.split("\n").filter((line) => /^- .*<!-- (?:COR|INS|OUT)-/.test(line));
const words = (text: string) => rulesIn(text).map((line) => line.slice(2).replace(/ <!--.*/, ""));
const A = "Do A0001 before anything else";

describe("one file for every role", () => {
  it("has one block, what binds more above what binds less, and nothing outside it changes", {
    tags: "proof",
  }, async () => {
    const world = claudeWorld();
    await world.store(worked("P0001"));
    await world.digest();
    await world.store(held("A0001"));
    await world.digest();
    const text = world.read("CLAUDE.md");
    expect(text.startsWith(PROSE)).toBe(true);
    expect(text.match(/tenet:begin rules/g)).toHaveLength(1);
    expect(words(text)).toEqual([A, "Procedure P0001 works"]);
    for (const file of ["SOUL.md", "MEMORY.md", "memory/core/procedures.md"]) expect(world.has(file)).toBe(false);
    const { rules } = await world.active();
    expect(rules.map(({ target, role }) => [target, role])).toEqual(
      expect.arrayContaining([
        ["CLAUDE.md", "soul"],
        ["CLAUDE.md", "procedures"],
      ]),
    );
    expect(new Set(rules.map(({ target }) => target))).toEqual(new Set(["CLAUDE.md"]));
    expect(await world.errors()).toEqual([]);
    expect((await world.digest()).decision).toBe("unchanged");
    const line = text.split("\n").findIndex((one) => one.includes(A)) + 1;
    const told = { about: "rule", says: expect.stringContaining("in CLAUDE.md"), rule: { text: A } };
    expect(await why(world.ctx, `CLAUDE.md:${line}`)).toMatchObject(told);
    expect((await why(world.ctx, "CLAUDE.md:3")).says).toContain("outside tenet's block");
    await expect(why(world.ctx, "SOUL.md:1")).rejects.toThrow();
  });
});

describe("files of the profile", () => {
  it("make a file of Cursor's with the head that has it read always", async () => {
    const world = rulesWorld({ files: filesInto(".cursor/rules/tenet.mdc") });
    await world.store(held("A0001"));
    await world.digest();
    expect(world.read(".cursor/rules/tenet.mdc")).toMatch(
      /^---\ndescription: .+\nalwaysApply: true\n---\n\n<!-- tenet:begin/,
    );
  });
});
