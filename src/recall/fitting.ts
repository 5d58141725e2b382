/** Which entries of an answer a layer of a context prints for a query. Called by the layers. */
import type { Context } from "../context.js";
import { cutsOf } from "../search/near-cuts.js";
import type { Recalled } from "./recall-schemas.js";

/**
 * The ids that fit, the likeliest first: none whose meaning is below `near.claim`, and of those that were found by words
 * alone no weak one.
 */
export function fittingIds({ profile }: Pick<Context, "profile">, { results }: Pick<Recalled, "results">): string[] {
  const { claim } = cutsOf(profile);
  return results
    .filter(({ weak, why: { cosine } }) => (cosine === undefined ? weak !== true : cosine >= claim))
    .sort((a, b) => (b.why.cosine ?? 0) - (a.why.cosine ?? 0))
    .map(({ id }) => id);
}
