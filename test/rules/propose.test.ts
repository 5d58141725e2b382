/** What is proposed when the rules have moved on, on either side. */

import { describe, expect, it } from "vitest";
import { propose } from "../../src/rules/versions/propose.js";
import { held, type RulesWorld, rulesWorld } from "./rules-world.js";
import { FORGOTTEN } from "./said.js";

const lesson = (name: string, rule: string) => held(name, { rule, behavioral_change: rule });

/** One lesson that waits, committed with everything but the version. */
async function waiting(): Promise<RulesWorld> {
  const world = rulesWorld({ apply_mode: "approval" });
  world.world.put("tenet.yaml", "schema: 1\napply_mode: approval\n");
  world.world.put("SOUL.md", "# Soul\n");
  await world.store(lesson("A0001", "Look twice before pushing"));
  await world.digest();
  commit(world);
  return world;
}

/** Another lesson, in the version that waits. */
async function more(world: RulesWorld): Promise<void> {
  await world.store(lesson("A0002", "Tag after the upload"));
  await world.digest();
  commit(world);
}

function commit(world: RulesWorld): void {
  world.git("add", "-A", ".", ":!memory/versions");
  world.git("commit", "-q", "-m", "change");
}

const A = "COR-20260201-A0001";

const merge = (world: RulesWorld, branch: string | undefined) =>
  world.git("merge", "-q", "--no-ff", "-m", "in", branch ?? "");

describe("propose", () => {
  it("puts a version that was made on other rules on those as committed, and says so; not while two are in force", {
    tags: "proof",
  }, async () => {
    const world = await waiting();
    const first = await propose(world.ctx);
    // While the first waits unmerged, more is learned; the version that waits now holds both.
    await more(world);
    merge(world, first.branch);
    const second = await propose(world.ctx);
    expect(second).toMatchObject({ decision: "proposed", rebased: true });
    expect(second.operations.map(({ text }) => text)).toEqual(["Tag after the upload"]);
    expect(second.version.slice(0, 4)).toBe("0002");
    merge(world, second.branch);
    expect(world.read("SOUL.md").match(/^- .*$/gm)).toHaveLength(2);
    await world.digest();
    expect(await world.errors()).toEqual([]);

    const file = (id: string) => `memory/versions/${id}.md`;
    const { id } = await world.active();
    world.world.put(file("0002-ZZZZZ"), world.read(file(id)).replaceAll(id, "0002-ZZZZZ"));
    world.commit("two");
    const waits = world
      .read(file(id))
      .replaceAll(id, "0009-ZZZZZ")
      .replace("version: 2", "version: 9")
      .replace(/^status: .*$/m, 'status: "pending"')
      .replace(/^replaces: .*\n/m, "");
    world.world.put(file("0009-ZZZZZ"), waits);
    await expect(propose(world.ctx, "0009-ZZZZZ")).rejects.toMatchObject({ code: "two-in-force" });
  });

  it("leaves out what no longer counts, with the reason", async () => {
    const world = await waiting();
    await more(world);
    await world.patch(A, FORGOTTEN);
    const { operations, fallen } = await propose(world.ctx);
    expect(operations.map(({ text }) => text)).toEqual(["Tag after the upload"]);
    expect(fallen).toMatchObject([{ op: { text: "Look twice before pushing" }, because: expect.stringMatching(/\w/) }]);
  });

  it("keeps a person's line in a file as committed, in its block and outside of it", { tags: "proof" }, async () => {
    const world = await waiting();
    merge(world, (await propose(world.ctx)).branch);
    world.edit("SOUL.md", (text) => `${text.replace("- Look twice", "- Look three times")}\nMine, below.\n`);
    world.commit("by hand");
    await world.digest();
    await more(world);
    world.commit("taken over");
    merge(world, (await propose(world.ctx)).branch);
    const soul = world.read("SOUL.md");
    for (const line of ["- Look three times before pushing", "- Tag after the upload", "Mine, below."])
      expect(soul).toContain(line);
    await world.digest();
    expect(await world.errors()).toEqual([]);
  });
});
