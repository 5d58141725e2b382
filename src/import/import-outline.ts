/** Says what `tenet import` did or would do. */

import { togetherOutline } from "../capture/capture-outline.js";
import { refOf } from "../entry/entry.js";
import { ENTRY_TYPES, type EntryType, pluralOf } from "../entry/record-types.js";
import { withShortIds } from "../entry/short-ids.js";
import type { Worded } from "../steps.js";
import { defined } from "../text/defined.js";
import {
  accent,
  type Block,
  bad,
  data,
  faint,
  good,
  line,
  type Outline,
  strong,
  type Toned,
  table,
  warn,
} from "../text/outline/outline.js";
import { counted, printable } from "../text/paint.js";
import { oneLine, shorten } from "../text/shorten.js";
import type { Imported, ImportedFile, ImportedItem, Totals } from "./import-schemas.js";

const FATES = ["imported", "logged", "folded", "skipped"] as const;

/** Lines named before the rest is a number: enough to look at some of them. */
const MOST_LINES = 8;

function byType(items: readonly ImportedItem[]): string {
  const types = new Map<EntryType, number>();
  for (const { type, fate } of items) {
    if (type !== undefined && fate === "imported") types.set(type, (types.get(type) ?? 0) + 1);
  }
  const typeLines = ENTRY_TYPES.flatMap((type) => {
    const number = types.get(type);
    return number === undefined ? [] : [counted(number, type, pluralOf(type))];
  });
  return typeLines.length === 0 ? "" : ` (${typeLines.join(", ")})`;
}

function counts(totals: Totals, items: readonly ImportedItem[]): string {
  const of = (fate: (typeof FATES)[number]) => (fate === "imported" ? `imported${byType(items)}` : fate);
  const parts = FATES.filter((fate) => totals[fate] > 0).map((fate) => `${totals[fate]} ${of(fate)}`);
  return `${totals.found} found${parts.length === 0 ? "" : ` = ${parts.join(" + ")}`}`;
}

function reasonOf({ fate, because, id }: ImportedItem): string {
  const onto = fate === "folded" && id !== undefined ? ` into ${refOf(id)}` : "";
  return `${fate}${onto}: ${withShortIds(because)}`;
}

/** `3,17,29 and 4 more` by reason, so that ten thousand known entries stay readable. */
function byReason(rows: readonly { at: string | number; reason: string }[], comma: string): [string, string][] {
  const places = new Map<string, Set<string | number>>();
  for (const { at, reason } of rows) places.set(reason, (places.get(reason) ?? new Set()).add(at));
  return [...places].map(([reason, all]) => {
    const more = all.size > MOST_LINES ? ` and ${all.size - MOST_LINES} more` : "";
    return [reason, `${[...all].slice(0, MOST_LINES).join(comma)}${more}`];
  });
}

/** Beneath a file; later lines stand further in. */
const beneath = (...says: readonly (string | Toned)[]): Block => line(says, { indent: 2, hang: 4 });

/** `CLAUDE.md:12  correction  Never commit to main`; nothing where there are none. */
function entryRows(file: string, items: readonly ImportedItem[]): Outline {
  const rows = items.map(({ line: at, type = "", text = "" }) => ({
    cells: [faint(`${file}:${at}`), type, data(text)],
  }));
  return rows.length === 0 ? [] : [table(rows, { indent: 2, cut: true })];
}

const headOf = (one: ImportedFile, there?: string): Block =>
  line([strong(one.file), `  ${counts(one, one.items)}`, ...(there === undefined ? [] : [faint(`  ${there}`)])], {
    hang: 4,
  });

/** Entries that did not simply become entries are named with the reason, so that none is lost unseen. */
function fileOutline(one: ImportedFile, dryRun: boolean): Outline {
  const { file, items, there, notes, passed = [] } = one;
  const isListed = ({ fate }: ImportedItem) => fate === "imported";
  const rows = [
    ...items.filter((item) => !isListed(item)).map((item) => ({ at: item.line, reason: reasonOf(item) })),
    ...(dryRun ? passed.map(({ line: at, because }) => ({ at, reason: `no entry: ${because}` })) : []),
  ];
  const isLong = !dryRun && passed.length > 0;
  return [
    headOf(one, there),
    ...(dryRun ? entryRows(file, items.filter(isListed)) : []),
    ...byReason(rows, ",").map(([reason, lines]) => beneath(faint(`${file}:${lines}`), `  ${reason}`)),
    ...(isLong
      ? [beneath(faint(`${counted(passed.length, "line")} are not of that form: tenet import ${file} --brief`))]
      : []),
    ...notes.map(({ line: at, message }) => beneath(warn(`${file}:${at}`), `  ${message}`)),
  ];
}

