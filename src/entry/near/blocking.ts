/** Which side of an open pair becomes no rule beside the other. Asked by the rules; what a pair is stands in `pairs.ts`. */

import type { Tier } from "../entry.js";
import { compareTiers } from "../gates/trust.js";
import { isRefuted, type Pair, type PairEntry } from "./pairs.js";

/** The side of an open pair that gives way as long as nobody answers. */
export interface KeptOut<E> {
  side: E;
  other: E;
  /** Whatever the other one is; else only beside a rule, or what would be one. */
  always: boolean;
}

/**
 * The less trusted side, always; of equal trust the newer, which bears the row, beside rules alone. What a correction
 * trusted as much refutes gives way in its place, always.
 */
export function keptOutOf<E extends PairEntry>({ newer, older, near }: Pair<E>, tierOf: (one: E) => Tier): KeptOut<E> {
  const trust = compareTiers(tierOf(newer), tierOf(older));
  const isOlder = trust > 0 || (trust === 0 && isRefuted(near));
  const [side, other] = isOlder ? [older, newer] : [newer, older];
  return { side, other, always: trust !== 0 || isOlder };
}
