/** Brings a hub's tables to the form that this version needs. Safe for any number of processes at once. */
import { TenetError } from "../../errors.js";
import type { Hub, Query } from "./hub.js";
import { plainRows } from "./migrations/0004-plain-rows.js";

export interface HubIdentity {
  /** UUID of the hub. */
  id: string;
}

/** Those before the first held vectors and what was near: nobody could prove their rows in this form: such a hub is joined anew. */
const MIGRATIONS = [{ number: 4, name: "plain rows", sql: plainRows }] as const;
const NUMBERS = MIGRATIONS.map(({ number }) => number);

/** The same for all: of those who migrate one hub, one does it at a time. */
const LOCK = 7_468_367_001;

/**
 * Applies missing migrations, and returns the hub's identity. Throws `hub-denied` for a login without the right, only
 * where a required migration is missing, `hub-older` and `hub-newer` for tables of another version.
 */
export async function migrate(hub: Hub): Promise<HubIdentity> {
  if ((await toDo(hub, hub.query)).length > 0) await apply(hub);
  return await identityOf(hub);
}

/** Which hub this is: nothing is applied. Throws `failed` (`hub-not-set-up`) where something is missing. */
export async function hubAsItStands(hub: Hub): Promise<HubIdentity> {
  if ((await toDo(hub, hub.query)).length === 0) return await identityOf(hub);
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
    const pending = await toDo(hub, query);
    if (pending.length > 0) await requireRights(query, hub.name);
    for (const { number, name, sql } of pending) {
      await hub.script(sql);
      await query("insert into tenet.migrations (number, name) values ($1, $2)", [number, name]);
    }
  });
}

async function answer(query: Query, question: string): Promise<boolean> {
  const [row] = await query<{ yes: boolean | null }>(`select (${question}) as yes`);
  return row?.yes === true;
}

/** What is to be applied. Throws `hub-older` for tables of a form before the first, `hub-newer` for those after the last. */
async function toDo({ name }: Pick<Hub, "name">, query: Query) {
  // `to_regclass` would answer out of what this session knew before it waited for the lock.
  const hasTable = await answer(
    query,
    "exists (select from pg_tables where (schemaname, tablename) = ('tenet', 'migrations'))",
  );
  const rows = hasTable ? await query<{ number: number }>("select number from tenet.migrations") : [];
  const applied = rows.map(({ number }) => number);
  if (applied.some((number) => number < Math.min(...NUMBERS))) {
    throw new TenetError(`The hub ${name} has the tables of an earlier version of tenet: join anew.`, {
      failure: "refused",
      code: "hub-older",
      hint: "Leave it with tenet sync leave, then name another folder or database: tenet sync init --hub. Copies stay.",
    });
  }
  if (applied.some((number) => number > Math.max(...NUMBERS))) {
    throw new TenetError(`The hub ${name} was made by a newer version of tenet.`, {
      failure: "failed",
      code: "hub-newer",
      hint: "Update tenet here, then run the same command again.",
    });
  }
  return MIGRATIONS.filter(({ number }) => !applied.includes(number));
}

async function requireRights(query: Query, name: string): Promise<void> {
  const isThere = await answer(query, "exists (select from pg_namespace where nspname = 'tenet')");
  const may = isThere
    ? "select pg_has_role(nspowner, 'usage') from pg_namespace where nspname = 'tenet'"
    : "select has_database_privilege(current_database(), 'create')";
  if (await answer(query, may)) return;
  throw new TenetError(`The tables of the hub ${name} are to be made or changed, which this login may not do.`, {
    failure: "refused",
    code: "hub-denied",
    hint: "Let the hub's owner run `tenet sync init` with this version of tenet first.",
  });
}
