import { resolve } from "node:path";
import { Command } from "commander";
import { importedText } from "../../import/import-text.js";
import type { Run } from "../command-context.js";

export const importCommand = (run: Run): Command =>
  new Command("import")
    .argument("<path>", "a .learnings folder, one of its files, or a decision log (.jsonl, .csv, .md table)")
    .option("--dry-run", "say what would happen; write nothing")
    .action((path: string, flags: { dryRun?: true }) =>
      run(async (door) => {
        const ctx = await door.context();
        const { cwd } = door.surroundings;
        const { importFrom } = await import("../../import/import.js");
        return importFrom(ctx, { path: resolve(cwd, door.globals.C ?? ".", path), dryRun: flags.dryRun === true });
      }, importedText),
    );
