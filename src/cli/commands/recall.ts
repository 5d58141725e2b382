import { Command, Option } from "commander";
import type { ListFilter } from "../../recall/list.js";
import { recallText } from "../../recall/recall-text.js";
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
        async (door) => {
          const { recall } = await import("../../recall/recall.js");
          const { mode, limit } = flags;
          return recall(await door.context(), {
            query: query.join(" "),
            ...filterOf(flags),
            ...(mode === undefined ? {} : { mode }),
            ...(limit === undefined ? {} : { limit }),
          });
        },
        (recalled, paint) => recallText(recalled, paint, flags.explain === true),
        { exit: ({ results }) => (flags.failEmpty === true && results.length === 0 ? 1 : 0) },
      ),
    );
