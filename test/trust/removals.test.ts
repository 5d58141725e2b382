/** What is gone without a person: versions, reverted merges, rules of people. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { verify } from "../../src/health/verify.js";
import type { ApplyMode } from "../../src/rules/policy/apply-mode.js";
import { partOf } from "../effort.js";
import { held, type RulesWorld, rulesWorld } from "../rules/rules-world.js";

const MODES = ["auto", "approval", "curated"] as const;
const LINE = "- Never deploy on a Friday.";

interface Attacked extends RulesWorld {
  as(who: string, ...args: string[]): string;
  commitAs(who: string): void;
  mode(apply_mode: ApplyMode): void;
  /** Files of versions by number. */
  version(number: number): string;
  found(base?: string): Promise<string[]>;
}

/** Version 1 by the mode, version 2 a line that bridget wrote, all of it committed. */
async function attacked(): Promise<Attacked> {
  const world = rulesWorld() as Attacked;
  const as: Attacked["as"] = (who, ...args) =>
    world.git("-c", `user.name=${who}`, "-c", `user.email=${who}@example.invalid`, ...args).trim();
  Object.assign(world, {
    as,
    commitAs(who: string) {
      as(who, "add", "-A");
      as(who, "commit", "-q", "-m", "change");
    },
    mode(apply_mode: ApplyMode) {
      world.ctx = { ...world.ctx, profile: { ...world.ctx.profile, apply_mode } };
    },
    version: (number: number) =>
      as("sybil", "ls-files", "-c", "-o", "memory/versions")
        .split("\n")
        .find((file) => file.includes(`/${String(number).padStart(4, "0")}-`)) ?? "",
    async found(base?: string) {
      const input = base === undefined ? {} : { base };
      const { findings } = await verify({ ...world.ctx, profileWarnings: [] }, input);
      return findings
        .filter(({ code }) => code === "version-removed" || code === "rule-removed")
        .map(({ severity, code, id }) => `${severity} ${code} ${Number(id?.slice(0, 4))}`);
    },
  });
  await world.store(held("A0001"));
  await world.digest();
  world.commitAs("sybil");
  world.edit("SOUL.md", (text) => text.replace("<!-- tenet:end rules -->", `${LINE}\n<!-- tenet:end rules -->`));
  world.commitAs("bridget");
  await world.digest();
  world.commitAs("sybil");
  return world;
}

const without = (text: string) => text.replace(`${LINE}\n`, "");

/** Sets a field of a version's file by hand. */
function forge(world: Attacked, number: number, change: (text: string) => string): void {
  const path = world.ctx.workspace.absolute(world.version(number));
  writeFileSync(path, change(readFileSync(path, "utf8")));
}

describe.each(partOf(MODES, 2))("in %s mode", { tags: "more" }, (mode) => {
  it("a person's rule that somebody else takes out is an error, also when versions follow", async () => {
    const world = await attacked();
    world.mode(mode);
    expect(await world.found()).toEqual([]);
    world.edit("SOUL.md", without);
    await world.digest();
    expect(await world.found()).toEqual(["error rule-removed 3"]);
    world.commitAs("sybil");
    expect(await world.found()).toEqual(["error rule-removed 3"]);
    expect(await world.found("HEAD~1")).toEqual(["error rule-removed 3"]);
    world.mode("auto");
    await world.store(held("A0002"));
    await world.digest();
    world.commitAs("sybil");
    world.mode(mode);
    expect(await world.found()).toEqual(["error rule-removed 3"]);
  });

  it("a person takes their own rule out: nothing to say", async () => {
    const world = await attacked();
    world.mode(mode);
    world.edit("SOUL.md", without);
    world.commitAs("bridget");
    await world.digest();
    expect(await world.found()).toEqual([]);
    world.commitAs("sybil");
    expect(await world.found()).toEqual([]);
  });

  it("a person's version that somebody else reverts is an error; a person may", async () => {
    const world = await attacked();
    world.mode(mode);
    world.as("sybil", "revert", "--no-edit", "HEAD");
    expect(await world.found()).toEqual(["error version-removed 2"]);
    expect(await world.found("HEAD~1")).toEqual(["error version-removed 2"]);
    world.as("sybil", "reset", "-q", "--hard", "HEAD~1");
    world.as("bridget", "revert", "--no-edit", "HEAD");
    expect(await world.found()).toEqual([]);
  });
});

describe("versions that are gone", () => {
  it("all of them: the empty folder hides nothing", async () => {
    const world = await attacked();
    rmSync(world.ctx.workspace.versions, { recursive: true });
    expect(await world.found()).toEqual(["error version-removed 2"]);
    world.edit("SOUL.md", () => "# Soul\n");
    world.commitAs("sybil");
    expect(await world.found()).toEqual(["error version-removed 2"]);
  });

  it("marked as superseded first, they are no pruned ones", async () => {
    const world = await attacked();
    forge(world, 2, (text) => text.replace(/^status: .*$/m, 'status: "superseded"'));
    world.commitAs("sybil");
    rmSync(world.ctx.workspace.absolute(world.version(2)));
    forge(world, 1, (text) => text.replace(/^status: .*$/m, 'status: "active"'));
    world.edit("SOUL.md", without);
    world.commitAs("sybil");
    expect(await world.found()).toEqual(["error version-removed 2"]);
  });

  it("dropped in a merge, by the side that lost them, or by a line of history turned round", async () => {
    const world = await attacked();
    world.as("sybil", "branch", "old", "HEAD~1");
    world.as("sybil", "merge", "-q", "-s", "ours", "-m", "x", "old");
    world.as("sybil", "checkout", "-q", "-b", "away", "old");
    world.as("sybil", "commit", "-q", "--allow-empty", "-m", "work");
    world.as("sybil", "merge", "-q", "-s", "ours", "-m", "turned round", "main");
    expect(await world.found()).toEqual(["error version-removed 2"]);
    world.as("sybil", "checkout", "-q", "main");
    const tree = world.as("sybil", "rev-parse", "old^{tree}");
    const evil = world.as("sybil", "commit-tree", tree, "-p", "HEAD", "-p", "old", "-m", "Merge by bridget");
    world.as("sybil", "reset", "-q", "--hard", evil);
    expect(await world.found()).toEqual(["error version-removed 2"]);
  });

  it("what the mode let in is a warning in auto, while no rule rests on it", async () => {
    const world = await attacked();
    const first = world.version(1);
    world.as("sybil", "rm", "-q", first);
    world.commitAs("sybil");
    expect(await world.found()).toEqual([]);
    world.as("sybil", "revert", "--no-edit", "HEAD");
    expect(await world.found()).toEqual([]);
  });

  it("pruned by tenet and committed by anybody, nothing is said", async () => {
    const world = await attacked();
    world.ctx = { ...world.ctx, profile: { ...world.ctx.profile, caps: { ...world.ctx.profile.caps, versions: 2 } } };
    for (const name of ["A0003", "A0004", "A0005"]) {
      await world.store(held(name));
      await world.digest();
      world.commitAs("sybil");
    }
    expect((await world.chain()).versions.length).toBeLessThan(4);
    expect(await world.found()).toEqual([]);
  });
});
