/** What stands about a contact beside records: the names in their file, its prose, their daily logs. Called by an erasing. */
import { join } from "node:path";
import type { Context } from "../context.js";
import type { Entry } from "../entry/entry.js";
import { contactOf } from "../entry/gates/contact-scope.js";
import { isTombstone, wordsOf } from "../entry/gates/redaction.js";
import type { Change } from "../store/change/change.js";
import { listFiles } from "../store/files/safe-path.js";
import { LOG_PATH } from "../store/records/daily-log.js";
import { contactHead, renderRecord } from "../store/records/record-text.js";
import { namesOf, reachedBy } from "./contact-names.js";

const LOG = new RegExp(`^${LOG_PATH}`);

/** What their file calls them, and how they are reached by what it and the entries about them say. */
export function namesHere(
  { workspace: ws }: Context,
  change: Change,
  contact: string,
  gone: readonly Entry[],
): string[] {
  const text = Buffer.from(change.read(ws.contactFile(contact)) ?? []).toString("utf8");
  return [...namesOf(contact, text), ...reachedBy([text, ...gone.flatMap(wordsOf)])];
}

/**
 * Empties the file of a contact, with the words around its records and broken records, and removes its logs. Stones stay,
 * and records about another contact.
 */
export async function emptyContact({ workspace: ws }: Context, change: Change, contact: string): Promise<void> {
  const logs = listFiles(ws, join(ws.contacts, contact)).filter((path) => LOG.test(ws.relative(path)));
  for (const path of logs) change.write(path, null);
  const path = ws.contactFile(contact);
  const file = ws.relative(path);
  if (change.read(path) === undefined) return;
  const records: string[] = [];
  for (const { id } of change.tree.heads.filter((head) => head.file === file)) {
    const entry = await change.entry(id);
    if (!isTombstone(entry) && contactOf(entry) === contact) continue;
    records.push(renderRecord({ ...entry, ...change.tree.copiesIn(id) } as Entry));
  }
  change.write(path, `${contactHead(contact)}${records.join("\n")}`);
}
