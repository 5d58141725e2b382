import { Command } from "commander";
import { indexText } from "../../health/reindex-text.js";
import type { Run } from "../command-context.js";

export const indexCommand = (run: Run): Command =>
  new Command("index")
    .option("--calibrate", "propose bands for the model from labelled pairs and this tree; prints, never writes")
    .option("--fetch-model", "download the model's files first: the only use of the network")
    .action((flags: { calibrate?: true; fetchModel?: true }) =>
      run(async (door) => {
        const { index } = await import("../../health/reindex.js");
        return index(await door.context(), {
          calibrate: flags.calibrate === true,
          fetchModel: flags.fetchModel === true,
        });
      }, indexText),
    );
