/** Somebody who writes to a hub by hand: rows that no command of the program would write. */
import { createHash, generateKeyPairSync, type KeyObject } from "node:crypto";
import type { Hub } from "../../src/sync/hub/hub.js";
import { appendRows, registerAgent } from "../../src/sync/hub/hub-rows.js";
import { openHub } from "../../src/sync/hub/open-hub.js";
import type { HubRow, RowHeader } from "../../src/sync/policy/hub-row.js";
import { signRow } from "../../src/sync/policy/row-signing.js";
import { bodyText, type SharedBody } from "../../src/sync/policy/shared-body.js";

export type Row = HubRow;

/** An agent whose key is in nobody's tree. */
export interface Forger {
  agent: string;
  privateKey: KeyObject;
  publicKey: Uint8Array;
}

export function forger(agent: string): Forger {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  return { agent, privateKey, publicKey: publicKey.export({ format: "der", type: "spki" }).subarray(-32) };
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Text as it is, where no body would be written so. */
type Said = Partial<SharedBody> | { text: string };

/** A row as a forger signs it: whole and valid, but for what `more` and `said` say. */
export function signedBy(by: Forger, hub: string, number: number, said: Said = {}, more: Partial<RowHeader> = {}): Row {
  const claim = `Whoever counts ${by.agent} row ${number} twice is tired`;
  const body = { type: "insight", claim, stakes: "medium", at_risk: "hours are lost", ...said } as SharedBody;
  const text = "text" in said ? said.text : bodyText(body);
  const header: RowHeader = {
    agent: by.agent,
    number,
    entry: `INS-20260210-${sha256(`${by.agent}/${number}`)
      .replace(/[^a-f1-9]/g, "")
      .toUpperCase()
      .slice(0, 5)}`,
    hash: sha256(text),
    at: "2026-02-10T08:00:00Z",
    ...more,
  };
  const isDeletion = header.hash === "withdrawn" || header.hash === "erased";
  return { ...header, body: isDeletion ? null : text, signature: signRow(hub, header, by.privateKey) };
}

/** Does something with a hub, and closes it again: a folder takes one at a time. */
export async function atHub<T>(address: string, work: (hub: Hub) => Promise<T>): Promise<T> {
  const isServer = address.startsWith("postgres");
  const hub = await openHub(isServer ? { kind: "server", url: address } : { kind: "embedded", folder: address }, {
    create: false,
  });
  try {
    return await work(hub);
  } finally {
    await hub.close();
  }
}

/** Whether the hub's own guards see what is written. */
type Guards = "kept" | "off";

/**
 * Writes rows where they say they belong, whoever they name, with the rights of whoever runs the hub. `off`: also past
 * what the hub makes of rows as they come (numbers without gaps, words that leave, forms of ids and hashes).
 */
export async function put(hub: Hub, rows: readonly Row[], guards: Guards = "off"): Promise<void> {
  if (guards === "off") {
    await hub.query("set session_replication_role = replica");
    for (const form of ["entry_form", "hash_form"])
      await hub.query(`alter table tenet.rows drop constraint if exists ${form}`);
  }
  try {
    for (const row of rows) await appendRows(notCounting(hub), row.agent, 0, [row]);
  } finally {
    if (guards === "off") await hub.query("set session_replication_role = origin");
  }
}

/** A hub that says of no agent that it wrote anything yet. */
function notCounting(hub: Hub): Hub {
  const query: Hub["query"] = async (sql, params) =>
    sql.startsWith("select max(number)") ? [{ last: null } as never] : await hub.query(sql, params);
  return { ...hub, query, name: hub.name, transaction: (work) => hub.transaction(() => work(query)) } as Hub;
}

/** From now on the hub takes rows of any form: it is the reader who is tried. */
export async function takesAnything(hub: Hub): Promise<void> {
  const checks = await hub.query<{ name: string }>(
    "select conname as name from pg_constraint where conrelid = 'tenet.rows'::regclass and contype = 'c'",
  );
  for (const { name } of checks) await hub.query(`alter table tenet.rows drop constraint "${name}"`);
}

export async function known(hub: Hub, ...forgers: readonly Forger[]): Promise<void> {
  for (const { agent, publicKey } of forgers) await registerAgent(hub, agent, publicKey);
}

/** Rows of an agent as they lie in a hub. */
export async function rowsIn(hub: Hub, agent: string): Promise<Row[]> {
  const rows = await hub.query<Row & Record<string, unknown>>(
    "select agent, number, entry, hash, at, body, signature from tenet.rows where agent = $1 order by number",
    [agent],
  );
  return rows;
}
