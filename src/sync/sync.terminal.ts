/** What goes to a hub with whoever sits at the terminal: they see it first, and type a word. */
import type { Call } from "../command/call.js";
import { withPerson, withPlan } from "../command/with-person.js";
import { wrongUsage } from "../errors.js";
import type { Synced, SyncInit, SyncLeft } from "./sync-schemas.js";

interface SyncFlags {
  push: true | undefined;
  pull: true | undefined;
  dryRun: true | undefined;
}

/** What a person types who has seen what leaves. */
const SHARE = "share";
const ERASE = "erase";

/** Rows that a person is shown before they are asked; `--dry-run` shows all of them. */
const ROWS_SHOWN = 12;

/** Sends and takes. The first time a person sees what leaves, and is asked. */
export async function syncFrom(call: Call, { push, pull, dryRun }: SyncFlags): Promise<Synced> {
  if (push === true && pull === true) {
    throw wrongUsage("--push and --pull exclude each other", "Without either, sync does both.");
  }
  const [{ sync }, { syncedOutline }] = await Promise.all([import("./sync.js"), import("./text/sync-outline.js")]);
  const ctx = await call.context();
  const input = { push: pull !== true, pull: push !== true, dryRun: dryRun === true };
  return withPlan(
    call,
    (how, shown) => {
      const asks = call.asker !== undefined && how.confirmed === undefined;
      return sync(ctx, { ...input, asks, ...how, shown: shown?.fingerprint });
    },
    (data) => syncedOutline({ ...data, taken: undefined, next: undefined }, { most: ROWS_SHOWN, asks: true }),
    ({ needs_person }) => (needs_person === undefined ? undefined : SHARE),
  );
}

/** Leaves the hub; before it erases, a person sees what was shared. */
export async function leaveHub(call: Call, erase: boolean): Promise<SyncLeft> {
  const { syncLeave } = await import("./sync-leave.js");
  const ctx = await call.context();
  if (erase && call.asker !== undefined) {
    const { syncStatus } = await import("./sync-status.js");
    const { leavingOutline } = await import("./text/sync-outline.js");
    const state = await syncStatus(ctx);
    if (state.set_up) await call.show(state, leavingOutline);
  }
  return withPerson(call, ERASE, (confirmed) => syncLeave(ctx, { erase, confirmed }));
}

/** Joins the hub that is stated: an address as it is, a folder from where the command runs. */
export async function joinHub(call: Call, statedHub: string | undefined): Promise<SyncInit> {
  const { syncInit } = await import("./sync-init.js");
  return syncInit(await call.context(), { hub: hubNamed(call, statedHub) });
}

function hubNamed(call: Call, statedHub: string | undefined): string | undefined {
  if (statedHub === "" || statedHub?.startsWith("-")) {
    throw wrongUsage("--hub names no hub", "It takes a folder, or the address of a PostgreSQL server.");
  }
  return statedHub === undefined || /^[a-z][a-z0-9+.-]+:/i.test(statedHub) ? statedHub : call.path(statedHub);
}
