/** Brings a hub's tables to the form that this version needs. Safe for any number of processes at once. */
import { TenetError } from "../../errors.js";
import type { Hub, Query } from "./hub.js";
import { tables } from "./migrations/0001-tables.js";
import { noVectors } from "./migrations/0003-no-vectors.js";
import { grants } from "./migrations/grants.js";

export interface HubIdentity {
  /** UUID of the hub. */
  id: string;
}

interface Migration {
  number: number;
  name: string;
  sql: string;
}

/** The second made an index that the third takes out. */
const MIGRATIONS: readonly Migration[] = [
  { number: 1, name: "tables", sql: tables },
  { number: 3, name: "no vectors", sql: noVectors },
];
const NEWEST = 3;

/** The same for all: of those who migrate one hub, one does it at a time. */
const LOCK = 7_468_367_001;

/**
 * Applies missing migrations, and returns the hub's identity. Throws `hub-denied` for a login without the right, only
 * where a required migration is missing, and `hub-newer` for tables of a later version.
 */
export async function migrate(hub: Hub): Promise<HubIdentity> {
  if ((await toDo(hub.query)).length > 0 || (await lacksGrants(hub.query))) await apply(hub);
  return await identityOf(hub);
}

/** Which hub this is: nothing is applied. Throws `failed` (`hub-not-set-up`) where something is missing. */
export async function hubAsItStands(hub: Hub): Promise<HubIdentity> {
  if ((await toDo(hub.query)).length > 0) {
    throw new TenetError(`The tables of the hub ${hub.name} are missing, or older than this version of tenet needs.`, {
      failure: "failed",
      code: "hub-not-set-up",
      hint: "Set it up with: tenet sync init",
    });
  }
  return await identityOf(hub);
}

async function identityOf(hub: Hub): Promise<HubIdentity> {
  const applied = await appliedNumbers(hub.query);
  if (Math.max(...applied) > NEWEST) {
    throw new TenetError(`The hub ${hub.name} was made by a newer version of tenet.`, {
      failure: "failed",
      code: "hub-newer",
      hint: "Update tenet here, then run the same command again.",
    });
  }
  const [row] = await hub.query<{ id: string }>("select id::text from tenet.hub");
  return { id: row?.id ?? "" };
}

async function apply(hub: Hub): Promise<void> {
  await hub.transaction(async (query) => {
    await query("select pg_advisory_xact_lock($1)", [LOCK]);
    await query("set local statement_timeout = 0");
    const pendingMigrations = await toDo(query);
    if (pendingMigrations.length > 0) await requireRights(query, hub.name);
    if (pendingMigrations.some(({ number }) => number === 1)) await hub.script(FOUNDATION);
    for (const { number, name, sql } of pendingMigrations) {
      await hub.script(sql);
      await query("insert into tenet.migrations (number, name) values ($1, $2)", [number, name]);
    }
    if (await lacksGrants(query)) await hub.script(grants);
  });
}

/** The group may be there already, made for another hub on this server; where it may not be made, one login serves all. */
const FOUNDATION = `
create schema if not exists tenet;
create table tenet.migrations (
  number integer primary key,
  name text not null,
  applied timestamptz not null default now()
);
do $$ begin
  if (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) then
    create role tenet_agent nologin;
  end if;
exception when duplicate_object or unique_violation then null;
end $$;
`;

async function answer(query: Query, question: string): Promise<boolean> {
  const [row] = await query<{ yes: boolean | null }>(`select (${question}) as yes`);
  return row?.yes === true;
}

const inSchema = (name: string) =>
  `exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'tenet' and c.relname = '${name}')`;

const ownsSchema = (query: Query) =>
  answer(query, "select pg_has_role(nspowner, 'usage') from pg_namespace where nspname = 'tenet'");

async function appliedNumbers(query: Query): Promise<Set<number>> {
  if (!(await answer(query, inSchema("migrations")))) return new Set();
  const rows = await query<{ number: number }>("select number from tenet.migrations");
  return new Set(rows.map(({ number }) => number));
}

/** What is to be applied. */
async function toDo(query: Query): Promise<Migration[]> {
  const applied = await appliedNumbers(query);
  return MIGRATIONS.filter(({ number }) => !applied.has(number));
}

/** Whether the group is there, and does not have all it is to have from us. */
async function lacksGrants(query: Query): Promise<boolean> {
  const group = "exists (select from pg_roles where rolname = 'tenet_agent')";
  if (!(await answer(query, `${inSchema("rows")} and ${group}`)) || !(await ownsSchema(query))) return false;
  return answer(
    query,
    "not has_schema_privilege('tenet_agent', 'tenet', 'usage') or not has_column_privilege('tenet_agent', 'tenet.rows', 'body', 'insert')",
  );
}

async function requireRights(query: Query, name: string): Promise<void> {
  const isThere = await answer(query, "exists (select from pg_namespace where nspname = 'tenet')");
  const may = isThere
    ? await ownsSchema(query)
    : await answer(query, "has_database_privilege(current_database(), 'create')");
  if (may) return;
  throw new TenetError(`The tables of the hub ${name} are to be made or changed, which this login may not do.`, {
    failure: "refused",
    code: "hub-denied",
    hint: "Let the hub's owner run `tenet sync init` with this version of tenet first.",
  });
}
