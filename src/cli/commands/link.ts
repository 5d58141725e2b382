import { Command } from "commander";
import { linkedText } from "../../review/pair-text.js";
import type { Run } from "../command-context.js";

export const linkCommand = (run: Run): Command =>
  new Command("link")
    .argument("<a>", "an entry")
    .argument("<b>", "another one")
    .option("--remove", "take the link away")
    .action((a: string, b: string, flags: { remove?: boolean }) =>
      run(async (door) => {
        const { link } = await import("../../review/link.js");
        return link(await door.context(), { a, b, remove: flags.remove === true });
      }, linkedText),
    );
