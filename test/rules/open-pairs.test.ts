/** What open questions between entries do to the rules and to `held`, gathered from a workspace as it lies. */
import { describe, expect, it } from "vitest";
import type { Entry, Near, Tier } from "../../src/entry/entry.js";
import { digest } from "../../src/rules/digest.js";
import { changeTree } from "../../src/store/change/change.js";
import { changeVerb } from "../../src/store/change/prepare-write.js";
import { settling } from "../../src/store/loop/settling.js";
import { openStore } from "../../src/store/open-store.js";
import { EvidenceLoader } from "../../src/store/rules/evidence-loader.js";
import { rememberOpportunity } from "../../src/store/sessions.js";
import { correction } from "../store/entries.js";
import { type TestWorld, testWorld } from "../store/workspace.js";

const NOW = "2026-06-01T12:00:00Z";
const ago = (days: number): string => new Date(Date.parse(NOW) - days * 86_400_000).toISOString().replace(".000", "");

const idOf = (name: string): string => `COR-20260401-${name}`;
const HELD = { verdict: "held", at: ago(20), evidence: "came up twice", by: "bridget" } as const;
const OWNER = [{ name: "bridget", role: "owner" as const }];

/** A correction of the agent's own that held, unless it says otherwise. */
function cor(name: string, more: Partial<Extract<Entry, { type: "correction" }>> = {}): Entry {
  const { source: _, ...plain } = correction();
  const words = { corrected_to: `Claim of ${name} holds`, behavioral_change: `Claim of ${name} holds` };
  return { ...plain, id: idOf(name), timestamp: ago(60), agent: "main", tier: "self", ...words, stick: HELD, ...more };
}

const beside = (name: string, days: number, more: Partial<Near> = {}): { near: Near[] } => ({
  near: [{ with: idOf(name), score: 0.8, by: "claim", state: "open", at: ago(days), ...more }],
});

async function world(...entries: Entry[]): Promise<TestWorld> {
  const made = testWorld({ people: OWNER }, NOW);
  await changeTree(made, { ...changeVerb("test"), reason: "test" }, async (change) => {
    for (const entry of entries) change.append(entry);
  });
  return made;
}

async function blockedBy(ctx: TestWorld, name: string): Promise<string[]> {
  const loader = new EvidenceLoader(ctx, await openStore(ctx));
  await loader.load([idOf(name)]);
  return [...(loader.evidenceOf(idOf(name))?.blockedBy ?? [])];
}

describe("an open question", () => {
  const unproven = { stick: undefined };
  type More = Partial<Extract<Entry, { type: "correction" }>>;

  it("of equal trust keeps back both, else the side that is trusted less alone", async () => {
    const tiers: [Tier, Tier, boolean, boolean][] = [
      ["self", "self", true, true],
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

  it("blocks while it is young, then where both would be rules, and never beside what does not count", async () => {
    const rows: [what: string, days: number, other: More, blocks: boolean][] = [
      ["young, though the other would be no rule", 3, unproven, true],
      ["21 days old", 21, unproven, true],
      ["older, and the other would be no rule", 22, unproven, false],
      ["older, and both would be rules", 22, {}, true],
      ["older, and the other is a rule", 22, { ...unproven, status: "promoted" }, true],
      ["older, and the other fails", 22, { stick: { verdict: "failed", at: ago(5) } }, false],
      ["older, and the other is about a conversation", 22, { scope: "conversation" }, false],
      ["beside what was rejected", 3, { review: { state: "rejected" } }, false],
      ["beside what waits for review", 3, { review: { state: "needs_review" } }, false],
      ["beside what was superseded", 3, { status: "superseded" }, false],
    ];
    const pairs = rows.map(([, days, other], n) => [cor(`AAAA${n}`, other), cor(`BBBB${n}`, beside(`AAAA${n}`, days))]);
    const ctx = await world(...pairs.flat());
    for (const [n, [what, , , blocks]] of rows.entries())
      expect(await blockedBy(ctx, `BBBB${n}`), what).toEqual(blocks ? [idOf(`AAAA${n}`)] : []);
  });

  it("about any member of a chain of repeats keeps back its lesson, and none within the chain", async () => {
    const ctx = await world(
      cor("AAAA1", unproven),
      cor("BBBB2", { ...unproven, ...beside("AAAA1", 3) }),
      cor("CCCC3", { recurrence_of: idOf("BBBB2"), ...beside("BBBB2", 3) }),
    );
    expect(await blockedBy(ctx, "CCCC3")).toEqual([idOf("AAAA1")]);
  });

  it("keeps a new rule out with the command that answers it; the rule in force stays", async () => {
    const ctx = await world(cor("AAAA1"));
    expect((await digest(ctx)).operations.map(({ op, ids }) => [op, ids])).toEqual([["add", [idOf("AAAA1")]]]);
    await changeTree(ctx, { ...changeVerb("test"), reason: "test" }, async (change) => {
      change.append(cor("BBBB2", beside("AAAA1", 3)));
    });
    const { operations, left } = await digest(ctx);
    expect(operations.filter(({ op }) => op !== "keep")).toEqual([]);
    expect(left).toEqual([
      {
        id: idOf("BBBB2"),
        because: `An open question beside ${idOf("AAAA1")} keeps it from the rules: tenet resolve ${idOf("BBBB2")} ${idOf("AAAA1")}`,
      },
    ]);
  });
});

it("held is written of neither side of a question between equals that both would be rules", async () => {
  const unproven = { stick: undefined };
  const rows: [what: string, a: Parameters<typeof cor>[1], b: Parameters<typeof cor>[1] & object, held: string][] = [
    ["nothing is open", unproven, {}, "AB"],
    ["between equals", unproven, beside("AAAA1", 3), ""],
    ["one is trusted more", { ...unproven, tier: "relayed" }, beside("AAAA2", 3), "A"],
    ["only near", unproven, beside("AAAA3", 3, { score: 0.6 }), "AB"],
    [
      "after 21 days, the other would be no rule",
      { stick: { verdict: "failed", at: ago(2) } },
      beside("AAAA4", 22),
      "B",
    ],
    ["after 21 days, both would be", unproven, beside("AAAA5", 22), ""],
    ["beside what held already", {}, beside("AAAA6", 22), ""],
  ];
  const entries = rows.flatMap(([, a, b], n) => [cor(`AAAA${n}`, a), cor(`BBBB${n}`, { ...unproven, ...b })]);
  const ctx = await world(...entries);
  for (const { id } of entries) rememberOpportunity(ctx.workspace, { id, at: ago(30), session: "elsewhere" });
  const settled = settling(ctx, await openStore(ctx)).map(({ id }) => id.slice(-5));
  for (const [n, [what, , , expected]] of rows.entries()) {
    const those = settled.filter((tail) => tail.endsWith(String(n))).map((tail) => tail[0]);
    expect(those.sort().join(""), what).toBe(expected);
  }
});
