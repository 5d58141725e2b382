/**
 * Who came to the claims that several agents share: all of them, or those about which rows came since. `offset 0` has a
 * hub that counted nothing yet look into its indexes; it would read all rows.
 */
import type { ArrivalFact } from "../../store/sync/policy/convergence.js";
import type { Hub, Row } from "./hub.js";

/** A row by its place. */
export interface RowPlace {
  agent: string;
  number: number;
}

/** Clusters that several agents are in, that share a claim with another, or of which one is named by a claim of the other. */
const SHARED = `
select cluster as hash from tenet.rows where cluster <> '' group by cluster having min(agent) <> max(agent)
union
select r.cluster from tenet.rows r where r.cluster <> '' and r.claim in (
  select claim from tenet.rows where cluster <> '' group by claim having min(cluster) <> max(cluster)
)
union
select unnest(array[r.cluster, r.claim]) from tenet.rows r where r.cluster <> '' and r.claim <> r.cluster
  and exists (select from tenet.rows named where named.cluster = r.claim and named.cluster <> '')`;

/**
 * Hashes of the claims and clusters touched by rows behind the first numbers ($1, $2) and by further rows ($3, $4):
 * their own, the former ones of erased rows, those of contradicted entries; and all that share a row with one of them.
 */
const CONCERNED = `
with recursive fresh as (
  select r.* from unnest($1::text[], $2::integer[]) seen (agent, number) cross join lateral (
    select agent, entry, kind, cluster, claim, contests from tenet.rows n
    where n.agent = seen.agent and n.number > seen.number offset 0
  ) r
  union all
  select r.agent, r.entry, r.kind, r.cluster, r.claim, r.contests from unnest($3::text[], $4::integer[]) named (agent, number)
  join tenet.rows r on r.agent = named.agent and r.number = named.number
),
said as (
  select cluster, claim, contests from fresh where cluster <> ''
  union
  select r.cluster, r.claim, r.contests from fresh f
  join tenet.rows r on r.agent = f.agent and r.entry = f.entry where f.kind = 'erased' and r.cluster <> ''
),
concerned (hash) as (
  (select cluster from said
  union
  select claim from said
  union
  select unnest(array[r.cluster, r.claim]) from said s cross join lateral unnest(s.contests) contested
  join tenet.rows r on r.agent = split_part(contested, '/', 1) and r.entry = split_part(contested, '/', 2)
  where r.cluster <> '')
  union
  select unnest(array[n.cluster, n.claim]) from concerned c cross join lateral (
    select r.cluster, r.claim from tenet.rows r where r.cluster = c.hash and r.cluster <> ''
    union all
    select r.cluster, r.claim from tenet.rows r where r.claim = c.hash and r.cluster <> ''
  ) n
)
select hash from concerned where hash <> ''`;

/** Clusters of which several agents may be: those that hang together are one claim. */
export async function sharedClusters(hub: Hub): Promise<Set<string>> {
  return new Set((await hub.query<{ hash: string }>(SHARED)).map(({ hash }) => hash));
}

/** Claims and clusters with rows behind `seenUpTo`, the last number of each agent, or of `namedRows`. */
export async function concernedClaims(
  hub: Hub,
  seenUpTo: ReadonlyMap<string, number>,
  namedRows: readonly RowPlace[],
): Promise<Set<string>> {
  if (seenUpTo.size + namedRows.length === 0) return new Set();
  const rows = await hub.query<{ hash: string }>(CONCERNED, [
    [...seenUpTo.keys()],
    [...seenUpTo.values()],
    ...columns(namedRows),
  ]);
  return new Set(rows.map(({ hash }) => hash));
}

const columns = (rows: readonly RowPlace[]) => [rows.map(({ agent }) => agent), rows.map(({ number }) => number)];

const COUNTS = `r.kind in ('entry', 'arrival') and r.cluster <> ''
  and not exists (select from tenet.rows e where e.agent = r.agent and e.entry = r.entry and e.kind = 'erased')
  and (r.agent, r.number) not in (select agent, number from unnest($2::text[], $3::integer[]) refused (agent, number))`;

const COLUMNS = "r.cluster, r.claim, r.agent, r.entry, r.kind, r.at, r.shown_before, r.contests";

const ARRIVALS = `
with arrived as materialized (
  select ${COLUMNS} from unnest($1::text[]) asked (hash) cross join lateral (
    select * from tenet.rows n where n.cluster = asked.hash and n.cluster <> '' offset 0
  ) r where ${COUNTS}
)
select * from arrived
union all
select ${COLUMNS} from tenet.rows r
where r.contests <> '{}' and r.contests && array(select agent || '/' || entry from arrived)
  and r.cluster <> all($1) and ${COUNTS}`;

/**
 * Arrivals at claims of these clusters, and entries that contradict them. Excludes erased rows and `refusedRows`, which
 * a reader found forged. The caller groups them by claim.
 */
export async function arrivalsAt(
  hub: Hub,
  clusters: ReadonlySet<string>,
  refusedRows: readonly RowPlace[] = [],
): Promise<ArrivalFact[]> {
  if (clusters.size === 0) return [];
  return await hub.query<ArrivalFact & Row>(ARRIVALS, [[...clusters], ...columns(refusedRows)]);
}

/** The number of the newest row of each agent. */
export async function lastNumbers(hub: Hub): Promise<Map<string, number>> {
  const rows = await hub.query<{ agent: string; last: number }>(
    `select a.agent, n.last from tenet.agents a
    cross join lateral (select max(r.number) as last from tenet.rows r where r.agent = a.agent) n
    where n.last is not null order by a.agent`,
  );
  return new Map(rows.map(({ agent, last }) => [agent, last]));
}
