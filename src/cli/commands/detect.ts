import { Command } from "commander";
import { detectedText } from "../../detect/detect-text.js";
import type { Run } from "../command-context.js";

export const detectCommand = (run: Run): Command =>
  new Command("detect").argument("<text...>", "what somebody said; - for stdin").action((words: string[]) =>
    run(async (door) => {
      const text = words.length === 1 && words[0] === "-" ? await door.readInput("an argument") : words.join(" ");
      const { detectLearning } = await import("../../detect/detect-operation.js");
      return detectLearning({ text });
    }, detectedText),
  );
