/** What `tenet audit` answers, as text for a person. */
import { refOf } from "../entry/entry.js";
import { placeOf } from "../entry/findings.js";
import { counted, type Paint } from "../text/paint.js";
import type { Audit, AuditRow } from "./health-schemas.js";

const MOST_IDS = 6;

function idsOf({ ids, version }: AuditRow, paint: Paint): string {
  const refs = ids.slice(0, MOST_IDS).map(refOf);
  const more = ids.length > MOST_IDS ? ` and ${ids.length - MOST_IDS} more` : "";
  return [version, refs.length === 0 ? undefined : paint.accent(refs.join(" ")) + more]
    .filter((part) => part !== undefined)
    .join("  ");
}

function rowLines(row: AuditRow, paint: Paint): string[] {
  const { at, kind, op, decision, agent, session, run, by, reason, query } = row;
  const colour =
    kind === "redaction" ? paint.bad : kind === "decision" ? paint.warn : kind === "write" ? paint.good : paint.faint;
  const action = decision === undefined || decision === op ? op : `${op}, ${decision}`;
  const who = [
    agent,
    session === undefined ? undefined : `in ${session}`,
    run === undefined ? undefined : `run ${run}`,
    by === undefined || by === agent ? undefined : `decided by ${by}`,
    row.from_tree === true ? "from the tree" : undefined,
  ].filter((part) => part !== undefined);
  const first = `${at}  ${colour(kind.padEnd(9))}  ${action.padEnd(10)}  ${idsOf(row, paint)}`.trimEnd();
  return [
    `${first}  ${paint.faint(who.join(", "))}`.trimEnd(),
    ...(query === undefined ? [] : [paint.faint(`    asked "${query}"`)]),
    ...(reason === undefined ? [] : [paint.faint(`    ${reason}`)]),
  ];
}

/** What happened, newest first, and beneath it whether the ledger was changed. */
export function auditText({ rows, total, skipped, ledger, findings }: Audit, paint: Paint): string {
  const lines = rows.flatMap((row) => rowLines(row, paint));
  const more = total - skipped - rows.length;
  if (rows.length === 0) lines.push("Nothing of that kind is known here.");
  if (more > 0) lines.push(paint.faint(`${counted(more, "older row")}: tenet audit --skip ${skipped + rows.length}`));
  lines.push("");
  const struck = ledger.struck === 0 ? "" : `, ${counted(ledger.struck, "line")} taken out by an erasing`;
  lines.push(`Ledger: ${counted(ledger.lines, "line")} in ${counted(ledger.chains, "chain")}${struck}.`);
  for (const finding of findings) {
    const { severity, message, next } = finding;
    const mark = severity === "info" ? paint.faint("-") : paint.bad("!");
    lines.push(`${mark} ${placeOf(finding)}: ${message}${severity === "info" ? "" : ` ${next}`}`);
  }
  if (findings.length === 0 && ledger.lines > 0) lines.push("Every line follows from the one before.");
  return `${lines.join("\n")}\n`;
}
