/** Findings about files before they are read: names that do not travel between systems, links, missing permissions. */

import type { Finding } from "../../entry/findings.js";
import { ANY_ID_FORM } from "../../text/id-shape.js";
import { codeOf } from "./file-failure.js";

const ORDINARY = new RegExp(String.raw`^(?:\d{4}-\d{2}(?:-\d{2}\.md)?|${ANY_ID_FORM}\.md)$`);
const RESERVED = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;

/**
 * The finding on a name that does not travel between systems: reserved on Windows, or a twin in case or Unicode form.
 * `seen` collects the names of one folder.
 */
export function nameFinding(name: string, file: string, namesSeen: Map<string, string>): Finding | undefined {
  if (ORDINARY.test(name)) return undefined;
  const twin = namesSeen.get(name.normalize("NFC").toLowerCase());
  namesSeen.set(name.normalize("NFC").toLowerCase(), name);
  const why = RESERVED.test(name)
    ? "is a reserved name on Windows"
    : /[. ]$/.test(name)
      ? "ends with a dot or a space, which Windows drops"
      : // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that do not travel
        /[<>:"|?*\\\u0000-\u001f]/.test(name)
        ? "holds a character that Windows refuses"
        : twin !== undefined
          ? `differs from ${twin} only in case or Unicode form`
          : undefined;
  if (why === undefined) return undefined;
  const message = `the name ${JSON.stringify(name)} ${why}`;
  return { code: "unportable-name", severity: "warning", file, message, next: "Give it a plain name." };
}

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
