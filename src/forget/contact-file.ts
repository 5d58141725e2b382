/**
 * What stands about a contact beside records: the names in their file, its prose, their daily logs. Called by an erasing; a
 * sync asks for the names.
 */
import { isUtf8 } from "node:buffer";
import { join } from "node:path";
import type { Context } from "../context.js";
import type { Entry } from "../entry/entry.js";
import type { Change } from "../store/change/change.js";
import { listFiles } from "../store/files/safe-path.js";
import { linesOf } from "../store/records/fences.js";
import { readFrontMatter } from "../store/records/front-matter.js";
import { LOG_PATH } from "../store/records/record-place.js";
import { contactHead, renderRecord } from "../store/records/record-text.js";
import { personalIn } from "../text/personal-data.js";

/** A letter or a short number alone names nobody. */
const TELLING = /\p{L}.*\p{L}|\p{Lo}|\d{7}/u;

/** Their id, and what their file calls them: its heading, and `name` or `names` in its header. */
export function namesOf(contact: string, fileText: string): string[] {
  const { name, names } = readFrontMatter(linesOf(fileText)).data;
  const stated = [/^# +(.+)$/m.exec(fileText)?.[1], name, names].flat().filter((one) => typeof one === "string");
  return [...new Set([contact, ...stated].map((one) => one.trim()).filter((one) => TELLING.test(one)))];
}

/** Addresses and numbers in a text. */
export const reachedBy = (text: string): string[] => personalIn(text).map(({ start, end }) => text.slice(start, end));

/** A file as the change leaves it; empty for what is no text. */
export function textIn(change: Pick<Change, "read">, path: string): string {
  const bytes = Buffer.from(change.read(path) ?? []);
  return isUtf8(bytes) ? bytes.toString("utf8") : "";
}

const LOG = new RegExp(`^${LOG_PATH}`);

/** Leaves the records of a contact's file alone, without what stands around them and what is broken, and removes the logs. */
export async function emptyContact({ workspace: ws }: Context, change: Change, contact: string): Promise<void> {
  const logs = listFiles(ws, join(ws.contacts, contact)).filter((path) => LOG.test(ws.relative(path)));
  for (const path of logs) change.write(path, null);
  const path = ws.contactFile(contact);
  if (change.read(path) === undefined) return;
  const heads = change.tree.heads.filter(({ file }) => file === ws.relative(path));
  const recordOf = async ({ id }: { id: string }) =>
    renderRecord({ ...(await change.entry(id)), ...change.tree.copiesIn(id) } as Entry);
  const records = await Promise.all(heads.map(recordOf));
  change.write(path, `${contactHead(contact)}${records.join("\n")}`);
}
