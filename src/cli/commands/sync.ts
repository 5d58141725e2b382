/** `tenet sync`: what is learned here goes to a hub, and what other agents share there comes back. */
import { Command } from "commander";
import { wrongUsage } from "../../errors.js";
import type { Synced, SyncLeft } from "../../sync/sync-schemas.js";
import { syncStateText } from "../../sync/text/sync-state-text.js";
import { leavingText, syncedText, syncInitText, syncLeftText } from "../../sync/text/sync-text.js";
import type { CommandContext, Run } from "../command-context.js";
import { withPerson, withPlan } from "./deciding.js";

interface SyncFlags {
  push?: true;
  pull?: true;
  dryRun?: true;
}

/** What a person types who has seen what leaves. */
const SHARE = "share";
const ERASE = "erase";

/** Rows that a person is shown before they are asked; `--dry-run` shows all of them. */
const ROWS_SHOWN = 12;

async function synced(cli: CommandContext, { push, pull, dryRun }: SyncFlags): Promise<Synced> {
  if (push === true && pull === true) {
    throw wrongUsage("--push and --pull exclude each other", "Without either, sync does both.");
  }
  const { sync } = await import("../../sync/sync.js");
  const ctx = await cli.context();
  const input = { push: pull !== true, pull: push !== true, dryRun: dryRun === true };
  return withPlan(
    cli,
    (how, shown) => {
      const asks = cli.asker !== undefined && how.confirmed === undefined;
      return sync(ctx, { ...input, asks, ...how, shown: shown?.fingerprint });
    },
    (data, paint) =>
      syncedText({ ...data, taken: undefined, next: undefined }, paint, { most: ROWS_SHOWN, asks: true }),
    ({ needs_person }) => (needs_person === undefined ? undefined : SHARE),
  );
}

async function leaveHub(cli: CommandContext, erase: boolean): Promise<SyncLeft> {
  const { syncLeave } = await import("../../sync/sync-leave.js");
  const ctx = await cli.context();
  if (erase && cli.asker !== undefined) {
    const { syncStatus } = await import("../../sync/sync-status.js");
    const state = await syncStatus(ctx);
    if (state.set_up) await cli.show(state, leavingText);
  }
  return withPerson(cli, ERASE, (confirmed) => syncLeave(ctx, { erase, confirmed }));
}

/** An address as it is stated, a folder from where the command runs. */
function hubNamed(cli: CommandContext, statedHub: string | undefined): string | undefined {
  if (statedHub === "" || statedHub?.startsWith("-")) {
    throw wrongUsage("--hub names no hub", "It takes a folder, or the address of a PostgreSQL server.");
  }
  return statedHub === undefined || /^[a-z][a-z0-9+.-]+:/i.test(statedHub) ? statedHub : cli.path(statedHub);
}

export const syncCommand = (run: Run): Command => {
  const command = new Command()
    // What stands behind the name of a sub-command is its own: `sync leave --dry-run` must not leave.
    .enablePositionalOptions()
    .allowExcessArguments()
    .option("--push", "only send what is shared")
    .option("--pull", "only take what others share")
    .option("--dry-run", "print the exact rows that would go, and what stays here; writes nothing")
    .hook("preSubcommand", (parent, sub) => {
      if (Object.keys(parent.opts()).some((key) => ["push", "pull", "dryRun"].includes(key))) {
        throw wrongUsage(`sync ${sub.name()} takes no --push, --pull or --dry-run`, "They go with sync alone.");
      }
    });
  command.action((flags: SyncFlags) =>
    run((cli) => {
      const [word] = command.args;
      if (word === undefined) return synced(cli, flags);
      // An address may hold a password: it is not repeated.
      if (word.includes("://")) {
        throw wrongUsage("sync takes no address", "Name the hub in TENET_HUB_URL, or with: tenet sync init --hub");
      }
      throw wrongUsage(`sync has no command ${JSON.stringify(word.slice(0, 60))}`, "It has init, status and leave.");
    }, syncedText),
  );
  command
    .command("init")
    .allowExcessArguments(false)
    .description("Join a hub, or make one in a folder of this machine. Nothing is sent by it.")
    .option(
      "--hub <where>",
      "a folder, or the address of a PostgreSQL server; TENET_HUB_URL, else a folder beside your own tree",
    )
    .action(({ hub }: { hub?: string }) =>
      run(async (cli) => {
        const { syncInit } = await import("../../sync/sync-init.js");
        return syncInit(await cli.context(), { hub: hubNamed(cli, hub) });
      }, syncInitText),
    );
  command
    .command("status")
    .allowExcessArguments(false)
    .description("What is shared, what came, what waits, and which agents came to the same claims.")
    .action(() =>
      run(async (cli) => (await import("../../sync/sync-status.js")).syncStatus(await cli.context()), syncStateText),
    );
  command
    .command("leave")
    .allowExcessArguments(false)
    .description("Share no more; copies of what others shared stay here.")
    .option("--erase", "also take all that this clone shared out of the hub and of every copy: for people")
    .action(({ erase }: { erase?: true }) => run((cli) => leaveHub(cli, erase === true), syncLeftText));
  return command;
};
