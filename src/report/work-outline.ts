/** Where it is hard. */
import { type Column, data, facts, ids, type Outline, only } from "../text/outline/outline.js";
import { counted } from "../text/paint.js";
import { brief, numbers, pageTable, words } from "./figure-text.js";
import type { Report, Struggle } from "./report-schemas.js";

/** Rows of a list on lines. */
const MOST = 3;

const LONGEST_COMMAND = 100;

/** A command as it is typed: whole or not at all, since half of one does something else. */
const command = (text: string): string =>
  text.length > LONGEST_COMMAND ? "its command is long: tenet report --json" : brief(text);

const NAME = 16;

/** The domains with most trouble, each with what to do next; in a pipe with what went wrong. */
export function struggles({ struggles: all }: Report): Outline {
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
    only("lines", facts(words(more > 0 && `and ${counted(more, "more domain")}`))),
    pageTable(
      "Where it is hard, by domain",
      [
        { name: "domain" },
        ...numbers("repeats", "failed", "failed uses", "invalidated"),
        { name: "next", kind: "text" },
        { name: "entries" },
      ],
      all.map((row) => [
        ...[data(row.domain), ...[row.repeats, row.failed, row.failed_uses, row.invalidated].map(String)],
        ...[data(row.next, "accent"), ids(row.entries)],
      ]),
    ),
  ];
}

function troubles({ repeats, failed, failed_uses, invalidated }: Struggle): string {
  const parts = [
    repeats > 0 && counted(repeats, "repeat"),
    failed > 0 && `${failed} failed`,
    failed_uses > 0 && `${counted(failed_uses, "use")} failed`,
    invalidated > 0 && `${invalidated} invalidated`,
  ];
  return parts.filter((part) => part !== false).join(", ");
}
