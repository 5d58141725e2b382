import { Command } from "commander";
import { rollbackText } from "../../rules/text/deciding-text.js";
import type { Run } from "../command-context.js";
import { rollbackByPerson } from "./deciding.js";

export const rollbackCommand = (run: Run): Command =>
  new Command("rollback")
    .argument("[version]", "its number, id or tail; the version in force unless named")
    .option("--reason <text>", "why, for whoever reads the version later")
    .option("--dry-run", "say what it would do, write nothing")
    .action((ref: string | undefined, flags: { reason?: string; dryRun?: true }) =>
      run((door) => rollbackByPerson(door, { ref, reason: flags.reason, dryRun: flags.dryRun === true }), rollbackText),
    );