/** What lies beside the files that were read, one line a reason. */
function leftOutline(leftFiles: Imported["left"]): Outline {
  const rows = leftFiles.map(({ file, because }) => ({ at: file, reason: because }));
  return byReason(rows, ", ").map(([reason, files]) => line([warn("left"), `  ${files}: ${reason}`], { hang: 6 }));
}

/** What an import looks for. */
const LOOKED_FOR = [
  "instructions: CLAUDE.md, AGENTS.md, GEMINI.md, .github/copilot-instructions.md, .cursor/rules",
  "lists, in a Markdown or text file that is named",
  "learnings and errors: .learnings, entries with an id",
  "decisions: .jsonl, .csv or a table that says what was decided",
  "Claude Code's auto memory: files with name, description and type in their head",
  "exports: mem0, the MCP memory server, tenet",
] as const;

/** Explains an empty result: the supported forms, and the actual content. */
function nothingFound({ files, left }: Imported): Outline {
  const present = files.map(({ file, there, passed }) => {
    const lines = passed === undefined ? "nothing in it is an entry" : counted(passed.length, "line");
    return beneath(strong(file), `  ${there ?? lines}`);
  });
  const none = left.length === 0 ? [beneath("no file of a kind that is read")] : [];
  return [
    line("Looked for"),
    ...LOOKED_FOR.map((kind) => line(kind, { indent: 2, hang: 2 })),
    line("There was"),
    ...(present.length === 0 ? none : present),
  ];
}

const unplacedOutline = ({ unplaced }: Imported): Outline =>
  unplaced.map(({ file, line: at, id, because }) => {
    const subject = id === undefined ? "" : `${refOf(id)}: `;
    return line([bad("no place"), `  ${file}:${at}  ${subject}${because}`], { hang: 10 });
  });

const allItems = ({ files }: Imported): ImportedItem[] => files.flatMap(({ items }) => items);

/** What an import found and what became of it, file by file, then in all. */
export function importedOutline(imported: Worded<Imported>): Outline {
  const { files, left, totals, changed, ambiguous, dry_run, asks, opened } = imported;
  const writtenText = changed.length === 0 ? "Nothing was changed." : `${counted(changed.length, "file")} written.`;
  const end = dry_run ? "Nothing was written: this was a dry run." : writtenText;
  const next = [
    "Next: ",
    accent("tenet index"),
    " so that they are found by meaning and compared with the rest",
  ] as const;
  const isEmpty = totals.found === 0;
  return [
    ...(isEmpty ? nothingFound(imported) : files.flatMap((one) => fileOutline(one, dry_run))),
    ...leftOutline(left),
    ...unplacedOutline(imported),
    ...ambiguous.map((alias) => line([warn("ambiguous"), `  ${alias} names several entries; use their ids`])),
    line([good("In all:"), ` ${counts(totals, allItems(imported))}. ${end}`]),
    ...(dry_run || totals.imported <= imported.compared ? [] : [line(next)]),
    ...togetherOutline(defined({ asks, opened })),
  ];
}

/** Of a line that is picked from a list, so that most stand on one row. */
const PICKED_WIDTH = 120;

/** The number of examples shown before the question. */
const EXAMPLES = 3;

/** Lines that would be taken, each under the name it is picked by, with all it holds. */
export function linesToPick({ files }: Imported): { from: string; line: string }[] {
  const textsByPlace = new Map<string, string[]>();
  for (const { file, items } of files) {
    for (const { fate, line, text = "" } of items) {
      if (fate !== "imported") continue;
      const from = `${file}:${line}`;
      textsByPlace.set(from, [...(textsByPlace.get(from) ?? []), printable(oneLine(text))]);
    }
  }
  return [...textsByPlace].map(([from, texts]) => ({
    from,
    line: `${from}  ${shorten(texts.join(" / "), PICKED_WIDTH)}`,
  }));
}

/** The plan of an import, shown before the question: counts, and a few entries of each kind. */
export function importPlanOutline(plan: Imported): Outline {
  const blocks = plan.files.flatMap((one) => {
    const shownCounts = new Map<string, number>();
    const examples = one.items.filter(({ fate, type = "" }) => {
      shownCounts.set(type, (shownCounts.get(type) ?? 0) + 1);
      return fate === "imported" && (shownCounts.get(type) ?? 0) <= EXAMPLES;
    });
    const more = one.imported - examples.length;
    return [
      headOf(one),
      ...entryRows(one.file, examples),
      ...(more > 0 ? [beneath(faint(`and ${more} more; --dry-run lists them`))] : []),
    ];
  });
  return [...blocks, ...unplacedOutline(plan)];
}
