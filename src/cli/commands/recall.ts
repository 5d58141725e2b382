/** Commands that read what is known: `recall`, `list`, `show`, `context`; and `memories`, which also changes it. */

import { Command, Option } from "commander";
import type { ContextInput } from "../../context/context.js";
import { refOf } from "../../entry/entry.js";
import type { ListInput } from "../../recall/list.js";
import type { MemoriesInput } from "../../recall/memories.js";
import { foundNothing } from "../../recall/policy/found-nothing.js";
import type { RecallInput } from "../../recall/recall.js";
import type { ForgottenMemories } from "../../recall/recall-schemas.js";
import type { ForgetMemoriesInput, UpdateMemoryInput } from "../../review/change-memories.js";
import { HOSTS } from "../../store/hosts/host.js";
import { defined } from "../../text/defined.js";
import type { Paint } from "../../text/paint.js";
import type { CommandContext, Run } from "../command-context.js";
import { type ContactFlag, cliAbout, contextAbout, privateAsked, withContactFlag } from "../contact-flag.js";
import { whole, withFilters } from "../flags.js";
import { entryMeant } from "../pick-entry.js";

const MOST = 50;

interface RecallFlags extends Omit<RecallInput, "query">, ContactFlag {
  explain?: true;
  failEmpty?: true;
  private?: true;
}

export const recallCommand = (run: Run): Command =>
  withContactFlag(withFilters(new Command().argument("<query...>", "what to look for, in your own words")))
    .option("--private", "with --contact: also what is private of them")
    .option("--as-of <date>", "with --contact: what held then of them, and nothing else")
    .addOption(new Option("--mode <mode>", "how to look").choices(["hybrid", "keyword", "semantic"]))
    .option("--limit <n>", `at most so many, up to ${MOST} (default: the profile's, 10)`, whole(1, MOST))
    .option("--explain", "say why each entry was found")
    .option("--fail-empty", "exit 1 when nothing is found")
    .action((query: string[], flags: RecallFlags) =>
      run(
        async (cli) => {
          const { recall } = await import("../../recall/recall.js");
          const about = await contextAbout(cli, flags, { private: privateAsked(flags) });
          const recalled = await recall(about, { ...flags, query: query.join(" ") });
          const { nothingFound } = await import("../../recall/recall-text.js");
          if (foundNothing(recalled)) cli.warn(nothingFound(recalled));
          return recalled;
        },
        async (recalled, paint) =>
          (await import("../../recall/recall-text.js")).recallText(recalled, paint, flags.explain === true),
        { exit: (recalled) => (flags.failEmpty === true && foundNothing(recalled) ? 1 : 0) },
      ),
    );

const DEFAULT_LIMIT = 50;

export const listCommand = (run: Run): Command =>
  withContactFlag(withFilters(new Command()))
    .option("--text <words>", "what says all of these words")
    .option("--limit <n>", "at most so many; there is no upper bound", whole(0), DEFAULT_LIMIT)
    .option("--fail-empty", "exit 1 when nothing matches")
    .action(({ failEmpty, ...flags }: ListInput & ContactFlag & { failEmpty?: true }) =>
      run(
        async (cli) => (await import("../../recall/list.js")).list(await contextAbout(cli, flags), flags),
        async (data, paint) => (await import("../../recall/entries-text.js")).listText(data, paint),
        { exit: ({ total }) => (failEmpty === true && total === 0 ? 1 : 0) },
      ),
    );

const AN_ENTRY = "an id, its tail, the beginning of either, or an alias; at a terminal picked from a list unless named";

export const showCommand = (run: Run): Command =>
  withContactFlag(new Command().argument("[id]", AN_ENTRY)).action((id: string | undefined, flags: ContactFlag) =>
    run(
      async (from) => {
        const cli = cliAbout(from, flags);
        const ref = await entryMeant(cli, id, { path: "show", argument: "id", summary: AN_ENTRY });
        return (await import("../../recall/show.js")).show(await cli.context(), ref);
      },
      async (data, paint) => (await import("../../recall/show-text.js")).showText(data, paint),
    ),
  );

