/** Commands that set up a workspace and take it out: `init` and `uninstall`. */

import { resolve } from "node:path";
import { Command } from "commander";
import { TenetError, wrongUsage } from "../../errors.js";
import type { Uninstalled } from "../../health/health-schemas.js";
import type { InitInput } from "../../health/init.js";
import { defined } from "../../text/defined.js";
import { clockOf } from "../actor.js";
import type { CommandContext, Run } from "../command-context.js";
import { placesOf } from "../context.js";
import { envValue } from "../process-io.js";

interface InitFlags {
  into?: string;
  here?: true;
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
  const suggestion = (await actor.git()).name ?? envValue(cli.io.env, "USER") ?? "";
  const owner = await cli.asker.line("Whose word counts most here? Your name:", suggestion);
  return owner === "" ? {} : await named(owner);
}

/** What speaks against a folder is asked at a terminal, and refused elsewhere. */
async function placeFor(cli: CommandContext, place: Pick<InitInput, "root" | "places" | "here">): Promise<boolean> {
  const { requirePlace } = await import("../../health/init.js");
  try {
    requirePlace(place);
    return place.here === true;
  } catch (thrown) {
    if (!(thrown instanceof TenetError) || thrown.failure !== "refused" || cli.asker === undefined) throw thrown;
    const question = `${thrown.message.replace(" Nothing was made.", "")} Make one here all the same?`;
    if ((await cli.asker.choose(question, ["no", "yes"], "no")) === "yes") return true;
    throw thrown;
  }
}

/** Where several files may take the rules, whoever sits here says which. */
async function fileFor(cli: CommandContext, root: string, statedFile: string | undefined): Promise<string | undefined> {
  const { chosenFiles } = await import("../../health/init.js");
  const { options, into } = await chosenFiles(root, statedFile);
  if (statedFile !== undefined || cli.asker === undefined || options.length < 2) return statedFile;
  return await cli.asker.choose("Where shall rules go that prove themselves?", options, into);
}

/** Only a no names the base: whoever may be wrong about it is better off without one. */
async function baseFor(cli: CommandContext, root: string): Promise<Pick<InitInput, "base">> {
  if (cli.asker === undefined) return {};
  const { branchToAsk } = await import("../../health/init.js");
  const branch = await branchToAsk(root);
  if (branch === undefined) return {};
  const answer = await cli.asker.choose(`Can your agents push to ${branch}?`, ["yes", "no"], "yes");
  return answer === "no" ? { base: branch } : {};
}

/** `tenet init [--owner NAME [--email ADDRESS]]`: in `-C`, else `TENET_WORKSPACE`, else the current folder. */
export const initCommand = (run: Run): Command =>
  new Command()
    .option("--owner <name>", "the person whose word counts most")
    .option("--into <file>", "where rules go: CLAUDE.md, AGENTS.md, ...; SOUL.md: the files of an agent's workspace")
    .option("--here", "also in your home folder, and above or below another workspace")
    .option("--email <address>", "theirs, as they commit with it; git's own unless stated")
    .action((flags: InitFlags) =>
      run(
        async (cli) => {
          const { env, cwd, timezone } = cli.io;
          const root = resolve(cwd, cli.globals.C ?? envValue(env, "TENET_WORKSPACE") ?? ".");
          const { init } = await import("../../health/init.js");
          const agent = cli.globals.as ?? envValue(env, "TENET_AGENT") ?? "main";
          const places = placesOf(cli.io);
          const here = await placeFor(cli, { root, places, here: flags.here === true });
          const into = await fileFor(cli, root, flags.into);
          const owner = await ownerFor(cli, root, flags);
          const base = await baseFor(cli, root);
          return init({ root, agent, timezone, places, here, ...defined({ into }), ...owner, ...base });
        },
        async (data, paint) => (await import("../../health/init.js")).initText(data, paint),
      ),
    );

interface UninstallFlags {
  dryRun?: true;
}

/** Shown first, then asked: yes or no. */
async function takeOut(cli: CommandContext, flags: UninstallFlags): Promise<Uninstalled> {
  const { uninstall, uninstallText } = await import("../../health/uninstall.js");
  const ctx = await cli.context();
  const input = { dryRun: flags.dryRun === true };
  if (input.dryRun) return uninstall(ctx, input);
  if (cli.asker === undefined) return uninstall(ctx, { ...input, confirmed: false });
  await cli.show(await uninstall(ctx, input), uninstallText);
  const confirmed = (await cli.asker.choose("Take this out?", ["no", "yes"], "no")) === "yes";
  return uninstall(ctx, { ...input, confirmed });
}

/** Off a terminal refused: a person says yes to it. */
export const uninstallCommand = (run: Run): Command =>
  new Command().option("--dry-run", "only show what would be taken out").action((flags: UninstallFlags) =>
    run(
      (cli) => takeOut(cli, flags),
      async (data, paint) => (await import("../../health/uninstall.js")).uninstallText(data, paint),
    ),
  );
