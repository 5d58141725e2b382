/** Where it is hard, and what waits for a person. */
import { kindText, waitingText } from "../store/waiting/policy/count-waiting.js";
import { type Column, data, facts, ids, line, type Outline, only } from "../text/outline/outline.js";
import { counted } from "../text/paint.js";
import { brief, figure, numbers, pageTable, words } from "./figure-text.js";
import type { Report, Struggle } from "./report-schemas.js";

/** Rows of a list on lines. */
const MOST = 3;

const LONGEST_COMMAND = 100;

/** A command as it is typed: whole or not at all, since half of one does something else. */
const command = (text: string): string =>
  text.length > LONGEST_COMMAND ? "its command is long: tenet report --json" : brief(text);

const NAME = 16;

/** The domains with most trouble, each with what to do next; in a pipe with what went wrong. */
export function struggles({ struggles: all, searches }: Report): Outline {
  const first = all.slice(0, MOST);
  const more = all.length - first.length;
  const columns: Column[] = [
    ...[{ name: "", kind: "text", cut: true } as const, { name: "", kind: "number", drop: 1 } as const],
    ...[{ name: "", only: "pipe" } as const, { name: "", kind: "text", least: 18 } as const],
  ];
  const rows = first.map((row) => ({
    cells: [
      brief(row.domain, NAME),
      String(row.total),
      troubles(row),
      { text: command(row.next), tone: "accent" } as const,
    ],
  }));
  return [
    only("lines", { kind: "table", bare: true, columns, rows }),
    only(
      "lines",
      facts([
        ...words(more > 0 && `and ${counted(more, "more domain")}`),
        ...figure("", searches, { line: "searches without a hit" }),
      ]),
    ),
    pageTable(
      "Where it is hard, by domain",
      [
        { name: "domain" },
        ...numbers("repeats", "failed", "failed uses", "invalidated", "golden questions"),
        { name: "next", kind: "text" },
        { name: "entries" },
      ],
      all.map((row) => [
        ...[data(row.domain), ...[row.repeats, row.failed, row.failed_uses, row.invalidated].map(String)],
        row.golden.length === 0 ? "0" : [`${row.golden.length} `, data(row.golden.slice(0, 5).join(", "))],
        ...[data(row.next, "accent"), ids(row.entries)],
      ]),
    ),
  ];
}

function troubles({ repeats, failed, failed_uses, invalidated, golden }: Struggle): string {
  const parts = [
    repeats > 0 && counted(repeats, "repeat"),
    failed > 0 && `${failed} failed`,
    failed_uses > 0 && `${counted(failed_uses, "use")} failed`,
    invalidated > 0 && `${invalidated} invalidated`,
    golden.length > 0 && counted(golden.length, "golden question"),
  ];
  return parts.filter((part) => part !== false).join(", ");
}

/** What waits for a person, and since when, with the command that decides it. */
export function waiting({ waiting: all }: Report): Outline {
  const says = waitingText(all);
  return [
    ...(says === undefined ? [] : [only("lines", line([`${says}: `, { text: "tenet review", tone: "accent" }]))]),
    pageTable(
      "What waits for a person (tenet review)",
      [{ name: "what" }, ...numbers("how many", "days"), { name: "since" }, { name: "oldest", kind: "id" }],
      all.map(({ kind, count, days, since, id }) => [
        ...[kindText(kind), String(count), String(days), since.slice(0, 10), data(id)],
      ]),
    ),
  ];
}
