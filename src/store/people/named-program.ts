/**
 * Programs that the profile names (`commands.digest`, `commands.eval`, `commands.wiki`): each runs only after a person let
 * exactly it run in this clone, and never at a heartbeat. Called by the operations that have one.
 */

import type { Context } from "../../context.js";
import { TenetError } from "../../errors.js";
import type { Profile } from "../../settings.js";
import { stamp } from "../../text/durations.js";
import { isConfirmed, ProgramFailed, rememberConfirmed, runProgram } from "../files/programs.js";
import { requireTyped } from "./people-only.js";

export type ProgramName = keyof Profile["commands"];

/** The word that a person types to let a command run: the program's own name, as it is shown. */
export function wordOf(command: string): string {
  const program = command.trim().split(/\s+/)[0] ?? "";
  return program.replace(/["']/g, "").split(/[/\\]/).at(-1) || "run";
}

/** A command that the profile names and nobody has let run in this clone yet; undefined where there is none. */
export function unconfirmed({ workspace }: Pick<Context, "workspace">, command: string | null): string | undefined {
  return command === null || isConfirmed(workspace, command) ? undefined : command;
}

/**
 * The program that runs here; undefined where none is named, or nobody has let it run: then that is said. `asks`: the
 * command at which a person may let it, `instead`: what was done without it, as a sentence.
 */
export function programHere(
  ctx: Context,
  name: ProgramName,
  { asks, instead }: { asks: string; instead: string },
): string | undefined {
  const command = ctx.profile.commands[name];
  if (unconfirmed(ctx, command) === undefined) return command ?? undefined;
  ctx.warn(
    `commands.${name} was not run: nobody has let it run in this clone; to let it: ${ctx.steps.terminal(`${asks}, at a terminal`)}. ${instead}`,
  );
  return undefined;
}

/** A language model may take its time; nobody waits for ever. */
const LIMITS = { time: 300_000, bytes: 1_000_000 };

/** What a program answers to a brief, as JSON on its stdin. Throws `failed`: nothing is written then. */
export async function answerOf(
  ctx: Context,
  name: ProgramName,
  { command, brief, hint }: { command: string; brief: object; hint: string },
): Promise<string> {
  try {
    const options = { cwd: ctx.workspace.root, limits: LIMITS, signal: ctx.signal };
    return await runProgram(command, `${JSON.stringify(brief)}\n`, options);
  } catch (thrown) {
    if (!(thrown instanceof ProgramFailed)) throw thrown;
    const message = `commands.${name} (${wordOf(command)}) ${thrown.message}; nothing was written`;
    throw new TenetError(message, { failure: "failed", code: `${name}-command`, hint });
  }
}

/** Notes that a person let a command run here. Exit 5 when nobody typed the word at a terminal. */
export async function confirmProgram(
  ctx: Context,
  { setting, command, instead }: { setting: string; command: string; instead: string },
  confirmed: boolean,
): Promise<void> {
  const { by } = await requireTyped(ctx, `letting ${setting} run`, confirmed, instead);
  await rememberConfirmed(ctx.workspace, command, stamp(ctx.clock.now()), by);
}
