/** What the place of a file says about the records in it. */

import { PREFIX_OF } from "../../entry/entry.js";
import { SOME_ID } from "../../entry/id-form.js";

/** The folders of records, with how the ids in them begin. */
export const FOLDER_PREFIX: Record<string, string> = {
  corrections: PREFIX_OF.correction,
  insights: PREFIX_OF.insight,
  outcomes: PREFIX_OF.outcome,
  facts: PREFIX_OF.memory,
};

/** How the path of a file of records ends, for use in patterns. */
export const RECORD_PATH = String.raw`memory/(?:facts|learning/(?:corrections|insights|outcomes))/(?:[^/]+/)?[^/]+\.md$`;
const WHOLE_RECORD_PATH = new RegExp(`^${RECORD_PATH}`);
/** What no name of a file may hold or be: it would lead elsewhere, or be another file on another system. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const ODD_NAME = /[\\:*?"<>|\u0000-\u001f\u007f]|^[.\s]|[.\s]$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Is this, as somebody states it, the path of a file of records in every system, and nothing else? */
export function isRecordPath(file: string): boolean {
  return file.length <= 300 && WHOLE_RECORD_PATH.test(file) && !file.split("/").some((part) => ODD_NAME.test(part));
}

/** What a file's path says about its records: folder, day of a day file, month and id of a file for one entry. */
export function placeOf(file: string): { folder?: string; day?: string; month?: string; name?: string } {
  const parts = file.split("/");
  const [folder, ...rest] = parts.slice(parts[1] === "facts" ? 1 : 2);
  const base = (rest.at(-1) ?? "").replace(/\.md$/, "");
  const place: { folder?: string; day?: string; month?: string; name?: string } = {};
  if (folder !== undefined && folder in FOLDER_PREFIX) place.folder = folder;
  if (/^\d{4}-\d{2}-\d{2}$/.test(base)) place.day = base;
  const [month] = rest;
  if (rest.length === 2 && month !== undefined && /^\d{4}-\d{2}$/.test(month)) place.month = month;
  if (SOME_ID.exec(base)?.[0] === base) place.name = base;
  return place;
}
