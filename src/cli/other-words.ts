/** Words that people bring along from other programs, as the declarations have them. */
import { COMMANDS } from "../commands.js";

interface OtherWord {
  /** The command that comes nearest. */
  command: string;
  /** What to do instead, in a sentence. */
  instead: string;
}

/** What somebody probably means by a command that is not there. Loads every declaration. */
export async function elsewhere(typed: string): Promise<OtherWord | undefined> {
  const word = typed.toLowerCase();
  const declared = await Promise.all(COMMANDS.map(({ load }) => load()));
  const found = declared.find((one) => Object.hasOwn(one.elsewhere ?? {}, word));
  const instead = found?.elsewhere?.[word];
  return found === undefined || instead === undefined ? undefined : { command: found.name, instead };
}
