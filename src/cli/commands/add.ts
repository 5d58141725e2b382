import { resolve } from "node:path";
import { Command } from "commander";
import { addedText } from "../../capture/capture-text.js";
import { EXIT, TenetError } from "../../errors.js";
import type { CommandContext, Run } from "../command-context.js";

async function textFrom(door: CommandContext, input: string | undefined): Promise<string> {
  if (input === undefined) {
    throw new TenetError("nothing to add was named", {
      failure: "usage",
      hint: "`tenet add -` reads stdin, `--input FILE` a file: one entry or a list, YAML or JSON.",
    });
  }
  if (input === "-") return door.readInput("--input FILE");
  const { readInputFile } = await import("../../store/files/input-file.js");
  return readInputFile(resolve(door.surroundings.cwd, door.globals.C ?? ".", input));
}

export const addCommand = (run: Run): Command =>
  new Command("add")
    .argument("[input]", "- for stdin, or a file")
    .option("--input <file>", "the same as the argument: a file, or - for stdin")
    .option("--keep-going", "store what can be stored, instead of all or nothing")
    .action((argument: string | undefined, flags: { input?: string; keepGoing?: boolean }) =>
      run(
        async (door) => {
          const text = await textFrom(door, flags.input ?? argument);
          const { add } = await import("../../capture/add.js");
          return add(await door.context(), { text, keepGoing: flags.keepGoing === true });
        },
        addedText,
        { exit: ({ results }) => (results.every(({ ok }) => ok) ? EXIT.done : EXIT.failed) },
      ),
    );