export const contextCommand = (run: Run): Command =>
  withContactFlag(new Command())
    .option("--as-of <date>", "with --contact: what held then of them")
    .option("--query <text>", "what the session is about: learnings that fit are printed")
    .addOption(new Option("--host <name>", "leave out what this host loads itself").choices(HOSTS))
    .option("--replay <receipt>", "print an earlier context again, or say what has changed since")
    .action(({ contact, ...flags }: Pick<ContextInput, "query" | "host" | "replay" | "asOf"> & ContactFlag) =>
      run(
        async (cli) => {
          const about = await contextAbout(cli, defined({ contact }));
          return (await import("../../context/context.js")).context(about, flags);
        },
        async (data, paint) => (await import("../../context/context-text.js")).contextText(data, paint),
      ),
    );

async function forgetBy(
  cli: CommandContext,
  input: ForgetMemoriesInput,
  flags: ContactFlag,
): Promise<ForgottenMemories> {
  const { forgetMemories } = await import("../../review/change-memories.js");
  const { forget } = await import("../../forget/forget.js");
  const { withPlan } = await import("./deciding.js");
  const ctx = await contextAbout(cli, flags, { private: true });
  return withPlan(
    cli,
    (how) => forgetMemories(ctx, { ...input, ...how }, forget),
    forgottenText,
    ({ entries }) => {
      const [first] = entries;
      return first === undefined ? undefined : input.all === true ? `all ${entries.length}` : refOf(first.id);
    },
  );
}

const forgottenText = async (data: ForgottenMemories, paint: Paint): Promise<string> =>
  (await import("../../recall/entries-text.js")).forgottenMemoriesText(data, paint);

/** The flag may stand before the name of the part, too. */
function contactOfSub(sub: Command): ContactFlag {
  const statedContact = sub.getOptionValue("contact") ?? sub.parent?.getOptionValue("contact");
  return defined({ contact: statedContact as string | undefined });
}

export const memoriesCommand = (run: Run): Command => {
  const command = withContactFlag(new Command(), "what is known of this contact, and nothing else")
    .option("--as-of <date>", "with --contact: what held then")
    .option("--category <category>", "preference, pattern, correction, fact, instruction or convention")
    .option("--scope <scope>", "project, user, global or conversation")
    .option("--group <name>", "of this file in memory/facts")
    .option("--limit <n>", "at most so many (default: 20)", whole(1))
    .action(({ contact, ...flags }: MemoriesInput & ContactFlag) =>
      run(
        async (cli) => {
          const about = await contextAbout(cli, defined({ contact }));
          const answer = await (await import("../../recall/memories.js")).memories(about, flags);
          if (answer.total === 0) cli.warn("Nothing is remembered that matches. tenet remember keeps a fact.");
          return answer;
        },
        async (data, paint) => (await import("../../recall/entries-text.js")).memoriesText(data, paint),
      ),
    );
  withContactFlag(command.command("update"), "the contact it is about")
    .description("Remember new words in the place of the known ones, as a new version.")
    .argument("<id>", "the memory")
    .argument("<content>", "what holds now; - for stdin")
    .option("--category <category>", "if that changes, too")
    .option("--source <how>", "explicit, corrected or inferred; or who said so")
    .option("--key <name>", "what the fact is about, as a name")
    .option("--confidence <0-1>", "how sure it is")
    .action((ref: string, words: string, flags: Omit<UpdateMemoryInput, "ref" | "content">, sub: Command) =>
      run(
        async (cli) => {
          const content = words === "-" ? (await cli.readInput("an argument")).trim() : words;
          const { updateMemory } = await import("../../review/change-memories.js");
          return updateMemory(await contextAbout(cli, contactOfSub(sub)), { ref, content, ...flags });
        },
        async (data, paint) => (await import("../../capture/capture-text.js")).capturedText(data, paint),
      ),
    );
  withContactFlag(command.command("forget"), "the contact they are about")
    .description("No longer use memories; they stay in their files. --all is for people.")
    .argument("[ids...]", "the memories")
    .option("--all", "everything that is remembered, or is about the contact that is named")
    .option("--scope <scope>", "with --all: only of this scope")
    .option("--reason <text>", "why, for whoever looks at it later")
    .option("--dry-run", "say what would go; writes nothing")
    .action((refs: string[], { all, scope, reason, dryRun }: Omit<ForgetMemoriesInput, "refs">, sub: Command) => {
      const within = scope ?? (sub.parent?.getOptionValue("scope") as string | undefined);
      const input = { refs, all: all === true, dryRun: dryRun === true, scope: within, reason };
      return run((cli) => forgetBy(cli, input, contactOfSub(sub)), forgottenText);
    });
  return command;
};
