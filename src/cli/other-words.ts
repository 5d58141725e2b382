/** Words that are no commands, as the declarations have them: of the version before (`formerly`), of other programs (`elsewhere`). */
import { COMMANDS, FORMERLY } from "../commands.js";
import { commandAt } from "./globals.js";

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

/** Arguments with the words of the version before as those that say it now, and a note where there were any. */
export function inTodaysWords(argv: readonly string[]): { argv: readonly string[]; note?: string } {
  const at = commandAt(argv);
  if (at === undefined) return { argv };
  const words = [2, 1].map((count) => argv.slice(at, at + count).join(" "));
  const former = words.find((word) => Object.hasOwn(FORMERLY, word));
  const now = former === undefined ? undefined : FORMERLY[former];
  if (former === undefined || now === undefined) return { argv };
  const rest = argv.slice(at + former.split(" ").length);
  return {
    argv: [...argv.slice(0, at), ...now.split(" "), ...rest],
    note: `\`tenet ${former}\` is \`tenet ${now}\` now.`,
  };
}
