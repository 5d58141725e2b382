/** Entries as a list: a table for people, tab-separated lines in a pipe. */

import { refOf } from "../entry/entry.js";
import { type Paint, shortId } from "../text/paint.js";
import { oneLine } from "../text/shorten.js";
import type { Listed, ListedEntry } from "./recall-schemas.js";

const shownStatus = ({ status, review, outcome }: ListedEntry): string =>
  [status === "active" ? undefined : status, review?.replaceAll("_", " "), outcome]
    .filter((word) => word !== undefined)
    .join(", ") || "active";

/** One entry a line, tab-separated, full ids: for `grep`, `cut` and the like. */
function plainLines({ entries }: Listed): string {
  return entries
    .map((entry) => [entry.id, entry.stakes ?? "-", shownStatus(entry), oneLine(entry.text)].join("\t"))
    .map((line) => `${line}\n`)
    .join("");
}

const NARROWEST_TEXT = 24;

async function table({ entries, total }: Listed, paint: Paint): Promise<string> {
  const { cut, pad, widest } = await import("../text/columns.js");
  const heading = { id: "id", day: "day", type: "type", stakes: "stakes", status: "status" };
  const rows = entries.map((entry) => ({
    entry,
    id: refOf(entry.id),
    day: entry.timestamp.slice(0, 10),
    type: entry.type,
    stakes: entry.stakes ?? ("" as const),
    status: shownStatus(entry),
  }));
  const columns = ["id", "day", "type", "stakes", "status"] as const;
  const cells = Object.fromEntries(
    columns.map((name) => [name, widest([heading[name], ...rows.map((row) => row[name])])]),
  ) as Record<(typeof columns)[number], number>;
  const dropped: ReadonlySet<string> = narrow(cells, paint.width);
  const shown = columns.filter((name) => !dropped.has(name));
  const room = Math.max(NARROWEST_TEXT, paint.width - shown.reduce((sum, name) => sum + cells[name] + 2, 0));
  const tint = { high: paint.bad, medium: paint.warn, low: paint.faint, "": paint.faint } as const;
  const head = shown.map((name) => pad(heading[name], cells[name])).join("  ");
  const lines = rows.map((row) => {
    const drawn = shown.map((name) => {
      const padding = " ".repeat(Math.max(0, cells[name] - widest([row[name]])));
      if (name === "id") return shortId(row.entry.id, row.entry.unique, paint) + padding;
      if (name === "stakes") return tint[row.stakes](row.stakes) + padding;
      return (name === "type" ? row.type : paint.faint(row[name])) + padding;
    });
    return `${drawn.join("  ")}  ${cut(oneLine(row.entry.text), room)}`;
  });
  const count =
    entries.length < total
      ? [paint.faint(`${entries.length} of ${total}, newest first; --limit ${total} shows all`)]
      : [];
  return `${[paint.faint(`${head}  text`), ...lines, ...count].join("\n")}\n`;
}

/** Columns left out so that the text keeps room on a narrow terminal: what is least missed goes first. */
function narrow(cells: Record<string, number>, width: number): ReadonlySet<string> {
  const dropped = new Set<string>();
  for (const name of ["day", "status", "type"]) {
    const used = Object.entries(cells).reduce((sum, [key, n]) => sum + (dropped.has(key) ? 0 : n + 2), 0);
    if (width - used >= 40) break;
    dropped.add(name);
  }
  return dropped;
}

/** A table on a terminal, plain lines in a pipe. */
export function listText(listed: Listed, paint: Paint): string | Promise<string> {
  if (!paint.terminal) return plainLines(listed);
  if (listed.entries.length === 0)
    return "Nothing yet. `tenet correct --help` and `tenet learn --help` show how it starts.\n";
  return table(listed, paint);
}
