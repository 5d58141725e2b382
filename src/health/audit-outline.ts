/** Says what `tenet audit` answers. */
import { refOf } from "../entry/entry.js";
import {
  accent,
  data,
  faint,
  joined,
  line,
  type Outline,
  type Row,
  type Said,
  type Tone,
} from "../text/outline/outline.js";
import { counted } from "../text/paint.js";
import type { Audit, AuditRow } from "./health-schemas.js";

const MOST_IDS = 6;

const TONES: Readonly<Partial<Record<AuditRow["kind"], Tone>>> = { redaction: "bad", decision: "warn", write: "good" };

const COLUMNS = [
  { name: "at", kind: "id" },
  { name: "kind", kind: "id" },
  { name: "what", kind: "id" },
  { name: "entries and who", kind: "text" },
] as const;

function entriesSaid({ ids, version }: AuditRow): Said[] {
  const more = ids.length > MOST_IDS ? ` and ${ids.length - MOST_IDS} more` : "";
  const refs = ids.slice(0, MOST_IDS).map(refOf).join(" ");
  return [...(version === undefined ? [] : [version]), ...(refs === "" ? [] : [[accent(refs), more]])];
}

function rowOf(row: AuditRow): Row {
  const { at, kind, op, decision, agent, session, run, by, reason } = row;
  const who = [
    agent,
    session === undefined ? undefined : `in ${session}`,
    run === undefined ? undefined : `run ${run}`,
    by === undefined || by === agent ? undefined : `decided by ${by}`,
  ];
  const whoSaid = faint(who.filter((part) => part !== undefined).join(", "));
  const entries = entriesSaid(row);
  const kindSaid = { text: kind, tone: TONES[kind] ?? "faint" };
  const action = decision === undefined || decision === op ? op : `${op}, ${decision}`;
  return {
    cells: [at, kindSaid, action, joined([...entries, whoSaid], "  ")],
    piped: [at, kindSaid, action, joined(entries, "  "), whoSaid],
    under: reason === undefined ? [] : [data(reason, "faint")],
  };
}

/** What happened, newest first. */
export function auditOutline({ rows, total }: Audit): Outline {
  const more = total - rows.length;
  return [
    rows.length === 0
      ? line("Nothing of that kind is known here.")
      : { kind: "table", bare: true, beneath: 4, columns: COLUMNS, rows: rows.map(rowOf) },
    ...(more > 0 ? [line(faint(`${counted(more, "older row")}: tenet audit --limit ${total}`))] : []),
  ];
}
