import { basename, resolve } from "node:path";
import { Command } from "commander";
import { runText } from "../../capture/runs/run-text.js";
import type { CommandContext, Run } from "../command-context.js";

async function finish(door: CommandContext, id: string, from: string | undefined) {
  const { finishRun, memoryWrites } = await import("../../capture/runs/run.js");
  const ctx = await door.context();
  if (from === undefined) return finishRun(ctx, id);
  const { readInputFile } = await import("../../store/files/input-file.js");
  const text =
    from === "-"
      ? await door.readInput("--from FILE")
      : await readInputFile(resolve(door.surroundings.cwd, door.globals.C ?? ".", from));
  return finishRun(ctx, id, memoryWrites(text, from === "-" ? "stdin" : basename(from)));
}

export const runCommand = (run: Run): Command => {
  const command = new Command("run");
  command
    .command("start")
    .description("Open a run: writes with --run ID or TENET_RUN are held back until it finishes.")
    .argument("<id>", "the host's own name for the run")
    .action((id: string) =>
      run(async (door) => {
        const { startRun } = await import("../../capture/runs/run.js");
        return startRun(await door.context(), id);
      }, runText),
    );
  command
    .command("finish")
    .description("Commit what the run wrote, in order, through the gates. Twice is once.")
    .argument("<id>", "the run")
    .option("--from <file>", "also the memory_writes of a result file; - for stdin")
    .action((id: string, flags: { from?: string }) => run((door) => finish(door, id, flags.from), runText));
  command
    .command("fail")
    .description("Drop what the run wrote, with one line for the audit.")
    .argument("<id>", "the run")
    .option("--reason <text>", "why it failed")
    .action((id: string, flags: { reason?: string }) =>
      run(async (door) => {
        const { failRun } = await import("../../capture/runs/run.js");
        return failRun(await door.context(), id, flags.reason);
      }, runText),
    );
  return command;
};
