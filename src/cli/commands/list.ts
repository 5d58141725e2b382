import { Command } from "commander";
import type { ListFilter } from "../../recall/list.js";
import { listText } from "../../recall/list-text.js";
import type { Run } from "../command-context.js";
import { filterOf, whole, withFilters } from "../filters.js";

const DEFAULT_LIMIT = 50;

export const listCommand = (run: Run): Command =>
  withFilters(new Command("list"))
    .option("--limit <n>", "at most so many; there is no upper bound", whole(0), DEFAULT_LIMIT)
    .action((flags: ListFilter & { limit: number }) =>
      run(async (door) => {
        const { list } = await import("../../recall/list.js");
        return list(await door.context(), { limit: flags.limit, ...filterOf(flags) });
      }, listText),
    );
