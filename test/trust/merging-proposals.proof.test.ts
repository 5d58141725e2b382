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

  it.each(waysIn(modes, 0))("reverted, and the revert reverted, merged by $way in $apply_mode", async (how) => {
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
});
