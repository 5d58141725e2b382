/** `tenet hooks`: connecting the programs that run agents, how that stands, and taking it out again. */

import { Argument, Command, Option } from "commander";
import { EXIT, TenetError, wrongUsage } from "../../errors.js";
import type { HooksContext, HooksLevel } from "../../hosts/install/hooks.js";
import { hooksCheckText, hooksText, serverEntryText } from "../../hosts/install/hooks-text.js";
import { HOOK_HOSTS, type HookHost } from "../../store/hosts/host.js";
import type { HooksChange, HooksCheck } from "../../store/hosts/host-schemas.js";
import { nearestName } from "../../text/nearest-word.js";
import type { CommandContext, Run } from "../command-context.js";
import { placesOf, workspaceOf } from "../context.js";

const LEVELS = ["project", "user"] as const satisfies readonly HooksLevel[];

/** What other people call the same hosts. */
const ALSO: Readonly<Record<string, HookHost>> = {
  claude: "claude-code",
  gemini: "gemini-cli",
  vscode: "copilot",
  "vs-code": "copilot",
  code: "copilot",
  "github-copilot": "copilot",
  codeium: "windsurf",
  devin: "windsurf",
  agents: "agents-md",
  "agents.md": "agents-md",
};

/** The host of a name. Throws wrong usage for others, with the nearest name or what serves any host. */
function hostOf(name: string): HookHost {
  const typed = name.trim().toLowerCase();
  const hookHost = HOOK_HOSTS.find((host) => host === typed);
  if (hookHost !== undefined) return hookHost;
  const near = Object.hasOwn(ALSO, typed) ? ALSO[typed] : nearestName(typed, HOOK_HOSTS);
  throw wrongUsage(
    `no host is named ${JSON.stringify(name.slice(0, 60))} here`,
    near === undefined
      ? `For any other host: agents-md, where its agents read AGENTS.md, or mcp, which prints the entry to paste. By name: ${HOOK_HOSTS.join(", ")}.`
      : `Did you mean ${near}?`,
  );
}

interface HooksFlags {
  level: HooksLevel;
  with?: "mcp";
  dryRun?: true;
  diff?: true;
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
  const preview = await previewHooks(ctx, plan);
  await cli.show({ ...preview, next: [] }, (data, paint) => hooksText(data, paint, { diff: flags.diff === true }));
  const answer = await cli.asker.choose("Write this?", ["yes", "no"], "yes");
  return { data: answer === "yes" ? await applyHooks(ctx, plan) : { ...preview, next: [] }, seen: true };
}

function changing(run: Run, verb: "install" | "remove", name: string, flags: HooksFlags): Promise<void> {
  let seen = false;
  return run(
    async (cli): Promise<HooksChange> => {
      const done = await change(cli, verb, hostOf(name), flags);
      seen = done.seen;
      return done.data;
    },
    (data, paint) => hooksText(data, paint, { seen, diff: flags.diff === true && !seen }),
  );
}

/** For hosts without a name here: what starts the server, to be pasted. */
const printing = (run: Run): Promise<void> =>
  run(async (cli) => {
    const { serverEntry } = await import("../../hosts/install/hooks.js");
    return serverEntry(await hooksContext(cli, false));
  }, serverEntryText);

async function checked(cli: CommandContext, host?: HookHost): Promise<HooksCheck> {
  const { checkHooks } = await import("../../store/hosts/host-check.js");
  return checkHooks(await hooksContext(cli, false), host);
}

const level = () =>
  new Option("--level <level>", "for this project, or for all of yours").choices(LEVELS).default("project");

/** The names are for help and completion: others are answered with what would do. */
function hostArgument(name: string, others: readonly string[] = []): Argument {
  const names = [...HOOK_HOSTS, ...others];
  return new Argument(name, names.join(", ")).choices(names).argParser((value: string) => value);
}

export const hooksCommand = (run: Run): Command => {
  const command = new Command();
  command.allowExcessArguments().action(() =>
    run(
      (cli) => {
        const [word] = command.args;
        if (word === undefined) return checked(cli);
        throw wrongUsage(
          `hooks has no command ${JSON.stringify(word.slice(0, 60))}`,
          "It has install, check and remove.",
        );
      },
      (data, paint) => `${command.helpInformation().trimEnd()}\n\nConnected here:\n${hooksCheckText(data, paint)}`,
    ),
  );
  command
    .command("install")
    .description("Connect a host: adds tenet's lines to its files and keeps everything else as it is.")
    .addArgument(hostArgument("<host>", ["mcp"]))
    .addOption(level())
    .addOption(new Option("--with <what>", "also the server for MCP").choices(["mcp"]))
    .option("--diff", "every line that changes")
    .option("--dry-run", "only show what would change")
    .action((host: string, flags: HooksFlags) =>
      host === "mcp" ? printing(run) : changing(run, "install", host, flags),
    );
  command
    .command("check")
    .description(
      "How each host is connected, and what keeps it from working; exit 8 when something installed is broken.",
    )
    .addArgument(hostArgument("[host]"))
    .action((host: string | undefined) =>
      run((cli) => checked(cli, host === undefined ? undefined : hostOf(host)), hooksCheckText, {
        exit: ({ errors }: HooksCheck) => (errors > 0 ? EXIT.findings : EXIT.done),
      }),
    );
  command
    .command("remove")
    .description("Take tenet's lines out of a host's files; what others wrote stays, to the byte.")
    .addArgument(hostArgument("<host>"))
    .addOption(level())
    .option("--diff", "every line that changes")
    .option("--dry-run", "only show what would change")
    .action((host: string, flags: HooksFlags) => changing(run, "remove", host, flags));
  return command;
};
