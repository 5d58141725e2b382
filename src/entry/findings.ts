/** Findings as `verify` and `doctor` report and print them: one line each in a pipe, three on a terminal. */
import type { z } from "zod";
import type { TenetError } from "../errors.js";
import type { StepText, Worded } from "../steps.js";
import { bad, data, faint, good, type Outline, type Toned, table, warn } from "../text/outline/outline.js";
import { counted } from "../text/paint.js";
import type { finding, reported } from "./shared-schemas.js";

export type Finding = z.infer<typeof finding>;
type Reported = z.infer<typeof reported>;

export type FindingDraft<N extends StepText = StepText> = Omit<Reported, "next"> & { next?: N | undefined };

const ANY = "Look at it by hand; nothing has to be done for the rest to work.";

const ORDER = { error: 0, warning: 1, info: 2 } as const;

/** Every finding with a next step, errors first, then by file and line; exact repeats once. */
export function report<N extends StepText>(
  drafts: readonly FindingDraft<N>[],
): (FindingDraft & { next: N | string })[] {
  const keys = new Set<string>();
  const isNew = (key: string) => keys.size < keys.add(key).size;
  const rows = drafts
    .filter(({ code, file, line, message }) => isNew(JSON.stringify([code, file, line, message])))
    .map(({ id, severity, code, file, line, message, next = ANY }) => {
      return { id, severity, code, file, line, message, next };
    });
  const byPlace = (a: FindingDraft, b: FindingDraft) =>
    (a.file ?? "").localeCompare(b.file ?? "") || (a.line ?? 0) - (b.line ?? 0);
  return rows.sort((a, b) => ORDER[a.severity] - ORDER[b.severity] || byPlace(a, b) || a.code.localeCompare(b.code));
}

type Counts = Record<"errors" | "warnings" | "infos", number>;

export function countsOf(findings: readonly Reported[]): Counts {
  const count = (severity: Finding["severity"]) => findings.filter((one) => one.severity === severity).length;
  return { errors: count("error"), warnings: count("warning"), infos: count("info") };
}

export function profileFinding({ message, details: { line }, hint }: TenetError): FindingDraft {
  return {
    severity: "error",
    code: /conflict markers/.test(message) ? "conflict-markers" : "profile",
    file: "tenet.yaml",
    line: typeof line === "number" ? line : undefined,
    message: message.replace(/^tenet\.yaml:\d+: /, ""),
    next: hint,
  };
}

export const placeOf = ({ file = "", line }: Pick<Reported, "file" | "line">): string =>
  line === undefined ? file : `${file}:${line}`;

/** `file:line: error: message`, as compilers write it, so that editors and CI jump to the place. */
const plainLine = ({ severity, message, next, ...at }: Worded<Reported>): string =>
  [placeOf(at) || [], severity, `${message} → ${next}`.replace(/\s+/g, " ")].flat().join(": ");

/** A line each in a pipe; on a screen what is the matter and the next step stand beneath the place. */
export function findingsOutline(findings: readonly Worded<Reported>[]): Outline {
  const tint = { error: bad, warning: warn, info: faint } as const;
  const rows = findings.map((one) => ({
    cells: [[tint[one.severity](one.severity), "  ", data(placeOf(one) || one.code)]],
    under: [data(one.message), faint(`→ ${one.next}`)],
    piped: [data(plainLine(one))],
  }));
  return rows.length === 0 ? [] : [table(rows)];
}

/** `2 errors, 1 warning`, coloured by the worst. */
export function countsSaid({ errors, warnings, infos }: Counts): Toned {
  const counts = { error: errors, warning: warnings, note: infos };
  const parts = Object.entries(counts).flatMap(([word, count]) => (count === 0 ? [] : [counted(count, word)]));
  return (errors > 0 ? bad : warnings > 0 ? warn : good)(parts.join(", ") || "nothing found");
}
