/** Who came to the claims that several agents share. */
import type { ArrivalFact } from "../policy/convergence.js";
import type { Hub, Row } from "./hub.js";

/** Of every cluster that several agents are in, or that shares a claim with another: who first came to which of its claims. */
const FIRST_ARRIVALS = `
with arrived as not materialized (
  select r.* from tenet.rows r where r.cluster <> '' and r.kind in ('entry', 'arrival')
),
shared as (
  select cluster from arrived group by cluster having min(agent) <> max(agent)
  union
  select a.cluster from arrived a
  where a.claim in (select claim from arrived group by claim having min(cluster) <> max(cluster))
)
select distinct on (r.cluster, r.claim, r.agent)
  r.cluster, r.claim, r.agent, r.entry, r.kind, r.at, r.shown_before, r.contests
from arrived r
where r.cluster in (select cluster from shared)
  and not exists (select from tenet.rows e
    where e.agent = r.agent and e.entry = r.entry and e.kind = 'erased' and e.kind <> 'arrival')
  and (r.agent, r.number) not in (select agent, number from unnest($1::text[], $2::integer[]) refused (agent, number))
order by r.cluster, r.claim, r.agent, r.at, r.number`;

/**
 * Arrivals at claims that several agents may have come to: of each agent the first to each wording. What was erased is not
 * told, nor what `refused` names: rows that a reader found forged. Who came to one claim is for its reader to group.
 */
export async function sharedArrivals(
  hub: Hub,
  refused: readonly { agent: string; number: number }[] = [],
): Promise<ArrivalFact[]> {
  const named = [refused.map(({ agent }) => agent), refused.map(({ number }) => number)];
  return await hub.query<ArrivalFact & Row>(FIRST_ARRIVALS, named);
}
