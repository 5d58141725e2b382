/** `memory/edits/<day>.md`: records of what people did to the rules, in the form of all records. */

import { conflictLine } from "../../store/files/conflict-markers.js";
import { fenceFor, isYaml } from "../../store/records/fences.js";
import { openEnd } from "../../store/records/record-edit.js";
import { bodyOf, layoutOf } from "../../store/records/record-parse.js";
import { titleOf } from "../../store/records/record-text.js";
import { parseSafeYaml, YamlTrouble } from "../../store/records/safe-yaml.js";
import { fieldLines } from "../../store/records/yaml-text.js";
import type { EditRecord } from "./edit.js";

const FIELDS = [
  "type",
  "id",
  "timestamp",
  "agent",
  "target",
  "kind",
  "ids",
  "before",
  "after",
  "distance",
  "ratio",
  "author",
  "commit",
  "version",
] as const satisfies readonly (keyof EditRecord)[];

/** Heading and fence of one record. */
export function renderEdit(record: EditRecord): string {
  const body = FIELDS.flatMap((field) => (record[field] === undefined ? [] : fieldLines(field, record[field]))).join(
    "\n",
  );
  const fence = fenceFor(body);
  const title = titleOf(record.after ?? record.before ?? "");
  return `## ${record.id} · ${record.kind}${title === "" ? "" : `: ${title}`}\n\n${fence}yaml\n${body}\n${fence}\n`;
}

/** The file of a day with records at its end. Undefined when nothing can be added: markers, an open fence. */
export function withEdits(text: string | undefined, day: string, records: readonly EditRecord[]): string | undefined {
  const known = text === undefined || text.trim() === "" ? undefined : text;
  if (known !== undefined && (conflictLine(known) !== undefined || openEnd(known))) return undefined;
  const newline = known?.includes("\r\n") === true ? "\r\n" : "\n";
  const head = known ?? `---\ntype: edits\ndate: ${day}\n---\n\n# Edits · ${day}\n`;
  const gap = head.endsWith("\n") ? "\n" : "\n\n";
  return `${head}${gap.replaceAll("\n", newline)}${records.map(renderEdit).join("\n").replaceAll("\n", newline)}`;
}

/** The records of such a file that can be read. */
export function editsIn(text: string): EditRecord[] {
  const { lines, skeleton } = layoutOf(text);
  return skeleton.fences.flatMap((fence): EditRecord[] => {
    if (!fence.closed || !isYaml(fence)) return [];
    try {
      const record = parseSafeYaml(bodyOf(lines, fence), new Set(["version", "commit"]))
        .value as Partial<EditRecord> | null;
      return record?.type === "edit" && typeof record.id === "string" ? [record as EditRecord] : [];
    } catch (error) {
      if (error instanceof YamlTrouble) return [];
      throw error;
    }
  });
}
