/** An entry that nobody named, or not clearly: at a terminal it is picked from a list, elsewhere it is wrong usage. */
import type { Status } from "../entry/entry.js";
import { type TenetError, wrongUsage } from "../errors.js";
import type { EntryName } from "../recall/entry-names.js";
import type { Call, Offered } from "./call.js";

interface Missing {
  /** The command, and the argument that names the entry. */
  path: string;
  argument: string;
  summary: string;
  /** Only such entries are offered; live ones unless stated. */
  status?: Status;
}

/** An argument that is missing where nobody can be asked for it. */
function missingArgument({ path, argument, summary }: Missing): TenetError {
  const hint = summary === "" ? "" : `<${argument}> is ${summary}. `;
  return wrongUsage(`${path} needs <${argument}>`, `${hint}See tenet ${path} --help.`);
}

/** Entries whose name begins so, or that say all of the words. */
export function offeredFor(entries: readonly EntryName[], typed: string): Offered[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return entries
    .filter(({ name, text }) => {
      const lowerText = text.toLowerCase();
      return words.every((word) => name.startsWith(word) || lowerText.includes(word));
    })
    .map(({ name, id, text }) => ({ line: `${name}  ${text}`, value: id }));
}

/**
 * The entries that are meant: as stated; at a terminal one is picked where none was, and where a name could be that of
 * several.
 */
export async function entriesMeant(
  call: Call,
  statedRefs: readonly (string | undefined)[],
  missing: Missing,
): Promise<string[]> {
  const refs = statedRefs.filter((ref) => ref !== undefined);
  if (call.asker === undefined && refs.length > 0) return refs;
  if (call.asker === undefined) throw missingArgument(missing);
  const { candidatesFor, entriesToPick } = await import("../recall/entry-names.js");
  const ctx = await call.context();
  if (refs.length === 0) {
    const entries = await entriesToPick(ctx, missing.status);
    if (entries.length === 0) throw missingArgument(missing);
    return [await call.asker.find("Which entry? Type to find it:", (typed) => offeredFor(entries, typed))];
  }
  const meant: string[] = [];
  for (const ref of refs) {
    const entries = await candidatesFor(ctx, ref);
    const several = entries.length > 1;
    meant.push(
      several ? await call.asker.find(`${ref} could be several. Which?`, (typed) => offeredFor(entries, typed)) : ref,
    );
  }
  return meant;
}

/** The same for a command that takes one. */
export async function entryMeant(call: Call, statedRef: string | undefined, missing: Missing): Promise<string> {
  const [ref = ""] = await entriesMeant(call, [statedRef], missing);
  return ref;
}
