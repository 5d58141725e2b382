import { Command } from "commander";
import { digestText } from "../output/digest-text.js";
import type { Run } from "./door.js";

export const digestCommand = (run: Run): Command =>
  new Command("digest").option("--dry-run", "say what it would do, write nothing").action((flags: { dryRun?: true }) =>
    run(async (door) => {
      const { digest } = await import("../operations/digest.js");
      return digest(await door.context(), { dryRun: flags.dryRun === true });
    }, digestText),
  );
