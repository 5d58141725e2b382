/** What answers a question, and what asks the same: by words alone, and with the real model on a labelled table. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_PROFILE } from "../../src/config.js";
import { SHIPPED_BANDS } from "../../src/entry/bands.js";
import { answersQuestion, asksTheSame } from "../../src/questions/policy/asked-again.js";
import { mayAnswer, statementsOf } from "../../src/questions/policy/passage-statements.js";
import { cosine, type Embedder } from "../../src/search/model/embedder.js";
import { locateModel } from "../../src/search/model/model-files.js";
import { openEmbedder } from "../../src/search/model/open-embedder.js";
import { Workspace } from "../../src/store/workspace.js";
import { HELD_OUT, type LabelledPair, TUNED } from "./known-answers.js";
import * as passages from "./known-passages.js";

const BANDS = SHIPPED_BANDS["default"];
const cache = mkdtempSync(join(tmpdir(), "tenet-asked-"));
let model: Embedder;

beforeAll(async () => {
  const located = locateModel(DEFAULT_PROFILE, new Workspace(cache));
  if ("unavailable" in located) throw new Error(located.unavailable);
  model = await openEmbedder(located);
});
afterAll(async () => {
  await model.dispose();
  rmSync(cache, { recursive: true, force: true });
});

async function judged(pairs: readonly LabelledPair[]): Promise<{ wronglyKnown: string[]; missed: string[] }> {
  const found = { wronglyKnown: [] as string[], missed: [] as string[] };
  for (const { question, fact, answered } of pairs) {
    const [a, b] = [await model.embed(question, "passage"), await model.embed(fact, "passage")];
    const known = answersQuestion(question, { text: fact, claim: cosine(a, b) }, BANDS);
    if (known && !answered) found.wronglyKnown.push(`${question} | ${fact}`);
    if (!known && answered) found.missed.push(`${question} | ${fact}`);
  }
  return found;
}

describe("a fact answers a question", () => {
  it("on the labelled pairs nothing is wrongly known, and few answers are missed; half of them tuned nothing", async () => {
    for (const [pairs, mostMissed] of [
      [TUNED, 1],
      [HELD_OUT, 2],
    ] as const) {
      const { wronglyKnown, missed } = await judged(pairs);
      expect(wronglyKnown).toEqual([]);
      expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(mostMissed);
    }
  });

  it("without a model words alone never call known what is not", () => {
    const wrong = [...TUNED, ...HELD_OUT].filter(
      ({ question, fact, answered }) => !answered && answersQuestion(question, { text: fact }, undefined),
    );
    expect(wrong).toEqual([]);
  });

  const FACT = "Old price lists are kept in the blue cupboard";
  it.each<[number, boolean]>([
    [0.45, false],
    [0.4501, true],
  ])("all of three words: above the band contest, strictly (%s: %s)", (claim, known) => {
    expect(answersQuestion("Are old price lists kept?", { text: FACT, claim }, BANDS)).toBe(known);
  });
  it.each<[number, boolean]>([
    [0.66, false],
    [0.6601, true],
  ])("all of two words: above the band evolve, strictly (%s: %s)", (claim, known) => {
    expect(answersQuestion("Are the price lists kept?", { text: FACT, claim }, BANDS)).toBe(known);
  });
  it.each<[number, boolean]>([
    [0.85, false],
    [0.8501, true],
  ])("half of the words: above the band same, strictly (%s: %s)", (claim, known) => {
    expect(answersQuestion("Are price tags printed with lists?", { text: FACT, claim }, BANDS)).toBe(known);
  });

  it.each([
    ["a number", "Do we refund 40 euros?", "We refund 30 euros"],
    ["a name", "Does Mara approve refunds?", "Nadia approves refunds"],
    ["a day", "Do we open on Monday?", "We open on Tuesday"],
    ["a path", "Is src/old.ts still used?", "src/new.ts is still used"],
    ["a time", "When is the newsletter sent?", "The newsletter is sent by Amara"],
    ["an amount", "How many newsletters are sent?", "Newsletters are sent by Amara"],
    ["the other of two", "What is the fee for the small hall?", "The large hall has a fee of 30 euros"],
  ])("however near, not where %s is missing", (_what, question, text) => {
    expect(answersQuestion(question, { text, claim: 0.8 }, BANDS)).toBe(false);
  });

  it("a denial is an answer", () => {
    expect(answersQuestion("May we share the price list?", { text: "Never share the price list" }, undefined)).toBe(
      true,
    );
  });
});

/** Of labelled passages: which are wrongly taken for an answer, and which answers are missed. */
async function judgedPassages(labelled: readonly passages.LabelledPassage[], likeness?: typeof similarity) {
  const found = { wronglyKnown: [] as string[], missed: [] as string[] };
  for (const { question, heading, text, answered } of labelled) {
    let known = false;
    for (const one of statementsOf(question, { heading, text }).filter((one) => mayAnswer(question, one))) {
      const claim = await likeness?.(question, one.text);
      const bands = claim === undefined ? undefined : BANDS;
      known ||= one.isAnswer || answersQuestion(question, { text: one.text, claim }, bands);
    }
    if (known && !answered) found.wronglyKnown.push(`${question} | ${heading} | ${text}`);
    if (!known && answered) found.missed.push(`${question} | ${heading} | ${text}`);
  }
  return found;
}

const similarity = async (a: string, b: string): Promise<number | undefined> =>
  cosine(await model.embed(a, "passage"), await model.embed(b, "passage"));

describe("a passage answers a question", () => {
  it("on the labelled passages none is wrongly taken for an answer, and few answers are missed", async () => {
    for (const [labelled, mostMissed] of [
      [passages.TUNED, 0],
      [passages.HELD_OUT, 1],
    ] as const) {
      const { wronglyKnown, missed } = await judgedPassages(labelled, similarity);
      expect(wronglyKnown).toEqual([]);
      expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(mostMissed);
    }
  });

  it("without a model words alone never take one for an answer that is none", async () => {
    const { wronglyKnown } = await judgedPassages([...passages.TUNED, ...passages.HELD_OUT]);
    expect(wronglyKnown).toEqual([]);
  });
});

describe("two questions ask the same", () => {
  it.each<[string, string, boolean]>([
    ["Do you take weekend appointments?", "do you take weekend appointments", true],
    ["Do you take weekend appointments?", "Do we take weekend appointments?", true],
    ["Do you take weekend appointments?", "Do you offer weekend appointments?", true],
    ["What is the staging rate limit?", "Which rate limit does staging have?", true],
    ["Who approves refunds over 500 euros?", "Who approves refunds over 100 euros?", false],
    ["When do you close on Fridays?", "Why do you close on Fridays?", false],
    ["When do you close on Fridays?", "When do you close on Mondays?", false],
    ["Is the Lyon branch open?", "Is the Porto branch open?", false],
    ["Do you take weekend appointments?", "Do you take weekend deliveries?", false],
    ["What is the deposit for the small hall?", "What is the deposit for the large hall?", false],
  ])("%s / %s: %s", (one, other, same) => {
    expect(asksTheSame({ question: one }, { question: other })).toBe(same);
    expect(asksTheSame({ question: other }, { question: one })).toBe(same);
  });

  it("by their key, whatever the words", () => {
    const a = { question: "Do you take weekend appointments?", key: "hours.weekend" };
    expect(asksTheSame(a, { question: "Open on Sundays?", key: "hours.weekend" })).toBe(true);
    expect(asksTheSame(a, { ...a, key: "hours.night" })).toBe(false);
    expect(asksTheSame(a, { question: a.question })).toBe(true);
  });
});
