/**
 * How much is tried by `npm test`, and what `npm run proof` tries beyond it. Proof runs the files that are named for it
 * (`*.proof.test.ts`) and the tests, or a `describe` of them, with a mark: `it("title", { tags: "proof" }, …)` for what it
 * alone runs, `sampled` where each of many rows takes long and `npm test` tries one in five of them, `more` for a sweep of
 * which `npm test` tries a few rounds and proof all.
 */
import { TestRunner } from "vitest";

declare module "vitest" {
  interface TestTags {
    tags: "more" | "proof" | "sampled";
  }
}

/** True in `npm run proof`. In the body of a test, ask {@link triesMore}. */
export const PROOF = process.env["TEST_EFFORT"] === "proof";

/** True in proof. Throws in a test without the mark: proof would leave it out. */
export function triesMore(): boolean {
  const test = TestRunner.getCurrentTest();
  if (test !== undefined && !["more", "proof"].some((mark) => test.tags?.includes(mark)))
    throw new Error(`proof tries more of "${test.name}": mark it, it(title, { tags: "more" }, …)`);
  return PROOF;
}

/** How many rounds: `few` in `npm test`, where a promise is tried once; `all` in proof. */
export const rounds = (few: number, all: number): number => (triesMore() ? all : few);

/** All of a list in proof; otherwise its first ones. */
export const some = <T>(list: readonly T[], few: number): readonly T[] => (triesMore() ? list : list.slice(0, few));

/** All of a list in proof; otherwise every n-th, from the one at `first` on. */
export const everyNth = <T>(list: readonly T[], nth: number, first = 0): readonly T[] =>
  triesMore() ? list : list.filter((_, at) => at % nth === first);

/** A repeatable stream of numbers below a bound (mulberry32). */
export function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
