/** Branches that propose rules, merged after something else happened: approved and rejected, reverted and back. */
import { describe, expect, it } from "vitest";
import { type Branches, branches, edit, entryOf, lineFor, lineOf, waysIn } from "./branches.js";

const [A, B, L, R] = ["A0001", "B0001", "L0001", "R0001"].map(lineOf) as [string, string, string, string];

/** What an agent learns on a branch of its own, as a branch that proposes it. */
async function proposal(world: Branches, name: string): Promise<string> {
  let branch = "";
  await world.branch(`agent-${name}`, async () => {
    await world.store(entryOf(name));
    await world.digest();
    world.commit("learned");
    branch = await world.propose();
  });
  return branch;
}

const removal = (world: Branches) => edit(world, lineFor(B), "");
const wording = (world: Branches) => edit(world, A, "Do A0001 well before anything");

const PROPOSED: Record<string, { meanwhile: (world: Branches) => unknown; rules: readonly string[] }> = {
  "another proposal": { meanwhile: async (world) => world.merge(await proposal(world, "R0001")), rules: [A, B, L, R] },
  "a digest": {
    meanwhile: async (world) => {
      await world.learn(entryOf("R0001"));
      world.commit("digest");
    },
    rules: [A, B, L, R],
  },
  "a person's removal": { meanwhile: removal, rules: [A, L] },
  "a person's wording": { meanwhile: wording, rules: ["Do A0001 well before anything", B, L] },
};

describe("a proposal that is merged after something else", () => {
  const modes = ["approval", "curated"] as const;
  const cases = Object.entries(PROPOSED).flatMap(([name, one], at) =>
    waysIn(modes, at).map((how) => ({ ...one, name, ...how })),
  );
  it.each(cases)("$name, merged by $way in $apply_mode", async ({ meanwhile, rules, way, apply_mode }) => {
    const world = await branches(way, { apply_mode });
    const branch = await proposal(world, "L0001");
    await meanwhile(world);
    await world.merge(branch);
    expect((await world.settle())["SOUL.md"]).toEqual([...rules].sort());
    expect((await world.findings()).filter((one) => one.startsWith("error"))).toEqual([]);
  });

  // Where somebody committed the markers of the revert, it is two commits, and no single one takes it back.
  const whole = waysIn(modes, 0).filter(({ way }) => way !== "markers");
  it.each(whole)("reverted, and the revert reverted, merged by $way in $apply_mode", async (how) => {
    const world = await branches(how.way, { apply_mode: how.apply_mode });
    await world.merge(await proposal(world, "L0001"));
    const merge = world.git("rev-parse", "HEAD").trim();
    expect((await world.settle())["SOUL.md"]).toEqual([A, B, L]);
    await world.learn(entryOf("R0001"));
    world.commit("learned since");
    await world.revert(merge);
    const revert = world.git("rev-parse", "HEAD").trim();
    expect((await world.settle())["SOUL.md"]).toEqual([A, B, R]);
    expect((await world.findings()).filter((one) => one.startsWith("error"))).toEqual([]);
    await world.revert(revert);
    expect((await world.settle())["SOUL.md"]).toEqual([A, B, L, R]);
    expect((await world.findings()).filter((one) => one.startsWith("error"))).toEqual([]);
  });

  const sides = (["approved", "rejected"] as const).flatMap((first, at) =>
    waysIn(modes, at + 1).map((how) => ({ first, ...how })),
  );
  it.each(sides)(
    "approved on one side, rejected on the other, the $first one merged first by $way in $apply_mode",
    async ({ first, way, apply_mode }) => {
      const world = await branches(way, { apply_mode });
      await world.store(entryOf("L0001"));
      await world.digest();
      world.commit("waits");
      await world.branch("approved", () => world.approve());
      await world.branch("rejected", () => world.reject());
      await world.merge(first);
      await world.merge(first === "approved" ? "rejected" : "approved");
      expect((await world.settle())["SOUL.md"]).toEqual([A, B, L]);
      expect(await world.findings()).toEqual([]);
      await world.rollback();
      expect((await world.settle())["SOUL.md"]).toEqual([A, B]);
      expect(await world.findings()).toEqual([]);
      // What was turned down does not come back by itself.
      expect((await world.chain()).pending).toBeUndefined();
    },
  );
});
