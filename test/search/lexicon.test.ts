import { describe, expect, it } from "vitest";
import { templateOf } from "../../src/entry/entry.js";
import { Lexicon } from "../../src/search/words/lexicon.js";
import { openStore } from "../../src/store/open-store.js";
import { correction, insight, outcome } from "../store/entries.js";
import type { TestWorld } from "../store/workspace.js";
import { FORGOTTEN, world } from "./world.js";

const all = () => true;
const open = async (ctx: TestWorld) => Lexicon.open(await openStore(ctx));
const ids = (hits: readonly { id: string }[]) => hits.map(({ id }) => id);

const rich = insight({
  id: "INS-20260110-A0001",
  insight: "Pin the compiler",
  evidence: "A minor release broke the build",
  applications: ["monorepo toolchains"],
  at_risk: "unrepeatable builds",
  tags: ["supply-chain"],
  evolution: [{ at: "2026-01-11T00:00:00Z", text: "also pin the linter", evidence: "eslint changed its defaults" }],
});

describe("the lexicon", () => {
  it("finds an entry by claim, substance, applications, history and its evidence, risk, tags and their parts", async () => {
    const lexicon = await open(world([rich, correction()]));
    const held = "compiler minor toolchain linter eslint unrepeatable supply-chain supply";
    for (const query of held.split(" ")) expect(ids(lexicon.search(query, all, 10)), query).toEqual([rich.id]);
  });

  it("finds corrections by what was believed before, outcomes by their lesson", async () => {
    const ctx = world([correction(), outcome({ decision: "moved to pnpm", lesson: "Measure installation time" })]);
    const lexicon = await open(ctx);
    expect(ids(lexicon.search("iterate", all, 10))).toEqual(["COR-20260215-K7Q2X"]);
    expect(ids(lexicon.search("installation", all, 10))).toEqual(["OUT-20260220-T4ZW9"]);
    expect(ids(lexicon.search("pnpm", all, 10))).toEqual(["OUT-20260220-T4ZW9"]);
  });

  it("does not compare texts by what only keywords look at", async () => {
    const ctx = world([rich]);
    const lexicon = await open(ctx);
    expect(lexicon.nearest("eslint supply-chain unrepeatable", all, 5)).toEqual([]);
    expect(lexicon.corpus.documentFrequency("eslint")).toBe(0);
    expect(lexicon.corpus.documentFrequency("compil")).toBe(1);
  });

  it("counts live entries only, and still finds others when they are asked for", async () => {
    const ctx = world([rich, insight({ id: "INS-20260110-A0002", insight: "Pin the linter", forgotten: FORGOTTEN })]);
    const lexicon = await open(ctx);
    expect(lexicon.size).toBe(1);
    expect(ids(lexicon.search("linter", (id) => id === "INS-20260110-A0002", 10))).toEqual(["INS-20260110-A0002"]);
  });

  it("nearest gives lex, 1 for the same words", async () => {
    const ctx = world([rich, correction(), insight()]);
    const [first] = (await open(ctx)).nearest(templateOf(insight()), all, 3);
    expect(first?.id).toBe(insight().id);
    expect(first?.score).toBeCloseTo(1, 10);
  });

  it("tells which words matched, as they were written", async () => {
    const ctx = world([rich]);
    const lexicon = await open(ctx);
    expect(lexicon.matchedWords('Why "Compilers" break, builds?', rich.id)).toEqual(["Compilers", "builds"]);
  });
});
