/** What open questions between entries do to the rules and to `held`, gathered from a workspace as it lies. */
import { describe, expect, it } from "vitest";
import type { Entry, Near, Tier } from "../../src/entry/entry.js";
import { settling } from "../../src/loop/settling.js";
import { digest } from "../../src/rules/digest.js";
import { EvidenceLoader } from "../../src/rules/evidence-loader.js";
import { changeTree } from "../../src/store/change.js";
import { openStore } from "../../src/store/open-store.js";
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
  await changeTree(made, { op: "test", reason: "test" }, async (change) => {
    for (const entry of entries) change.append(entry);
  });
  return made;
}

async function blockedBy(ctx: TestWorld, name: string): Promise<string[]> {
  const gathering = new EvidenceLoader(ctx, await openStore(ctx));
  await gathering.load([idOf(name)]);
  return [...(gathering.evidenceOf(idOf(name))?.blockedBy ?? [])];
}

describe("an open question", () => {
  const unproven = { stick: undefined };

  it.each<[string, Tier, Tier, string[], string[]]>([
    ["of equal trust keeps back both", "self", "self", ["BBBB2"], ["AAAA1"]],
    ["beside what is trusted more keeps back the other alone", "relayed", "self", [], ["AAAA1"]],
    ["beside what is trusted less keeps back the other alone", "peer", "self", ["BBBB2"], []],
  ])("%s", { tags: "proof" }, async (_, a, b, first, second) => {
    const ctx = await world(cor("AAAA1", { tier: a }), cor("BBBB2", { tier: b, ...beside("AAAA1", 3) }));
    expect([await blockedBy(ctx, "AAAA1"), await blockedBy(ctx, "BBBB2")]).toEqual([first.map(idOf), second.map(idOf)]);
  });

  it.each<[string, number, Partial<Extract<Entry, { type: "correction" }>>, boolean]>([
    ["that is young blocks, though the other would be no rule", 3, unproven, true],
    ["of 21 days does, too", 21, unproven, true],
    ["that is older does not where the other would be no rule", 22, unproven, false],
    ["that is older does where both would be rules", 22, {}, true],
    ["that is older does where the other is a rule", 22, { ...unproven, status: "promoted" }, true],
    ["that is older does not where the other fails", 22, { stick: { verdict: "failed", at: ago(5) } }, false],
    ["that is older does not where the other is about a conversation", 22, { scope: "conversation" }, false],
    ["beside what was rejected does not", 3, { review: { state: "rejected" } }, false],
    ["beside what waits for review does not", 3, { review: { state: "needs_review" } }, false],
    ["beside what was superseded does not", 3, { status: "superseded" }, false],
  ])("%s", { tags: "sampled" }, async (_, days, more, blocks) => {
    const ctx = await world(cor("AAAA1", more), cor("BBBB2", beside("AAAA1", days)));
    expect(await blockedBy(ctx, "BBBB2")).toEqual(blocks ? [idOf("AAAA1")] : []);
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
    await changeTree(ctx, { op: "test", reason: "test" }, async (change) => {
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

describe("held", () => {
  const unproven = { stick: undefined };

  async function heldNow(...entries: Entry[]): Promise<string[]> {
    const ctx = await world(...entries);
    for (const { id } of entries) rememberOpportunity(ctx.workspace, { id, at: ago(30), session: "elsewhere" });
    return settling(ctx, await openStore(ctx)).map(({ id }) => id.slice(-5));
  }

  it.each<[string, Entry[], string[]]>([
    ["is written where nothing is open", [cor("AAAA1", unproven), cor("BBBB2", unproven)], ["AAAA1", "BBBB2"]],
    [
      "of neither side of a question between equals",
      [cor("AAAA1", unproven), cor("BBBB2", { ...unproven, ...beside("AAAA1", 3) })],
      [],
    ],
    [
      "of the side that is trusted more",
      [cor("AAAA1", { ...unproven, tier: "relayed" }), cor("BBBB2", { ...unproven, ...beside("AAAA1", 3) })],
      ["AAAA1"],
    ],
    [
      "beside what is only near",
      [cor("AAAA1", unproven), cor("BBBB2", { ...unproven, ...beside("AAAA1", 3, { score: 0.6 }) })],
      ["AAAA1", "BBBB2"],
    ],
    [
      "after 21 days, where the other would be no rule",
      [
        cor("AAAA1", { stick: { verdict: "failed", at: ago(2) } }),
        cor("BBBB2", { ...unproven, ...beside("AAAA1", 22) }),
      ],
      ["BBBB2"],
    ],
    [
      "of neither after 21 days, where both would be rules",
      [cor("AAAA1", unproven), cor("BBBB2", { ...unproven, ...beside("AAAA1", 22) })],
      [],
    ],
    [
      "not beside what held already, whatever its age",
      [cor("AAAA1"), cor("BBBB2", { ...unproven, ...beside("AAAA1", 22) })],
      [],
    ],
  ])("is written %s", async (_, entries, expected) => {
    expect(await heldNow(...entries)).toEqual(expected);
  });
});
