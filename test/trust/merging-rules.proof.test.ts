/** Rules that branches change, merged with git in every way there is: nobody's line is lost, no entry is two rules. */
import { describe, expect, it } from "vitest";
import { digest } from "../../src/rules/digest.js";
import { everyNth } from "../effort.js";
import { type Branches, branches, edit, entryOf, idOf, lineFor, lineOf, MODES, WAYS, waysIn } from "./branches.js";

const [A, B, L, R] = ["A0001", "B0001", "L0001", "R0001"].map(lineOf) as [string, string, string, string];

async function worded(world: Branches, text: string): Promise<void> {
  await world.store(entryOf("L0001"));
  world.tick();
  await digest(world.ctx, { list: JSON.stringify([{ id: idOf("L0001"), text }]) });
  await world.letIn();
}
const atEnd = (text: string) => (soul: string) => soul.replace("<!-- tenet:end", `- ${text}\n<!-- tenet:end`);

type Act = (world: Branches) => unknown;
const learn = (name: string) => (world: Branches) => world.learn(entryOf(name));
const reword = (text: string) => (world: Branches) => edit(world, A, text);
const takeOut = (line: string) => (world: Branches) => edit(world, lineFor(line), "");
const inTurn =
  (...acts: Act[]): Act =>
  async (world) => {
    for (const act of acts) await act(world);
  };
const digested: Act = async (world) => {
  await world.digest();
  world.commit("digest");
};
const write: Act = (world) => {
  world.edit("SOUL.md", atEnd("A person wrote this"));
  world.commit("by hand");
};
const [ONE, OTHER] = ["Left words it like this", "Right has it the other way"];
const adopted = inTurn(reword(ONE), (world) => world.digest());
const SAID = ["Say L0001 in these words", "Put L0001 into other words"] as const;

const SCENARIOS: readonly (readonly [name: string, left: Act, right: Act, rules: readonly string[]])[] = [
  ["two digests", learn("L0001"), learn("R0001"), [A, B, L, R]],
  ["the same entry on both sides, in the same words", learn("L0001"), learn("L0001"), [A, B, L]],
  [
    "the same entry on both sides, in other words",
    (world) => worded(world, SAID[0]),
    (world) => worded(world, SAID[1]),
    [A, B, SAID[0]],
  ],
  ["a digest and a person's line", learn("L0001"), write, [A, "A person wrote this", B, L]],
  ["a digest and a person's wording", learn("L0001"), reword("Do it well"), ["Do it well", B, L]],
  ["a digest and a person's removal", learn("L0001"), takeOut(B), [A, L]],
  [
    "two digests and a person's removal on one side",
    learn("L0001"),
    inTurn(learn("R0001"), digested, takeOut(B)),
    [A, L, R],
  ],
  ["two digests and an adopted removal on one side", learn("L0001"), inTurn(takeOut(B), learn("R0001")), [A, L, R]],
  ["a rollback and an addition", (world) => world.rollback(), learn("R0001"), [R]],
  ["a removal and an adopted wording", adopted, takeOut(A), [B, ONE]],
  ["two wordings, one adopted", adopted, reword(OTHER), [B, ONE, OTHER]],
  ["two people, one line", reword(ONE), reword(OTHER), [B, ONE, OTHER]],
  ["two people, one line, both adopted", adopted, inTurn(reword(OTHER), (world) => world.digest()), [B, ONE, OTHER]],
];

describe("two branches that changed the rules", () => {
  const cases = SCENARIOS.flatMap(([name, left, right, rules], at) =>
    waysIn(MODES, at).map((how) => ({ name, left, right, rules, ...how })),
  );
  it.each(everyNth(cases, 2))(
    "$name, merged by $way in $apply_mode",
    async ({ left, right, rules, way, apply_mode }) => {
      const world = await branches(way, { apply_mode });
      await world.branch("left", () => left(world));
      await world.branch("right", () => right(world));
      await world.merge("left");
      await world.merge("right");
      expect((await world.settle())["SOUL.md"]).toEqual([...rules].sort());
      expect(world.read("SOUL.md")).toContain("# Soul\n\nBe kind.\n");
      expect((await world.findings()).filter((one) => one.startsWith("error"))).toEqual([]);
    },
  );
});

describe("what people changed by hand and versions took up", () => {
  it.each(WAYS)("stays when a branch with approved rules is merged after it, by %s", async (way) => {
    const world = await branches(way, { apply_mode: "approval" });
    await world.branch("removed", () => inTurn(takeOut(B), world.tick, digested)(world));
    await world.branch("learned", () => inTurn(learn("L0001"), digested, write, world.tick, digested)(world));
    await world.branch("worded", () => reword("A in a person's words")(world));
    for (const name of ["worded", "removed", "learned"]) {
      await world.merge(name);
      await world.settle();
    }
    expect((await world.settle())["SOUL.md"]).toEqual(["A in a person's words", "A person wrote this", L]);
    expect((await world.findings()).filter((one) => one.startsWith("error"))).toEqual([]);
  });
});
