/** What a reader gets of a hub: the rows that other agents appended, and who said a claim. */
import type { ReceivedRow } from "../policy/hub-row.js";
import type { Hub, Row } from "./hub.js";

/** An agent and the last row of its sequence, where that lies behind the cursor. */
interface Waiting extends Row {
  agent: string;
  last: number;
}

async function waitingAgents(hub: Hub, me: string, cursors: ReadonlyMap<string, number>): Promise<Waiting[]> {
  const agents = await hub.query<Waiting>(
    `select a.agent, n.last from tenet.agents a
    cross join lateral (select max(r.number) as last from tenet.rows r where r.agent = a.agent) n
    where a.agent <> $1 and n.last is not null order by a.agent`,
    [me],
  );
  return agents.filter(({ agent, last }) => last > (cursors.get(agent) ?? 0));
}

/** How many rows of other agents were not read yet. */
export async function waitingAt(hub: Hub, me: string, cursors: ReadonlyMap<string, number>): Promise<number> {
  const waitingWriters = await waitingAgents(hub, me, cursors);
  return waitingWriters.reduce((sum, { agent, last }) => sum + last - (cursors.get(agent) ?? 0), 0);
}

/** Agents of whom more was read than the hub holds now: it was put back to what it was before. */
export async function behindCursor(hub: Hub, me: string, cursors: ReadonlyMap<string, number>): Promise<string[]> {
  const readUpTo = [...cursors].filter(([agent, last]) => agent !== me && last > 0);
  const behind = await hub.query<{ agent: string }>(
    `select c.agent from unnest($1::text[], $2::integer[]) c (agent, last)
    where c.last > coalesce((select max(r.number) from tenet.rows r where r.agent = c.agent), 0)
    order by c.agent collate "C"`,
    [readUpTo.map(([agent]) => agent), readUpTo.map(([, last]) => last)],
  );
  return behind.map(({ agent }) => agent);
}

/** Shares `all` among what each may have: evenly, and what one does not need is the others'. */
export function fairShares(wishes: readonly number[], all: number): number[] {
  const shares = wishes.map(() => 0);
  let remaining = all;
  let hungry = wishes.flatMap((most, at) => (most > 0 ? [at] : []));
  while (remaining > 0 && hungry.length > 0) {
    const each = Math.max(1, Math.floor(remaining / hungry.length));
    for (const at of hungry) {
      const more = Math.min(each, remaining, (wishes[at] ?? 0) - (shares[at] ?? 0));
      shares[at] = (shares[at] ?? 0) + more;
      remaining -= more;
    }
    hungry = hungry.filter((at) => (shares[at] ?? 0) < (wishes[at] ?? 0));
  }
  return shares;
}

const HEADER =
  "r.agent, r.number, r.kind, r.entry, r.hash, r.claim, r.cluster, r.contests, r.shown_before, r.at, r.model, r.vectors_hash, r.signature, r.received";

/**
 * Other agents' rows behind the cursors, of each in the order of its numbers; no agent's flood keeps another's rows
 * waiting.
 */
export async function rowsAfter(
  hub: Hub,
  me: string,
  cursors: ReadonlyMap<string, number>,
  limits: { perAgent: (agent: string) => number; all: number },
): Promise<ReceivedRow[]> {
  const waitingWriters = await waitingAgents(hub, me, cursors);
  const from = waitingWriters.map(({ agent }) => cursors.get(agent) ?? 0);
  const wishes = waitingWriters.map(({ agent, last }, at) =>
    Math.max(0, Math.min(limits.perAgent(agent), last - (from[at] ?? 0))),
  );
  const shares = fairShares(wishes, limits.all);
  const requests = waitingWriters.flatMap(({ agent }, at) => {
    const [after, share] = [from[at] ?? 0, shares[at] ?? 0];
    return share > 0 ? [{ agent, after, share }] : [];
  });
  if (requests.length === 0) return [];
  // The next ones, whatever their numbers: nobody is kept waiting for rows that are missing.
  return hub.query<ReceivedRow & Row>(
    `select ${HEADER}, r.body, a.key
    from unnest($1::text[], $2::integer[], $3::integer[]) w (agent, after, share)
    join tenet.agents a on a.agent = w.agent
    cross join lateral (
      select * from tenet.rows n where n.agent = w.agent and n.number > w.after order by n.number limit w.share
    ) r
    order by r.agent, r.number`,
    [requests.map(({ agent }) => agent), requests.map(({ after }) => after), requests.map(({ share }) => share)],
  );
}

/** Tombstones of one statement. */
const TOMBSTONES = 1_000;

/** Other agents' deletions behind the cursors, where an entry's newest row is one: headers, whatever waits before them. */
export async function tombstonesAfter(
  hub: Hub,
  me: string,
  cursors: ReadonlyMap<string, number>,
): Promise<ReceivedRow[]> {
  const waitingWriters = await waitingAgents(hub, me, cursors);
  const receivedRows: ReceivedRow[] = [];
  for (let more = waitingWriters.length > 0; more; ) {
    const last = receivedRows.at(-1);
    const rows = await hub.query<ReceivedRow & Row>(
      `select ${HEADER}, a.key
      from unnest($1::text[], $2::integer[]) w (agent, after)
      join tenet.agents a on a.agent = w.agent
      cross join lateral (select * from tenet.rows n where n.agent = w.agent and n.number > w.after offset 0) r
      where r.kind in ('withdrawn', 'erased') and r.body is null and (r.agent, r.number) > ($3, $4) and not exists (
        select from tenet.rows n
        where n.agent = r.agent and n.entry = r.entry and n.number > r.number and n.kind <> 'arrival'
      )
      order by r.agent, r.number limit ${TOMBSTONES}`,
      [
        waitingWriters.map(({ agent }) => agent),
        waitingWriters.map(({ agent }) => cursors.get(agent) ?? 0),
        last?.agent ?? "",
        last?.number ?? 0,
      ],
    );
    receivedRows.push(...rows.map((row) => ({ ...row, body: null })));
    more = rows.length === TOMBSTONES;
  }
  return receivedRows;
}

export interface KnownClaim {
  claim: string;
  cluster: string;
  agent: string;
  entry: string;
}

/** Claims of one statement. */
const BATCH = 5_000;

/** The writers of these claims, by hash, as their entries stand now; the earliest first. */
export async function knownClaims(hub: Hub, claims: readonly string[]): Promise<KnownClaim[]> {
  const claimHashes = [...new Set(claims)].filter((claim) => claim !== "");
  const claimsFound: KnownClaim[] = [];
  for (let from = 0; from < claimHashes.length; from += BATCH) {
    claimsFound.push(
      ...(await hub.query<KnownClaim & Row>(
        `select claim, cluster, agent, entry from tenet.rows
        where claim = any($1) and cluster <> '' and kind = 'entry' and body is not null order by id`,
        [claimHashes.slice(from, from + BATCH)],
      )),
    );
  }
  return claimsFound;
}

/** Which of these entries another agent shares already, or had its words erased: another clone of the same repository, since ids are drawn at random. */
export async function heldByOthers(hub: Hub, me: string, entries: readonly string[]): Promise<Set<string>> {
  const heldIds = new Set<string>();
  for (let from = 0; from < entries.length; from += BATCH) {
    const rows = await hub.query<{ entry: string } & Row>(
      `select distinct entry from tenet.rows
      where entry = any($1) and agent <> $2 and (kind = 'erased' or kind = 'entry' and body is not null)`,
      [entries.slice(from, from + BATCH), me],
    );
    for (const { entry } of rows) heldIds.add(entry);
  }
  return heldIds;
}
