/** Commands by which entries come in and go out: `import`, `export`. */
import { Command } from "commander";
import type { Context } from "../../context.js";
import type { EntryType } from "../../entry/entry.js";
import { EXIT, TenetError, wrongUsage } from "../../errors.js";
import type { importFrom } from "../../import/import.js";
import type { ImportBrief, Imported } from "../../import/import-schemas.js";
import type { EntryFilter } from "../../recall/filter.js";
import { defined } from "../../text/defined.js";
import type { CommandContext, Run } from "../command-context.js";
import { type ContactFlag, contextAbout, withContactFlag } from "../contact-flag.js";
import { withFilters } from "../flags.js";

export const importCommand = (run: Run): Command =>
  new Command()
    .argument("<path...>", "files and folders; . for what is known to be kept in this project")
    .option("--dry-run", "list every entry with what it becomes; write nothing")
    .option("--only <types>", "only these, such as corrections,memories")
    .option("--brief", "print a file's passages and how to word entries out of them; writes nothing")
    .option("--from <line>", "with --brief: begin at this line")
    .option("--apply <file>", "take the worded entries of a file; - for stdin")
    .action((paths: string[], flags: ImportFlags) =>
      run(
        async (cli): Promise<Imported | ImportBrief> => {
          if (flags.brief === true) return await briefOf(cli, paths, flags);
          if (flags.from !== undefined) throw wrongUsage("--from goes with --brief");
          const apply = flags.apply === undefined ? undefined : await cli.readFile(flags.apply, "--apply FILE");
          const only = flags.only?.split(",").map((word) => word.trim());
          const types = only === undefined ? undefined : await typesNamed(only);
          const selection = { paths: paths.map((path) => cli.path(path)), ...defined({ only: types, apply }) };
          return await importByPerson(cli, selection, flags.dryRun === true);
        },
        async (data, paint) =>
          "instructions" in data
            ? (await import("../../import/import-brief.js")).importBriefText(data)
            : (await import("../../import/import-text.js")).importedText(data, paint),
        { exit: (data) => ("unplaced" in data && data.unplaced.length > 0 ? EXIT.findings : EXIT.done) },
      ),
    );

interface ImportFlags {
  dryRun?: true;
  only?: string;
  brief?: true;
  from?: string;
  apply?: string;
}

async function briefOf(
  cli: CommandContext,
  paths: readonly string[],
  { apply, only, dryRun, from = "1" }: ImportFlags,
) {
  if (apply !== undefined || only !== undefined || dryRun === true) {
    throw wrongUsage("--brief goes with --from alone", "tenet import FILE --brief");
  }
  if (!/^[1-9]\d{0,8}$/.test(from)) throw wrongUsage(`--from ${JSON.stringify(from)} is no line`, "--from 400");
  const { importBrief } = await import("../../import/import-brief.js");
  const [path = ""] = paths;
  const files = paths.map((one) => cli.path(one));
  return await importBrief(await cli.context(), files, { path, from: Number(from) });
}

async function typesNamed(words: readonly string[]): Promise<EntryType[]> {
  const { typeOf } = await import("../../recall/filter.js");
  return words.flatMap((word) => typeOf(word, "--only") ?? []);
}

type Chosen = Pick<Parameters<typeof importFrom>[1], "paths" | "only" | "picked" | "apply">;

const RESTORE = "restore";

/** At a terminal a person sees what would come in and is asked first; elsewhere it is done as it was said. */
async function importByPerson(cli: CommandContext, selection: Chosen, dryRun: boolean): Promise<Imported> {
  const { importFrom } = await import("../../import/import.js");
  const ctx = await cli.context();
  const { asker } = cli;
  const take = async (picked?: ReadonlySet<string>) => {
    const { lookAtImported } = await import("../../import/look-at-imported.js");
    return await lookAtImported(ctx, await importFrom(ctx, { ...selection, ...defined({ picked }) }));
  };
  if (dryRun) return await importFrom(ctx, { ...selection, dryRun });
  if (asker === undefined) return await take();
  const plan = await importFrom(ctx, { ...selection, dryRun: true });
  const { imported, logged, folded, offered } = plan.totals;
  if (imported + logged + folded + offered === 0) return await take();
  const { importPlanText, linesToPick } = await import("../../import/import-text.js");
  await cli.show(plan, importPlanText);
  if (plan.restored !== undefined) {
    const confirmed = await asker.typed(`Type ${RESTORE} to put them back as they were:`, RESTORE);
    if (!confirmed) throw declined();
    return await importFrom(ctx, { ...selection, confirmed });
  }
  const lines = linesToPick(plan);
  const words = lines.length === 0 ? (["yes", "no"] as const) : (["yes", "pick", "no"] as const);
  const first = imported + logged + folded === 0 && lines.length > 0 ? "pick" : "yes";
  const answer = await asker.choose<"yes" | "pick" | "no">("Take them over?", words, first);
  if (answer === "no") throw declined();
  if (answer === "yes") return await take();
  const picked = await asker.pick(
    "Which of these? (space picks, enter goes on)",
    lines.map(({ line }) => line),
  );
  return await take(new Set(picked.flatMap((at) => lines[at]?.from ?? [])));
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
