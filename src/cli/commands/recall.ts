/** Commands that read what is known: `recall`, `list`, `show`, `context`; and `memories`, which also changes it. */

import { Command, Option } from "commander";
import type { ContextInput } from "../../context/context.js";
import { refOf } from "../../entry/entry.js";
import { HOSTS } from "../../hosts/host.js";
import type { ForgetMemoriesInput, UpdateMemoryInput } from "../../recall/change-memories.js";
import type { ListInput } from "../../recall/list.js";
import type { MemoriesInput } from "../../recall/memories.js";
import type { RecallInput } from "../../recall/recall.js";
import type { ForgottenMemories } from "../../recall/recall-schemas.js";
import type { Paint } from "../../text/paint.js";
import type { CommandContext, Run } from "../command-context.js";
import { whole, withFilters } from "../flags.js";
import { entryMeant } from "../pick-entry.js";

const MOST = 50;

export const recallCommand = (run: Run): Command =>
  withFilters(new Command().argument("<query...>", "what to look for, in your own words"))
    .addOption(new Option("--mode <mode>", "how to look").choices(["hybrid", "keyword", "semantic"]))
    .option("--limit <n>", `at most so many, up to ${MOST} (default: the profile's, 10)`, whole(1, MOST))
    .option("--explain", "say why each entry was found")
    .option("--fail-empty", "exit 1 when nothing is found")
    .action((query: string[], flags: Omit<RecallInput, "query"> & { explain?: true; failEmpty?: true }) =>
      run(
        async (cli) => {
          const { recall } = await import("../../recall/recall.js");
          const recalled = await recall(await cli.context(), { ...flags, query: query.join(" ") });
          const { nothingFound } = await import("../../recall/recall-text.js");
          if (recalled.results.length === 0) cli.warn(nothingFound(recalled));
          return recalled;
        },
        async (recalled, paint) =>
          (await import("../../recall/recall-text.js")).recallText(recalled, paint, flags.explain === true),
        { exit: ({ results }) => (flags.failEmpty === true && results.length === 0 ? 1 : 0) },
      ),
    );

const DEFAULT_LIMIT = 50;

export const listCommand = (run: Run): Command =>
  withFilters(new Command())
    .option("--text <words>", "what says all of these words")
    .option("--limit <n>", "at most so many; there is no upper bound", whole(0), DEFAULT_LIMIT)
    .option("--fail-empty", "exit 1 when nothing matches")
    .action(({ failEmpty, ...flags }: ListInput & { failEmpty?: true }) =>
      run(
        async (cli) => (await import("../../recall/list.js")).list(await cli.context(), flags),
        async (data, paint) => (await import("../../recall/entries-text.js")).listText(data, paint),
        { exit: ({ total }) => (failEmpty === true && total === 0 ? 1 : 0) },
      ),
    );

const AN_ENTRY = "an id, its tail, the beginning of either, or an alias; at a terminal picked from a list unless named";

export const showCommand = (run: Run): Command =>
  new Command().argument("[id]", AN_ENTRY).action((id?: string) =>
    run(
      async (cli) => {
        const ref = await entryMeant(cli, id, { path: "show", argument: "id", summary: AN_ENTRY });
        return (await import("../../recall/show.js")).show(await cli.context(), ref);
      },
      async (data, paint) => (await import("../../recall/show-text.js")).showText(data, paint),
    ),
  );

export const contextCommand = (run: Run): Command =>
  new Command()
    .option("--query <text>", "what the session is about: learnings that fit are printed")
    .addOption(new Option("--host <name>", "leave out what this host loads itself").choices(HOSTS))
    .option("--replay <receipt>", "print an earlier context again, or say what has changed since")
    .action((flags: Pick<ContextInput, "query" | "host" | "replay">) =>
      run(
        async (cli) => (await import("../../context/context.js")).context(await cli.context(), flags),
        async (data, paint) => (await import("../../context/context-text.js")).contextText(data, paint),
      ),
    );

async function forgetBy(cli: CommandContext, input: ForgetMemoriesInput): Promise<ForgottenMemories> {
  const { forgetMemories } = await import("../../recall/change-memories.js");
  const { withPlan } = await import("./deciding.js");
  const ctx = await cli.context();
  return withPlan(
    cli,
    (how) => forgetMemories(ctx, { ...input, ...how }),
    forgottenText,
    ({ entries }) => {
      const [first] = entries;
      return first === undefined ? undefined : input.all === true ? `all ${entries.length}` : refOf(first.id);
    },
  );
}

const forgottenText = async (data: ForgottenMemories, paint: Paint): Promise<string> =>
  (await import("../../recall/entries-text.js")).forgottenMemoriesText(data, paint);

export const memoriesCommand = (run: Run): Command => {
  const command = new Command()
    .option("--category <category>", "preference, pattern, correction, fact, instruction or convention")
    .option("--scope <scope>", "project, user, global or conversation")
    .option("--group <name>", "of this file in memory/facts")
    .option("--limit <n>", "at most so many (default: 20)", whole(1))
    .action((flags: MemoriesInput) =>
      run(
        async (cli) => {
          const listed = await (await import("../../recall/memories.js")).memories(await cli.context(), flags);
          if (listed.total === 0) cli.warn("Nothing is remembered that matches. tenet remember keeps a fact.");
          return listed;
        },
        async (data, paint) => (await import("../../recall/entries-text.js")).memoriesText(data, paint),
      ),
    );
  command
    .command("update")
    .description("Remember new words in the place of the known ones, as a new version.")
    .argument("<id>", "the memory")
    .argument("<content>", "what holds now; - for stdin")
    .option("--category <category>", "if that changes, too")
    .option("--source <how>", "explicit, corrected or inferred; or who said so")
    .option("--key <name>", "what the fact is about, as a name")
    .option("--confidence <0-1>", "how sure it is")
    .action((ref: string, words: string, flags: Omit<UpdateMemoryInput, "ref" | "content">) =>
      run(
        async (cli) => {
          const content = words === "-" ? (await cli.readInput("an argument")).trim() : words;
          const { updateMemory } = await import("../../recall/change-memories.js");
          return updateMemory(await cli.context(), { ref, content, ...flags });
        },
        async (data, paint) => (await import("../../capture/capture-text.js")).capturedText(data, paint),
      ),
    );
  command
    .command("forget")
    .description("No longer use memories; they stay in their files. --all is for people.")
    .argument("[ids...]", "the memories")
    .option("--all", "everything that is remembered")
    .option("--scope <scope>", "with --all: only of this scope")
    .option("--reason <text>", "why, for whoever looks at it later")
    .option("--dry-run", "say what would go; writes nothing")
    .action((refs: string[], { all, scope, reason, dryRun }: Omit<ForgetMemoriesInput, "refs">, sub: Command) => {
      const within = scope ?? (sub.parent?.getOptionValue("scope") as string | undefined);
      const input = { refs, all: all === true, dryRun: dryRun === true, scope: within, reason };
      return run((cli) => forgetBy(cli, input), forgottenText);
    });
  return command;
};
