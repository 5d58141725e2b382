/** How much of a sweep is tried: a few rounds in `npm test`, all of them in `npm run test:full`. */

/** True in `npm run test:full`. */
export const FULL = process.env["TEST_EFFORT"] === "full";

/** How many rounds: `few` in `npm test`, where a promise is tried once; `all` in the full run. */
export const rounds = (few: number, all: number): number => (FULL ? all : few);

/** All of a list in the full run; otherwise so many, evenly spread from its first to its last. */
export function some<T>(list: readonly T[], few: number): T[] {
  if (FULL || list.length <= few) return [...list];
  const step = (list.length - 1) / Math.max(1, few - 1);
  return Array.from({ length: few }, (_, at) => list[Math.round(at * step)] as T);
}
