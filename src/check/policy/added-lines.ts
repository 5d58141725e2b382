/** The lines that a difference adds, read from what `git diff --unified=0 --no-prefix` prints. */
import type { FileLines } from "./search-lines.js";

/** Files with lines that came in, and files that git calls binary or whose name it does not print as it is. */
export interface AddedLines {
  files: FileLines[];
  unread: { file: string; because: "binary" | "unreadable" }[];
}

export function addedLines(diff: string): AddedLines {
  const added: AddedLines = { files: [], unread: [] };
  let lines: FileLines["lines"] = [];
  // Of the next added line; 0 in the header of a file.
  let at = 0;
  for (const row of diff.split("\n")) {
    if (row.startsWith("diff ")) at = 0;
    else if (row.startsWith("@@ ")) at = Number(/\+(\d+)/.exec(row)?.[1]);
    else if (at > 0 && row.startsWith("+")) lines.push({ line: at++, text: row.slice(1).replace(/\r$/, "") });
    else if (at === 0) {
      // Behind a name with spaces stands a tab; one with quotes or control characters stands in quotes.
      const file = /^\+\+\+ (.+?)\t?$/.exec(row)?.[1];
      const binary = /^Binary files .* and (.+) differ$/.exec(row)?.[1];
      lines = [];
      if (binary !== undefined) added.unread.push({ file: binary, because: "binary" });
      else if (file?.startsWith('"')) added.unread.push({ file, because: "unreadable" });
      else if (file !== undefined) added.files.push({ file, lines });
    }
  }
  return added;
}
