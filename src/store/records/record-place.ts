/** What the path of a file says of its records. Called by everything that reads or names files of records. */
import { CONTACT_ID } from "../../entry/gates/contact-scope.js";
import { ID_FORM } from "../../entry/id-form.js";
import { CONTACT_FOLDER, RECORD_FOLDERS } from "../../entry/record-types.js";

/** How the path of a daily log ends, for use in patterns. A contact has its own: no other conversation is shown it. */
export const LOG_PATH = String.raw`memory/(?:contacts/[^/]+/)?\d{4}-\d{2}-\d{2}\.md$`;

/** How the path of a file of records ends, for use in patterns. */
export const RECORD_PATH = String.raw`(?:${RECORD_FOLDERS.join("|")})/(?:[^/]+/)?[^/]+\.md$`;

const ALONE = new RegExp(String.raw`/${ID_FORM}\.md$`);

export const isAlone = (path: string): boolean => ALONE.test(path.replaceAll("\\", "/"));

/** The file of a record alone, in a folder of the name of the file that it would share; and the other way round. */
export const aloneBeside = (shared: string, id: string): string => shared.replace(/\.md$/, `/${id}.md`);
export const sharedFile = (file: string): string => file.replace(ALONE, ".md");

export const isInContacts = (file: string): boolean => file.startsWith(`${CONTACT_FOLDER}/`);

/** The contact that a file of records is about. */
export function contactOfFile(file: string): string | undefined {
  if (!isInContacts(file) || !file.endsWith(".md")) return undefined;
  const name = sharedFile(file).slice(CONTACT_FOLDER.length + 1, -".md".length);
  return CONTACT_ID.test(name) ? name : undefined;
}

/** May this file be named to a reader with `contact`? A contact's file only to that contact. */
export function isAbout(file: string, contact: string | undefined): boolean {
  return !isInContacts(file) || (contact !== undefined && contactOfFile(file) === contact);
}
