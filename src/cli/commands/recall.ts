/** Commands that read what is known: `recall`, `list`, `show`, `context`. */
import { Command, Option } from "commander";
import { HOSTS, type Host } from "../../hosts/host.js";
import type { ListFilter } from "../../recall/list.js";
import type { Run } from "../command-context.js";
import { filterOf, whole, withFilters } from "../filters.js";

const MOST = 50;

interface RecallFlags extends ListFilter {
  mode?: string;
  limit?: number;
  explain?: true;
  failEmpty?: true;
}

export const recallCommand = (run: Run): Command =>
  withFilters(new Command("recall").argument("<query...>", "what to look for, in your own words"))
    .addOption(new Option("--mode <mode>", "how to look").choices(["hybrid", "keyword", "semantic"]))
    .option("--limit <n>", `at most so many, up to ${MOST} (default: the profile's, 10)`, whole(1, MOST))
    .option("--explain", "say why each entry was found")
    .option("--fail-empty", "exit 1 when nothing is found")
    .action((query: string[], flags: RecallFlags) =>
      run(
        async (cli) => {
          const { recall } = await import("../../recall/recall.js");
          const { mode, limit } = flags;
          return recall(await cli.context(), {
            query: query.join(" "),
            ...filterOf(flags),
            ...(mode === undefined ? {} : { mode }),
            ...(limit === undefined ? {} : { limit }),
          });
        },
        async (recalled, paint) =>
          (await import("../../recall/recall-text.js")).recallText(recalled, paint, flags.explain === true),
        { exit: ({ results }) => (flags.failEmpty === true && results.length === 0 ? 1 : 0) },
      ),
    );

const DEFAULT_LIMIT = 50;

export const listCommand = (run: Run): Command =>
  withFilters(new Command("list"))
    .option("--limit <n>", "at most so many; there is no upper bound", whole(0), DEFAULT_LIMIT)
    .action((flags: ListFilter & { limit: number }) =>
      run(
        async (cli) => {
          const { list } = await import("../../recall/list.js");
          return list(await cli.context(), { limit: flags.limit, ...filterOf(flags) });
        },
        async (data, paint) => (await import("../../recall/list-text.js")).listText(data, paint),
      ),
    );

export const showCommand = (run: Run): Command =>
  new Command("show").argument("<id>", "an id, its tail, the beginning of either, or an alias").action((id: string) =>
    run(
      async (cli) => {
        const { show } = await import("../../recall/show.js");
        return show(await cli.context(), id);
      },
      async (data, paint) => (await import("../../recall/show-text.js")).showText(data, paint),
    ),
  );

interface ContextFlags {
  query?: string;
  host?: Host;
  replay?: string;
}

export const contextCommand = (run: Run): Command =>
  new Command("context")
    .option("--query <text>", "what the session is about: learnings that fit are printed")
    .addOption(new Option("--host <name>", "leave out what this host loads itself").choices(HOSTS))
    .option("--replay <receipt>", "print an earlier context again, or say what has changed since")
    .action((flags: ContextFlags) =>
      run(
        async (cli) => {
          const { context } = await import("../../context/context.js");
          return context(await cli.context(), flags);
        },
        async (data, paint) => (await import("../../context/context-text.js")).contextText(data, paint),
      ),
    );
