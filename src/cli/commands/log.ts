import { Command } from "commander";
import { loggedText } from "../../loop/used-text.js";
import type { Run } from "../command-context.js";

export const logCommand = (run: Run): Command =>
  new Command("log").argument("<text...>", "what was done; - for stdin").action((words: string[]) =>
    run(async (door) => {
      const text = words.length === 1 && words[0] === "-" ? await door.readInput("an argument") : words.join(" ");
      const { logActivity } = await import("../../capture/log.js");
      return logActivity(await door.context(), { text });
    }, loggedText),
  );
