/** What a patch in the form of Codex (`*** Begin Patch`) does to each file it names. Pure. */
/** Some text that stood in a file, and what stands in its place. */
export interface Replacement {
  old: string;
  new: string;
  /** Everywhere, not only where it stands first. */
  all?: true;
}

/** What became of a file: all of it is new, parts are, it is no longer there under this name, or nobody can tell. */
export type WrittenChange =
  | { text: string }
  | { parts: readonly Replacement[] }
  | { gone: true }
  | { unreadable: true };

const FILE = /^\*\*\* (Add|Update|Delete) File: (.+)$/;
const MOVE = /^\*\*\* Move to: /;

/** The files of the first patch in a text; a file that is moved or deleted is gone under its name. */
export function patchChanges(text: string): { path: string; change: WrittenChange }[] {
  const [, body = ""] = /\*\*\* Begin Patch\r?\n([\s\S]*?)(?:\*\*\* End Patch|$)/.exec(text) ?? [];
  const files: { path: string; kind: string; lines: string[] }[] = [];
  for (const line of body.replaceAll("\r\n", "\n").split("\n")) {
    const [, kind = "", path = ""] = FILE.exec(line) ?? [];
    if (kind !== "") files.push({ path: path.trim(), kind, lines: [] });
    else files.at(-1)?.lines.push(line);
  }
  return files.map(({ path, kind, lines }) => ({ path, change: changeOf(kind, lines) }));
}

function changeOf(kind: string, lines: readonly string[]): WrittenChange {
  if (kind === "Delete" || lines.some((line) => MOVE.test(line))) return { gone: true };
  if (kind === "Add") {
    return {
      text: lines
        .filter((line) => line.startsWith("+"))
        .map((line) => `${line.slice(1)}\n`)
        .join(""),
    };
  }
  return { parts: partsOf(lines) };
}

/** One part between two marks of place: what stood there, context included, and what stands there now. */
function partsOf(lines: readonly string[]): Replacement[] {
  const hunks: string[][] = [[]];
  for (const line of lines) {
    if (line.startsWith("@@")) hunks.push([]);
    else if (/^[ +-]/.test(line)) hunks.at(-1)?.push(line);
    // An empty line of context, of which an editor cut the blank.
    else if (line === "") hunks.at(-1)?.push(" ");
  }
  return hunks.flatMap((hunk) => {
    while (hunk.at(-1)?.trim() === "") hunk.pop();
    const side = (mark: string) =>
      hunk.filter((line) => line.startsWith(" ") || line.startsWith(mark)).map((line) => line.slice(1));
    const [old, made] = [side("-").join("\n"), side("+").join("\n")];
    return old === made ? [] : [{ old, new: made }];
  });
}
