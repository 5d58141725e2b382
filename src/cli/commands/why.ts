import { resolve } from "node:path";
import { Command } from "commander";
import { whyText } from "../../rules/text/why-text.js";
import type { Run } from "../command-context.js";

export const whyCommand = (run: Run): Command =>
  new Command("why")
    .argument("<what>", "an id, a line of a file (SOUL.md:12), or a file that holds rules")
    .action((what: string) =>
      run(async (door) => {
        const { why } = await import("../../rules/why.js");
        const from = resolve(door.surroundings.cwd, door.globals.C ?? ".");
        return why(await door.context(), what, from);
      }, whyText),
    );
