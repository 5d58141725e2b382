/** Makes a hub's tables. Safe for any number of processes at once. */
import { TenetError } from "../../errors.js";
import type { Hub, Query } from "./hub.js";
import { plainRows } from "./migrations/0004-plain-rows.js";

export interface HubIdentity {
  /** UUID of the hub. */
  id: string;
}

/** The form of the tables. */
const FORM = { number: 4, name: "plain rows", sql: plainRows } as const;

/** The same for all: of those who set one hub up, one does it at a time. */
const LOCK = 7_468_367_001;

/**
 * Makes the tables where they are missing, and returns the hub's identity. Throws `hub-denied` for a login without the
 * right, only where they are to be made, `hub-version` for tables of another version.
 */
export async function migrate(hub: Hub): Promise<HubIdentity> {
  if (!(await isSetUp(hub, hub.query))) await apply(hub);
  return await identityOf(hub);
}

/** Which hub this is: nothing is applied. Throws `failed` (`hub-not-set-up`) where something is missing. */
export async function hubAsItStands(hub: Hub): Promise<HubIdentity> {
  if (await isSetUp(hub, hub.query)) return await identityOf(hub);
  throw new TenetError(`The tables of the hub ${hub.name} are missing.`, {
    failure: "failed",
    code: "hub-not-set-up",
    hint: "Set it up with: tenet sync init",
  });
}

async function identityOf(hub: Hub): Promise<HubIdentity> {
  const [row] = await hub.query<{ id: string }>("select id::text from tenet.hub");
  return { id: row?.id ?? "" };
}

async function apply(hub: Hub): Promise<void> {
  await hub.transaction(async (query) => {
    await query("select pg_advisory_xact_lock($1)", [LOCK]);
    await query("set local statement_timeout = 0");
    if (await isSetUp(hub, query)) return;
    await requireRights(query, hub.name);
    await hub.script(FORM.sql);
    await query("insert into tenet.migrations (number, name) values ($1, $2)", [FORM.number, FORM.name]);
  });
}

async function answer(query: Query, question: string): Promise<boolean> {
  const [row] = await query<{ yes: boolean | null }>(`select (${question}) as yes`);
  return row?.yes === true;
}

/** Whether the tables are there. Throws `hub-version` for those of another form. */
async function isSetUp({ name }: Pick<Hub, "name">, query: Query): Promise<boolean> {
  // `to_regclass` would answer out of what this session knew before it waited for the lock.
  const hasTable = await answer(
    query,
    "exists (select from pg_tables where (schemaname, tablename) = ('tenet', 'migrations'))",
  );
  const rows = hasTable ? await query<{ number: number }>("select number from tenet.migrations") : [];
  if (rows.some(({ number }) => number !== FORM.number)) {
    throw new TenetError(`The hub ${name} was made by another version of tenet.`, {
      failure: "refused",
      code: "hub-version",
      hint: "Update tenet here or there, or name another folder or database: tenet sync init --hub.",
    });
  }
  return rows.length > 0;
}

async function requireRights(query: Query, name: string): Promise<void> {
  const isThere = await answer(query, "exists (select from pg_namespace where nspname = 'tenet')");
  const may = isThere
    ? "select pg_has_role(nspowner, 'usage') from pg_namespace where nspname = 'tenet'"
    : "select has_database_privilege(current_database(), 'create')";
  if (await answer(query, may)) return;
  throw new TenetError(`The tables of the hub ${name} are to be made, which this login may not do.`, {
    failure: "refused",
    code: "hub-denied",
    hint: "Let the hub's owner run `tenet sync init` with this version of tenet first.",
  });
}
