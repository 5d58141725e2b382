/** What commands have in common that may run a program the profile names. */
import type { ProgramName } from "../store/people/named-program.js";
import type { Call } from "./call.js";

interface OfferedProgram {
  /** What it does, behind "a program that". */
  does: string;
  /** What to do without it. */
  instead: string;
}

/** At a terminal a person lets the program run in this clone, or goes on without it. Asked once for each content. */
export async function offerProgram(call: Call, name: ProgramName, { does, instead }: OfferedProgram): Promise<void> {
  if (call.asker === undefined) return;
  const { confirmProgram, unconfirmed, wordOf } = await import("../store/people/named-program.js");
  const ctx = await call.context();
  const unknown = unconfirmed(ctx, ctx.profile.commands[name]);
  if (unknown === undefined) return;
  const word = wordOf(unknown);
  const question = `tenet.yaml names a program that ${does}, and it would run with your rights:\n  ${unknown}\nType ${word} to let it run in this clone, Enter to go on without it:`;
  if (await call.asker.typed(question, word))
    await confirmProgram(ctx, { setting: `commands.${name}`, command: unknown, instead }, true);
}
