/** Findings of `tenet verify` in any text of the workspace: conflict markers, secrets, hidden characters. */
import type { Person } from "../config.js";
import { stripHidden } from "../screening/hidden-characters.js";
import { findSecrets } from "../screening/secrets.js";
import { conflictLine } from "../store/files/conflict-markers.js";
import type { FindingDraft } from "../text/findings.js";

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return line;
}

/** Conflict markers, secrets and hidden characters in a text: kind and place only, never the value. */
export async function textFindings(file: string, text: string, people: readonly Person[]): Promise<FindingDraft[]> {
  const found: FindingDraft[] = [];
  const conflict = conflictLine(text);
  if (conflict !== undefined) {
    const message = "unresolved conflict markers";
    const next = "Decide in git which version holds.";
    found.push({ severity: "error", code: "conflict-markers", file, line: conflict, message, next });
  }
  // Addresses that the profile names itself are no leak.
  const own = new Set(people.flatMap(({ emails }) => emails ?? []));
  for (const { kind, start, end } of await findSecrets(text)) {
    if (kind === "email" && own.has(text.slice(start, end))) continue;
    const personal = kind === "email";
    found.push({
      severity: personal ? "warning" : "error",
      code: "secret",
      file,
      line: lineAt(text, start),
      message: personal ? "a mail address stands here" : `a secret stands here (${kind})`,
      next: personal
        ? "Write a name instead, if it has to stay private."
        : "Replace it at its source, then write where it is kept instead of the value. Earlier commits may hold it, too.",
    });
  }
  for (const { kind, count } of stripHidden(text.replace(/^\ufeff/, "")).found) {
    const message = `${count} ${kind.replaceAll("-", " ")} that nobody sees on a screen`;
    found.push({
      severity: "warning",
      code: "hidden-characters",
      file,
      message,
      next: "Take them out with an editor that shows them.",
    });
  }
  return found;
}
