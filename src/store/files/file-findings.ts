/** Findings about files before they are read: links, missing permissions. */

import type { Finding } from "../../entry/findings.js";
import { codeOf } from "./file-failure.js";

/** A link where a file of ours should be: neither read nor written. */
export function linkFinding(file: string): Finding {
  return {
    code: "symlink",
    severity: "warning",
    file,
    message: `${file} is a symbolic link; tenet follows none`,
    next: "Put the file itself there.",
  };
}

/** A file in the place of a folder of tenet's: nothing can be read or kept there. */
export function notAFolderFinding(file: string): Finding {
  return {
    code: "not-a-folder",
    severity: "error",
    file,
    message: `${file} is a file where tenet keeps a folder`,
    next: "Move that file away.",
  };
}

/** A file or folder without read permission. Its earlier state stays stored. */
export function unreadableFinding(file: string, error: unknown): Finding {
  return {
    code: "unreadable",
    severity: "error",
    file,
    message: `${file} cannot be read (${codeOf(error) ?? "unknown"}); what was known of it is kept`,
    next: "Give yourself the right to read it.",
  };
}

/** Data among the records that is no Markdown: nothing reads it there. */
export function unreadFinding(file: string): Finding {
  return {
    code: "not-read",
    severity: "warning",
    file,
    message: `${file} is no Markdown file, and records are read from those alone`,
    next: "Hand what it holds to `tenet add`, and move the file out of the folder of records.",
  };
}
