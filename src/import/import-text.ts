/** What `tenet import` did, as text for a person. */
import { withShortIds } from "../capture/capture-text.js";
import { refOf } from "../entry/entry.js";
import { counted, type Paint } from "../text/paint.js";
import type { Imported, ImportedFile, ImportedItem, Totals } from "./import-schemas.js";

const FATES = ["imported", "logged", "folded", "skipped"] as const;

/** Lines named before the rest is a number: enough to look at some of them. */
const MOST_LINES = 8;

function counts(totals: Totals): string {
  const parts = FATES.filter((fate) => totals[fate] > 0).map((fate) => `${totals[fate]} ${fate}`);
  const templates = totals.templates === 0 ? "" : `; ${counted(totals.templates, "form")}`;
  return `${totals.found} found${parts.length === 0 ? "" : ` = ${parts.join(" + ")}`}${templates}`;
}

function reasonOf({ fate, because, id }: ImportedItem): string {
  const onto = fate === "folded" && id !== undefined ? ` into ${refOf(id)}` : "";
  return `${fate}${onto}: ${withShortIds(because)}`;
}

/** `LEARNINGS.md:3,17,29 and 4 more  reason`, one line a reason, so that ten thousand known entries stay readable. */
function grouped(file: string, rows: readonly { line: number; reason: string }[], paint: Paint): string[] {
  const lines = new Map<string, number[]>();
  for (const { line, reason } of rows) lines.set(reason, [...(lines.get(reason) ?? []), line]);
  return [...lines].map(([reason, at]) => {
    const more = at.length > MOST_LINES ? ` and ${at.length - MOST_LINES} more` : "";
    return `  ${paint.faint(`${file}:${at.slice(0, MOST_LINES).join(",")}${more}`)}  ${reason}`;
  });
}

/** Entries that did not simply become entries are named with the reason, so that none is lost unseen. */
function fileLines(one: ImportedFile, paint: Paint): string[] {
  const told = one.items.filter(({ fate }) => fate !== "imported");
  const rows = told.map((item) => ({ line: item.line, reason: reasonOf(item) }));
  const forms = one.template_lines.map(({ line, reason }) => ({ line, reason: `no entry: ${reason}` }));
  return [
    `${paint.strong(one.file)}  ${counts(one)}`,
    ...grouped(one.file, [...rows, ...forms], paint),
    ...one.notes.map(({ line, message }) => `  ${paint.warn(`${one.file}:${line}`)}  ${message}`),
  ];
}

/** What an import found and what became of it, file by file, then in all. */
export function importedText(imported: Imported, paint: Paint): string {
  const { files, left, totals, changed, ambiguous, dry_run } = imported;
  const written = changed.length === 0 ? "Nothing was changed." : `${counted(changed.length, "file")} written.`;
  const end = dry_run ? "Nothing was written: this was a dry run." : written;
  const next = `Next: ${paint.accent("tenet index")} so that recall knows them by meaning, too`;
  return `${[
    ...files.flatMap((one) => fileLines(one, paint)),
    ...left.map(({ file, because }) => `${paint.warn("left")}  ${file}: ${because}`),
    ...ambiguous.map((alias) => `${paint.warn("ambiguous")}  ${alias} names several entries; use their ids`),
    `${paint.good("In all:")} ${counts(totals)}. ${end}`,
    ...(dry_run || totals.imported === 0 ? [] : [next]),
  ].join("\n")}\n`;
}
