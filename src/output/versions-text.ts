import type { VersionDiff } from "../operations/diff.js";
import type { ListedVersion, Versions } from "../operations/versions.js";
import { operationLines } from "./digest-text.js";
import type { Paint } from "./paint.js";
import { printable } from "./printable.js";

function colourOf(status: ListedVersion["status"], paint: Paint): (text: string) => string {
  if (status === "active") return paint.good;
  if (status === "pending" || status === "approved") return paint.warn;
  return status === "rejected" ? paint.bad : paint.faint;
}

/** The chain, one version a line. */
export function versionsText({ versions, findings }: Versions, paint: Paint): string {
  if (versions.length === 0 && findings.length === 0) return "No version yet: nothing has become a rule.\n";
  const rows = versions.map((one) => {
    const { id, status, stale, created, change_summary, decided } = one;
    const state = colourOf(status, paint)((stale === true ? `${status}, stale` : status).padEnd(14));
    const by = decided === undefined ? "" : paint.faint(`  by ${printable(decided.by)}`);
    return `${paint.accent(id)}  ${state}  ${created.slice(0, 10)}  ${printable(change_summary)}${by}`;
  });
  const broken = findings.map(({ file, line, message }) => paint.bad(`${file}:${line ?? 1}: ${printable(message)}`));
  return `${[...rows, ...broken].join("\n")}\n`;
}

function diffLine(line: string, paint: Paint): string {
  if (/^(?:---|\+\+\+) /.test(line)) return paint.strong(line);
  if (line.startsWith("@@")) return paint.accent(line);
  if (line.startsWith("+")) return paint.good(line);
  return line.startsWith("-") ? paint.bad(line) : line;
}

/** A diff as git shows it, one line each. */
export function diffLines(diff: string, paint: Paint): string[] {
  if (diff === "") return ["Nothing in the files changes."];
  return diff.split("\n").map((line) => diffLine(printable(line), paint));
}

/** A version: where it stands, its diff, and the reason of every line. */
export function diffText({ version, file, stale, diff }: VersionDiff, paint: Paint): string {
  const { id, status, decided, created, change_summary } = version;
  const who =
    decided === undefined ? "" : `, ${decided.how === "mode" ? "by the rules" : `by ${printable(decided.by)}`}`;
  const because = decided?.reason === undefined ? [] : [paint.faint(`  ${printable(decided.reason)}`)];
  const lines = [
    `${paint.strong(`Version ${id}`)}  ${colourOf(status, paint)(status)}${stale ? paint.warn(", stale: the rules changed since") : ""}  ${paint.faint(created.slice(0, 10) + who)}`,
    ...because,
    printable(change_summary),
    "",
    ...diffLines(diff, paint),
    "",
    paint.strong("Why"),
    ...version.operations.flatMap((op) => operationLines(op, paint)),
    "",
    paint.faint(file),
  ];
  return `${lines.join("\n")}\n`;
}
