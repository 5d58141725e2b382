/**
 * Histories of which everything is known, read as any workspace is: a figure's interval holds what it was drawn from as
 * often as an interval at 95 % has to, and what can be counted is counted to the one.
 */
import { describe, expect, it } from "vitest";
import { verify } from "../../src/health/verify.js";
import { report } from "../../src/report/report.js";
import type { Report } from "../../src/report/report-schemas.js";
import { testWorld } from "../store/workspace.js";
import { mostMisses } from "./binomial.js";
import { drawnCounts, reportedCounts } from "./known-counts.js";
import { KNOWN_FIGURES, type KnownFigure } from "./known-figures.js";
import { AGENTS, NOW, PEOPLE, type Truth, writeKnownTruth } from "./known-truth.js";

const SEEDS = Array.from({ length: 24 }, (_, seed) => seed + 1);

interface Told {
  seed: number;
  drawn: Truth;
  told: Report;
}

const worldOf = () => testWorld({ agent: AGENTS, people: PEOPLE }, NOW);

let all: Promise<Told[]> | undefined;
/** The reports of all seeds, made once. */
const histories = (): Promise<Told[]> => {
  all ??= allHistories();
  return all;
};

async function allHistories(): Promise<Told[]> {
  const made: Told[] = [];
  for (const seed of SEEDS) {
    const world = worldOf();
    const drawn = writeKnownTruth(world.workspace, seed);
    made.push({ seed, drawn, told: await report(world, {}) });
  }
  return made;
}

/** All of these tests together doubt what is true once in a thousand times. */
const DOUBT = 0.001;

/** A figure of one seed beside what it was drawn from. */
interface Compared {
  isHeld: boolean;
  /** How far it is off, in the deviations that its interval states. */
  off: number;
}

async function compared({ of, truth }: KnownFigure): Promise<Compared[]> {
  return (await histories()).map(({ drawn, told }) => {
    const { value, low = Number.NaN, high = Number.NaN } = of(told) ?? {};
    if (typeof value !== "number") throw new Error(`no figure: ${value}`);
    const wanted = truth(drawn);
    const deviation = (high - low) / (2 * 1.96);
    return { isHeld: low <= wanted && wanted <= high, off: value === wanted ? 0 : (value - wanted) / deviation };
  });
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

describe("a history of which everything is known", { timeout: 300_000 }, () => {
  it("is a workspace without errors, and the same for the same seed", async () => {
    const [one, same, other] = [worldOf(), worldOf(), worldOf()];
    writeKnownTruth(one.workspace, 1);
    writeKnownTruth(same.workspace, 1);
    writeKnownTruth(other.workspace, 2);
    const { findings } = await verify({ ...one, profileWarnings: [] });
    expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
    const told = await report(one, {});
    expect(await report(same, {})).toEqual(told);
    expect(await report(other, {})).not.toEqual(told);
  });

  describe.each(KNOWN_FIGURES.map((figure) => [figure.name, figure] as const))("%s", (_, figure) => {
    it("comes back within its interval", async () => {
      const missed = (await compared(figure)).filter(({ isHeld }) => !isHeld).length;
      expect(missed).toBeLessThanOrEqual(mostMisses(SEEDS.length, DOUBT / KNOWN_FIGURES.length));
    });

    it("is off to neither side", async () => {
      const off = sumOf((await compared(figure)).map((one) => one.off)) / Math.sqrt(SEEDS.length);
      // Of the normal distribution, for the doubt shared by forty figures.
      expect(Math.abs(off)).toBeLessThan(4.2);
    });

    it("scatters no more than its interval says, and not much less", async () => {
      const square = sumOf((await compared(figure)).map((one) => one.off ** 2)) / SEEDS.length;
      // Of the chi-square distribution with 24 degrees of freedom, for the same doubt (Wilson and Hilferty 1931).
      expect(square).toBeLessThan(2.7);
      if (figure.isWhole !== true) expect(square).toBeGreaterThan(0.2);
    });
  });

  it("is missed by all intervals together as seldom as they say", async () => {
    const all = (await Promise.all(KNOWN_FIGURES.map(compared))).flat();
    expect(all.filter(({ isHeld }) => !isHeld).length).toBeLessThanOrEqual(mostMisses(all.length, DOUBT));
  });

  it.each(SEEDS.map((seed, at) => [seed, at] as const))("is counted to the one from seed %i", async (_, at) => {
    const { drawn, told } = (await histories())[at] as Told;
    expect(reportedCounts(told)).toEqual(drawnCounts(drawn));
  });
});
