import { Command } from "commander";
import { capturedText } from "../../capture/capture-text.js";
import { tailOf } from "../../entry/entry.js";
import { TenetError } from "../../errors.js";
import type { ForgetMemoriesInput } from "../../recall/forget-memories.js";
import { forgottenMemoriesText, memoriesText } from "../../recall/memories-text.js";
import type { CommandContext, Run } from "../command-context.js";
import { whole } from "../filters.js";

interface ListFlags {
  category?: string;
  scope?: string;
  group?: string;
  limit?: number;
}

interface UpdateFlags {
  category?: string;
  source?: string;
  key?: string;
}

interface ForgetFlags {
  all?: true;
  scope?: string;
  reason?: string;
  dryRun?: true;
}

/** What only a person may do is shown first, and done when they type the word that says what they mean. */
async function byPerson(cli: CommandContext, input: ForgetMemoriesInput) {
  const { forgetMemories } = await import("../../recall/forget-memories.js");
  const ctx = await cli.context();
  try {
    return await forgetMemories(ctx, input);
  } catch (thrown) {
    const { asker } = cli;
    if (!(thrown instanceof TenetError) || thrown.code !== "needs-person" || asker === undefined) throw thrown;
    const plan = await forgetMemories(ctx, { ...input, dryRun: true });
    const [first] = plan.entries;
    if (first === undefined) return plan;
    await cli.show(plan, forgottenMemoriesText);
    const word = input.all === true ? `all ${plan.entries.length}` : tailOf(first.id).toLowerCase();
    const confirmed = await asker.typed(`Type ${word} to confirm:`, word);
    return await forgetMemories(ctx, { ...input, confirmed });
  }
}

export const memoriesCommand = (run: Run): Command => {
  const command = new Command("memories");
  command
    .option("--category <category>", "preference, pattern, correction, fact, instruction or convention")
    .option("--scope <scope>", "project, user, global or conversation")
    .option("--group <name>", "of this file in memory/facts")
    .option("--limit <n>", "at most so many (default: 20)", whole(1))
    .action((flags: ListFlags) =>
      run(async (cli) => {
        const { memories } = await import("../../recall/memories.js");
        return memories(await cli.context(), flags);
      }, memoriesText),
    );
  command
    .command("update")
    .description("Remember new words in the place of the known ones, as a new version.")
    .argument("<id>", "the memory")
    .argument("<content>", "what holds now; - for stdin")
    .option("--category <category>", "if that changes, too")
    .option("--source <how>", "explicit, corrected or inferred; or who said so")
    .option("--key <name>", "what the fact is about, as a name")
    .action((ref: string, words: string, flags: UpdateFlags) =>
      run(async (cli) => {
        const content = words === "-" ? (await cli.readInput("an argument")).trim() : words;
        const { updateMemory } = await import("../../recall/update.js");
        return updateMemory(await cli.context(), { ref, content, ...flags });
      }, capturedText),
    );
  command
    .command("forget")
    .description("No longer use memories; they stay in their files. --all is for people.")
    .argument("[ids...]", "the memories")
    .option("--all", "everything that is remembered")
    .option("--scope <scope>", "with --all: only of this scope")
    .option("--reason <text>", "why, for whoever looks at it later")
    .option("--dry-run", "say what would go; writes nothing")
    .action((refs: string[], flags: ForgetFlags, sub: Command) =>
      run(async (cli) => {
        const scope = flags.scope ?? (sub.parent?.getOptionValue("scope") as string | undefined);
        const { reason } = flags;
        return byPerson(cli, {
          refs,
          all: flags.all === true,
          dryRun: flags.dryRun === true,
          ...(scope === undefined ? {} : { scope }),
          ...(reason === undefined ? {} : { reason }),
        });
      }, forgottenMemoriesText),
    );
  return command;
};
