/** Short histories of branches drawn by chance, and what must stand in SOUL.md whatever the order of their merges: nobody's line is lost, no entry is two rules. */
import { describe, expect, it } from "vitest";
import { dice, rounds } from "../effort.js";
import { type Branches, branches, entryOf, lineOf, WAYS } from "./branches.js";

const BASE = ["A0001", "B0001"] as const;

interface Expected {
  /** Lines of entries and of people that must stand there. */
  lines: Set<string>;
  reworded: Set<string>;
  removed: Set<string>;
}

type Roll = (below: number) => number;

const edit = (world: Branches, change: (soul: string) => string) => {
  world.edit("SOUL.md", change);
  world.commit("by hand");
};

const KINDS = ["learn", "learn", "write", "digest", "reword", "remove"] as const;

/**
 * One branch: up to three things happen on it, each commits. `later`: rules of the start are left alone. Answers what was
 * done, for the message of a failure.
 */
async function history(
  world: Branches,
  name: string,
  roll: Roll,
  expected: Expected,
  { later = false } = {},
): Promise<string[]> {
  const did: string[] = [];
  const touched = new Set<string>();
  const steps = 1 + roll(3);
  for (let step = 0; step < steps; step++) {
    const mark = `${name}${step}`.toUpperCase();
    const rule = BASE[roll(2)] as string;
    const kind = KINDS[roll(later ? 4 : 6)];
    if ((kind === "reword" || kind === "remove") && touched.has(rule)) continue;
    did.push(`${kind}${kind === "reword" || kind === "remove" ? ` ${rule}` : ""}`);
    if (kind === "learn") {
      const entry = `${mark}${"0".repeat(5 - mark.length)}`;
      await world.learn(entryOf(entry));
      world.commit("learned");
      expected.lines.add(lineOf(entry));
    } else if (kind === "write") {
      const line = `Somebody wrote ${mark} here`;
      edit(world, (soul) => soul.replace("<!-- tenet:end", `- ${line}\n<!-- tenet:end`));
      expected.lines.add(line);
    } else if (kind === "reword") {
      touched.add(rule);
      const line = `${rule} as ${mark} words it`;
      edit(world, (soul) => soul.replace(lineOf(rule), line));
      expected.lines.add(line);
      expected.reworded.add(rule);
    } else if (kind === "remove") {
      touched.add(rule);
      edit(world, (soul) => soul.replace(new RegExp(`- ${lineOf(rule)}.*\\n`), ""));
      expected.removed.add(rule);
    } else {
      world.tick();
      await world.digest();
      if (world.git("status", "--porcelain") !== "") world.commit("digest");
    }
  }
  return did;
}

interface Drawn {
  world: Branches;
  roll: Roll;
  expected: Expected;
  /** What was done, for the message of a failure. */
  told: string[];
}

/** Draws a history from a seed, and looks whether everything is whole once it is merged. */
async function draw(seed: number, play: (drawn: Drawn) => Promise<void>): Promise<void> {
  const roll = dice(seed);
  const way = WAYS[roll(WAYS.length)] ?? "driver";
  const apply_mode = (["auto", "approval", "curated"] as const)[roll(3)] ?? "auto";
  const expected: Expected = { lines: new Set(), reworded: new Set(), removed: new Set() };
  const told: string[] = [];
  try {
    const world = await branches(way, { apply_mode });
    await play({ world, roll, expected, told });
    const rules = (await world.settle())["SOUL.md"];
    const kept = BASE.filter((rule) => !expected.reworded.has(rule) && !expected.removed.has(rule)).map(lineOf);
    expect(rules).toEqual([...expected.lines, ...kept].sort());
    expect((await world.findings()).filter((one) => one.startsWith("error"))).toEqual([]);
  } catch (error) {
    throw new Error(`seed ${seed}, merged by ${way} in ${apply_mode}: ${told.join("; ")}\n${error}`, { cause: error });
  }
}

/** Two or three branches, merged in an order of chance. */
async function tryHistory(seed: number): Promise<void> {
  await draw(seed, async ({ world, roll, expected, told }) => {
    const names = ["x", "y", "z"].slice(0, 2 + roll(2));
    for (const name of names) {
      await world.branch(name, async () => {
        told.push(`${name}: ${(await history(world, name, roll, expected)).join(", ")}`);
      });
    }
    while (names.length > 0) {
      const [name = ""] = names.splice(roll(names.length), 1);
      told.push(`merge ${name}`);
      await world.merge(name);
      if (roll(2) === 0) {
        told.push("digest");
        await world.settle();
      }
    }
  });
}

/** Two branches that each merge the other, go on, and are merged: their common past is two commits. */
async function tryCrossed(seed: number): Promise<void> {
  await draw(seed, async ({ world, roll, expected, told }) => {
    for (const name of ["x", "y"])
      await world.branch(name, async () => {
        told.push(`${name}: ${(await history(world, name, roll, expected)).join(", ")}`);
      });
    for (const [name, from, other] of [
      ["p", "x", "y"],
      ["q", "y", "x"],
    ] as const)
      await world.branch(
        name,
        async () => {
          await world.merge(other);
          const did = await history(world, name, roll, expected, { later: true });
          told.push(`${name}: ${from} merges ${other}, ${did.join(", ")}`);
        },
        from,
      );
    for (const name of roll(2) === 0 ? ["p", "q"] : ["q", "p"]) await world.merge(name);
  });
}

describe("histories drawn by chance", () => {
  const seeds = Array.from({ length: rounds(2, 12) }, (_, at) => 1 + at);
  it.each(seeds)("seed %i", tryHistory);
  it.each(seeds)("seed %i, where each side merged the other before", tryCrossed);
});
