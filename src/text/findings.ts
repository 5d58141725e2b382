/** Findings as `verify` and `doctor` report them. */

import type { Finding } from "../entry/finding.js";
import type { TenetError } from "../errors.js";

/** Something a person should know, with a safe next step. */
export interface Reported {
  /** The entry concerned. */
  id?: string;
  severity: Finding["severity"];
  code: string;
  /** Relative to the workspace, with `/`; absent for what is not about a file. */
  file?: string;
  /** 1-based. */
  line?: number;
  message: string;
  next: string;
  /** `tenet doctor --fix` mends it. */
  mendable?: true;
}

/** A finding whose next step may be left to its kind. */
export type Found = Omit<Reported, "next"> & { next?: string };

const NEXT: Readonly<Record<string, string>> = {
  "broken-record": "Mend the record by hand.",
  "conflicted-record": "Decide in git which version holds.",
  "record-missing": "Write the record beneath its heading again, or take the heading away.",
  "header-mismatch": "Change the header by hand, or leave it: the record's own fields count.",
  "heading-mismatch": "Change the heading by hand, or leave it: the record's own fields count.",
};

const ANY = "Look at it by hand; nothing has to be done for the rest to work.";

const ORDER = { error: 0, warning: 1, info: 2 } as const;

/** Every finding with a next step, errors first, then by file and line; exact repeats once. */
export function report(found: readonly Found[]): Reported[] {
  const seen = new Set<string>();
  const rows: Reported[] = [];
  for (const { id, severity, code, file, line, message, next, mendable } of found) {
    const key = JSON.stringify([code, file, line, message]);
    if (seen.has(key)) continue;
    seen.add(key);
    rows.push({
      ...(id === undefined ? {} : { id }),
      severity,
      code,
      ...(file === undefined ? {} : { file }),
      ...(line === undefined ? {} : { line }),
      message,
      next: next ?? NEXT[code] ?? ANY,
      ...(mendable === undefined ? {} : { mendable }),
    });
  }
  const byPlace = (a: Reported, b: Reported) =>
    (a.file ?? "").localeCompare(b.file ?? "") || (a.line ?? 0) - (b.line ?? 0);
  return rows.sort((a, b) => ORDER[a.severity] - ORDER[b.severity] || byPlace(a, b) || a.code.localeCompare(b.code));
}

export interface Counts {
  errors: number;
  warnings: number;
  infos: number;
}

export function countsOf(findings: readonly Reported[]): Counts {
  const count = (severity: Finding["severity"]) => findings.filter((one) => one.severity === severity).length;
  return { errors: count("error"), warnings: count("warning"), infos: count("info") };
}

/** A profile that cannot be read, as a finding. */
export function profileFinding(failure: TenetError): Found {
  const line = failure.details["line"];
  return {
    severity: "error",
    code: /conflict markers/.test(failure.message) ? "conflict-markers" : "profile",
    file: "tenet.yaml",
    ...(typeof line === "number" ? { line } : {}),
    message: failure.message.replace(/^tenet\.yaml:\d+: /, ""),
    ...(failure.hint === undefined ? {} : { next: failure.hint }),
  };
}
