import { Command, Option } from "commander";
import { contextText } from "../../context/context-text.js";
import { HOSTS, type Host } from "../../hosts/host.js";
import type { Run } from "../command-context.js";

interface ContextFlags {
  query?: string;
  host?: Host;
  replay?: string;
}

export const contextCommand = (run: Run): Command =>
  new Command("context")
    .option("--query <text>", "what the session is about: learnings that fit are printed")
    .addOption(new Option("--host <name>", "leave out what this host loads itself").choices(HOSTS))
    .option("--replay <receipt>", "print an earlier context again, or say what has changed since")
    .action((flags: ContextFlags) =>
      run(async (door) => {
        const { context } = await import("../../context/context.js");
        return context(await door.context(), flags);
      }, contextText),
    );
