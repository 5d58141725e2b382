/** `digest.command`: a program that words a digest, once a person let it run in this clone. Never at a heartbeat. */
import { stamp } from "../clock.js";
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { requireTyped } from "../review/people-only.js";
import { isConfirmed, ProgramFailed, rememberConfirmed, runProgram } from "../store/files/run-program.js";
import { briefDigest, type Digested, digest } from "./digest.js";

/** A language model may take its time; nobody waits for ever. */
const LIMITS = { time: 300_000, bytes: 1_000_000 };

/** The word that a person types to let a command run: the program's own name, as it is shown. */
export function wordOf(command: string): string {
  const program = command.trim().split(/\s+/)[0] ?? "";
  return program.replace(/["']/g, "").split(/[/\\]/).at(-1) || "run";
}

/** The command that the profile names and nobody has let run in this clone yet. */
export function unconfirmedCommand({ profile, workspace }: Pick<Context, "profile" | "workspace">): string | undefined {
  const { command } = profile.digest;
  return command === null || isConfirmed(workspace, command) ? undefined : command;
}

/** Notes that a person let the command run here. Exit 5 when nobody typed the word at a terminal. */
export async function confirmCommand(ctx: Context, command: string, confirmed: boolean): Promise<void> {
  const { by } = await requireTyped(ctx, "letting digest.command run", confirmed, "Digest without it: tenet digest");
  await rememberConfirmed(ctx.workspace, command, stamp(ctx.clock.now()), by);
}

/**
 * A digest worded by the profile's program, where there is one, somebody let it run here, and anything is to be worded.
 * When it fails, or answers what is refused, nothing is written.
 */
export async function digestWithProgram(ctx: Context): Promise<Digested> {
  const { command } = ctx.profile.digest;
  if (command === null) return digest(ctx);
  if (!isConfirmed(ctx.workspace, command)) {
    ctx.warn(
      "digest.command was not run: nobody has let it run in this clone. A person does, with `tenet digest` at a terminal. The rules are in the entries' own words.",
    );
    return digest(ctx);
  }
  const brief = await briefDigest(ctx);
  if (!brief.operations.some(({ op }) => op === "add" || op === "update")) return digest(ctx);
  return digest(ctx, { list: await answerOf(ctx, command, `${JSON.stringify(brief)}\n`) });
}

async function answerOf(ctx: Context, command: string, input: string): Promise<string> {
  try {
    return await runProgram(command, input, { cwd: ctx.workspace.root, limits: LIMITS, signal: ctx.signal });
  } catch (thrown) {
    if (!(thrown instanceof ProgramFailed)) throw thrown;
    throw new TenetError(`digest.command (${wordOf(command)}) ${thrown.message}; nothing was written`, {
      failure: "failed",
      code: "digest-command",
      hint: "Digest in the entries' own words: tenet promote. Or take digest.command out of tenet.yaml.",
    });
  }
}
