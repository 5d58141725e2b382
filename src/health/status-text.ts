/** What `tenet status` answers, as text for a person. */

import { type Paint, printable } from "../text/paint.js";
import type { StatusReport } from "./health-schemas.js";

const some = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

const INDEX = {
  none: "not built yet: recall finds words until `tenet index` has run",
  behind: "behind the tree; the next recall or `tenet index` brings it level",
  fresh: "level with the tree",
} as const;

function countLine({ counts }: StatusReport): string {
  const parts = [
    some(counts.correction, "correction"),
    some(counts.insight, "insight"),
    some(counts.outcome, "outcome"),
    ...(counts.memory > 0 ? [some(counts.memory, "memory")] : []),
  ];
  const states = (["promoted", "inconclusive", "superseded", "forgotten"] as const)
    .filter((state) => counts[state] > 0)
    .map((state) => `${counts[state]} ${state}`);
  return `${parts.join(", ")}${states.length === 0 ? "" : ` (${states.join(", ")})`}`;
}

function dueLine({ due }: StatusReport): string | undefined {
  const parts = [
    due.questions > 0 ? some(due.questions, "question") : undefined,
    due.reinforce > 0 ? `${some(due.reinforce, "correction")} that did not stick` : undefined,
    due.recurrences > 0 ? some(due.recurrences, "possible repeat") : undefined,
    due.contested > 0 ? some(due.contested, "contested pair") : undefined,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : `${parts.join(", ")}: tenet heartbeat`;
}

function waitingLine({ kind, count, oldest, days }: StatusReport["waiting"][number]): string {
  const since = `${oldest.since.slice(0, 10)} (${some(days, "day")})`;
  return kind === "review"
    ? `${some(count, "entry", "entries")} for a person's review, the oldest since ${since}: tenet review`
    : `${some(count, "version")} of the rules for a person's decision, since ${since}: tenet diff ${oldest.ref}`;
}

/** How the workspace stands, one line a subject; subjects with nothing to say are left out. */
export function statusText(data: StatusReport, paint: Paint): string {
  const { newest, waiting, interrupted, merge, runs, findings } = data;
  const rows: [string, string | undefined][] = [
    ["workspace", `${printable(data.workspace)} (agent ${printable(data.agent)})`],
    ["known", data.counts.live === 0 ? 'nothing yet: tenet learn "..."' : countLine(data)],
    [
      "newest",
      newest === undefined
        ? undefined
        : `${paint.accent(newest.ref)} ${newest.at.slice(0, 10)} "${printable(newest.text)}"`,
    ],
    ["due", dueLine(data) ?? paint.faint("nothing")],
    ...waiting.map((one): [string, string] => ["waits", waitingLine(one)]),
    ["index", INDEX[data.index]],
    ["write", interrupted ? paint.warn("an interrupted write is completed by the next writing command") : undefined],
    [
      "git",
      merge === undefined
        ? undefined
        : paint.warn(`${merge.state}; ${some(merge.captures, "capture")} kept until it is done`),
    ],
    ...runs.map(({ id, opened, writes }): [string, string] => [
      "run",
      `${printable(id)} open since ${opened.slice(0, 10)}, ${some(writes, "write")} held back`,
    ]),
    [
      "findings",
      findings.errors + findings.warnings === 0
        ? undefined
        : `${some(findings.errors, "error")}, ${some(findings.warnings, "warning")}: tenet doctor${findings.first === undefined ? "" : `\n           ${paint.bad(printable(findings.first))}`}`,
    ],
  ];
  return rows
    .filter((row): row is [string, string] => row[1] !== undefined)
    .map(([subject, says]) => `${paint.strong(subject.padEnd(9))}  ${says}\n`)
    .join("");
}
