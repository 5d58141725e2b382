/** Brings a hub's tables to what this version of tenet needs, whoever comes first and however many come at once. */
import { TenetError } from "../../errors.js";
import type { Hub, Query } from "./hub.js";
import { tables } from "./migrations/0001-tables.js";
import { bitIndex } from "./migrations/0002-bit-index.js";
import { grants } from "./migrations/grants.js";

export interface HubIdentity {
  /** UUID of the hub. */
  id: string;
  /** Whether pgvector finds near claims. */
  hasVectors: boolean;
}

interface Migration {
  number: number;
  name: string;
  sql: string;
  /** Applied where pgvector is, or may be made. */
  needsVectors?: true;
}

const VECTORS = 2;
const MIGRATIONS: readonly Migration[] = [
  { number: 1, name: "tables", sql: tables },
  { number: VECTORS, name: "bit index", sql: bitIndex, needsVectors: true },
];

/** The same for all: of those who migrate one hub, one does it at a time. */
const LOCK = 7_468_367_001;

/**
 * Applies what is missing, and says which hub this is. A login that may not is refused (`hub-denied`) only where
 * something is missing that it cannot do without; `hub-newer`: a later version of tenet made these tables.
 */
export async function migrate(hub: Hub): Promise<HubIdentity> {
  if ((await toDo(hub.query)).length > 0 || (await lacksGrants(hub.query))) await apply(hub);
  return await identityOf(hub);
}

/**
 * Which hub this is, with its tables as they stand: nothing is applied. `isOlder`: whoever syncs next adds to them.
 * Throws `failed` (`hub-not-set-up`) where something is missing that nothing works without.
 */
export async function hubAsItStands(hub: Hub): Promise<{ at: HubIdentity; isOlder: boolean }> {
  const waiting = await toDo(hub.query);
  if (waiting.some(({ needsVectors }) => !needsVectors)) {
    throw new TenetError(`The tables of the hub ${hub.name} are missing, or older than this version of tenet needs.`, {
      failure: "failed",
      code: "hub-not-set-up",
      hint: "Set it up with: tenet sync init",
    });
  }
  return { at: await identityOf(hub), isOlder: waiting.length > 0 };
}

async function identityOf(hub: Hub): Promise<HubIdentity> {
  const applied = await appliedNumbers(hub.query);
  if (Math.max(...applied) > MIGRATIONS.length) {
    throw new TenetError(`The hub ${hub.name} was made by a newer version of tenet.`, {
      failure: "failed",
      code: "hub-newer",
      hint: "Update tenet here, then run the same command again.",
    });
  }
  const [row] = await hub.query<{ id: string }>("select id::text from tenet.hub");
  return { id: row?.id ?? "", hasVectors: applied.has(VECTORS) };
}

async function apply(hub: Hub): Promise<void> {
  await hub.transaction(async (query) => {
    await query("select pg_advisory_xact_lock($1)", [LOCK]);
    await query("set local statement_timeout = 0");
    const waiting = await toDo(query);
    if (waiting.length > 0) await requireRights(query, hub.name);
    if (waiting.some(({ number }) => number === 1)) await hub.script(FOUNDATION);
    for (const { number, name, sql, needsVectors } of waiting) {
      if (needsVectors) await query("create extension if not exists vector");
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

/** Whether pgvector is there, new enough to look on until enough is found, or may be made by this login. */
const mayHaveVectors = (query: Query) =>
  answer(
    query,
    `exists (select from pg_extension where extname = 'vector' and string_to_array(extversion, '.')::int[] >= '{0,8}')
    or not exists (select from pg_extension where extname = 'vector')
    and exists (select from pg_available_extensions a
      join pg_available_extension_versions v on v.name = a.name and v.version = a.default_version
      where a.name = 'vector' and string_to_array(v.version, '.')::int[] >= '{0,8}'
      and ((select rolsuper from pg_roles where rolname = current_user)
        or v.trusted and has_database_privilege(current_database(), 'create')))`,
  );

async function appliedNumbers(query: Query): Promise<Set<number>> {
  if (!(await answer(query, inSchema("migrations")))) return new Set();
  const rows = await query<{ number: number }>("select number from tenet.migrations");
  return new Set(rows.map(({ number }) => number));
}

/** What is to be applied; to whom the hub does not belong, only what nothing works without. */
async function toDo(query: Query): Promise<Migration[]> {
  const applied = await appliedNumbers(query);
  const missing = MIGRATIONS.filter(({ number }) => !applied.has(number));
  const isOptional = missing.every(({ needsVectors }) => needsVectors);
  if (missing.length === 0 || (isOptional && !(await ownsSchema(query)))) return [];
  const vectors = await mayHaveVectors(query);
  return missing.filter(({ needsVectors }) => vectors || !needsVectors);
}

/** Whether the group is there, and does not have all it is to have from us. */
async function lacksGrants(query: Query): Promise<boolean> {
  const group = "exists (select from pg_roles where rolname = 'tenet_agent')";
  if (!(await answer(query, `${inSchema("rows")} and ${group}`)) || !(await ownsSchema(query))) return false;
  return answer(
    query,
    "not has_schema_privilege('tenet_agent', 'tenet', 'usage') or not has_column_privilege('tenet_agent', 'tenet.rows', 'bits', 'insert')",
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
