/** An interval at 95 % holds what its figure was drawn from as often as it says, and misses on neither side alone. */
import { describe, expect, it } from "vitest";
import { mean, median, share } from "../../src/report/policy/figure.js";
import { survivalOf } from "../../src/report/policy/survival.js";
import { mostMisses } from "./binomial.js";
import { Chance } from "./chance.js";

const DRAWS = 1_000;
/** All of these tests together doubt what is true once in a thousand times. */
const DOUBT = 0.001 / 26;

const list = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const valued = (count: number, draw: () => number) => list(count, (at) => ({ id: `e${at}`, value: draw() }));
const ids = (count: number) => list(count, (at) => `e${at}`);

interface Drawn {
  truth: number;
  figure: { low?: number | undefined; high?: number | undefined };
}

/** At one chance alone counts are whole and an interval holds more or less often; over all chances as often as it says. */
const shareOf = (n: number) => (chance: Chance) => {
  const truth = chance.uniform(0.05, 0.95);
  const counted = chance.binomial(n, truth);
  return { truth, figure: share(ids(counted), ids(n - counted)) };
};
/** A score is one and how many of nine throws succeed. */
const scoresOf = (n: number, throwing: number) => (chance: Chance) => ({
  truth: 1 + 9 * throwing,
  figure: mean(
    valued(n, () => 1 + chance.binomial(9, throwing)),
    "of 10",
  ),
});
const daysOf = (n: number, truth: number) => (chance: Chance) => ({
  truth,
  figure: median(
    valued(n, () => chance.logNormal(truth, 0.8)),
    "days",
  ),
});
/** Waiting without memory, each lesson watched for up to 120 days. */
const keptOf = (n: number, day: number, half: number) => (chance: Chance) => {
  const watched = ids(n).map((id) => {
    const [repeat, until] = [chance.exponential(half), chance.uniform(0, 120)];
    return { id, days: Math.min(repeat, until), repeated: repeat <= until };
  });
  return { truth: 2 ** (-day / half), figure: survivalOf(watched).keptAfter(day) };
};

describe.each<[string, (chance: Chance) => Drawn]>([
  ["a share of 5", shareOf(5)],
  ["a share of 12", shareOf(12)],
  ["a share of 40", shareOf(40)],
  ["a share of 200", shareOf(200)],
  ["a mean of 5 scores", scoresOf(5, 0.5)],
  ["a mean of 12 scores", scoresOf(12, 0.7)],
  ["a mean of 40 scores", scoresOf(40, 0.7)],
  ["a mean of 150 scores", scoresOf(150, 0.4)],
  ["a median of 9 lags", daysOf(9, 6)],
  ["a median of 60 lags", daysOf(60, 6)],
  ["what is kept of 60 lessons after 7 days", keptOf(60, 7, 40)],
  ["what is kept of 60 lessons after 30 days", keptOf(60, 30, 40)],
  ["what is kept of 150 lessons after 60 days", keptOf(150, 60, 40)],
])("%s", (_, draw) => {
  const chance = new Chance(7);
  const drawn = list(DRAWS, () => draw(chance));
  const below = drawn.filter(({ truth, figure: { low = 0 } }) => truth < low).length;
  const above = drawn.filter(({ truth, figure: { high = 1e9 } }) => truth > high).length;

  it("is missed no more often than once in twenty times", () => {
    expect(drawn.every(({ figure }) => figure.low !== undefined && figure.high !== undefined)).toBe(true);
    expect(below + above).toBeLessThanOrEqual(mostMisses(DRAWS, DOUBT));
  });

  it("has some width, and is not so wide that it is never missed", () => {
    expect(below + above).toBeGreaterThan(0);
    expect(Math.max(below, above)).toBeLessThan(0.06 * DRAWS);
  });
});
