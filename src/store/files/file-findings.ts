/** Findings about files before they are read: links, missing permissions. */
import type { Finding } from "../../entry/findings.js";
import { codeOf } from "./file-failure.js";

type Severity = Finding["severity"];

const finding = (severity: Severity, code: string, file: string, says: string, next: string): Finding => ({
  ...{ code, severity, file, next },
  message: `${file} ${says}`,
});

export const linkFinding = (file: string): Finding =>
  finding("warning", "symlink", file, "is a symbolic link; tenet follows none", "Put the file itself there.");

export const notAFolder = (file: string): Finding =>
  finding("error", "not-a-folder", file, "is a file where tenet keeps a folder", "Move that file away.");

export function unreadableFinding(file: string, error: unknown): Finding {
  const says = `cannot be read (${codeOf(error) ?? "unknown"}); what was known of it is kept`;
  return finding("error", "unreadable", file, says, "Give yourself the right to read it.");
}

/** Data among the records that is no Markdown. */
export function unreadFinding(file: string): Finding {
  const next = "Hand what it holds to `tenet add`, and move the file out of the folder of records.";
  return finding("warning", "not-read", file, "is no Markdown file, and records are read from those alone", next);
}
