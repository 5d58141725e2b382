/**
 * Every labelled pair judged by the real judgements, words and model, each among sixty entries on other matters. Shares
 * are held for each half alone; `SHOW=1` prints both confusion tables, and what went wrong in the half for tuning.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type JudgedPair, PairJudge, Vectors } from "./judge-pair.js";
import { confusionTable, countOf, rightShare } from "./rates.js";
import { CLASSES, type Class, type Fields, type Half, type Pair, pairsOf, type Relation } from "./tables.js";

type JudgedTable = (Pair & JudgedPair)[];

let vectors: Vectors;
let judge: PairJudge;
const judged: Record<Half, JudgedTable> = { pairs: [], "held-out": [] };

const wrong = ({ relation, want }: Pair & JudgedPair) => !want.has(relation);

function show(): void {
  for (const half of HALVES) process.stdout.write(`\n${half}\n${confusionTable(judged[half])}\n`);
  for (const one of judged.pairs.filter(wrong)) {
    const sides = `${JSON.stringify(one.known)}\n  ${JSON.stringify(one.new)}`;
    process.stdout.write(`${one.class}, ${one.kind}: ${one.relation}\n  ${sides}\n  ${one.because.join(" ")}\n`);
  }
}

const HALVES: readonly Half[] = ["pairs", "held-out"];

beforeAll(async () => {
  vectors = await Vectors.open();
  const background = parse(readFileSync(join(import.meta.dirname, "background.yaml"), "utf8")) as Fields[];
  judge = new PairJudge(vectors, background);
  for (const half of HALVES) {
    for (const pair of CLASSES.flatMap((name) => pairsOf(name, half))) {
      judged[half].push({ ...pair, ...(await judge.judge(pair)) });
    }
  }
  if (process.env["SHOW"] === "1") show();
});

afterAll(() => vectors.close());

describe.each(HALVES)("%s", (half) => {
  const of = (name: Class, kind = /./) => judged[half].filter((one) => one.class === name && kind.test(one.kind));
  const share = (all: JudgedTable, ...relations: Relation[]) => countOf(all, ...relations) / all.length;

  test("nothing beside a pair is retired or swallowed", () => {
    expect(judged[half].flatMap(({ harmed }) => harmed)).toEqual([]);
  });

  test("nothing unrelated is retired; what a belief repeats word by word is", () => {
    expect(countOf(of("retired", /unrelated/), "superseded", "same")).toBe(0);
    const taught = HALVES.flatMap((one) => judged[one]).filter(({ kind }) => /^the prior belief is what/.test(kind));
    expect(rightShare(taught)).toBeGreaterThanOrEqual(0.9);
  });

  test("the same order in other words is not", () => {
    expect(share(of("order", /same order|means the same|other things/), "contested")).toBeLessThanOrEqual(0.05);
  });

  test("two claims with one source are never taken for one", () => {
    expect(countOf(of("swallowed", /^two/), "skipped", "same")).toBe(0);
  });

  test("90 % of plain contradictions are contested, of what only looks so at most 10 %", () => {
    expect(rightShare(of("contradiction", /^a plain/))).toBeGreaterThanOrEqual(0.9);
    expect(share(of("contradiction", /no contradiction/), "contested", "superseded")).toBeLessThanOrEqual(0.1);
  });

  test("of what is only similar at most 5 % is taken for a repeat", () => {
    expect(share(of("repeat", /no repeat/), "same", "maybe")).toBeLessThanOrEqual(0.05);
  });

  test("80 % of what is on one matter is linked", () => {
    expect(share(of("links", /on one matter/), "none")).toBeLessThanOrEqual(0.2);
  });

  test("entries that have nothing to do with each other stay apart", async () => {
    const some = judged[half].filter((_, at) => at % 4 === 0);
    const crossed: Relation[] = [];
    for (const [at, { known }] of some.entries()) {
      const other = some[(at + 17) % some.length] as Pair;
      crossed.push((await judge.judge({ known, new: other.new })).relation);
    }
    expect(crossed.filter((relation) => relation !== "none" && relation !== "linked")).toEqual([]);
    expect(crossed.filter((relation) => relation === "linked").length / crossed.length).toBeLessThanOrEqual(0.02);
  });
});
