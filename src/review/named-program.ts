/**
 * Programs that the profile names (`commands.digest`, `commands.eval`, `commands.wiki`): each runs only after a person let exactly it run in
 * this clone, and never at a heartbeat. Called by the operations that have one.
 */
import { stamp } from "../clock.js";
import type { Context } from "../context.js";
import { isConfirmed, rememberConfirmed } from "../store/files/programs.js";
import { requireTyped } from "./people-only.js";

/** The word that a person types to let a command run: the program's own name, as it is shown. */
export function wordOf(command: string): string {
  const program = command.trim().split(/\s+/)[0] ?? "";
  return program.replace(/["']/g, "").split(/[/\\]/).at(-1) || "run";
}

/** A command that the profile names and nobody has let run in this clone yet; undefined where there is none. */
export function unconfirmed({ workspace }: Pick<Context, "workspace">, command: string | null): string | undefined {
  return command === null || isConfirmed(workspace, command) ? undefined : command;
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
