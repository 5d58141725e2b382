import { Command } from "commander";
import { rejectedText } from "../../rules/text/deciding-text.js";
import type { Run } from "../command-context.js";
import { rejectByPerson } from "./deciding.js";

export const rejectCommand = (run: Run): Command =>
  new Command("reject")
    .argument("[version]", "its number, id or tail; the version that waits unless named")
    .option("--reason <text>", "why it is not wanted")
    .action((ref: string | undefined, flags: { reason?: string }) =>
      run((door) => rejectByPerson(door, ref, flags.reason), rejectedText),
    );
