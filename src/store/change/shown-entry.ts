/** Answers about an entry count for the words that were shown. Called by reviews and answers. */
import type { Entry } from "../../entry/entry.js";
import { contentHash } from "../../entry/status.js";
import { TenetError } from "../../errors.js";
import { next } from "../../steps.js";

/** `shownText`: the hash of what was shown. */
export function requireShownEntry(entry: Entry, shownText: string): void {
  if (contentHash(entry) !== shownText) throw changedMeanwhile(entry.id);
}

export const changedMeanwhile = (id: string): TenetError =>
  new TenetError(`${id} is no longer what was shown; nothing was decided`, {
    failure: "busy",
    code: "changed-meanwhile",
    hint: next("Look at it once more:", "show", { id }),
  });
