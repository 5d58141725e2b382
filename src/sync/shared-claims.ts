/** The claims that several agents came to, as this clone keeps them: a sync asks its hub only about what came since. */

import type { Context } from "../context.js";
import { byFirst, type Claim, convergenceOf } from "../store/sync/policy/convergence.js";
import { type KnownClaims, readCursors, readKnownClaims, writeKnownClaims } from "../store/sync/sync-state.js";
import { stamp } from "../text/durations.js";
import { arrivalsAt, concernedClaims, lastNumbers, type RowPlace, sharedClusters } from "./hub/shared-arrivals.js";
import type { Joined } from "./push.js";

/** Brings them up to date; refused rows do not count. */
export async function sharedClaims({ workspace: ws, clock }: Context, { hub, at, identity }: Joined): Promise<Claim[]> {
  const cursors = await readCursors(ws);
  const refusedOf = (agent: string) => cursors.get(agent)?.refused ?? [];
  const numbers = await lastNumbers(hub);
  const seenUpTo = Object.fromEntries(
    Array.from(numbers, ([agent, number]) => [agent, { number, refused: refusedOf(agent).length }]),
  );
  const refusedAfter = (before: KnownClaims["seen"]): RowPlace[] =>
    Object.keys(seenUpTo).flatMap((agent) =>
      refusedOf(agent)
        .slice(before[agent]?.refused ?? 0)
        .map((number) => ({ agent, number })),
    );
  const arrivals = (clusters: ReadonlySet<string>) => arrivalsAt(hub, clusters, refusedAfter({}));
  const storedClaims = await readKnownClaims(ws);
  const goesOn =
    storedClaims?.hub === at.id && storedClaims.agent === identity.agent && isWithin(storedClaims.seen, seenUpTo);
  if (goesOn && isWithin(seenUpTo, storedClaims.seen)) return storedClaims.claims;
  const claims = goesOn ? await updated(storedClaims.claims) : convergenceOf(await arrivals(await sharedClusters(hub)));
  await writeKnownClaims(ws, { at: stamp(clock.now()), hub: at.id, agent: identity.agent, seen: seenUpTo, claims });
  return claims;

  async function updated(knownClaims: readonly Claim[]): Promise<Claim[]> {
    const before = (storedClaims as KnownClaims).seen;
    const grown = new Map(Array.from(numbers, ([agent]) => [agent, before[agent]?.number ?? 0]));
    for (const [agent, number] of numbers) if (number === grown.get(agent)) grown.delete(agent);
    const concerned = await concernedClaims(hub, grown, refusedAfter(before));
    const isConcerned = ({ cluster }: Claim) => concerned.has(cluster);
    const anew = convergenceOf(await arrivals(concerned)).filter(isConcerned);
    return [...knownClaims.filter((claim) => !isConcerned(claim)), ...anew].sort(byFirst);
  }
}

/** A restored hub has fewer rows, and a clone without cursors refuses rows anew: both read everything again. */
const isWithin = (before: KnownClaims["seen"], now: KnownClaims["seen"]): boolean =>
  Object.entries(before).every(
    ([agent, { number, refused }]) => (now[agent]?.number ?? 0) >= number && (now[agent]?.refused ?? 0) >= refused,
  );
