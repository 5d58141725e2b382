/** What `tenet import` did or would do, as text for a person. */

import { togetherText } from "../capture/capture-text.js";
import { refOf } from "../entry/entry.js";
import { ENTRY_TYPES, type EntryType, RECORD_TYPES } from "../entry/record-types.js";
import { withShortIds } from "../entry/short-ids.js";
import { hanging, wrap } from "../text/columns.js";
import { defined } from "../text/defined.js";
import { counted, type Paint, printable } from "../text/paint.js";
import { oneLine, shorten } from "../text/shorten.js";
import type { Imported, ImportedFile, ImportedItem, Totals } from "./import-schemas.js";

const FATES = ["imported", "logged", "folded", "skipped", "offered"] as const;

/** Lines named before the rest is a number: enough to look at some of them. */
const MOST_LINES = 8;

function byType(items: readonly ImportedItem[]): string {
  const types = new Map<EntryType, number>();
  for (const { type, fate } of items) {
    if (type !== undefined && fate === "imported") types.set(type, (types.get(type) ?? 0) + 1);
  }
  const typeLines = ENTRY_TYPES.flatMap((type) => {
    const number = types.get(type);
    return number === undefined ? [] : [counted(number, type, RECORD_TYPES[type].plural)];
  });
  return typeLines.length === 0 ? "" : ` (${typeLines.join(", ")})`;
}

