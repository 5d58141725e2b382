/** How much of a sweep is tried: a few rounds in `npm test`, all of them in `npm run test:full`. */

/** True in `npm run test:full`. */
export const FULL = process.env["TEST_EFFORT"] === "full";

/** How many rounds: `few` in `npm test`, where a promise is tried once; `all` in the full run. */
export const rounds = (few: number, all: number): number => (FULL ? all : few);

/** All of a list in the full run; otherwise its first ones. */
export const some = <T>(list: readonly T[], few: number): readonly T[] => (FULL ? list : list.slice(0, few));
