/** What open questions between entries do to the rules and to `held`, gathered from a workspace as it lies. */
import { describe, expect, it } from "vitest";
import type { Entry, Near, Tier, Use } from "../../src/entry/entry.js";
import { digest } from "../../src/rules/digest.js";
import { EvidenceLoader } from "../../src/rules/planning/evidence-loader.js";
import { openStore } from "../../src/store/open-store.js";
import { correction } from "../store/entries.js";
import { stored, type TestWorld, testWorld } from "../store/workspace.js";
import { answered, FORGOTTEN, refused } from "./said.js";

const NOW = "2026-06-01T12:00:00Z";
const ago = (days: number): string => new Date(Date.parse(NOW) - days * 86_400_000).toISOString().replace(".000", "");

const idOf = (name: string): string => `COR-20260401-${name}`;
const CAME_UP: { uses: Use[] } = { uses: [{ at: ago(20), session: "later", result: "came_up" }] };
const OWNER = [{ name: "bridget", role: "owner" as const }];

/** A correction of the agent's own that held, unless it says otherwise. */
function cor(name: string, more: Partial<Extract<Entry, { type: "correction" }>> = {}): Entry {
  const { source: _, ...plain } = correction();
  const words = { corrected_to: `Claim of ${name} holds`, behavioral_change: `Claim of ${name} holds` };
  return { ...plain, id: idOf(name), timestamp: ago(60), agent: "main", tier: "self", ...words, ...CAME_UP, ...more };
}

const beside = (name: string, days: number, more: Partial<Near> = {}): { near: Near[] } => ({
  near: [{ with: idOf(name), score: 0.8, found: "claim", at: ago(days), ...more }],
});

async function world(...entries: Entry[]): Promise<TestWorld> {
  const made = testWorld({ people: OWNER }, NOW);
  await stored(made, ...entries);
  return made;
}

async function blockedBy(ctx: TestWorld, name: string): Promise<string[]> {
  const loader = new EvidenceLoader(ctx, await openStore(ctx));
  await loader.load([idOf(name)]);
  return [...(loader.evidenceOf(idOf(name))?.blockedBy ?? [])];
}

describe("an open question", () => {
  const unproven = { uses: [] };
  type More = Partial<Extract<Entry, { type: "correction" }>>;

  it("keeps back the newer of equals, else the side that is trusted less", async () => {
    const tiers: [Tier, Tier, boolean, boolean][] = [
      ["self", "self", false, true],
      ["relayed", "self", false, true],
      ["peer", "self", true, false],
    ];
    const pairs = tiers.map(([a, b], n) => [
      cor(`AAAA${n}`, { tier: a }),
      cor(`BBBB${n}`, { tier: b, ...beside(`AAAA${n}`, 3) }),
    ]);
    const ctx = await world(...pairs.flat());
    for (const [n, [, , first, second]] of tiers.entries()) {
      expect(await blockedBy(ctx, `AAAA${n}`)).toEqual(first ? [idOf(`BBBB${n}`)] : []);
      expect(await blockedBy(ctx, `BBBB${n}`)).toEqual(second ? [idOf(`AAAA${n}`)] : []);
    }
  });

  it("between equals counts beside a rule or what would be one, at any score and age, never beside what does not count", async () => {
    const rows: [what: string, near: Partial<Near>, other: More, blocks: boolean][] = [
      ["both would be rules", {}, {}, true],
      ["only near", { score: 0.5 }, {}, true],
      ["found by words", { found: "words", score: 0.3 }, {}, true],
      ["a year old", { at: ago(365) }, {}, true],
      ["answered", { answer: "unrelated", tier: "owner" }, {}, false],
      ["the other would be no rule", {}, unproven, false],
      ["the other is about a conversation", {}, { scope: "conversation" }, false],
      ["beside what would be no rule and is trusted more", {}, { ...unproven, tier: "relayed" }, true],
      ["beside what was rejected", {}, refused("rejected"), false],
      ["beside what waits for review", {}, { tier: "external" }, false],
      ["beside what was forgotten", {}, FORGOTTEN, false],
    ];
    const nameOf = (letter: string, n: number) => `${letter.repeat(3)}${String(n).padStart(2, "0")}`;
    const pairs = rows.map(([, near, other], n) => [
      cor(nameOf("A", n), other),
      cor(nameOf("B", n), beside(nameOf("A", n), 3, near)),
    ]);
    const ctx = await world(...pairs.flat());
    for (const [n, [what, , , blocks]] of rows.entries())
      expect(await blockedBy(ctx, nameOf("B", n)), what).toEqual(blocks ? [idOf(nameOf("A", n))] : []);
  });

  it("keeps back what a correction trusted as much takes back, though it is no rule; of one trusted less that one", async () => {
    const prior = { found: "prior", score: 0.6 } as const;
    const ctx = await world(
      cor("AAAA1"),
      cor("BBBB1", { ...unproven, ...beside("AAAA1", 3, prior) }),
      cor("AAAA2", { tier: "relayed" }),
      cor("BBBB2", beside("AAAA2", 3, prior)),
    );
    expect(await blockedBy(ctx, "AAAA1")).toEqual([idOf("BBBB1")]);
    expect(await blockedBy(ctx, "BBBB1")).toEqual([]);
    expect(await blockedBy(ctx, "AAAA2")).toEqual([]);
    expect(await blockedBy(ctx, "BBBB2")).toEqual([idOf("AAAA2")]);
  });

  it("about any member of a chain of repeats keeps back its lesson, and none within the chain", async () => {
    const ctx = await world(
      cor("AAAA1"),
      cor("BBBB2", { ...unproven, ...beside("AAAA1", 3) }),
      cor("CCCC3", answered(idOf("BBBB2"), "same")),
    );
    expect(await blockedBy(ctx, "CCCC3")).toEqual([idOf("AAAA1")]);
  });

  it("keeps a new rule out with the command that answers it, and the rule of an agent leaves for an owner's word", async () => {
    const ctx = await world(cor("AAAA1"));
    expect((await digest(ctx)).operations.map(({ op, ids }) => [op, ids])).toEqual([["add", [idOf("AAAA1")]]]);
    await stored(ctx, cor("BBBB2", beside("AAAA1", 3)));
    const { operations, left } = await digest(ctx);
    expect(operations.filter(({ op }) => op !== "keep")).toEqual([]);
    expect(left).toEqual([
      {
        id: idOf("BBBB2"),
        because: `An open question beside ${idOf("AAAA1")} keeps it from the rules: tenet resolve ${idOf("BBBB2")} ${idOf("AAAA1")}`,
      },
    ]);
    await stored(ctx, cor("CCCC3", { tier: "owner", source: "bridget", ...beside("AAAA1", 2, { score: 0.5 }) }));
    const next = await digest(ctx);
    expect(next.operations.map(({ op, ids }) => [op, ids])).toEqual([
      ["delete", [idOf("AAAA1")]],
      ["add", [idOf("CCCC3")]],
    ]);
    expect((await digest(ctx)).operations.filter(({ op }) => op !== "keep")).toEqual([]);
  });
});
