import { Command, Option } from "commander";
import { TARGETS, type Target } from "../../rules/policy/rule.js";
import { digestText } from "../../rules/text/digest-text.js";
import type { CommandContext, Run } from "../command-context.js";

interface Flags {
  to?: Target;
  rule?: string;
  dryRun?: true;
}

/** A person at a terminal may want a rule for which no reason of the table holds: they say why. */
async function forcedReason(door: CommandContext, because: string): Promise<string | undefined> {
  const reason = await door.asker?.line(`Not by itself: ${because} Why shall it become a rule?`);
  return reason === "" ? undefined : reason;
}

export const promoteCommand = (run: Run): Command =>
  new Command("promote")
    .argument("[id]", "one entry; all that qualify unless named")
    .addOption(new Option("--to <file>", "where its rule shall stand").choices(TARGETS))
    .option("--rule <text>", "its wording: one line")
    .option("--dry-run", "say what it would do, write nothing")
    .action((ref: string | undefined, flags: Flags) =>
      run(async (door) => {
        const { promote } = await import("../../rules/promote.js");
        const ctx = await door.context();
        return promote(ctx, { ref, to: flags.to, rule: flags.rule, dryRun: flags.dryRun === true }, (because) =>
          forcedReason(door, because),
        );
      }, digestText),
    );
