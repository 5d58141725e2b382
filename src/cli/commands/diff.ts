import { Command } from "commander";
import { diffText } from "../../rules/versions/versions-text.js";
import type { Run } from "../command-context.js";

export const diffCommand = (run: Run): Command =>
  new Command("diff").argument("[version]", "its number, id or tail").action((ref: string | undefined) =>
    run(async (door) => {
      const { diffVersion } = await import("../../rules/versions/diff.js");
      return diffVersion(await door.context(), ref);
    }, diffText),
  );
