import { Command } from "commander";
import type { ListFilter } from "../operations/list.js";
import { exportText } from "../output/export.js";
import type { Run } from "./door.js";
import { filterOf, withFilters } from "./filters.js";

export const exportCommand = (run: Run): Command =>
  withFilters(new Command("export")).action((flags: ListFilter) =>
    run(
      async (door) => {
        const { exportEntries } = await import("../operations/export.js");
        return exportEntries(await door.context(), filterOf(flags));
      },
      exportText,
      { exact: true },
    ),
  );
