import { resolve } from "node:path";
import { Command } from "commander";
import type { Brief } from "../../rules/brief.js";
import type { Digested } from "../../rules/digest.js";
import { digestText } from "../../rules/text/digest-text.js";
import type { CommandContext, Run } from "../command-context.js";

interface Flags {
  dryRun?: true;
  brief?: true;
  apply?: string;
}

async function listFrom(door: CommandContext, input: string): Promise<string> {
  if (input === "-") return door.readInput("--apply FILE");
  const { readInputFile } = await import("../../store/files/input-file.js");
  return readInputFile(resolve(door.surroundings.cwd, door.globals.C ?? ".", input));
}

/** A person lets the profile's program run in this clone, or leaves it. */
async function offerProgram(door: CommandContext): Promise<void> {
  if (door.asker === undefined) return;
  const { confirmCommand, unconfirmedCommand, wordOf } = await import("../../rules/digest-program.js");
  const ctx = await door.context();
  const command = unconfirmedCommand(ctx);
  if (command === undefined) return;
  const word = wordOf(command);
  const asked = `tenet.yaml names a program that words the rules, and it would run with your rights:\n  ${command}\nType ${word} to let it run in this clone, Enter to go on without it:`;
  if (await door.asker.typed(asked, word)) await confirmCommand(ctx, command, true);
}

async function act(door: CommandContext, { dryRun, brief, apply }: Flags): Promise<Digested | Brief> {
  const ctx = await door.context();
  const { briefDigest, digest } = await import("../../rules/digest.js");
  if (brief === true) return briefDigest(ctx);
  if (apply !== undefined) return digest(ctx, { dryRun: dryRun === true, list: await listFrom(door, apply) });
  if (dryRun === true || ctx.profile.digest.command === null) return digest(ctx, { dryRun: dryRun === true });
  await offerProgram(door);
  return (await import("../../rules/digest-program.js")).digestWithProgram(ctx);
}

export const digestCommand = (run: Run): Command =>
  new Command("digest")
    .option("--dry-run", "say what it would do, write nothing")
    .option("--brief", "print the material and how to word it; writes nothing")
    .option("--apply <file>", "take back the worded list; - for stdin")
    .action((flags: Flags) =>
      run(
        (door) => act(door, flags),
        async (data, paint) =>
          "instructions" in data
            ? (await import("../../rules/text/brief-text.js")).briefText(data)
            : digestText(data, paint),
      ),
    );