function counts(totals: Totals, items: readonly ImportedItem[]): string {
  const of = (fate: (typeof FATES)[number]) => (fate === "imported" ? `imported${byType(items)}` : fate);
  const parts = FATES.filter((fate) => totals[fate] > 0).map((fate) => `${totals[fate]} ${of(fate)}`);
  const templates = totals.templates === 0 ? "" : `; ${counted(totals.templates, "form")}`;
  return `${totals.found} found${parts.length === 0 ? "" : ` = ${parts.join(" + ")}`}${templates}`;
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

/** `  CLAUDE.md:12  correction  Never commit to main`, cut at the width there is. */
function entryLine(file: string, { line, fate, type: kind, text = "" }: ImportedItem, paint: Paint): string {
  const type = fate === "offered" ? fate : (kind ?? "");
  const at = `${file}:${line}`;
  const width = at.length + type.padEnd(10).length + 6;
  return `  ${paint.faint(at)}  ${type.padEnd(10)}  ${shorten(text, Math.max(24, paint.width - width), 0.6)}`;
}

/** Entries that did not simply become entries are named with the reason, so that none is lost unseen. */
function fileLines(one: ImportedFile, dryRun: boolean, paint: Paint): string[] {
  const { file, items, there, notes, passed = [] } = one;
  const isListed = ({ fate }: ImportedItem) => fate === "imported" || (dryRun && fate === "offered");
  const rows = [
    ...items.filter((item) => !isListed(item)).map((item) => ({ at: item.line, reason: reasonOf(item) })),
    ...one.template_lines.map(({ line, reason }) => ({ at: line, reason: `no entry: ${reason}` })),
    ...(dryRun ? passed.map(({ line, because }) => ({ at: line, reason: `no entry: ${because}` })) : []),
  ];
  const isLong = !dryRun && passed.length > 0;
  return [
    `${paint.strong(file)}  ${counts(one, items)}${there === undefined ? "" : paint.faint(`  ${there}`)}`,
    ...(dryRun ? items.filter(isListed).map((item) => entryLine(file, item, paint)) : []),
    ...byReason(rows, ",").map(([reason, lines]) => `  ${paint.faint(`${file}:${lines}`)}  ${reason}`),
    ...(isLong ? [`  ${paint.faint(`${counted(passed.length, "line")} left out; --dry-run says why`)}`] : []),
    ...notes.map(({ line, message }) => `  ${paint.warn(`${file}:${line}`)}  ${message}`),
  ];
}

/** What lies beside the files that were read, one line a reason. */
function leftLines(leftFiles: Imported["left"], paint: Paint): string[] {
  const rows = leftFiles.map(({ file, because }) => ({ at: file, reason: because }));
  return byReason(rows, ", ").map(([reason, files]) =>
    hanging(`${paint.warn("left")}  `, `${files}: ${reason}`, paint.width).trimEnd(),
  );
}

/** What an import looks for. */
const LOOKED_FOR = [
  "instructions: CLAUDE.md, AGENTS.md, GEMINI.md, .github/copilot-instructions.md, .cursor/rules",
  "lists, in a Markdown or text file that is named",
  "learnings and errors: .learnings, entries with an id or a day",
  "decisions: .jsonl, .csv or a table that says what was decided, records of architecture decisions",
  "Claude Code's auto memory: files with name, description and type in their head",
  "exports: mem0, the MCP memory server, tenet",
] as const;

/** Explains an empty result: the supported forms, and the actual content. */
function nothingFound({ files, left }: Imported, paint: Paint): string[] {
  const presentLines = files.map(({ file, there, passed }) => {
    const lines = passed === undefined ? "nothing in it is an entry" : counted(passed.length, "line");
    return hanging(`  ${paint.strong(file)}  `, there ?? lines, paint.width).trimEnd();
  });
  const none = left.length === 0 ? ["  no file of a kind that is read"] : [];
  return [
    "Looked for",
    ...LOOKED_FOR.map((kind) => hanging("  ", kind, paint.width).trimEnd()),
    "There was",
    ...(presentLines.length === 0 ? none : presentLines),
  ];
}

function restoredLines({ restored }: Imported, dryRun: boolean, paint: Paint): string[] {
  if (restored === undefined) return [];
  const { files, entries, owner, approved, promoted } = restored;
  const verb = dryRun ? "come back" : "are back";
  const force = [
    ...(owner === 0 ? [] : [`${owner} of tier owner`]),
    ...(approved === 0 ? [] : [`${approved} approved`]),
    ...(promoted === 0 ? [] : [`${promoted} that became rules`]),
  ];
  const among = force.length === 0 ? "" : `, among them ${force.join(", ")}`;
  return [
    `${paint.good("Restored:")} ${counted(entries, "entry", "entries")} in ${counted(files, "file")} ${verb} as they were${among}.`,
    "Core files, versions of the rules, the daily log and the archive are not in an export: git brings them.",
    ...(dryRun ? [] : ["Until a person commits the files, verify calls their words and approvals unproven."]),
  ].flatMap((sentence) => wrap(sentence, paint.width));
}

function unplacedLines({ unplaced }: Imported, paint: Paint): string[] {
  return unplaced.map(({ file, line, id, because }) => {
    const subject = id === undefined ? "" : `${refOf(id)}: `;
    return hanging(`${paint.bad("no place")}  `, `${file}:${line}  ${subject}${because}`, paint.width).trimEnd();
  });
}

const allItems = ({ files }: Imported): ImportedItem[] => files.flatMap(({ items }) => items);

/** What an import found and what became of it, file by file, then in all. */
export function importedText(imported: Imported, paint: Paint): string {
  const { files, left, totals, changed, ambiguous, dry_run } = imported;
  const writtenText = changed.length === 0 ? "Nothing was changed." : `${counted(changed.length, "file")} written.`;
  const end = dry_run ? "Nothing was written: this was a dry run." : writtenText;
  const next = `Next: ${paint.accent("tenet index")} so that they are found by meaning and compared with the rest`;
  const nothing = totals.found + totals.templates === 0;
  return `${[
    ...(nothing ? nothingFound(imported, paint) : files.flatMap((one) => fileLines(one, dry_run, paint))),
    ...leftLines(left, paint),
    ...unplacedLines(imported, paint),
    ...ambiguous.map((alias) => `${paint.warn("ambiguous")}  ${alias} names several entries; use their ids`),
    ...restoredLines(imported, dry_run, paint),
    `${paint.good("In all:")} ${counts(totals, allItems(imported))}. ${end}`,
    ...(dry_run || totals.imported <= imported.compared ? [] : [next]),
  ].join("\n")}\n${togetherText(defined({ asks: imported.asks, opened: imported.opened }), paint)}`;
}

/** Of a line that is picked from a list, so that most stand on one row. */
const PICKED_WIDTH = 120;

/** The number of examples shown before the question. */
const EXAMPLES = 3;

/** Lines that would be taken, then those that are offered alone, each under the name it is picked by, with all it holds. */
export function linesToPick({ files }: Imported): { from: string; line: string }[] {
  const textsByPlace = new Map<string, string[]>();
  for (const wantedFate of ["imported", "offered"] as const) {
    for (const { file, items } of files) {
      for (const { fate, line, text = "" } of items) {
        if (fate !== wantedFate) continue;
        const from = `${file}:${line}`;
        textsByPlace.set(from, [...(textsByPlace.get(from) ?? []), printable(oneLine(text))]);
      }
    }
  }
  return [...textsByPlace].map(([from, texts]) => ({
    from,
    line: `${from}  ${shorten(texts.join(" / "), PICKED_WIDTH)}`,
  }));
}

/** The plan of an import, shown before the question: counts, and a few entries of each kind. */
export function importPlanText(plan: Imported, paint: Paint): string {
  const rows = plan.files.flatMap((one) => {
    const shownCounts = new Map<string, number>();
    const examples = one.items.filter(({ fate, type = "" }) => {
      shownCounts.set(type, (shownCounts.get(type) ?? 0) + 1);
      return fate === "imported" && (shownCounts.get(type) ?? 0) <= EXAMPLES;
    });
    const more = one.imported - examples.length;
    return [
      `${paint.strong(one.file)}  ${counts(one, one.items)}`,
      ...examples.map((item) => entryLine(one.file, item, paint)),
      ...(more > 0 ? [`  ${paint.faint(`and ${more} more; --dry-run lists them`)}`] : []),
    ];
  });
  return `${[...rows, ...unplacedLines(plan, paint), ...restoredLines(plan, true, paint)].join("\n")}\n`;
}
