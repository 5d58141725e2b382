/** Says what became of known entries: an edit, an undo, an answered pair. Called by the commands and the MCP tools. */

import { recordedOutline } from "../../capture/decisions/recorded-outline.js";
import { refOf } from "../../entry/entry.js";
import { withShortIds } from "../../entry/short-ids.js";
import type { Worded } from "../../steps.js";
import { accent, data, faint, good, line, type Outline, warn } from "../../text/outline/outline.js";
import { oneLine } from "../../text/shorten.js";
import type { Resolved, ResolvedAll, Undone } from "../review-schemas.js";
import type { Edited } from "./edit-schemas.js";

/** The changed fields, and findings in the file. */
export function editedOutline({ id: whole, changed, file, line: at, waits, findings }: Worded<Edited>): Outline {
  const id = accent(refOf(whole));
  return [
    changed.length === 0
      ? line([id, " says the same as before. Nothing was changed."])
      : line([good("Changed"), "  ", id, `  ${changed.join(", ")}  `, faint(`${file}:${at}`)]),
    ...(waits === undefined ? [] : [line([warn("waits:"), ` ${waits}`], { indent: 2 })]),
    ...findings.map(({ file, line: at = 1, message, next }) =>
      line([warn(`${file}:${at}`), " ", data(message), next === undefined ? "" : ` ${next}`], { indent: 2 }),
    ),
  ];
}

/** What was undone, or with `--dry-run` would be. */
export function undoneOutline({ dry_run, op, at, entries, logs, needs_person }: Undone): Outline {
  const done = dry_run ? warn("Would take back") : good("Took back");
  const quoted = (text: string) => line(data(`"${oneLine(text)}"`), { indent: 9 });
  return [
    line([done, `  ${op}  `, faint(at.slice(0, 16).replace("T", " "))]),
    ...entries.flatMap(({ id, did, text }) => [
      line([accent(refOf(id)), `  ${did}`], { indent: 2, hang: 7 }),
      quoted(text),
    ]),
    ...logs.flatMap(({ file, text }) => [line(faint(file), { indent: 2 }), quoted(text)]),
    ...(needs_person === undefined ? [] : [line(warn(`A person confirms this, at a terminal: ${needs_person}.`))]),
  ];
}

/** The answers to several pairs. */
export const resolvedAllOutline = ({ results }: Worded<ResolvedAll>): Outline => results.flatMap(resolvedOutline);

/** The answer to one pair. */
const resolvedOutline = ({ says, next, file, line: at, recorded }: Worded<Resolved>): Outline => [
  line([`${withShortIds([says, next ?? []].flat().join(" "))}  `, faint(`${file}:${at}`)]),
  ...recordedOutline(recorded),
];
