import { describe, expect, it } from "vitest";
import type { Entry } from "../../src/entry/entry.js";
import { templateOf } from "../../src/entry/entry.js";
import { Lexicon } from "../../src/search/words/lexicon.js";
import { openStore } from "../../src/store/open-store.js";
import fc from "../properties.js";
import { correction, insight, outcome } from "../store/entries.js";
import type { TestWorld } from "../store/workspace.js";
import { remove, world, write } from "./world.js";

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
  it.each([
    ["the claim", "compiler"],
    ["the substance", "minor"],
    ["applications", "toolchain"],
    ["the history", "linter"],
    ["evidence in the history", "eslint"],
    ["what is at risk", "unrepeatable"],
    ["tags", "supply-chain"],
    ["parts of a tag", "supply"],
  ])("finds an entry by %s", async (_, query) => {
    const ctx = world([rich, correction()]);
    expect(ids((await open(ctx)).search(query, all, 10))).toEqual([rich.id]);
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
    const ctx = world([rich, insight({ id: "INS-20260110-A0002", insight: "Pin the linter", status: "superseded" })]);
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

  it("reads an unchanged tree from its cache and writes nothing", async () => {
    const ctx = world([rich, correction()]);
    const first = (await open(ctx)).search("compiler build", all, 10);
    const tree = await openStore(ctx);
    const picture = () => tree.database.all("SELECT * FROM postings ORDER BY term");
    const before = picture();
    expect((await open(ctx)).search("compiler build", all, 10)).toEqual(first);
    expect(picture()).toEqual(before);
  });

  it("takes up what changed, and forgets what it was before", async () => {
    const kept = insight({ id: "INS-20260112-A0003", insight: "Archive the quarterly ledger" });
    const ctx = world([rich, kept]);
    const before = (await open(ctx)).search("quarterly ledger", all, 10);
    write(ctx, [{ ...rich, insight: "Pin the interpreter" } as Entry]);
    const lexicon = await open(ctx);
    expect(ids(lexicon.search("interpreter", all, 10))).toEqual([rich.id]);
    expect(lexicon.search("compiler", all, 10)).toEqual([]);
    expect(ids(lexicon.search("quarterly ledger", all, 10))).toEqual(ids(before));
  });

  it("keeps no term that no entry holds", async () => {
    const ctx = world([rich, correction()]);
    await open(ctx);
    write(ctx, [{ ...rich, insight: "Pin the interpreter" } as Entry]);
    const lexicon = await open(ctx);
    const { database } = await openStore(ctx);
    const terms = (table: string) => database.column<number>(`SELECT DISTINCT term FROM ${table} ORDER BY term`);
    expect(terms("terms")).toEqual(terms("postings"));
    expect(lexicon.corpus.documentFrequency("compil")).toBe(0);
  });

  it("answers the same after any edits as one built anew", { tags: "proof" }, async () => {
    const ctx = world();
    const words = fc.array(fc.constantFrom("release", "lockfile", "cache", "schema", "review", "retry"), {
      minLength: 1,
      maxLength: 5,
    });
    const step = fc.record({ number: fc.nat(11), text: words, drop: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), words, async (steps, query) => {
        remove(ctx.workspace.local);
        const entries = new Map<number, Entry>();
        for (const { number, text, drop } of steps) {
          const day = String(1 + (number % 4)).padStart(2, "0");
          if (drop) entries.delete(number);
          else
            entries.set(
              number,
              insight({
                id: `INS-20260${1 + (number % 2)}${day}-A${String(number).padStart(4, "0")}`,
                insight: text.join(" "),
              }),
            );
          remove(ctx.workspace.learning);
          write(ctx, [...entries.values()]);
          await open(ctx);
        }
        const grown = (await open(ctx)).search(query.join(" "), all, 20);
        remove(ctx.workspace.local);
        expect(grown).toEqual((await open(ctx)).search(query.join(" "), all, 20));
      }),
      { numRuns: 40 },
    );
  });
});
