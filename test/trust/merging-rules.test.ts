/** Rules that branches change, merged with git in every way there is: nobody's line is lost, no entry is two rules. */
import { describe, expect, it } from "vitest";
import { digest } from "../../src/rules/digest.js";
import { FULL, rounds } from "../effort.js";
import { type Branches, branches, entryOf, idOf, lineOf, WAYS, type Way } from "./branches.js";
import { tryCrossed, tryHistory } from "./merging-histories.js";

const [A, B, L, R] = ["A0001", "B0001", "L0001", "R0001"].map(lineOf) as [string, string, string, string];

interface Scenario {
  left: (world: Branches) => unknown;
  right: (world: Branches) => unknown;
  rules: readonly string[];
}

const edit = (world: Branches, from: string | RegExp, to: string) => {
  world.edit("SOUL.md", (text) => text.replace(from, to));
  world.commit("by hand");
};
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
const lineFor = (text: string) => new RegExp(`- ${text}.*\\n`);
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

const MODES = ["auto", "approval", "curated"] as const;
/** Every way in every mode in the full run; here each once, in turn. */
const inTurn = <T>(all: readonly T[], at: number): readonly T[] => (FULL ? all : [all[at % all.length] as T]);
const waysOf = (at: number): readonly Way[] => inTurn(WAYS, at);

describe("two branches that changed the rules", () => {
  const cases = Object.entries(SCENARIOS).flatMap(([name, one], at) =>
    waysOf(at).flatMap((way) =>
      inTurn(MODES, at + Math.floor(at / 3)).map((apply_mode) => ({ ...one, name, way, apply_mode })),
    ),
  );
  it.each(cases)("$name, merged by $way in $apply_mode", async ({ left, right, rules, way, apply_mode }) => {
    const world = await branches(way, { apply_mode });
    await world.branch("left", () => left(world));
    await world.branch("right", () => right(world));
    await world.merge("left");
    await world.merge("right");
    expect((await world.settle())["SOUL.md"]).toEqual([...rules].sort());
    expect(world.read("SOUL.md")).toContain("# Soul\n\nBe kind.\n");
    expect((await world.findings()).filter((one) => one.startsWith("error"))).toEqual([]);
  });
});

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
    waysOf(at).flatMap((way) => inTurn(modes, at).map((apply_mode) => ({ ...one, name, way, apply_mode }))),
  );
  it.each(cases)("$name, merged by $way in $apply_mode", async ({ meanwhile, rules, way, apply_mode }) => {
    const world = await branches(way, { apply_mode });
    const branch = await proposal(world, "L0001");
    await meanwhile(world);
    await world.merge(branch);
    expect((await world.settle())["SOUL.md"]).toEqual([...rules].sort());
    expect((await world.findings()).filter((one) => one.startsWith("error"))).toEqual([]);
  });

  it.each(waysOf(0))("reverted, and the revert reverted, merged by %s", async (way) => {
    const world = await branches(way, { apply_mode: "approval" });
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
    waysOf(at + 1).flatMap((way) => inTurn(modes, at).map((apply_mode) => ({ first, way, apply_mode }))),
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
      expect(await world.findings()).toEqual([expect.stringContaining("warning disputed")]);
      await world.rollback();
      expect((await world.settle())["SOUL.md"]).toEqual([A, B]);
      expect(await world.findings()).toEqual([]);
      // What was turned down does not come back by itself.
      expect((await world.chain()).pending).toBeUndefined();
    },
  );

  it("rejected by a person, and approved in their name on an agent's branch: the merge of an agent proves nothing", async () => {
    const world = await branches("lines", { apply_mode: "approval" });
    world.world.put(
      "tenet.yaml",
      "schema: 1\napply_mode: approval\npeople:\n  - {name: bridget, role: owner, emails: [bridget@example.invalid]}\n",
    );
    await world.store(entryOf("L0001"));
    await world.digest();
    world.commit("waits");
    world.git("checkout", "-q", "-b", "agents");
    world.git("config", "user.email", "agent@example.invalid");
    await world.approve();
    world.commit("approved by bridget");
    world.git("checkout", "-q", "main");
    world.git("config", "user.email", "bridget@example.invalid");
    await world.reject();
    world.commit("rejected");
    world.git("config", "user.email", "agent@example.invalid");
    await world.merge("agents");
    expect(await world.findings()).toContainEqual(expect.stringMatching(/^error unproven /));
  });
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

describe("histories drawn by chance", () => {
  const seeds = Array.from({ length: rounds(2, 24) }, (_, at) => 1 + at);
  it.each(seeds)("seed %i", tryHistory);
  it.each(seeds)("seed %i, where each side merged the other before", tryCrossed);
});
