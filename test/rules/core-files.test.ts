import { describe, expect, inject, it } from "vitest";
import { merge } from "../../src/health/merge.js";
import { filesInto } from "../../src/health/setup/files-choice.js";
import { gitAttributes } from "../../src/health/setup/setup-pieces.js";
import { rollback } from "../../src/rules/versions/rollback.js";
import { why } from "../../src/rules/why.js";
import type { Profile } from "../../src/settings.js";
import { driverCommand } from "../../src/store/merge/merge-driver.js";
import { AT_TERMINAL } from "../capture/capturing.js";
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

/** What both branches learn beside the first rule; `left` runs on the one that is checked out. */
async function twoBranches(world: RulesWorld, left: () => Promise<unknown>): Promise<void> {
  await world.store(held("A0001"));
  await world.digest();
  world.commit("first");
  world.git("checkout", "-qb", "right");
  await world.store(held("R0001", { timestamp: "2026-02-02T09:00:00Z" }));
  await world.digest();
  world.commit("right");
  world.git("checkout", "-q", "main");
  world.day(9, "11:00:00");
  await left();
  await world.digest();
  world.commit("left");
  try {
    world.git("merge", "-q", "--no-edit", "right");
  } catch {
    expect((await merge(world.ctx)).files.filter(({ state }) => state !== "merged")).toEqual([]);
    world.commit("merged");
  }
  await world.digest();
  world.commit("joined");
}

const rulesIn = (text: string) => text.split("\n").filter((line) => /^- .*<!-- (?:COR|INS|OUT)-/.test(line));
const words = (text: string) => rulesIn(text).map((line) => line.slice(2).replace(/ <!--.*/, ""));
const A = "Do A0001 before anything else";
const person = (world: RulesWorld) => ({ ...world.ctx, actor: { ...world.ctx.actor, ...AT_TERMINAL } });

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
    const { rules, files } = await world.active();
    expect(rules.map(({ target, role }) => [target, role])).toEqual(
      expect.arrayContaining([
        ["CLAUDE.md", "soul"],
        ["CLAUDE.md", "procedures"],
      ]),
    );
    expect(Object.keys(files)).toEqual(["CLAUDE.md"]);
    expect(await world.errors()).toEqual([]);
    expect((await world.digest()).decision).toBe("unchanged");
    const line = text.split("\n").findIndex((one) => one.includes(A)) + 1;
    const told = { about: "rule", says: expect.stringContaining("in CLAUDE.md"), rule: { text: A } };
    expect(await why(world.ctx, `CLAUDE.md:${line}`)).toMatchObject(told);
    expect((await why(world.ctx, "CLAUDE.md:3")).says).toContain("outside tenet's block");
    await expect(why(world.ctx, "SOUL.md:1")).rejects.toThrow();
  });

  it("takes a person's edit over as theirs, and its version back without losing it", { tags: "proof" }, async () => {
    const world = claudeWorld();
    await world.store(held("A0001"), held("B0001"));
    await world.digest();
    world.commit("rules");
    world.edit("CLAUDE.md", (text) => text.replace(A, "Do A0001 long before anything else"));
    world.merged("by hand");
    await world.digest();
    const theirs = (await world.active()).rules.find(({ ids }) => ids[0] === held("A0001").id);
    expect(theirs).toMatchObject({ target: "CLAUDE.md", role: "soul", decided_by: { by: "people", how: "edited" } });
    world.commit("adopted");
    await rollback(person(world), { ref: "1", confirmed: true });
    expect(words(world.read("CLAUDE.md"))).toEqual(["Do A0001 long before anything else"]);
    expect(world.read("CLAUDE.md").startsWith(PROSE)).toBe(true);
    expect(await world.errors()).toEqual([]);
  });

  it.each(["driver", "lines"] as const)(
    "keeps the rules of two branches that both add some (%s)",
    { tags: "proof" },
    async (way) => {
      const world = claudeWorld();
      if (way === "lines") world.git("config", "--unset", "merge.tenet.driver");
      await twoBranches(world, () => world.store(held("L0001", { timestamp: "2026-02-03T09:00:00Z" })));
      const all = ["A0001", "L0001", "R0001"].map((name) => `Do ${name} before anything else`);
      expect(words(world.read("CLAUDE.md")).sort()).toEqual(all);
      expect(await world.errors()).toEqual([]);
    },
  );
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
