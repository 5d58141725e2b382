/** The command for examples: what an agent wrote, and what was sent. */
import { Command } from "commander";
import type { CommandContext, Run } from "../command-context.js";
import { withContactFlag } from "../contact-flag.js";
import { fieldsOf, withFields } from "../flags.js";

/** A file or stdin where one is named; else the flags, and at a terminal what they leave open is asked for. */
async function draftFields(cli: CommandContext, input: string | undefined, fields: Record<string, unknown>) {
  if (input !== undefined) return { text: await cli.readFile(input, "a file as the argument"), stated: fields };
  if (cli.asker === undefined) return { stated: fields };
  const { askMissing } = await import("../ask.js");
  return { stated: await askMissing(cli.asker, "edit", fields) };
}

export const draftCommand = (run: Run): Command => {
  const command = new Command().argument("[input]", "- for stdin, or a file: one edit or a list, YAML or JSON");
  withContactFlag(withFields(command, "edit"), "whom it is about: shown only where they are named");
  return command.action((input: string | undefined, { contact }: { contact?: string }) =>
    run(
      async (cli) => {
        const fields = fieldsOf(command, "edit");
        const { contextKnowing, offerToOwner } = await import("./capture.js");
        const ctx = await contextKnowing(cli, fields["source"]);
        const draftInput = await draftFields(cli, input, { ...fields, ...(contact === undefined ? {} : { contact }) });
        const { draft } = await import("../../examples/draft.js");
        const answer = await draft(ctx, draftInput);
        await offerToOwner(cli);
        return answer;
      },
      async (data, paint) => (await import("../../capture/capture-text.js")).addedText(data, paint),
    ),
  );
};
