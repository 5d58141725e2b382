/** What a file is without what tenet put into it. */

import { sha256 } from "../../store/files/atomic-file.js";
import type { HostPatch } from "./host-patch.js";
import type { HostRecord } from "./host-records.js";
import { withoutInsertions, withoutMoved } from "./settings-edit.js";

/** A text without the piece; `text` is missing where the file goes altogether. */
export interface RevertedPatch {
  text?: string;
}

/**
 * The bytes of before where nobody touched the file since; otherwise the words that were put in, wherever they stand
 * now; otherwise whatever bears our mark. Undefined when nothing of ours is there.
 */
export function revertPatch(piece: HostPatch, text: string, record: HostRecord | undefined): RevertedPatch | undefined {
  if (record !== undefined && sha256(text) === record.after) {
    const before = withoutInsertions(text, record.insertions);
    if (before !== undefined && record.before === null) return before === "" ? {} : { text: before };
    if (before !== undefined && sha256(before) === record.before) return { text: before };
  }
  const byForm = piece.take(text);
  if (byForm === undefined) return undefined;
  const moved = record === undefined ? undefined : withoutMoved(text, record.insertions);
  // Words can also be found where they mean something else by now: both ways have to leave the same said.
  const exact = moved !== undefined && piece.look(moved).state === "absent" && piece.rest(moved) === piece.rest(text);
  const rest = exact ? moved : byForm;
  if (record?.before === null && piece.isBare(rest)) return {};
  if (record === undefined && isAllOurs(piece, text)) return {};
  return { text: rest };
}

/** A file that is what an installing makes where there is none. */
function isAllOurs(piece: HostPatch, text: string): boolean {
  const made = piece.put(undefined);
  return made.state === "put" && made.text === text.replaceAll("\r\n", "\n");
}
