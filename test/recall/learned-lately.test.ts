/** The line of `tenet status` says what the report of the last thirty days says. */
import { describe, expect, it } from "vitest";
import type { Correction } from "../../src/entry/entry.js";
import { status, statusOutline } from "../../src/health/status.js";
import { report } from "../../src/report/report.js";
import { appendRecord } from "../../src/store/records/record-edit.js";
import { pipeText } from "../../src/text/outline/render.js";
import { say } from "../operations.js";
import { Chance } from "../report/chance.js";
import { ago, COR, correction, NOW } from "../report/policy/histories.js";
import { type TestWorld, testWorld } from "../store/workspace.js";

const WITHIN = 30;

function worldOf(entries: readonly Correction[]): TestWorld {
  const world = testWorld({}, NOW.toISOString());
  const files = new Map<string, string>();
  for (const entry of entries) {
    const file = world.workspace.relative(world.workspace.dayFile("correction", entry.timestamp.slice(0, 10)));
    files.set(file, appendRecord(files.get(file), entry));
  }
  for (const [file, text] of files) world.put(file, text);
  return world;
}

const stick = (verdict: "held" | "failed", days: number) => ({
  stick: { verdict, at: ago(days), evidence: "somebody said so" },
});

async function reported(world: TestWorld) {
  const { retention } = await report(world, { since: `${WITHIN}d` });
  const { share, repeats } = retention;
  return { held: retention.held, answered: share.n, repeated: repeats.numerator ?? 0 };
}

async function learned(world: TestWorld) {
  const { learned: said } = await status(world);
  if (said === undefined) return { held: 0, answered: 0, repeated: 0 };
  const { days, ...counts } = said;
  expect(days).toBe(WITHIN);
  return counts;
}

const SECOND = 1 / 86_400;

describe("what was learned lately", () => {
  it.each<[string, Correction[], [held: number, answered: number, repeated: number]]>([
    ["nothing", [], [0, 0, 0]],
    ["one that failed", [correction("A", 40, stick("failed", 3))], [0, 1, 0]],
    ["an answer on the edge", [correction("A", 40, stick("held", WITHIN))], [1, 1, 0]],
    ["an answer before it", [correction("A", 40, stick("held", WITHIN + SECOND))], [0, 0, 0]],
    ["a repeat on the edge", [correction("A", 40), correction("B", 30, { recurrence_of: COR("A") })], [0, 0, 1]],
    ["an earlier repeat", [correction("A", 40), correction("B", 31, { recurrence_of: COR("A") })], [0, 0, 0]],
    [
      "a repeat that held itself, of a repeat",
      [
        correction("A", 60, stick("failed", 50)),
        correction("B", 50, { recurrence_of: COR("A"), ...stick("failed", 9) }),
        correction("C", 9, { recurrence_of: COR("B"), ...stick("held", 1) }),
      ],
      [1, 2, 1],
    ],
    [
      "a forgotten one and its repeat",
      [correction("A", 40, { status: "forgotten" }), correction("B", 2, { recurrence_of: COR("A") })],
      [0, 0, 0],
    ],
    [
      "a link to a younger one, whose elder sibling came first",
      [
        correction("A", 2),
        correction("B", 9, { recurrence_of: COR("A") }),
        correction("C", 50, { recurrence_of: COR("A") }),
      ],
      [0, 0, 2],
    ],
  ])("%s", { tags: "sampled" }, async (_, entries, [held, answered, repeated]) => {
    const world = worldOf(entries);
    expect(await learned(world)).toEqual({ held, answered, repeated });
    expect(await reported(world)).toEqual({ held, answered, repeated });
  });

  it("is what the report says, in any world", { tags: "proof" }, async () => {
    for (let seed = 1; seed <= 12; seed++) {
      const world = worldOf(randomCorrections(new Chance(seed)));
      expect(await learned(world), `seed ${seed}`).toEqual(await reported(world));
    }
  });

  it.each<[string, Correction[], string | undefined]>([
    ["nothing", [correction("A", 3)], undefined],
    ["an answer", [correction("A", 40, stick("held", 3))], "this month held 1 of 1, none said again: tenet report"],
    [
      "a repeat",
      [correction("A", 40), correction("B", 2, { recurrence_of: COR("A") })],
      "this month 1 said again: tenet report",
    ],
  ])("is said of %s", async (_, entries, line) => {
    const text = pipeText(statusOutline(await say(await status(worldOf(entries)))));
    expect(/^learned {4}(.*)$/m.exec(text)?.[1]).toBe(line);
  });
});

/** Answers and repeats of any age, with links in any direction, and what does not count among them. */
function randomCorrections(chance: Chance): Correction[] {
  const names = Array.from({ length: 30 }, (_, at) => `N${at}`);
  const below = (most: number) => Math.floor(chance.uniform(0, most));
  return names.map((name) => {
    const link = below(3) === 0 ? { recurrence_of: COR(names[below(names.length)] as string) } : {};
    const answer = below(2) === 0 ? stick(below(3) === 0 ? "failed" : "held", below(60)) : {};
    const out = ([{ status: "forgotten" }, { status: "superseded" }, { scope: "conversation" }] as const)[below(12)];
    return correction(name, chance.uniform(0, 70), { ...link, ...answer, ...out });
  });
}
