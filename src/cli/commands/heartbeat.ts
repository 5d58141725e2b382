import { Command } from "commander";
import { heartbeatText } from "../../loop/heartbeat-text.js";
import type { Run } from "../command-context.js";

export const heartbeatCommand = (run: Run): Command =>
  new Command("heartbeat")
    .option("--dry-run", "say what it would ask and do; write nothing")
    .action((flags: { dryRun?: true }) =>
      run(async (door) => {
        const { heartbeat } = await import("../../loop/heartbeat.js");
        return heartbeat(await door.context(), { dryRun: flags.dryRun === true });
      }, heartbeatText),
    );
