/** What was heard and not recorded, at the top of a context's tail: how much, how often, for whom, and printed again. */
import { describe, expect, it } from "vitest";
import type { Hearing } from "../../src/store/state/heard.js";
import { hear } from "../../src/store/state/heard.js";
import { type Capturing, capturing, NO_MODEL, OWNER } from "../capture/capturing.js";
import { context } from "../operations.js";

const said = (at: number, more: Partial<Hearing> = {}): Hearing => ({
  sentence: `No, never touch folder ${at}.`,
  at: `2026-02-15T13:00:${String(at).padStart(2, "0")}Z`,
  ...{ session: "earlier", from: "prompt" },
  ...more,
});
const layerOf = async (world: Capturing) => {
  const { layers } = await context(world);
  return layers.find(({ name }) => name === "heard")?.items ?? [];
};
const numbers = async (world: Capturing) => (await layerOf(world)).map(({ text }) => Number(/\d+/.exec(text)?.[0]));

describe("sentences that were heard", () => {
  it("are printed three at a time, the oldest first, each in three contexts; none is lost after that", async () => {
    const world = capturing(NO_MODEL);
    await hear(world, [said(5), said(3), said(1), said(2), said(4)]);
    const printed: number[][] = [];
    for (let session = 0; session < 7; session++) {
      world.as({ session: `s${session}` });
      printed.push(await numbers(world));
    }
    expect(printed).toEqual([[1, 2, 3], [1, 2, 3], [1, 2, 3], [4, 5], [4, 5], [4, 5], []]);
  });

  it("stand first in the tail, with the person's words in full and the command that records them", {
    tags: "proof",
  }, async () => {
    const world = capturing(NO_MODEL);
    const sentence = `No, that's wrong: it's "pnpm ci" ${"and nothing else ".repeat(40)}here.`;
    const [one, long] = await hear(world, [said(1, { sentence: "No, it's `pnpm ci` here." }), said(2, { sentence })]);
    await world.correct("Ask before deleting a branch", "Merged branches may go");
    const { tail, core } = await context(world);
    const lines = tail.text.split("\n");
    expect(lines[1]).toBe("Heard and not recorded: record what holds, in the person's words:");
    expect(lines[2]).toBe("heard 2026-02-15 people | No, it's `pnpm ci` here.");
    expect(lines[3]).toBe(
      `  tenet correct 'No, it'\\''s \`pnpm ci\` here.' --said-by bridget --heard ${one?.id.toLowerCase()}`,
    );
    expect(lines[4]).toBe(`heard 2026-02-15 people | ${sentence}`);
    expect(lines[5]).toBe(`  tenet correct "<what holds now>" --said-by bridget --heard ${long?.id.toLowerCase()}`);
    expect(core.text).not.toContain("pnpm");
  });

  it("are those of its own person and contact", async () => {
    const world = capturing({ ...NO_MODEL, people: [OWNER, { name: "sybil", role: "member" }] });
    const whose = [{ user: "bridget" }, { user: "sybil" }, {}, { contact: "jane" }];
    await hear(
      world,
      whose.map((of, at) => said(at + 1, of)),
    );
    const of = async (actor: object) => {
      world.as({ session: "s1", ...actor });
      const found = await numbers(world);
      world.actor = { ...world.actor, user: undefined, contact: undefined } as never;
      return found;
    };
    expect(await of({ user: "bridget", session: "a" })).toEqual([1, 3]);
    expect(await of({ user: "Sybil", session: "b" })).toEqual([2, 3]);
    expect(await of({ contact: "jane", session: "c" })).toEqual([3, 4]);
    expect(await of({ session: "d" })).toEqual([]);
  });
});
