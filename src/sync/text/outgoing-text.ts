/** What would leave this machine, word for word, and what stays here and why: before a first push, and with `--dry-run`. */
import { refOf } from "../../entry/entry.js";
import { FIELD_LABELS } from "../../recall/field-labels.js";
import { labelled, wrap } from "../../text/columns.js";
import { labelledBy } from "../../text/labelled.js";
import { counted, type Paint, printable } from "../../text/paint.js";
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
const LABEL = 14;

function bodyLines({ body = {} }: OutgoingRow, paint: Paint): string[] {
  const label = labelledBy((text, room) => wrap(text, Math.max(20, room)), paint, { cells: LABEL });
  return Object.entries(body).flatMap(([key, value]) => label(printable(FIELD_LABELS[key] ?? key), valueText(value)));
}

function rowLines(row: OutgoingRow, paint: Paint): string[] {
  const id = paint.accent(printable(row.id));
  return row.kind === "entry" ? ["", id, ...bodyLines(row, paint)] : ["", `${id}  ${HEADS[row.kind]}`];
}

/** What is no word of an entry, and goes with each. */
const ALONG =
  "With each entry go its id, hashes of its words, whether its claim had been shown to this agent before, and this agent's signature.";

/** At most `most` rows, and how many more there are. */
export function outgoingLines(rows: readonly OutgoingRow[], most: number, paint: Paint): string[] {
  const along = rows.some(({ kind }) => kind === "entry") ? wrap(ALONG, paint.width).map(paint.faint) : [];
  const shownLines = rows.slice(0, most).flatMap((row) => rowLines(row, paint));
  const more = rows.length - most;
  const rest =
    more > 0 ? ["", paint.faint(`and ${counted(more, "more row")}: tenet sync --dry-run shows every one`)] : [];
  return [...along, ...shownLines, ...rest];
}

/** Refs of one reason. */
const MOST_REFS = 6;

type NotShared = NonNullable<NonNullable<Synced["pushed"]>["not_shared"]>;

/** One line for each reason, the last one for entries that are shared by id alone. */
export function stayingLines(entries: NotShared, unnamed: number, paint: Paint): string[] {
  const byReason = new Map<string, string[]>();
  for (const { id, because } of entries) byReason.set(because, [...(byReason.get(because) ?? []), refOf(id)]);
  const lines = [...byReason].flatMap(([because, refs]) => {
    const more = refs.length > MOST_REFS ? ` and ${refs.length - MOST_REFS} more` : "";
    const text = `${printable(oneLine(because))} (${refs.slice(0, MOST_REFS).map(printable).join(", ")}${more})`;
    return labelled(String(refs.length), text, paint);
  });
  if (unnamed > 0) lines.push(...labelled(String(unnamed), "corrections and memories: never shared but by id", paint));
  return lines.length === 0 ? [] : ["", paint.strong("Stays here"), ...lines];
}
