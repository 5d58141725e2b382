/** Commands that set up: `init` and `config` a workspace, `hooks` the programs that run agents. */

import { resolve } from "node:path";
import { Argument, Command, Option } from "commander";
import { EXIT, TenetError, wrongUsage } from "../../errors.js";
import type { SettingChange } from "../../health/health-schemas.js";
import type { InitInput } from "../../health/init.js";
import type { HooksChange, HooksCheck } from "../../hosts/host-schemas.js";
import type { HookHost, HooksContext, HooksLevel } from "../../hosts/install/hooks.js";
import { hooksCheckText, hooksDoneText, hooksDryText, hooksText } from "../../hosts/install/hooks-text.js";
import { defined } from "../../text/defined.js";
import { clockOf } from "../actor.js";
import type { CommandContext, Run } from "../command-context.js";
import { placesOf, workspaceOf } from "../context.js";
import { stated } from "../process-io.js";

interface InitFlags {
  owner?: string;
  email?: string;
}

async function ownerFor(
  cli: CommandContext,
  root: string,
  flags: InitFlags,
): Promise<Pick<InitInput, "owner" | "email" | "typed">> {
  if (flags.email !== undefined && !/^[^\s@<>]+@[^\s@<>]+$/.test(flags.email)) {
    throw wrongUsage(`--email ${JSON.stringify(flags.email)} is no address`, "Write it like name@example.org.");
  }
  const actor = cli.actor("main", cli.io.timezone, root);
  const named = async (owner: string) => {
    const email = flags.email ?? (await actor.git()).email;
    const typed = actor.atTerminal ? { actor, clock: clockOf(cli.io) } : undefined;
    return { owner, ...defined({ email, typed }) };
  };
  if (flags.owner !== undefined) return await named(flags.owner);
  if (flags.email !== undefined) throw wrongUsage("--email names the address of an owner", "Say whose: --owner NAME");
  if (cli.asker === undefined) return {};
  const { namedOwner } = await import("../../health/init.js");
  if ((await namedOwner(root)) !== undefined) return {};
  const suggestion = (await actor.git()).name ?? stated(cli.io.env, "USER") ?? "";
  const owner = await cli.asker.line("Whose word counts most here? Your name:", suggestion);
  return owner === "" ? {} : await named(owner);
}

/** `tenet init [--owner NAME [--email ADDRESS]]`: in `-C`, else `TENET_WORKSPACE`, else the current folder. */
export const initCommand = (run: Run): Command =>
  new Command()
    .option("--owner <name>", "the person whose word counts most")
    .option("--email <address>", "theirs, as they commit with it; git's own unless stated")
    .action((flags: InitFlags) =>
      run(
        async (cli) => {
          const { env, cwd, timezone } = cli.io;
          const root = resolve(cwd, cli.globals.C ?? stated(env, "TENET_WORKSPACE") ?? ".");
          const { init } = await import("../../health/init.js");
          const agent = cli.globals.as ?? stated(env, "TENET_AGENT") ?? "main";
          const simulated = stated(env, "TENET_NOW") !== undefined;
          const owner = await ownerFor(cli, root, flags);
          return init({ root, agent, timezone, simulated, places: placesOf(cli.io), ...owner });
        },
        async (data, paint) => (await import("../../health/init.js")).initText(data, paint),
      ),
    );

const changeText = async (change: SettingChange): Promise<string> =>
  (await import("../../health/config.js")).settingChangeText(change);

async function setByPerson(cli: CommandContext, key: string, value: string) {
  const { configSet, planSetting } = await import("../../health/config.js");
  const ctx = await cli.context();
  const change = await planSetting(ctx, key, value);
  const question = `${(await changeText(change)).trim()}. Type ${key} to confirm:`;
  const confirmed = (await cli.asker?.typed(question, key)) ?? false;
  return configSet(ctx, change, confirmed);
}

export const configCommand = (run: Run): Command => {
  const config = new Command();
  config
    .command("get")
    .description("Print every setting, or those at or under a name.")
    .argument("[key]", "a setting such as recall.limit, or a section such as recall")
    .action((key?: string) =>
      run(
        async (cli) => (await import("../../health/config.js")).configGet(await cli.context(), key),
        async (data, paint) => (await import("../../health/config.js")).settingsText(data, paint),
      ),
    );
  config
    .command("set")
    .description("Change one setting. For people: at a terminal, confirmed by a typed word.")
    .argument("<key>", "a setting such as recall.limit")
    .argument("<value>", "as in tenet.yaml: 4, true, [3, 7, 14], a word")
    .action((key: string, value: string) => run((cli) => setByPerson(cli, key, value), changeText));
  return config;
};

const HOSTS = ["claude-code", "codex", "cursor", "openclaw", "git", "agents-md"] as const satisfies readonly HookHost[];
const LEVELS = ["project", "user"] as const satisfies readonly HooksLevel[];

interface HooksFlags {
  level: HooksLevel;
  with?: "mcp";
  dryRun?: true;
}

/** No profile is read: hooks stand in files of hosts, and your own need no workspace. */
async function hooksContext({ io, globals }: CommandContext, needsWorkspace: boolean): Promise<HooksContext> {
  const places = placesOf(io);
  try {
    return { workspace: await workspaceOf(io, globals), places };
  } catch (thrown) {
    const missing = thrown instanceof TenetError && thrown.failure === "no-workspace";
    if (needsWorkspace || !missing) throw thrown;
    return { places };
  }
}

/** Shows what changes and asks whoever sits here; off a terminal it is done at once, since it can be taken back whole. */
async function change(cli: CommandContext, verb: "install" | "remove", host: HookHost, flags: HooksFlags) {
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

function changing(run: Run, verb: "install" | "remove", host: HookHost, flags: HooksFlags): Promise<void> {
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
  const command = new Command();
  command
    .command("install")
    .description(
      "Connect a host: adds tenet's lines to its files, shows them first, and keeps everything else as it is.",
    )
    .addArgument(hostArgument("<host>"))
    .addOption(level())
    .addOption(new Option("--with <what>", "also the server for MCP").choices(["mcp"]))
    .option("--dry-run", "only show what would change")
    .action((host: HookHost, flags: HooksFlags) => changing(run, "install", host, flags));
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
    .action((host: HookHost, flags: HooksFlags) => changing(run, "remove", host, flags));
  return command;
};
