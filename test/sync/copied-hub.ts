/** A scene that is tried again and again: a hub and its agents as they were, each time anew. */
import { cp } from "node:fs/promises";
import { dirname } from "node:path";
import { Workspace } from "../../src/store/workspace.js";
import type { Hub } from "../../src/sync/hub/hub.js";
import { serverAddress } from "../../src/sync/hub/server-address.js";
import { readJoinedHub, writeJoinedHub } from "../../src/sync/sync-state.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { atHub } from "./at-hub.js";
import type { Hubs } from "./worlds.js";

let copies = 0;

/** Another hub with the same rows under the same id; nobody may have the first one open. */
export async function copyOfHub(made: Hubs, address: string): Promise<string> {
  const name = `copy_${++copies}`;
  if (made.server === undefined) {
    const folder = `${dirname(address)}/${name}`;
    await cp(address, folder, { recursive: true });
    return folder;
  }
  const database = new URL(address).pathname.slice(1);
  await ended(made, database);
  await made.server.sql(`create database ${name} template ${database} owner hub_owner`);
  const copy = new URL(address);
  copy.pathname = `/${name}`;
  return copy.href;
}

/** A killed client's session ends a moment later than the client. */
async function ended(made: Hubs, database: string): Promise<void> {
  await made.server?.sql(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${database}' and pid <> pg_backend_pid()`,
  );
}

/** The same clone in another place, with the same clock and draws, joined to a copy of its hub. `into`: makes its folder. */
export async function cloneAt(
  box: Sandbox,
  address: string,
  into = async (_: Sandbox): Promise<void> => {},
): Promise<Sandbox> {
  const copy = await sandbox({ empty: true });
  await into(copy);
  await cp(box.dir, copy.dir, { recursive: true });
  for (const name of ["TENET_NOW", "TENET_SEED"]) copy.env[name] = box.env[name] ?? "";
  await pointAt(copy, address);
  return copy;
}

/** Points a clone at another place of the hub; what a person let out to the first, they let out to this one. */
export async function pointAt(box: Sandbox, address: string): Promise<void> {
  const isServer = address.startsWith("postgres");
  if (isServer) box.env["TENET_HUB_URL"] = address;
  const ws = new Workspace(box.dir);
  const joined = readJoinedHub(ws);
  if (joined === undefined) throw new Error("a clone that has joined no hub");
  const { confirmed, ...known } = joined;
  const at = isServer ? serverAddress(address).name : address;
  const moved = confirmed === undefined ? {} : { confirmed: { ...confirmed, hub: at } };
  writeJoinedHub(ws, { ...known, ...(isServer ? {} : { folder: address }), ...moved });
}

/** All that agents wrote into a hub; what the hub itself adds (when it came) is left out. */
export async function rowsOfAll(address: string): Promise<string[]> {
  const read = (hub: Hub) =>
    hub.query<{ row: string }>(
      `select concat_ws('|', agent, number, entry, hash, at, encode(signature, 'hex'), body) as row
      from tenet.rows order by agent, number`,
    );
  return (await atHub(address, read)).map(({ row }) => row);
}
