/** Commands that take foreign notes in and let entries out. */
import { Command } from "commander";
import type { ListFilter } from "../../recall/list.js";
import type { Run } from "../command-context.js";
import { filterOf, withFilters } from "../filters.js";

export const importCommand = (run: Run): Command =>
  new Command("import")
    .argument("<path>", "a .learnings folder, one of its files, or a decision log (.jsonl, .csv, .md table)")
    .option("--dry-run", "say what would happen; write nothing")
    .action((path: string, flags: { dryRun?: true }) =>
      run(
        async (cli) => {
          const ctx = await cli.context();
          const { importFrom } = await import("../../import/import.js");
          return importFrom(ctx, { path: cli.path(path), dryRun: flags.dryRun === true });
        },
        async (data, paint) => (await import("../../import/import-text.js")).importedText(data, paint),
      ),
    );

export const exportCommand = (run: Run): Command =>
  withFilters(new Command("export")).action((flags: ListFilter) =>
    run(
      async (cli) => {
        const { exportEntries } = await import("../../import/export.js");
        return exportEntries(await cli.context(), filterOf(flags));
      },
      // JSON Lines: one record a line.
      ({ entries }) => entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""),
      { exact: true },
    ),
  );
