/** What is read together with an entry in a context: refuted claims, exceptions, pairs that nobody has decided. */
import { describe, expect, it } from "vitest";
import type { ContextData } from "../../src/context/context-schemas.js";
import type { Entry, Memory, Near } from "../../src/entry/entry.js";
import type { Profile } from "../../src/settings.js";
import { cor, ins, type LoopWorld, loopWorld } from "../loop/loop-world.js";
import type { ContextInput } from "../operations.js";
import { context } from "../operations.js";
import { memory as storedMemory } from "../store/entries.js";

const PROFILE: Partial<Profile> = { embedding: { model: "./none" } };
/** Minutes of one morning: nothing is asked about yet. */
const at = (n: number) => `2026-02-01T09:0${n}:00Z`;
const near = (other: string, more: Partial<Near> = {}): Near[] => [
  { with: other, score: 0.8, found: "claim", ...more },
];
const refutes = (other: string): Near[] => near(other, { found: "prior", score: 0.3 });

const memory = (name: string, content: string, more: Partial<Memory> = {}): Entry =>
  storedMemory({ id: `MEM-20260201-${name}`, timestamp: at(1), agent: "main", content, category: "fact", ...more });

async function made(entries: Entry[], profile: Partial<Profile> = {}): Promise<LoopWorld> {
  const loop = loopWorld({ ...PROFILE, ...profile }, "2026-02-01T12:00:00Z");
  await loop.store(...entries);
  return loop;
}

const printed = (loop: LoopWorld, input: ContextInput = {}): Promise<ContextData> => context(loop.ctx, input);
/** Its lines, without those around the fences. */
const linesOf = ({ text }: ContextData) => text.split("\n").filter((line) => line.includes(" | "));
const soul = (...lines: string[]) =>
  ["# Soul", "", "<!-- tenet:begin rules -->", "## Learned", "", ...lines, "<!-- tenet:end rules -->", ""].join("\n");

describe("a refuted claim", () => {
  const PORT = memory("P0RT1", "Clients are called on port 8080");
  const FIX = cor("F1X01", {
    ...{ timestamp: at(2), corrected_to: "Clients are called on port 9090", tier: "relayed" },
    near: refutes("MEM-20260201-P0RT1"),
  });
  const BESIDE = "  refuted by COR-20260201-F1X01 relayed | Clients are called on port 9090";

  it("stands in no context without its correction beneath it, and both are read of the same pair once", async () => {
    const data = await printed(await made([PORT, FIX]));
    const lines = linesOf(data);
    const place = lines.indexOf("MEM-20260201-P0RT1 self | Clients are called on port 8080");
    expect(place).toBeGreaterThan(-1);
    expect(lines[place + 1]).toBe(BESIDE);
    const fix = lines.find((line) => line.startsWith("COR-20260201-F1X01"));
    expect(fix).toContain("undecided beside MEM-20260201-P0RT1 |");
    expect(lines.filter((line) => line.includes("port 8080"))).toHaveLength(1);
    expect(data.layers.find(({ name }) => name === "memories")?.items[0]?.beside).toEqual([
      { id: "COR-20260201-F1X01", tier: "relayed", text: "Clients are called on port 9090", why: "refuted" },
    ]);
  });
});

describe("an exception", () => {
  const GENERAL = cor("G3N01", { corrected_to: "Deploys happen on Tuesdays", tier: "owner" });
  const EXCEPTION = cor("3XC01", {
    ...{ timestamp: at(2), corrected_to: "The intern project deploys on Fridays", tier: "self" },
    near: [{ with: "COR-20260201-G3N01", answer: "exception", tier: "owner" }],
  });
  const BENEATH = "  exception COR-20260201-3XC01 self | The intern project deploys on Fridays";

  it("stands beneath its general entry, and nowhere else", async () => {
    const loop = await made([GENERAL, EXCEPTION, cor("0THER", { timestamp: at(3) })]);
    for (const input of [{}, { query: "intern project deploys on fridays" }]) {
      const lines = linesOf(await printed(loop, input));
      const place = lines.findIndex((line) => line.startsWith("COR-20260201-G3N01 owner | Deploys happen on Tuesdays"));
      expect(lines[place + 1]).toBe(BENEATH);
      expect(lines.filter((line) => line.includes("intern project"))).toEqual([BENEATH]);
    }
    expect((await printed(loop)).says).toEqual([]);
  });

  it("beneath a rule whose entry is the general one, byte-stable, until it is a rule beside it", async () => {
    const loop = await made([{ ...GENERAL, status: "promoted" } as Entry, EXCEPTION]);
    const rule = "- Deploys happen on Tuesdays <!-- COR-20260201-G3N01 -->";
    loop.world.put("SOUL.md", soul(rule));
    const data = await printed(loop);
    const rules = data.core.text.split("\n").filter((line) => line.includes("project deploys"));
    expect(rules).toEqual([BENEATH]);
    expect(data.tail.text).not.toContain("intern project");
    loop.at("2026-02-01T18:00:00Z");
    loop.session("another");
    expect((await printed(loop)).core.text).toBe(data.core.text);

    loop.world.put("SOUL.md", soul(rule, "- The intern project deploys on Fridays <!-- COR-20260201-3XC01 -->"));
    loop.session("a third");
    const both = (await printed(loop)).core.text.split("\n").filter((line) => line.includes("project deploys"));
    expect(both).toEqual([expect.stringMatching(/^COR-20260201-3XC01 self/)]);
  });
});

it("an open pair is printed once, with the other's words where that has no line of its own", async () => {
  const old = ins("0LD01", { insight: "The cache is warm" });
  const loop = await made([old, cor("N3W01", { timestamp: at(3), near: near("INS-20260201-0LD01") })]);
  const lines = linesOf(await printed(loop));
  expect(lines.filter((line) => line.includes("The cache is warm"))).toEqual([
    "  undecided beside INS-20260201-0LD01 self | The cache is warm",
    "INS-20260201-0LD01 self, undecided beside COR-20260201-N3W01 | The cache is warm",
  ]);
});
