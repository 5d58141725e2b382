import { Command } from "commander";
import { TenetError } from "../../errors.js";
import { usedText } from "../../loop/used-text.js";
import type { Run } from "../command-context.js";

export const usedCommand = (run: Run): Command =>
  new Command("used")
    .argument("<id>", "the entry that was of use")
    .option("--worked", "acting on it worked")
    .option("--failed", "acting on it did not work")
    .option("--note <text>", "what happened")
    .action((ref: string, flags: { worked?: true; failed?: true; note?: string }) =>
      run(async (door) => {
        if (flags.worked === true && flags.failed === true) {
          throw new TenetError("--worked and --failed exclude each other", { failure: "usage", hint: "State one." });
        }
        const result = flags.worked === true ? "worked" : flags.failed === true ? "failed" : undefined;
        const ctx = await door.context();
        const { markUsed } = await import("../../loop/used.js");
        return markUsed(ctx, {
          ref,
          ...(result === undefined ? {} : { result }),
          ...(flags.note === undefined ? {} : { note: flags.note }),
        });
      }, usedText),
    );
