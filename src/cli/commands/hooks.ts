import { Argument, Command, Option } from "commander";
import { EXIT, TenetError } from "../../errors.js";
import type { HooksChange, HooksCheck } from "../../hosts/host-schemas.js";
import type { HookHost, HooksContext, HooksLevel } from "../../hosts/install/hooks.js";
import { hooksCheckText, hooksDoneText, hooksDryText, hooksText } from "../../hosts/install/hooks-text.js";
import type { CommandContext, Run } from "../command-context.js";
import { placesOf } from "../places.js";
import { stated } from "../process-io.js";

const HOSTS = ["claude-code", "codex", "cursor", "openclaw", "git", "agents-md"] as const satisfies readonly HookHost[];
const LEVELS = ["project", "user"] as const satisfies readonly HooksLevel[];

interface Flags {
  level: HooksLevel;
  with?: "mcp";
  dryRun?: true;
}

/** No profile is read: hooks stand in files of hosts, and your own need no workspace. */
async function hooksContext({ io, globals }: CommandContext, needsWorkspace: boolean): Promise<HooksContext> {
  const { findWorkspace } = await import("../../store/workspace.js");
  const places = placesOf(io);
  try {
    const workspace = findWorkspace(io.cwd, globals.C, stated(io.env, "TENET_WORKSPACE"));
    return { workspace, places };
  } catch (thrown) {
    const missing = thrown instanceof TenetError && thrown.failure === "no-workspace";
    if (needsWorkspace || !missing) throw thrown;
    return { places };
  }
}

/** Shows what changes and asks whoever sits here; off a terminal it is done at once, since it can be taken back whole. */
async function change(cli: CommandContext, verb: "install" | "remove", host: HookHost, flags: Flags) {
  const { applyHooks, changesFiles, planHooks, previewHooks } = await import("../../hosts/install/hooks.js");
  const ctx = await hooksContext(cli, flags.level === "project");
  const plan = await planHooks(ctx, verb, { host, level: flags.level, mcp: flags.with === "mcp" });
  if (flags.dryRun === true) return { data: await previewHooks(ctx, plan), seen: false };
  if (cli.asker === undefined || !changesFiles(plan)) return { data: await applyHooks(ctx, plan), seen: false };
  const shown = await previewHooks(ctx, plan);
  await cli.show({ ...shown, next: [] }, hooksText);
  const answer = await cli.asker.choose("Write this?", ["yes", "no"], "yes");
  return { data: answer === "yes" ? await applyHooks(ctx, plan) : shown, seen: true };
}

function changing(run: Run, verb: "install" | "remove", host: HookHost, flags: Flags): Promise<void> {
  let seen = false;
  return run(
    async (cli): Promise<HooksChange> => {
      const done = await change(cli, verb, host, flags);
      seen = done.seen;
      return done.data;
    },
    (data, paint) => (seen ? hooksDoneText : flags.dryRun === true ? hooksDryText : hooksText)(data, paint),
  );
}

const level = () =>
  new Option("--level <level>", "for this project, or for all of yours").choices(LEVELS).default("project");
const hostArgument = (name: string) => new Argument(name, HOSTS.join(", ")).choices(HOSTS);

export const hooksCommand = (run: Run): Command => {
  const command = new Command("hooks");
  command
    .command("install")
    .description(
      "Connect a host: adds tenet's lines to its files, shows them first, and keeps everything else as it is.",
    )
    .addArgument(hostArgument("<host>"))
    .addOption(level())
    .addOption(new Option("--with <what>", "also the server for MCP").choices(["mcp"]))
    .option("--dry-run", "only show what would change")
    .action((host: HookHost, flags: Flags) => changing(run, "install", host, flags));
  command
    .command("check")
    .description(
      "How each host is connected, and what keeps it from working; exit 8 when something installed is broken.",
    )
    .addArgument(hostArgument("[host]"))
    .action((host: HookHost | undefined) =>
      run(
        async (cli) => {
          const { checkHooks } = await import("../../hosts/install/host-check.js");
          return checkHooks(await hooksContext(cli, false), host);
        },
        hooksCheckText,
        { exit: ({ errors }: HooksCheck) => (errors > 0 ? EXIT.findings : EXIT.done) },
      ),
    );
  command
    .command("remove")
    .description("Take tenet's lines out of a host's files; what others wrote stays, to the byte.")
    .addArgument(hostArgument("<host>"))
    .addOption(level())
    .option("--dry-run", "only show what would change")
    .action((host: HookHost, flags: Flags) => changing(run, "remove", host, flags));
  return command;
};
