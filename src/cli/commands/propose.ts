import { Command } from "commander";
import { proposeText } from "../../rules/versions/propose-text.js";
import type { Run } from "../command-context.js";

export const proposeCommand = (run: Run): Command =>
  new Command("propose")
    .argument("[version]", "its number, id or tail; the one that waits unless named")
    .action((ref: string | undefined) =>
      run(async (door) => {
        const { propose } = await import("../../rules/versions/propose.js");
        return propose(await door.context(), ref);
      }, proposeText),
    );
