/** What `tenet merge` did, as text for a person. */
import type { Paint } from "../text/paint.js";
import type { FileMerge, MergeReport } from "./health-schemas.js";

const whatOf = ({ what, id, field }: FileMerge["conflicts"][number]): string => {
  if (what === "field") return `${id} ${field}`;
  if (what === "record") return `${id}, the whole record`;
  return what === "heading" ? `${id}, its heading` : "lines around the records";
};

/** The conflicts of one file, a line each: where it stands and what is to be decided. */
export function conflictsText({ file, conflicts }: FileMerge): string {
  return conflicts.map((one) => `${file}${one.line === undefined ? "" : `:${one.line}`}  ${whatOf(one)}\n`).join("");
}

/** What `tenet merge` did, for people. */
export function mergeText({ files, pairs, others, next }: MergeReport, paint: Paint): string {
  if (files.length === 0 && others.length === 0 && pairs.length === 0) return "Nothing is left unmerged.\n";
  const lines = files.map((one) => {
    if (one.state === "merged") return `${paint.good("merged")}  ${one.file}\n`;
    if (one.state === "left") return `${paint.faint("left")}    ${one.file}: ${one.because}\n`;
    return `${paint.warn("decide")}  ${conflictsText(one).trimEnd().replaceAll("\n", "\n        ")}\n`;
  });
  for (const file of others)
    lines.push(`${paint.faint("left")}    ${file}: not one of tenet's files, merge it by hand\n`);
  for (const pair of pairs)
    lines.push(`${paint.warn("pair")}    ${pair.message}${pair.next === undefined ? "" : `: ${pair.next}`}\n`);
  if (next !== undefined) lines.push(`${next}\n`);
  return lines.join("");
}
