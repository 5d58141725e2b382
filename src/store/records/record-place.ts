/** Reads the place of a file: the folder, day or id that its records must have. Called by everything that reads records. */

import { CONTACT_ID } from "../../entry/gates/contact-scope.js";
import { SOME_ID } from "../../entry/id-form.js";
import { CONTACT_FOLDER, RECORD_FOLDERS } from "../../entry/record-types.js";

/** How the path of a file of records ends, for use in patterns. */
export const RECORD_PATH = String.raw`(?:${RECORD_FOLDERS.map(([folder]) => folder).join("|")})/(?:[^/]+/)?[^/]+\.md$`;
/** Whether this file may be named to a reader with `contact`. A contact's file only to that contact. */
export function isAbout(file: string, contact: string | undefined): boolean {
  return !file.startsWith(`${CONTACT_FOLDER}/`) || (contact !== undefined && contactOfFile(file) === contact);
}

/** The parts of a path. `prefix`: the beginning of the ids in its folder. */
interface Placed {
  folder?: string;
  prefix?: string;
  day?: string;
  month?: string;
  name?: string;
  /** Whom the file is about. */
  contact?: string;
}

/** The contact that a file of records is about, by its path; undefined for every other. */
function contactOfFile(file: string): string | undefined {
  if (!file.startsWith(`${CONTACT_FOLDER}/`) || !file.endsWith(".md")) return undefined;
  const name = file.slice(CONTACT_FOLDER.length + 1, -".md".length);
  return CONTACT_ID.test(name) ? name : undefined;
}

/** Parses a file's path: folder, day of a day file, month and id of a file for one entry. */
export function placeOf(file: string): Placed {
  const [path = "", prefix] = RECORD_FOLDERS.find(([folder]) => file.startsWith(`${folder}/`)) ?? [];
  const rest = file.slice(path === "" ? 0 : path.length + 1).split("/");
  const base = (rest.at(-1) ?? "").replace(/\.md$/, "");
  const place: Placed = prefix === undefined ? {} : { folder: path.slice(path.lastIndexOf("/") + 1), prefix };
  if (/^\d{4}-\d{2}-\d{2}$/.test(base)) place.day = base;
  const [month] = rest;
  if (rest.length === 2 && month !== undefined && /^\d{4}-\d{2}$/.test(month)) place.month = month;
  if (SOME_ID.exec(base)?.[0] === base) place.name = base;
  const contact = contactOfFile(file);
  if (contact !== undefined) place.contact = contact;
  return place;
}
