/**
 * Labelled pairs of claims by class, in `pairs/*.json`: what the guard must make of them. `contests`, `silent` and
 * `another` are its answers; `apart`: anything but a contest; `speaks`: anything but silence. The code was tuned on one
 * half of each list; of the other only the counts were looked at.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compareClaims, type GuardAnswer } from "../../src/guard/change-guard.js";

type Wanted = "contests" | "silent" | "another" | "apart" | "speaks";
type Half = "tuned" | "held";
type Pairs = Partial<Record<Wanted, Record<Half, [string, string][]>>>;

const MEETS: Record<Wanted, (relation: GuardAnswer["relation"]) => boolean> = {
  contests: (relation) => relation === "contests",
  silent: (relation) => relation === "silent",
  another: (relation) => relation === "another",
  apart: (relation) => relation !== "contests",
  speaks: (relation) => relation !== "silent",
};

/** At least this share of a list is met, in percent, on either half. */
const FLOORS: [table: string, wanted: Wanted, percent: number][] = [
  ["order", "contests", 95],
  ["order", "silent", 85],
  ["identity", "contests", 85],
  ["identity", "another", 90],
  ["identity", "apart", 100],
  ["paraphrase", "silent", 85],
  ["paraphrase", "apart", 90],
  ["contradiction", "contests", 95],
  ["repeat", "silent", 85],
  ["repeat", "speaks", 90],
  ["unrelated", "apart", 100],
  ["numbered", "another", 100],
  ["numbered", "apart", 100],
  ["numbered", "contests", 75],
  ["change", "contests", 100],
  ["change", "silent", 80],
  ["change", "apart", 100],
  ["german-order", "contests", 100],
  ["german-order", "silent", 100],
  ["german-order", "apart", 100],
  ["wording", "silent", 100],
  ["wording", "apart", 100],
  ["wording", "contests", 100],
  ["manner", "contests", 100],
  ["manner", "apart", 100],
];

describe.each(FLOORS)("%s that must be %s: %d %%", (table, wanted, percent) => {
  const pairs = JSON.parse(readFileSync(new URL(`pairs/${table}.json`, import.meta.url), "utf8")) as Pairs;

  it.each(["tuned", "held"] as const)("on the %s half", (half) => {
    const rows = pairs[wanted]?.[half] ?? [];
    const met = rows.filter(([known, claim]) => MEETS[wanted](compareClaims(known, claim).relation));
    expect((100 * met.length) / rows.length).toBeGreaterThanOrEqual(percent);
  });
});
