/** Histories drawn by chance, merged: nobody's line is lost, no entry is two rules. */
import { describe, it } from "vitest";
import { rounds } from "../effort.js";
import { tryCrossed, tryHistory } from "./merging-histories.js";

describe("histories drawn by chance", () => {
  const seeds = Array.from({ length: rounds(2, 12) }, (_, at) => 1 + at);
  it.each(seeds)("seed %i", tryHistory);
  it.each(seeds)("seed %i, where each side merged the other before", tryCrossed);
});
