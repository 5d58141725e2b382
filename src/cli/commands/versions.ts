import { Command } from "commander";
import { versionsText } from "../../rules/versions/versions-text.js";
import type { Run } from "../command-context.js";

export const versionsCommand = (run: Run): Command =>
  new Command("versions").action(() =>
    run(async (door) => {
      const { listVersions } = await import("../../rules/versions/versions.js");
      return listVersions(await door.context());
    }, versionsText),
  );
