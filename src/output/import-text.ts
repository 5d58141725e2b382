import type { Imported, ImportedFile, ImportedItem, Totals } from "../operations/import.js";
import { withShortIds } from "./captures.js";
import type { Paint } from "./paint.js";

const FATES = ["imported", "logged", "folded", "skipped"] as const;

function counts(totals: Totals): string {
  const parts = FATES.filter((fate) => totals[fate] > 0).map((fate) => `${totals[fate]} ${fate}`);
  const templates = totals.templates === 0 ? "" : `, ${totals.templates} ${totals.templates === 1 ? "form" : "forms"}`;
  return `${totals.found} found${parts.length === 0 ? "" : ` = ${parts.join(" + ")}`}${templates}`;
}

/** Entries that did not simply become entries are named with the reason, so that none is lost unseen. */
function itemLine(file: string, { line, fate, because }: ImportedItem, paint: Paint): string {
  return `  ${paint.faint(`${file}:${line}`)}  ${fate}: ${withShortIds(because)}`;
}

function fileLines(one: ImportedFile, paint: Paint): string[] {
  const told = one.items.filter(({ fate }) => fate !== "imported");
  return [
    `${paint.strong(one.file)}  ${counts(one)}`,
    ...told.map((item) => itemLine(one.file, item, paint)),
    ...one.notes.map(({ line, message }) => `  ${paint.warn(`${one.file}:${line}`)}  ${message}`),
  ];
}

/** What an import found and what became of it, file by file, then in all. */
export function importedText(imported: Imported, paint: Paint): string {
  const { files, left, totals, changed, ambiguous, dry_run } = imported;
  const written = changed.length === 1 ? "1 file written" : `${changed.length} files written`;
  const end = dry_run
    ? "Nothing was written: this was a dry run."
    : changed.length === 0
      ? "Nothing was changed."
      : written;
  return `${[
    ...files.flatMap((one) => fileLines(one, paint)),
    ...left.map(({ file, because }) => `${paint.warn("left")}  ${file}: ${because}`),
    ...ambiguous.map((alias) => `${paint.warn("ambiguous")}  ${alias} names several entries; use their ids`),
    `${paint.good("In all:")} ${counts(totals)}. ${end}`,
  ].join("\n")}\n`;
}
