/** What `tenet doctor` and `tenet verify` found, as text for a person. */
import { countsText, findingsText } from "../text/findings.js";
import type { Paint } from "../text/paint.js";
import type { Examination, Released, VerifyReport } from "./health-schemas.js";

/** What `tenet doctor` found and did, for people. */
export function doctorText(examination: Examination, paint: Paint): string {
  const { findings, fine, did, backup, errors, warnings } = examination;
  const parts: string[] = [];
  if (did !== undefined) {
    const lines = did.map(({ file, says }) => `  ${says}${file === undefined ? "" : `: ${file}`}\n`).join("");
    const kept = backup === undefined ? "" : `Files as they were before: ${backup}\n`;
    parts.push(did.length === 0 ? "Nothing could be mended without a person.\n" : `Mended\n${lines}${kept}`);
  }
  if (findings.length > 0) parts.push(findingsText(findings, paint));
  if (paint.terminal) parts.push(fine.map((says) => `${paint.faint(`ok  ${says}`)}\n`).join(""));
  const tint = errors > 0 ? paint.bad : warnings > 0 ? paint.warn : paint.good;
  const mendable = findings.filter((one) => one.mendable === true).length;
  const hint = mendable > 0 && did === undefined ? `; tenet doctor --fix mends ${mendable} of them` : "";
  parts.push(`${tint(countsText(examination))}${hint}\n`);
  return parts.join(paint.terminal ? "\n" : "");
}

export function releasedText({ held }: Released): string {
  return held === undefined ? "Nobody held the lock.\n" : `Released. It was held by ${held}.\n`;
}

/** What `tenet verify` found, for people. */
export function verifyText(verified: VerifyReport, paint: Paint): string {
  const { entries, files, errors, warnings } = verified;
  const tint = errors > 0 ? paint.bad : warnings > 0 ? paint.warn : paint.good;
  const found = findingsText(verified.findings, paint);
  const size = `${entries} ${entries === 1 ? "entry" : "entries"}, ${files} ${files === 1 ? "file" : "files"}`;
  return `${found}${paint.terminal && found !== "" ? "\n" : ""}${tint(countsText(verified))} in ${size}\n`;
}
