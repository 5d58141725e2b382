import { Command } from "commander";
import { settingChangeText, settingsText } from "../../health/config-text.js";
import type { CommandContext, Run } from "../command-context.js";

async function setByPerson(door: CommandContext, key: string, value: string) {
  const { configSet, planSetting } = await import("../../health/config.js");
  const ctx = await door.context();
  const change = await planSetting(ctx, key, value);
  const question = `${settingChangeText(change).trim()}. Type ${key} to confirm:`;
  const confirmed = (await door.asker?.typed(question, key)) ?? false;
  return configSet(ctx, change, confirmed);
}

export const configCommand = (run: Run): Command => {
  const config = new Command("config");
  config
    .command("get")
    .description("Print every setting, or those at or under a name.")
    .argument("[key]", "a setting such as recall.limit, or a section such as recall")
    .action((key?: string) =>
      run(async (door) => {
        const { configGet } = await import("../../health/config.js");
        return configGet(await door.context(), key);
      }, settingsText),
    );
  config
    .command("set")
    .description("Change one setting. For people: at a terminal, confirmed by a typed word.")
    .argument("<key>", "a setting such as recall.limit")
    .argument("<value>", "as in tenet.yaml: 4, true, [3, 7, 14], a word")
    .action((key: string, value: string) => run((door) => setByPerson(door, key, value), settingChangeText));
  return config;
};
