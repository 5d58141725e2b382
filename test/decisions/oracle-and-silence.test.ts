/**
 * Every labelled pair through the real captures and the real model, in one tree with all the others: a caller who answers
 * by the label, and one who never answers. Shares are held for each half alone; `SHOW=1` prints them by class.
 */
import { describe, expect, test } from "vitest";
import { capturing } from "../capture/capturing.js";
import { everyNth } from "../effort.js";
import {
  askedTable,
  asksPerCapture,
  entriesOf,
  expectedOf,
  isSettled,
  isWorthAsking,
  oracle,
  play,
  reachedIn,
  silentCaller,
  teach,
  touchedIn,
  wrongActs,
} from "./callers.js";
import {
  background,
  claimIn,
  fieldsOf,
  foreignClaims,
  HALVES,
  type LabelledPair,
  labelledPairs,
} from "./labelled-pairs.js";

const inWords = ({ first, second }: LabelledPair) => `${claimIn(first)} | ${claimIn(second)}`;

describe.each(HALVES)("%s", { tags: "more" }, (half) => {
  const pairs = everyNth(labelledPairs(half), 6);

  test("a caller who answers by the label brings every pair that is asked about to its right end", {
    tags: "proof",
  }, async () => {
    const w = capturing();
    const played = await play(w, pairs, await teach(w, pairs, background()), oracle);
    if (process.env["SHOW"] === "1") {
      process.stdout.write(`\n${half}: ${asksPerCapture(played).toFixed(2)} asks a capture\n${askedTable(played)}\n`);
      for (const one of played.filter((it) => isWorthAsking(it.pair) && !it.asked && !isSettled(it)))
        process.stdout.write(`not asked: ${inWords(one.pair)}\n`);
    }
    const entries = await entriesOf(w);
    const reachable = played.filter((one) => one.asked || isSettled(one));
    const missed = reachable.filter((one) => reachedIn(entries, one) !== expectedOf(one.pair));
    expect(missed.map((one) => `${reachedIn(entries, one)}: ${inWords(one.pair)}`)).toEqual([]);
    const left = played.filter((one) => !one.asked && !isSettled(one)).map((one) => reachedIn(entries, one));
    expect(left.filter((state) => state !== "apart" && state !== "known")).toEqual([]);

    // One of twenty may lie too far; of a sample of few that is one.
    const needed = played.filter(({ pair }) => isWorthAsking(pair));
    const unasked = needed.filter((one) => !one.asked && !isSettled(one));
    expect(unasked.length).toBeLessThanOrEqual(Math.max(1, needed.length * 0.05));
    expect(asksPerCapture(played)).toBeLessThanOrEqual(1.5);
    expect(played.flatMap(wrongActs)).toEqual([]);
  });

  test("a caller who never answers loses nothing", { tags: "proof" }, async () => {
    const w = capturing();
    const played = await play(w, pairs, await teach(w, pairs, background()), silentCaller);
    expect(played.flatMap(wrongActs)).toEqual([]);
    expect(played.filter(({ pair }) => pair.ground !== undefined).every(isSettled)).toBe(true);
    const settled = new Set(played.filter(isSettled).flatMap(({ first, captured }) => [first, captured.id]));
    expect(touchedIn(await entriesOf(w)).filter((id) => !settled.has(id))).toEqual([]);
  });
});

test("claims outside the model's letters are asked about by their words alone, and unrelated ones are not", {
  tags: "more",
}, async () => {
  const w = capturing();
  const claims = everyNth(foreignClaims(), 3);
  const asks = [];
  for (const claim of claims) {
    const captured = await w.draft({ ...fieldsOf("memory", claim) });
    expect(captured.decision).toBe("stored");
    asks.push(...captured.asks);
  }
  expect(asks).toEqual([]);
});
