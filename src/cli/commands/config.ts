/** `tenet config`: the settings, a change of one, and their past. */
import { Command } from "commander";
import type { ProfileRestored } from "../../health/past/past-schemas.js";
import type { SettingChange } from "../../store/profile/settings-schemas.js";
import { defined } from "../../text/defined.js";
import type { CommandContext, Run } from "../command-context.js";
import { whole } from "../flags.js";

const changeText = async (change: SettingChange): Promise<string> =>
  (await import("../../store/profile/settings.js")).settingChangeText(change);

async function setByPerson(cli: CommandContext, key: string, value: string) {
  const { configSet, planSetting } = await import("../../store/profile/settings.js");
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
        async (cli) => (await import("../../store/profile/settings.js")).configGet(await cli.context(), key),
        async (data, paint) => (await import("../../store/profile/settings.js")).settingsText(data, paint),
      ),
    );
  config
    .command("set")
    .description("Change one setting. For people: at a terminal, confirmed by a typed word.")
    .argument("<key>", "a setting such as recall.limit")
    .argument("<value>", "as in tenet.yaml: 4, true, [3, 7, 14], a word")
    .action((key: string, value: string) => run((cli) => setByPerson(cli, key, value), changeText));
  addPast(config, run);
  return config;
};

const REV = "a commit, branch or tag of git, or a copy that `config log` names";

/** Shown first, then asked: the revision is the word. */
async function restoreByPerson(cli: CommandContext, rev: string): Promise<ProfileRestored> {
  const [{ planRestore, restoreProfile }, { profileRestoredText }] = await Promise.all([
    import("../../health/past/profile-restore.js"),
    import("../../health/past/past-text.js"),
  ]);
  const ctx = await cli.context();
  const plan = await planRestore(ctx, rev);
  if (cli.asker === undefined || plan.changes.length === 0) {
    return restoreProfile(ctx, plan, plan.changes.length === 0);
  }
  await cli.show(plan.shown, profileRestoredText);
  const confirmed = await cli.asker.typed(`Type ${plan.shown.rev} to restore this:`, plan.shown.rev);
  return restoreProfile(ctx, plan, confirmed);
}

/** What was: `log`, `diff`, `restore`. */
function addPast(config: Command, run: Run): void {
  config
    .command("log")
    .description("Who changed settings, and what people wrote in the core files, newest first.")
    .option("--limit <n>", "at most so many (default: 20)", whole(1))
    .action(({ limit }: { limit?: number }) =>
      run(
        async (cli) =>
          (await import("../../health/past/profile-log.js")).profileLog(await cli.context(), defined({ limit })),
        async (data, paint) => (await import("../../health/past/past-text.js")).profileLogText(data, paint),
      ),
    );
  config
    .command("diff")
    .description("What changed in them since then.")
    .argument("<rev>", REV)
    .action((rev: string) =>
      run(
        async (cli) => (await import("../../health/past/profile-diff.js")).profileDiff(await cli.context(), rev),
        async (data, paint) => (await import("../../health/past/past-text.js")).profileDiffText(data, paint),
      ),
    );
  config
    .command("restore")
    .description("Put them back as they were then. For people: shown first, confirmed by a typed word.")
    .argument("<rev>", REV)
    .action((rev: string) =>
      run(
        (cli) => restoreByPerson(cli, rev),
        async (data, paint) => (await import("../../health/past/past-text.js")).profileRestoredText(data, paint),
      ),
    );
}
