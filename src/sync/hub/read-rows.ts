/** What a reader gets of a hub: the rows that other agents appended. */
import type { ReceivedRow } from "../policy/hub-row.js";
import type { Hub, Row } from "./hub.js";

/** The number of the last row that was read of each agent. */
export type ReadUpTo = ReadonlyMap<string, number>;

/** An agent and the last row of its sequence, where that lies behind what was read. */
interface Writer extends Row {
  agent: string;
  last: number;
}

async function lastNumbers(hub: Hub, me: string): Promise<Writer[]> {
  return await hub.query<Writer>(
    `select a.agent, n.last from tenet.agents a
    cross join lateral (select max(r.number) as last from tenet.rows r where r.agent = a.agent) n
    where a.agent <> $1 and n.last is not null order by a.agent collate "C"`,
    [me],
  );
}

const behind = (writers: readonly Writer[], read: ReadUpTo) =>
  writers
    .map(({ agent, last }) => ({ agent, last, after: read.get(agent) ?? 0 }))
    .filter(({ last, after }) => last > after);

/**
 * How many rows of other agents were not read yet; and the agents of whom more was read than the hub holds now: it was
 * put back to what it was before.
 */
export async function unread(hub: Hub, me: string, read: ReadUpTo): Promise<{ waiting: number; behind: string[] }> {
  const writers = await lastNumbers(hub, me);
  const held = new Map(writers.map(({ agent, last }) => [agent, last]));
  const lost = [...read].filter(([agent, last]) => agent !== me && last > (held.get(agent) ?? 0));
  return {
    waiting: behind(writers, read).reduce((sum, { last, after }) => sum + last - after, 0),
    behind: lost.map(([agent]) => agent).sort(),
  };
}

const READ = "r.agent, r.number, r.entry, r.hash, r.body, r.signature, r.at, r.received, a.key";

/**
 * Other agents' rows behind what was read, of each in the order of its numbers: the next one of every agent before the
 * second of any, so that no flood keeps another's rows waiting, whatever numbers are missing.
 */
export async function rowsAfter(
  hub: Hub,
  me: string,
  read: ReadUpTo,
  limits: { perAgent: (agent: string) => number; all: number },
): Promise<ReceivedRow[]> {
  const writers = behind(await lastNumbers(hub, me), read);
  return hub.query<ReceivedRow & Row>(
    `select * from (
      select ${READ} from unnest($1::text[], $2::integer[], $3::integer[]) w (agent, after, most)
      join tenet.agents a on a.agent = w.agent
      cross join lateral (
        select *, row_number() over (order by n.number) as turn from tenet.rows n
        where n.agent = w.agent and n.number > w.after order by n.number limit least(w.most, $4)
      ) r
      order by r.turn, r.agent limit $4
    ) r order by r.agent, r.number`,
    [
      writers.map(({ agent }) => agent),
      writers.map(({ after }) => after),
      writers.map(({ agent }) => limits.perAgent(agent)),
      limits.all,
    ],
  );
}

/** Deletions of one statement. */
const DELETIONS = 1_000;

/** Other agents' deletions behind what was read, where an entry's newest row is one, whatever waits before them. */
export async function deletionsAfter(hub: Hub, me: string, read: ReadUpTo): Promise<ReceivedRow[]> {
  const writers = behind(await lastNumbers(hub, me), read);
  const deletions: ReceivedRow[] = [];
  for (let more = writers.length > 0; more; ) {
    const last = deletions.at(-1);
    const rows = await hub.query<ReceivedRow & Row>(
      `select ${READ} from unnest($1::text[], $2::integer[]) w (agent, after)
      join tenet.agents a on a.agent = w.agent
      cross join lateral (select * from tenet.rows n where n.agent = w.agent and n.number > w.after offset 0) r
      where r.hash in ('withdrawn', 'erased') and r.body is null and (r.agent, r.number) > ($3, $4) and not exists (
        select from tenet.rows n where n.agent = r.agent and n.entry = r.entry and n.number > r.number
      )
      order by r.agent, r.number limit ${DELETIONS}`,
      [writers.map(({ agent }) => agent), writers.map(({ after }) => after), last?.agent ?? "", last?.number ?? 0],
    );
    deletions.push(...rows);
    more = rows.length === DELETIONS;
  }
  return deletions;
}
