/** Commands that set a workspace up: `init` and `config`. */
import { resolve } from "node:path";
import { Command } from "commander";
import type { SettingChange } from "../../health/health-schemas.js";
import type { InitInput } from "../../health/init.js";
import type { CommandContext, Run } from "../command-context.js";
import { placesOf } from "../places.js";
import { stated } from "../process-io.js";

interface Flags {
  owner?: string;
}

async function ownerFor(cli: CommandContext, root: string, flags: Flags): Promise<Pick<InitInput, "owner" | "email">> {
  const actor = cli.actor("main", cli.io.timezone, root);
  const email = async () => {
    const known = actor.atTerminal ? (await actor.git()).email : undefined;
    return known === undefined ? {} : { email: known };
  };
  if (flags.owner !== undefined) return { owner: flags.owner, ...(await email()) };
  if (cli.asker === undefined) return {};
  const { namedOwner } = await import("../../health/init.js");
  if ((await namedOwner(root)) !== undefined) return {};
  const suggestion = (await actor.git()).name ?? stated(cli.io.env, "USER") ?? "";
  const owner = await cli.asker.line("Whose word counts most here? Your name:", suggestion);
  return owner === "" ? {} : { owner, ...(await email()) };
}

/** `tenet init [--owner NAME]`: in `-C`, else `TENET_WORKSPACE`, else the current folder. */
export const initCommand = (run: Run): Command =>
  new Command("init").option("--owner <name>", "the person whose word counts most").action((flags: Flags) =>
    run(
      async (cli) => {
        const { env, cwd, timezone } = cli.io;
        const root = resolve(cwd, cli.globals.C ?? stated(env, "TENET_WORKSPACE") ?? ".");
        const { init } = await import("../../health/init.js");
        const agent = cli.globals.as ?? stated(env, "TENET_AGENT") ?? "main";
        return init({
          root,
          agent,
          timezone,
          places: placesOf(cli.io),
          ...(await ownerFor(cli, root, flags)),
        });
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
  const config = new Command("config");
  config
    .command("get")
    .description("Print every setting, or those at or under a name.")
    .argument("[key]", "a setting such as recall.limit, or a section such as recall")
    .action((key?: string) =>
      run(
        async (cli) => {
          const { configGet } = await import("../../health/config.js");
          return configGet(await cli.context(), key);
        },
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
