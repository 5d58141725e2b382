/** What an agent writes into a hub, and what it finds of itself there. */
import { TenetError } from "../../errors.js";
import { type HubRow, kindOf, type RowKind } from "../policy/hub-row.js";
import type { Hub, Query, Row } from "./hub.js";
import { hubBusy } from "./hub-failure.js";

/** Makes an agent known, once. Refused where the hub knows another key of it, or another login registered it. */
export async function registerAgent(hub: Hub, agent: string, key: Uint8Array): Promise<void> {
  await hub.query("insert into tenet.agents (agent, key) values ($1, $2) on conflict do nothing", [agent, key]);
  const [known] = await hub.query<{ key: Uint8Array; own: boolean }>(
    "select key, role = current_user as own from tenet.agents where agent = $1",
    [agent],
  );
  if (known === undefined) throw new Error(`${agent} was not registered`);
  if (Buffer.compare(known.key, key) !== 0) {
    throw notThisAgent(`The hub ${hub.name} knows the agent ${agent} by another key.`, "hub-key");
  }
  if (!known.own && hub.engine === "server") {
    throw notThisAgent(`The agent ${agent} was registered at the hub ${hub.name} by another login.`, "hub-owner");
  }
}

const notThisAgent = (message: string, code: string) =>
  new TenetError(message, {
    failure: "refused",
    code,
    hint: "Sync from the clone and with the login that joined the hub, or join it anew under another pseudonym.",
  });

export interface OwnRow {
  entry: string;
  kind: RowKind;
  hash: string;
  number: number;
}

/** The last number of an agent, and the newest row of each of its entries. */
export async function ownRows(hub: Hub, agent: string): Promise<{ last: number; newest: OwnRow[] }> {
  const rows = await hub.query<Omit<OwnRow, "kind"> & { begins: string | null } & Row>(
    `select distinct on (entry) entry, hash, number, left(body, 20) as begins from tenet.rows where agent = $1
    order by entry, number desc`,
    [agent],
  );
  const newest = rows.map(({ begins, ...row }) => ({ ...row, kind: kindOf({ hash: row.hash, body: begins }) }));
  return { last: newest.reduce((most, { number }) => Math.max(most, number), 0), newest };
}

/** Rows of one statement: enough that the way to the server does not count, few enough for its memory and ours. */
const BATCH = 1_000;

/** Columns, and how each comes: as arrays, one value a row. */
const COLUMNS = [
  ["number", "integer"],
  ["entry", "text"],
  ["hash", "text"],
  ["body", "text"],
  ["signature", "bytea"],
  ["at", "text"],
] as const;

/**
 * Appends rows to an agent's sequence, all or none; `last`: the number before the first. A later row of an entry
 * removes the words of the earlier ones. Throws `busy` where another sync of the agent came between.
 */
export async function appendRows(hub: Hub, agent: string, last: number, rows: readonly HubRow[]): Promise<void> {
  if (rows.length === 0) return;
  await hub.transaction(async (query) => {
    await query("select 1 from tenet.agents where agent = $1 for no key update nowait", [agent]);
    if ((await lastNumber(query, agent)) !== last) throw hubBusy(hub.name, "another sync of this agent wrote to it");
    for (let from = 0; from < rows.length; from += BATCH) {
      await insert(query, agent, rows.slice(from, from + BATCH));
    }
    await query("update tenet.agents set pushed = now() where agent = $1", [agent]);
  });
}

async function lastNumber(query: Query, agent: string): Promise<number> {
  const [row] = await query<{ last: number | null }>("select max(number) as last from tenet.rows where agent = $1", [
    agent,
  ]);
  return row?.last ?? 0;
}

async function insert(query: Query, agent: string, rows: readonly HubRow[]): Promise<void> {
  const names = COLUMNS.map(([name]) => name).join(", ");
  const sources = COLUMNS.map(([, type], at) => `$${at + 2}::${type}[]`).join(", ");
  await query(
    `insert into tenet.rows (agent, ${names})
    select $1, ${names} from unnest(${sources}) as r (${names}) order by number`,
    [agent, ...COLUMNS.map(([name]) => rows.map((row) => row[name]))],
  );
}

/** Takes the words out of all rows of an agent. */
export async function takeOutAll(hub: Hub, agent: string): Promise<void> {
  await hub.query("update tenet.rows set body = null where agent = $1 and body is not null", [agent]);
}

/** Entries of one statement. */
const MOST_IDS = 5_000;

/** Which of these entries another agent shares already, or had its words erased: another clone of the same repository, since ids are drawn at random. */
export async function heldByOthers(hub: Hub, me: string, entries: readonly string[]): Promise<Set<string>> {
  const heldIds = new Set<string>();
  for (let from = 0; from < entries.length; from += MOST_IDS) {
    const rows = await hub.query<{ entry: string }>(
      `select distinct entry from tenet.rows
      where entry = any($1) and agent <> $2 and (hash = 'erased' or body is not null)`,
      [entries.slice(from, from + MOST_IDS), me],
    );
    for (const { entry } of rows) heldIds.add(entry);
  }
  return heldIds;
}
