/** What the path of a file says of its records. Called by everything that reads or names files of records. */

import { CONTACT_ID } from "../../entry/gates/contact-scope.js";
import { CONTACT_FOLDER, RECORD_FOLDERS } from "../../entry/record-types.js";

/** How the path of a file of records ends, for use in patterns. */
export const RECORD_PATH = String.raw`(?:${RECORD_FOLDERS.map(([folder]) => folder).join("|")})/(?:[^/]+/)?[^/]+\.md$`;

export const isInContacts = (file: string): boolean => file.startsWith(`${CONTACT_FOLDER}/`);

/** The contact that a file of records is about, by its path; undefined for every other. */
export function contactOfFile(file: string): string | undefined {
  if (!isInContacts(file) || !file.endsWith(".md")) return undefined;
  const name = file.slice(CONTACT_FOLDER.length + 1, -".md".length);
  return CONTACT_ID.test(name) ? name : undefined;
}

/** Whether this file may be named to a reader with `contact`. A contact's file only to that contact. */
export function isAbout(file: string, contact: string | undefined): boolean {
  return !isInContacts(file) || (contact !== undefined && contactOfFile(file) === contact);
}
