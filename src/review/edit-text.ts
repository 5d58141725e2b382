/**
 * The texts for changes of known entries: an edit, an undo, an answered pair. Called by the commands and the
 * MCP tools.
 */

import { refOf } from "../entry/entry.js";
import { withShortIds } from "../entry/short-ids.js";
import { recordedText } from "../store/decisions/recorded-text.js";
import { indented } from "../text/columns.js";
import type { Paint } from "../text/paint.js";
import { oneLine } from "../text/shorten.js";
import type { Edited } from "./edit-schemas.js";
import type { Resolved, ResolvedAll, Undone } from "./review-schemas.js";

/** The changed fields, and findings in the file. */
export function editedText(edited: Edited, paint: Paint): string {
  const id = paint.accent(refOf(edited.id));
  const place = paint.faint(`${edited.file}:${edited.line}`);
  if (edited.draft !== undefined) return `${id} stands as it did. What you wrote is kept in ${edited.draft}\n`;
  const head =
    edited.changed.length === 0
      ? `${id} says the same as before. Nothing was changed.`
      : `${paint.good("Changed")}  ${id}  ${edited.changed.join(", ")}  ${place}`;
  const findings = edited.findings.map(
    ({ file, line, message, next }) =>
      `  ${paint.warn(`${file}:${line ?? 1}`)} ${message}${next === undefined ? "" : ` ${next}`}`,
  );
  const waits = edited.waits === undefined ? [] : [`  ${paint.warn("waits:")} ${edited.waits}`];
  return `${[head, ...waits, ...findings].join("\n")}\n`;
}

/** What was undone, or with `--dry-run` would be. */
export function undoneText({ dry_run, op, at, entries, logs, needs_person }: Undone, paint: Paint): string {
  const head = `${dry_run ? paint.warn("Would take back") : paint.good("Took back")}  ${op}  ${paint.faint(at.slice(0, 16).replace("T", " "))}`;
  const lines = [
    ...entries.flatMap(({ id, did, text, waits }) => [
      `  ${paint.accent(refOf(id))}  ${did}${waits === true ? ", and waits for a review: an approval is not given back" : ""}`,
      ...indented(`"${oneLine(text)}"`, 9, paint),
    ]),
    ...logs.flatMap(({ file, text }) => [`  ${paint.faint(file)}`, ...indented(`"${oneLine(text)}"`, 9, paint)]),
    ...(needs_person === undefined ? [] : [paint.warn(`This needs a person at a terminal: ${needs_person}.`)]),
  ];
  return `${[head, ...lines].join("\n")}\n`;
}

/** The answers to several pairs. */
export function resolvedAllText({ results }: ResolvedAll, paint: Paint): string {
  return results.map((one) => resolvedText(one, paint)).join("");
}

/** The answer to one pair. */
export function resolvedText({ says, file, line, recorded }: Resolved, paint: Paint): string {
  return `${withShortIds(says)}  ${paint.faint(`${file}:${line}`)}\n${recordedText(recorded, paint)}`;
}
