import { describe, expect, inject, it } from "vitest";
import { gitAttributes } from "../../src/health/setup/setup-pieces.js";
import { approve } from "../../src/rules/approve.js";
import { renderVersion } from "../../src/rules/versions/version-text.js";
import { defaultProfile } from "../../src/settings.js";
import { driverCommand } from "../../src/store/merge/merge-driver.js";
import { held, type RulesWorld, rulesWorld } from "./rules-world.js";

const GIT_ATTRIBUTES = gitAttributes(defaultProfile().files);

const on = (name: string, day: number, more: Parameters<typeof held>[1] = {}) =>
  held(name, { timestamp: `2026-02-0${day}T09:00:00Z`, ...more });

async function started(profile: Parameters<typeof rulesWorld>[0] = {}): Promise<RulesWorld> {
  const world = rulesWorld(profile);
  world.world.put(".gitattributes", `${GIT_ATTRIBUTES.join("\n")}\n`);
  world.git("config", "merge.tenet.driver", driverCommand(inject("built").binary));
  world.world.put("SOUL.md", "# Soul\n\nBe kind.\n");
  await world.store(on("A0001", 1), on("B0001", 1));
  await world.digest();
  world.commit("start");
  return world;
}

/** Merges a branch; markers that git leaves in a core file are taken out, so that both sides stand. */
function merge(world: RulesWorld, branch: string): void {
  try {
    world.git("merge", "-q", "--no-edit", branch);
  } catch {
    const open = world.git("diff", "--name-only", "--diff-filter=U").trim().split("\n");
    for (const file of open) {
      expect(file).toMatch(/^(?:SOUL|MEMORY)\.md$|procedures\.md$/);
      world.edit(file, (text) => text.replace(/^(?:<{7}|={7}|>{7}).*\n/gm, ""));
    }
    world.git("add", "-A");
    world.git("commit", "-qm", "merged by hand");
  }
}

const texts = async (world: RulesWorld) => (await world.active()).rules.map(({ text }) => text).sort();

/** One more rule on the branch `right`, and another one on `main`, which is left checked out. */
async function onBothSides(world: RulesWorld): Promise<void> {
  world.git("checkout", "-qb", "right");
  await world.store(on("R0001", 2));
  await world.digest();
  world.commit("right");
  world.git("checkout", "-q", "main");
  world.day(9, "11:00:00");
  await world.store(on("L0001", 3));
  await world.digest();
  world.commit("left");
}

describe("two branches that changed the rules, merged with git (row 16)", () => {
  it("put back a rule that the merge of the file lost", async () => {
    const world = await started();
    await onBothSides(world);
    world.git("config", "--unset", "merge.tenet.driver");
    world.git("merge", "-q", "-X", "ours", "--no-edit", "right");
    expect(world.read("SOUL.md")).not.toContain("R0001");
    await world.beat();
    expect(await texts(world)).toContain("Do R0001 before anything else");
    expect(world.read("SOUL.md")).toContain("R0001");
  });

  it("join under the mode: what people decided on both stands, what nobody decided waits", async () => {
    const world = await started();
    await onBothSides(world);
    merge(world, "right");
    world.ctx = { ...world.ctx, profile: { ...world.ctx.profile, apply_mode: "approval" } };
    expect((await world.beat()).did.join()).toContain("joins them and waits for a person");
    const chain = await world.chain();
    expect(chain.inForce).toHaveLength(1);
    expect(chain.active?.rules.map(({ text }) => text)).not.toContain("Do L0001 before anything else");
    expect(world.read("SOUL.md")).not.toContain("L0001");
    expect(chain.pending).toMatchObject({ joins: [expect.any(String), expect.any(String)] });
    expect((await world.entry("COR-20260203-L0001")).status).toBe("active");
    const terminal = { ...world.ctx, actor: { ...world.ctx.actor, atTerminal: true } };
    expect((await approve(terminal, { confirmed: true })).decision).toBe("active");
    expect(world.read("SOUL.md")).toContain("L0001");
    expect(await texts(world)).toHaveLength(4);
  });
});

describe("a proposal that was merged", () => {
  it("supersedes the version it was made of; reverted, its operations count as taken back", async () => {
    const world = await started({ apply_mode: "approval" });
    const pending = (await world.chain()).pending;
    if (pending === undefined) throw new Error("nothing waits");
    const id = pending.id.replace(/-.*/, "-PR0P0");
    const merged = {
      ...pending,
      id,
      status: "active" as const,
      replaces: pending.id,
      decided: { by: "bridget", at: "2026-02-10T10:00:00Z", how: "merge" as const },
    }; // prettier-ignore
    world.world.put(`memory/versions/${id}.md`, renderVersion(merged, []));
    world.world.put(
      "SOUL.md",
      `# Soul\n\nBe kind.\n\n<!-- tenet:begin rules -->\n## Learned\n\n${pending.rules.map(({ text, ids }) => `- ${text} <!-- ${ids.join(" ")} -->`).join("\n")}\n<!-- tenet:end rules -->\n`,
    );
    world.commit("merge");
    expect((await world.beat()).did.join()).toContain(
      `version ${pending.id} is superseded: ${id} was merged in its place`,
    );
    expect((await world.chain()).version(pending.id)).toMatchObject({ status: "superseded", replaced_by: id });
    expect((await world.entry("COR-20260201-A0001")).status).toBe("promoted");
    world.commit("after");
    world.git("revert", "--no-edit", "HEAD~1");
    const { operations, left } = await world.digest();
    expect(operations).toEqual([]);
    expect(left.map(({ because }) => because).join()).toContain("rolled back");
    expect((await world.chain()).declined.map(({ how }) => how)).toEqual(["rolled-back", "rolled-back"]);
    expect((await world.chain()).pending).toBeUndefined();
  });
});
