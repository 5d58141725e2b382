/**
 * How much of a sweep is tried: a few rounds in `npm test`, all of them in `npm run test:full`. The full run repeats a test
 * of `npm test` only where it is marked: `it("title", { tags: "more" }, …)`, or the same on the `describe` around it.
 */
import { TestRunner } from "vitest";

declare module "vitest" {
  interface TestTags {
    tags: "more";
  }
}

/** True in `npm run test:full`. In the body of a test, ask {@link triesMore}. */
export const FULL = process.env["TEST_EFFORT"] === "full";

/** True in the full run. Throws in a test without the mark: the full run would leave it out. */
export function triesMore(): boolean {
  const test = TestRunner.getCurrentTest();
  if (test !== undefined && !(test.tags ?? []).includes("more"))
    throw new Error(`the full run tries more of "${test.name}": mark it, it(title, { tags: "more" }, …)`);
  return FULL;
}

/** How many rounds: `few` in `npm test`, where a promise is tried once; `all` in the full run. */
export const rounds = (few: number, all: number): number => (triesMore() ? all : few);

/** All of a list in the full run; otherwise its first ones. */
export const some = <T>(list: readonly T[], few: number): readonly T[] => (triesMore() ? list : list.slice(0, few));

/** All of a list in the full run; otherwise every n-th, from the one at `first` on. */
export const everyNth = <T>(list: readonly T[], nth: number, first = 0): readonly T[] =>
  triesMore() ? list : list.filter((_, at) => at % nth === first);

/** Every n-th of a list in `npm test`, all the others in the full run: where each is tried by itself, once is enough. */
export const partOf = <T>(list: readonly T[], nth: number): readonly T[] =>
  list.filter((_, at) => (at % nth === 0) !== triesMore());

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
