/** What would leave this machine, word for word, and what stays here and why: before a first push, and with `--dry-run`. */
import { refOf } from "../../entry/entry.js";
import { FIELD_LABELS } from "../../recall/field-labels.js";
import { accent, data, faint, field, gap, heading, line, type Outline } from "../../text/outline/outline.js";
import { counted, printable } from "../../text/paint.js";
import { oneLine } from "../../text/shorten.js";
import type { OutgoingRow, Synced } from "../sync-schemas.js";

const HEADS: Readonly<Record<Exclude<OutgoingRow["kind"], "entry">, string>> = {
  withdrawn: "is no longer shared: copies of it are forgotten",
  erased: "its words leave the hub and every copy",
  arrival: "was come to here as well as by others: no words go",
};

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Lists one item a line, an earlier wording with its day and what showed it. */
function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join("\n");
  if (!isMap(value)) return printable(String(value));
  return Object.entries(value)
    .map(([key, inner]) => `${printable(key)}: ${valueText(inner)}`)
    .join("\n  ");
}

/** As wide as the labels of `tenet show`. */
const LABEL = { cells: 14 };

function rowOutline(row: OutgoingRow): Outline {
  const id = accent(printable(row.id));
  if (row.kind !== "entry") return [gap, line([id, `  ${HEADS[row.kind]}`])];
  const fields = Object.entries(row.body ?? {}).map(([key, value]) =>
    field(printable(FIELD_LABELS[key] ?? key), data(valueText(value)), LABEL),
  );
  return [gap, line(id), ...fields];
}

/** What is no word of an entry, and goes with each. */
const ALONG = "With each go its id, its time, the hash of its words, and this agent's signature.";

/** At most `most` rows, and how many more there are. */
export function outgoingOutline(rows: readonly OutgoingRow[], most: number): Outline {
  const more = rows.length - most;
  return [
    ...(rows.some(({ kind }) => kind === "entry") ? [line(faint(ALONG))] : []),
    ...rows.slice(0, most).flatMap(rowOutline),
    ...(more > 0 ? [gap, line(faint(`and ${counted(more, "more row")}: tenet sync --dry-run shows every one`))] : []),
  ];
}

/** Refs of one reason. */
const MOST_REFS = 6;

type NotShared = NonNullable<NonNullable<Synced["pushed"]>["not_shared"]>;

/** One line for each reason, the last one for entries that are shared by id alone. */
export function stayingOutline(entries: NotShared, unnamed: number): Outline {
  const byReason = new Map<string, string[]>();
  for (const { id, because } of entries) byReason.set(because, [...(byReason.get(because) ?? []), refOf(id)]);
  const fields = [...byReason].map(([because, refs]) => {
    const more = refs.length > MOST_REFS ? ` and ${refs.length - MOST_REFS} more` : "";
    const text = `${printable(oneLine(because))} (${refs.slice(0, MOST_REFS).map(printable).join(", ")}${more})`;
    return field(String(refs.length), text);
  });
  if (unnamed > 0) fields.push(field(String(unnamed), "corrections and memories: never shared but by id"));
  return fields.length === 0 ? [] : [gap, heading("Stays here"), ...fields];
}
