/** Commands that set up a workspace: `init` and `config`. */

import { resolve } from "node:path";
import { Command } from "commander";
import { wrongUsage } from "../../errors.js";
import type { SettingChange } from "../../health/health-schemas.js";
import type { InitInput } from "../../health/init.js";
import { defined } from "../../text/defined.js";
import { clockOf } from "../actor.js";
import type { CommandContext, Run } from "../command-context.js";
import { placesOf } from "../context.js";
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
