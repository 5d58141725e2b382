/** What an agent writes into a hub, and what it finds of itself there. */
import { TenetError } from "../../errors.js";
import type { HubRow, RowKind } from "../policy/hub-row.js";
import type { Hub, Query } from "./hub.js";
import { hubBusy } from "./hub-failure.js";

export type { KnownClaim } from "./read-rows.js";
export {
  behindCursor,
  heldByOthers,
  knownClaims,
  rowsAfter,
  tombstonesAfter,
  waitingAt,
} from "./read-rows.js";

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

/** The last number of an agent, the newest row of each of its entries, and its arrivals. */
export async function ownRows(
  hub: Hub,
  agent: string,
): Promise<{ last: number; newest: OwnRow[]; arrivals: OwnRow[] }> {
  const columns = "entry, kind, hash, number";
  const newest = await hub.query<OwnRow & Record<string, unknown>>(
    `select distinct on (entry) ${columns} from tenet.rows where agent = $1 and kind <> 'arrival' order by entry, number desc`,
    [agent],
  );
  const arrivals = await hub.query<OwnRow & Record<string, unknown>>(
    `select ${columns} from tenet.rows where agent = $1 and kind = 'arrival' order by number`,
    [agent],
  );
  const last = [...newest, ...arrivals].reduce((most, { number }) => Math.max(most, number), 0);
  return { last, newest, arrivals };
}

/** How many entries of an agent are there with their words. */
export async function sharedCount(hub: Hub, agent: string): Promise<number> {
  const [row] = await hub.query<{ shared: number }>(
    "select count(*)::int as shared from tenet.rows where agent = $1 and kind = 'entry' and body is not null",
    [agent],
  );
  return row?.shared ?? 0;
}

/** Rows of one statement: enough that the way to the server does not count, few enough for its memory and ours. */
const BATCH = 1_000;

/** Columns, and how each comes: as arrays, one value a row. */
const COLUMNS: readonly (readonly [name: string, type: string, of: (row: HubRow) => unknown])[] = [
  ["number", "integer", ({ number }) => number],
  ["kind", "text", ({ kind }) => kind],
  ["entry", "text", ({ entry }) => entry],
  ["hash", "text", ({ hash }) => hash],
  ["claim", "text", ({ claim }) => claim],
  ["cluster", "text", ({ cluster }) => cluster],
  ["shown_before", "boolean", (row) => row.shown_before],
  ["at", "text", ({ at }) => at],
  ["model", "text", ({ model }) => model],
  ["vectors_hash", "text", (row) => row.vectors_hash],
  ["signature", "bytea", ({ signature }) => signature],
  ["body", "text", ({ body }) => body],
];

/**
 * Appends rows to an agent's sequence, all or none; `last`: the number before the first. A later row of an entry
 * removes the words of the earlier ones. Throws `busy` where another sync of the agent came between, `hub-rate-limit`
 * where the day's rows are used up: see {@link roomLeft}.
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
  const names = COLUMNS.map(([name]) => name);
  const sources = COLUMNS.map(([, type], at) => `$${at + 2}::${type}[]`);
  const values = COLUMNS.map(([, , of]) => rows.map(of));
  // Lists of lists have no form of their own in a parameter.
  const lists = rows.map(({ contests }) => JSON.stringify(contests));
  await query(
    `insert into tenet.rows (agent, ${names.join(", ")}, contests)
    select $1, ${names.map((name) => `r.${name}`).join(", ")},
      array(select jsonb_array_elements_text(r.contests::jsonb))
    from unnest(${sources.join(", ")}, $${names.length + 2}::text[]) as r (${names.join(", ")}, contests)
    order by r.number`,
    [agent, ...values, lists],
  );
}

/** How many more rows the hub takes of an agent today; tombstones alone it takes beyond that. */
export async function roomLeft(hub: Hub, agent: string): Promise<number> {
  const [row] = await hub.query<{ room: number }>(
    `select greatest(0, (select rows_per_day from tenet.hub) - count(*))::int as room
    from tenet.rows where agent = $1 and received > now() - interval '24 hours'`,
    [agent],
  );
  return row?.room ?? 0;
}

/** Takes the words out of all rows of an agent; answers of how many. */
export async function takeOutAll(hub: Hub, agent: string): Promise<number> {
  const insertedRows = await hub.query(
    "update tenet.rows set body = null where agent = $1 and body is not null returning number",
    [agent],
  );
  return insertedRows.length;
}
