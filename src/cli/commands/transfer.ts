/** Commands by which entries come in and go out: `import`, `export`. */
import { Command } from "commander";
import type { Context } from "../../context.js";
import { EXIT, TenetError } from "../../errors.js";
import type { Imported } from "../../import/import-schemas.js";
import type { EntryFilter } from "../../recall/filter.js";
import type { CommandContext, Run } from "../command-context.js";
import { type ContactFlag, contextAbout, withContactFlag } from "../contact-flag.js";
import { withFilters } from "../flags.js";

export const importCommand = (run: Run): Command =>
  new Command()
    .argument("<path...>", "files and folders; . for what is known to be kept in this project")
    .option("--dry-run", "list every entry with what it becomes; write nothing")
    .action((paths: string[], flags: { dryRun?: true }) =>
      run(
        (cli) =>
          importByPerson(
            cli,
            paths.map((path) => cli.path(path)),
            flags.dryRun === true,
          ),
        async (data, paint) => (await import("../../import/import-text.js")).importedText(data, paint),
        { exit: ({ unplaced }) => (unplaced.length > 0 ? EXIT.findings : EXIT.done) },
      ),
    );

const RESTORE = "restore";

/** At a terminal a person sees what would come in and is asked first; elsewhere it is done as it was said. */
async function importByPerson(cli: CommandContext, paths: readonly string[], dryRun: boolean): Promise<Imported> {
  const { importFrom } = await import("../../import/import.js");
  const ctx = await cli.context();
  const { asker } = cli;
  const take = async () => {
    const { lookAtImported } = await import("../../import/look-at-imported.js");
    return await lookAtImported(ctx, await importFrom(ctx, { paths }));
  };
  if (dryRun) return await importFrom(ctx, { paths, dryRun });
  if (asker === undefined) return await take();
  const plan = await importFrom(ctx, { paths, dryRun: true });
  const { imported, logged, folded } = plan.totals;
  if (imported + logged + folded === 0) return await take();
  await cli.show(plan, (await import("../../import/import-text.js")).importPlanText);
  if (plan.restored !== undefined) {
    const confirmed = await asker.typed(`Type ${RESTORE} to put them back as they were:`, RESTORE);
    if (!confirmed) throw declined();
    return await importFrom(ctx, { paths, confirmed });
  }
  if ((await asker.choose("Take them over?", ["yes", "no"], "yes")) === "no") throw declined();
  return await take();
}

function declined(): TenetError {
  return new TenetError("not confirmed: nothing was imported", {
    failure: "refused",
    code: "needs-person",
    hint: "Import some of it by naming files, or look at all of it with --dry-run.",
  });
}

export const exportCommand = (run: Run): Command =>
  withContactFlag(withFilters(new Command())).action(({ contact, ...flags }: EntryFilter & ContactFlag) => {
    let ctx: Context;
    return run(
      async (cli) => {
        ctx = await contextAbout(cli, { contact });
        return (await import("../../import/export.js")).exportEntries(ctx, flags);
      },
      async (exported) => (await import("../../import/export.js")).exportText(ctx, exported, flags),
      { exact: true },
    );
  });
