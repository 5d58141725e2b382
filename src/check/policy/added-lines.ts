/** The lines that a difference adds, read from what `git diff --unified=0 --no-prefix` prints. */
import type { FileLines } from "./search-lines.js";

export interface AddedLines {
  files: FileLines[];
  /** Files to be looked at as a whole: git prints no lines of what it, or an attribute, calls binary. */
  whole: string[];
}

/** A name as git prints it: in quotes where it holds quotes or control characters, with a tab behind spaces. */
function nameOf(printed: string): string {
  const quoted = /^"(.*)"$/.exec(printed.replace(/\t$/, ""))?.[1];
  if (quoted === undefined) return printed.replace(/\t$/, "");
  const controls: Readonly<Record<string, string>> = {
    a: "\x07",
    b: "\b",
    t: "\t",
    n: "\n",
    v: "\v",
    f: "\f",
    r: "\r",
  };
  return quoted.replace(/\\(?:([0-7]{3})|(.))/g, (_, octal?: string, char = "") =>
    octal === undefined ? (controls[char] ?? char) : String.fromCharCode(Number.parseInt(octal, 8)),
  );
}

export function addedLines(diff: string): AddedLines {
  const added: AddedLines = { files: [], whole: [] };
  let lines: FileLines["lines"] = [];
  let isHeader = true;
  let next = 0;
  for (const row of diff.split("\n")) {
    if (row.startsWith("diff ")) isHeader = true;
    else if (row.startsWith("@@ ")) {
      isHeader = false;
      next = Number(/\+(\d+)/.exec(row)?.[1]);
    } else if (!isHeader) {
      if (row.startsWith("+")) lines.push({ line: next++, text: row.slice(1).replace(/\r$/, "") });
    } else {
      const file = /^\+\+\+ (.+)$/.exec(row)?.[1];
      const unprinted = /^Binary files .* and (.+) differ$/.exec(row)?.[1];
      if (unprinted !== undefined) added.whole.push(nameOf(unprinted));
      if (file === undefined) continue;
      lines = [];
      added.files.push({ file: nameOf(file), lines });
    }
  }
  return added;
}
