import { Command } from "commander";
import { exportText } from "../../import/export-text.js";
import type { ListFilter } from "../../recall/list.js";
import type { Run } from "../command-context.js";
import { filterOf, withFilters } from "../filters.js";

export const exportCommand = (run: Run): Command =>
  withFilters(new Command("export")).action((flags: ListFilter) =>
    run(
      async (door) => {
        const { exportEntries } = await import("../../import/export.js");
        return exportEntries(await door.context(), filterOf(flags));
      },
      exportText,
      { exact: true },
    ),
  );
