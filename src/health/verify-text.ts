import { countsText, findingsText } from "../text/findings.js";
import type { Paint } from "../text/paint.js";
import type { Verified } from "./verify.js";

/** What `tenet verify` found, for people. */
export function verifyText(verified: Verified, paint: Paint): string {
  const { entries, files, errors, warnings } = verified;
  const tint = errors > 0 ? paint.bad : warnings > 0 ? paint.warn : paint.good;
  const found = findingsText(verified.findings, paint);
  const size = `${entries} ${entries === 1 ? "entry" : "entries"}, ${files} ${files === 1 ? "file" : "files"}`;
  return `${found}${paint.terminal && found !== "" ? "\n" : ""}${tint(countsText(verified))} in ${size}\n`;
}
