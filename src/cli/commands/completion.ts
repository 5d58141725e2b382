import { Command } from "commander";
import { TenetError } from "../../errors.js";
import type { Run } from "../command-context.js";

export const completionCommand = (run: Run): Command =>
  new Command("completion").argument("<shell>", "bash, zsh or fish").action((shell: string) =>
    run(
      async () => {
        const [{ completionModel }, { completionScript, SHELLS }] = await Promise.all([
          import("./completion-model.js"),
          import("./completion-scripts.js"),
        ]);
        const known = SHELLS.find((name) => name === shell);
        if (known === undefined) {
          throw new TenetError(`no completion for ${JSON.stringify(shell)}`, {
            failure: "usage",
            hint: `There is one for ${SHELLS.join(", ")}.`,
          });
        }
        return { shell: known, script: completionScript(known, await completionModel()) };
      },
      ({ script }) => script,
      { exact: true },
    ),
  );
