import { Command } from "commander";
import { approvedText } from "../../rules/text/deciding-text.js";
import type { Run } from "../command-context.js";
import { approveByPerson } from "./deciding.js";

export const approveCommand = (run: Run): Command =>
  new Command("approve")
    .argument("[version]", "its number, id or tail; the version that waits unless named")
    .option("--edit", "word the proposed lines in your editor first")
    .option("--reason <text>", "why, for whoever reads the version later")
    .action((ref: string | undefined, flags: { edit?: true; reason?: string }) =>
      run((door) => approveByPerson(door, { ref, edit: flags.edit === true, reason: flags.reason }), approvedText),
    );
