/** What stays of a record when it is erased. Called by `stage-forgetting.ts`. Pure. */
import type { Entry } from "../entry/entry.js";
import { contactOf } from "../entry/gates/contact-scope.js";
import { ERASED, type TakenOut } from "../entry/gates/redaction.js";
import { readHubOrigin } from "../entry/hub-origin.js";
import { rowOf } from "../entry/record-types.js";
import { defined } from "../text/defined.js";

const ALIAS = /^[A-Z]{2,8}-\d{6,8}-[0-9A-Za-z]{1,8}$/;

/** The stone: id, time, tier, session and rows, what the schema asks for, and what keeps an import from bringing it back. */
export function erasedEntry(entry: Entry, takenOut: TakenOut): Entry {
  const { id, type, timestamp, agent, tier, session, near, imported, origin, forgotten } = entry;
  const { claim, marked = [claim], kept = [] } = rowOf(type);
  const fields: Record<string, unknown> = entry;
  const aliases = entry.aliases?.filter((alias) => ALIAS.test(alias)) ?? [];
  return defined({
    ...{ type, id, timestamp, agent, tier, session, forgotten },
    ...Object.fromEntries(marked.map((field) => [field, ERASED])),
    ...Object.fromEntries(kept.map((field) => [field, fields[field]])),
    // The file of a contact's memories is named after them all the same.
    scope: type === "memory" && contactOf(entry) !== undefined ? entry.scope : undefined,
    near: near?.map(({ reason: _, ...row }) => row),
    erased: defined(takenOut),
    imported: imported && { at: imported.at, from: ERASED, hash: imported.hash },
    // A copy of what stands at a hub is known by it, and not taken again.
    origin: readHubOrigin(origin) === undefined ? undefined : origin,
    aliases: aliases.length === 0 ? undefined : aliases,
  }) as unknown as Entry;
}
