/** Rules that branches change, merged with git in every way there is: nobody's line is lost, no entry is two rules. */
import { describe, expect, it } from "vitest";
import { digest } from "../../src/rules/digest.js";
import { everyNth } from "../effort.js";
import { type Branches, branches, edit, entryOf, idOf, lineFor, lineOf, MODES, WAYS, waysIn } from "./branches.js";

const [A, B, L, R] = ["A0001", "B0001", "L0001", "R0001"].map(lineOf) as [string, string, string, string];

interface Scenario {
  left: (world: Branches) => unknown;
  right: (world: Branches) => unknown;
  rules: readonly string[];
}

async function worded(world: Branches, text: string): Promise<void> {
  await world.store(entryOf("L0001"));
  const kept = (await world.active()).rules.map((rule) => ({
    op: "keep",
    target: rule.target,
    text: rule.text,
    ids: rule.ids,
    reason: "stands",
  }));
  const list = JSON.stringify([
    ...kept,
    { op: "add", target: "SOUL.md", text, ids: [idOf("L0001")], reason: "clearer" },
  ]);
  world.tick();
  await digest(world.ctx, { list });
  await world.letIn();
}
const atEnd = (text: string) => (soul: string) => soul.replace("<!-- tenet:end", `- ${text}\n<!-- tenet:end`);

const SCENARIOS: Record<string, Scenario> = {
  "two digests": {
    left: (world) => world.learn(entryOf("L0001")),
    right: (world) => world.learn(entryOf("R0001")),
    rules: [A, B, L, R],
  },
  "the same entry on both sides, in the same words": {
    left: (world) => world.learn(entryOf("L0001")),
    right: (world) => world.learn(entryOf("L0001")),
    rules: [A, B, L],
  },
  "the same entry on both sides, in other words": {
    left: (world) => worded(world, "Say L0001 in these words"),
    right: (world) => worded(world, "Put L0001 into other words"),
    rules: [A, B, "Say L0001 in these words"],
  },
  "a digest and a person's line": {
    left: (world) => world.learn(entryOf("L0001")),
    right: (world) => {
      world.edit("SOUL.md", atEnd("A person wrote this"));
      world.commit("by hand");
    },
    rules: [A, "A person wrote this", B, L],
  },
  "a digest and a person's wording": {
    left: (world) => world.learn(entryOf("L0001")),
    right: (world) => edit(world, A, "Do A0001 well before anything"),
    rules: ["Do A0001 well before anything", B, L],
  },
  "a digest and a person's removal": {
    left: (world) => world.learn(entryOf("L0001")),
    right: (world) => edit(world, lineFor(B), ""),
    rules: [A, L],
  },
  "two digests and a person's removal on one side": {
    left: (world) => world.learn(entryOf("L0001")),
    right: async (world) => {
      await world.learn(entryOf("R0001"));
      world.commit("digest");
      edit(world, lineFor(B), "");
    },
    rules: [A, L, R],
  },
  "two digests and an adopted removal on one side": {
    left: (world) => world.learn(entryOf("L0001")),
    right: async (world) => {
      edit(world, lineFor(B), "");
      await world.learn(entryOf("R0001"));
    },
    rules: [A, L, R],
  },
  "a rollback and an addition": {
    left: (world) => world.rollback(),
    right: (world) => world.learn(entryOf("R0001")),
    rules: [R],
  },
  "a removal and an adopted wording": {
    left: async (world) => {
      edit(world, A, "Left words it like this");
      await world.digest();
    },
    right: (world) => edit(world, lineFor(A), ""),
    rules: [B, "Left words it like this"],
  },
  "two wordings, one adopted": {
    left: async (world) => {
      edit(world, A, "Left words it like this");
      await world.digest();
    },
    right: (world) => edit(world, A, "Right has it the other way"),
    rules: [B, "Left words it like this", "Right has it the other way"],
  },
  "two people, one line": {
    left: (world) => edit(world, A, "Left words it like this"),
    right: (world) => edit(world, A, "Right has it the other way"),
    rules: [B, "Left words it like this", "Right has it the other way"],
  },
  "two people, one line, both adopted": {
    left: async (world) => {
      edit(world, A, "Left words it like this");
      await world.digest();
    },
    right: async (world) => {
      edit(world, A, "Right has it the other way");
      await world.digest();
    },
    rules: [B, "Left words it like this", "Right has it the other way"],
  },
};

describe("two branches that changed the rules", () => {
  const cases = Object.entries(SCENARIOS).flatMap(([name, one], at) =>
    waysIn(MODES, at).map((how) => ({ ...one, name, ...how })),
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
    const digested = async () => {
      world.tick();
      await world.digest();
      world.commit("digest");
    };
    await world.branch("removed", async () => {
      edit(world, lineFor(B), "");
      await digested();
    });
    await world.branch("learned", async () => {
      await world.learn(entryOf("L0001"));
      world.commit("learned");
      world.edit("SOUL.md", atEnd("A person wrote this"));
      world.commit("by hand");
      await digested();
    });
    await world.branch("worded", () => edit(world, A, "A in a person's words"));
    for (const name of ["worded", "removed", "learned"]) {
      await world.merge(name);
      await world.settle();
    }
    expect((await world.settle())["SOUL.md"]).toEqual(["A in a person's words", "A person wrote this", L]);
    expect((await world.findings()).filter((one) => one.startsWith("error"))).toEqual([]);
  });
});
