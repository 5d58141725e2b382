/** A question that an owner answered, asked again in other words: its answer is among the three texts that are shown. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { addAll } from "../../src/capture/add.js";
import type { CaptureDraft } from "../../src/capture/capture.js";
import { ask } from "../../src/questions/ask.js";
import { type Capturing, capturing } from "../capture/capturing.js";
import { background } from "../decisions/labelled-pairs.js";

type Pair = readonly [question: string, answer: string, again: string];

const labelled: { tried: Pair[]; kept: Pair[]; others: string[] } = parse(
  readFileSync(new URL("reworded.yaml", import.meta.url), "utf8"),
);
const { tried, kept, others } = labelled;
/** As `tenet answer` keeps it. */
const saidIn = ([question, answer]: Pair): string => `${question} ${answer}`;

/** The answers of both halves, among entries on other matters. No question that is asked here stands beside the next. */
async function answered(): Promise<Capturing> {
  const world = capturing({ ask: { per_day: 1_000, open: 1_000, expire_days: 0 } });
  const answers = [...tried, ...kept].map((pair) => ({ content: saidIn(pair), category: "fact" }));
  const drafts = [...answers.map((fields) => ({ type: "memory", ...fields })), ...background()];
  await addAll(world, drafts as CaptureDraft[]);
  return world;
}

async function textsShown(world: Capturing, question: string): Promise<string[]> {
  const { near = [] } = await ask(world, { question, because: "the next step" });
  return near.map(({ text }) => text);
}

it("nine times of ten, also in the half that is only counted", { timeout: 600_000 }, async () => {
  const world = await answered();
  const missedIn = async (pairs: readonly Pair[]) => {
    const missed: string[] = [];
    for (const pair of pairs) {
      const shown = await textsShown(world, pair[2]);
      expect(shown.length).toBeLessThanOrEqual(3);
      if (!shown.includes(saidIn(pair))) missed.push(pair[2]);
    }
    return missed;
  };
  expect([tried.length + kept.length >= 40, kept.length >= 20, others.length]).toEqual([true, true, 20]);
  const missed = { tried: await missedIn(tried), kept: await missedIn(kept) };
  expect(missed.tried.length / tried.length, missed.tried.join("\n")).toBeLessThanOrEqual(0.1);
  expect(missed.kept.length / kept.length, missed.kept.join("\n")).toBeLessThanOrEqual(0.1);
});

it("another question about the same topic is shown three texts as well, and asked with anyway", {
  timeout: 600_000,
}, async () => {
  const world = await answered();
  for (const question of others.slice(0, 5)) {
    expect((await textsShown(world, question)).length, question).toBeGreaterThan(0);
    const asked = await ask(world, { question, because: "the next step", anyway: true });
    expect(asked.decision).toBe("stored");
  }
});
