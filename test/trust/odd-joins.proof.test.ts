/** Joins that no two tidy branches make: no markers are left that `tenet merge` declines, and no line of a person is lost. */
import { describe, expect, it } from "vitest";
import { merge } from "../../src/health/merge.js";
import { PROOF, some } from "../effort.js";
import { type Branches, branches, entryOf, lineOf, WAYS } from "./branches.js";

const [A, B, L, R] = ["A0001", "B0001", "L0001", "R0001"].map(lineOf) as [string, string, string, string];
const MINE = "A person words it like this";

const edit = (world: Branches, change: (text: string) => string, file = "SOUL.md") => {
  world.edit(file, change);
  world.commit("by hand");
};
const learn = (world: Branches) => world.learn(entryOf("L0001"));
const reword = (world: Branches) =>
  edit(world, (text) => text.replace(A, MINE).replace("Be kind.", "Be kind.\n\nAnd brief."));
const crlf = (text: string) => text.replaceAll("\n", "\r\n");
const unmarked = (text: string) => text.replace(/<!-- tenet:(?:begin|end) rules -->\n/g, "");
const blockless = (text: string) => text.replace(/<!-- tenet:begin rules -->[\s\S]*<!-- tenet:end rules -->\n/, "");

interface Odd {
  left: (world: Branches) => unknown;
  right: (world: Branches) => unknown;
  rules: readonly string[];
}

const ODD: Record<string, Odd> = {
  "other line ends, and a person's wording": {
    left: learn,
    right: (world) => edit(world, (text) => crlf(text.replace(A, MINE))),
    rules: [MINE, B, L],
  },
  "other line ends in a version": {
    left: learn,
    right: async (world) => edit(world, crlf, `memory/versions/${(await world.active()).id}.md`),
    rules: [A, B, L],
  },
  "the file taken out, and a digest": {
    left: learn,
    right: (world) => world.git("rm", "-q", "SOUL.md"),
    rules: [A, B, L],
  },
  "the file taken out, and a person's wording": {
    left: reword,
    right: (world) => world.git("rm", "-q", "SOUL.md"),
    rules: [MINE, B],
  },
  "the marks taken out, and a digest": {
    left: learn,
    right: (world) => edit(world, unmarked),
    rules: [A, B, L],
  },
  "the marks taken out, and a person's wording": {
    left: reword,
    right: (world) => edit(world, (text) => unmarked(text).replace("# Soul", "# My soul")),
    rules: [MINE, B],
  },
  "the block taken out, and a person's wording": {
    left: reword,
    right: (world) => edit(world, (text) => blockless(text).replace("# Soul", "# My soul")),
    rules: [MINE, B],
  },
};

describe("two branches, one of them odd", () => {
  const cases = Object.entries(ODD).flatMap(([name, one], at) =>
    (PROOF ? WAYS : [WAYS[at % 2] ?? "driver"]).flatMap((way) =>
      some([["left", "right"] as const, ["right", "left"] as const], 1).map((order) => ({ ...one, name, way, order })),
    ),
  );
  it.each(cases)("$name, merged by $way: $order", async ({ left, right, rules, way, order }) => {
    const world = await branches(way);
    world.git("config", "core.autocrlf", "false");
    await world.branch("left", () => left(world));
    await world.branch("right", () => right(world));
    for (const side of order) await world.merge(side);
    expect((await world.settle())["SOUL.md"]).toEqual([...rules].sort());
    const soul = world.read("SOUL.md");
    for (const words of rules) expect(soul.split(words)).toHaveLength(2);
    expect(soul).toContain("Be kind.");
    if (left === reword) expect(soul).toContain("And brief.");
    expect((await world.findings()).filter((one) => one.startsWith("error"))).toEqual([]);
  });
});

describe.each(some(WAYS, 1))("merged by %s", (way) => {
  it("three branches at once", async () => {
    const world = await branches(way);
    await world.branch("x", () => learn(world));
    await world.branch("y", () => edit(world, (text) => text.replace("Be kind.", "Be very kind.")));
    await world.branch("z", () => world.learn(entryOf("R0001")));
    // Git gives up on a file that two of them changed, with what it has until then.
    expect(() => world.git("merge", "-q", "--no-edit", "x", "y", "z")).toThrow();
    expect((await merge(world.ctx)).files.filter(({ state }) => state !== "merged")).toEqual([]);
    world.commit("three at once");
    expect((await world.settle())["SOUL.md"]).toEqual([A, B, L, R]);
    expect(world.read("SOUL.md")).toContain("Be very kind.");
    expect((await world.findings()).filter((one) => one.startsWith("error"))).toEqual([]);
  });
});
