import { Command } from "commander";
import { EXIT } from "../../errors.js";
import type { Verified } from "../../health/verify.js";
import { verifyText } from "../../health/verify-text.js";
import type { Run } from "../command-context.js";

export const verifyCommand = (run: Run): Command =>
  new Command("verify")
    .option("--base <revision>", "also compare trust with a commit, such as the branch a change goes into")
    .option("--strict", "warnings count as errors for the exit code")
    .action((flags: { base?: string; strict?: true }) =>
      run(
        async (door) => {
          const { verify } = await import("../../health/verify.js");
          return verify(await door.examined(), flags.base === undefined ? {} : { base: flags.base });
        },
        verifyText,
        {
          exit: ({ errors, warnings }: Verified) =>
            errors > 0 || (flags.strict === true && warnings > 0) ? EXIT.findings : EXIT.done,
        },
      ),
    );
