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

/** Other agents' rows behind what was read, at most so many, of each in the order of its numbers. */
export async function rowsAfter(hub: Hub, me: string, read: ReadUpTo, most: number): Promise<ReceivedRow[]> {
  const writers = behind(await lastNumbers(hub, me), read);
  return hub.query<ReceivedRow & Row>(
    `select ${READ} from unnest($1::text[], $2::integer[]) w (agent, after)
      join tenet.agents a on a.agent = w.agent
      join tenet.rows r on r.agent = w.agent and r.number > w.after
      order by r.agent, r.number limit $3`,
    [writers.map(({ agent }) => agent), writers.map(({ after }) => after), most],
  );
}
