/** What stays of a record when it is erased. Called by `stage-forgetting.ts`. Pure. */
import type { z } from "zod";
import type { Entry } from "../entry/entry.js";
import { SCHEMA_OF } from "../entry/entry-schema.js";
import { contactOf } from "../entry/gates/contact-scope.js";
import { ERASED, NO_WORDS, type TakenOut } from "../entry/gates/redaction.js";
import { rowOf } from "../entry/record-types.js";
import { readHubOrigin } from "../store/hub-origin.js";
import { defined } from "../text/defined.js";

/** The stone: id, time, tier, session and rows, what the schema asks for, and what keeps an import from bringing it back. */
export function erasedEntry(entry: Entry, takenOut: TakenOut): Entry {
  const { id, type, timestamp, agent, tier, session, near, imported, origin, aliases, forgotten } = entry;
  const fields: Record<string, unknown> = entry;
  const isNeeded = ([field, of]: [string, z.ZodType]) => field === rowOf(type).claim || !of.isOptional();
  const needed = Object.entries<z.ZodType>(SCHEMA_OF[type].shape).filter(isNeeded);
  return defined({
    ...{ type, id, aliases, timestamp, agent, tier, session, forgotten },
    ...Object.fromEntries(needed.map(([field]) => [field, NO_WORDS.has(field) ? fields[field] : ERASED])),
    // The file of a contact's memories is named after them all the same.
    scope: type === "memory" && contactOf(entry) !== undefined ? entry.scope : undefined,
    near: near?.map(({ reason: _, ...row }) => row),
    erased: defined(takenOut),
    imported: imported && { at: imported.at, from: ERASED, hash: imported.hash },
    // A copy of what stands at a hub is known by it, and not taken again.
    origin: readHubOrigin(origin) === undefined ? undefined : origin,
  }) as unknown as Entry;
}
