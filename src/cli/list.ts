import { Command } from "commander";
import type { ListFilter } from "../operations/list.js";
import { listText } from "../output/list.js";
import type { Run } from "./door.js";
import { filterOf, whole, withFilters } from "./filters.js";

const DEFAULT_LIMIT = 50;

export const listCommand = (run: Run): Command =>
  withFilters(new Command("list"))
    .option("--limit <n>", "at most so many; there is no upper bound", whole(0), DEFAULT_LIMIT)
    .action((flags: ListFilter & { limit: number }) =>
      run(async (door) => {
        const { list } = await import("../operations/list.js");
        return list(await door.context(), { limit: flags.limit, ...filterOf(flags) });
      }, listText),
    );
