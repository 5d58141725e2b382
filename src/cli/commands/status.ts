import { Command } from "commander";
import { statusText } from "../../health/status-text.js";
import type { Run } from "../command-context.js";

export const statusCommand = (run: Run): Command =>
  new Command("status").action(() =>
    run(async (door) => {
      const { status } = await import("../../health/status.js");
      return status(await door.context());
    }, statusText),
  );
