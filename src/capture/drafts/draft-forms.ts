/**
 * A draft in the forms of other writers: a record copied out of a file, an export, a page of notes. It is read as a
 * record in a file is. What tenet writes itself is taken over where it says what tenet would say, and is else left for
 * the check of names, which refuses it by name. Pure.
 */

import type { EntryType } from "../../entry/entry.js";
import { VERDICTS } from "../../entry/entry-schema.js";
import { isSameName } from "../../entry/gates/attribution.js";
import { WHOLE_ID } from "../../entry/id-form.js";
import { UNRATED } from "../../entry/missing-facts.js";
import { readEdit } from "../../entry/near/edit-distance.js";
import { FIELD_ORDER } from "../../entry/record-fields.js";
import { bornAs, isJudgedType, prefixOf } from "../../entry/record-types.js";
import { type Fields, readInstant, readInstants, readLists, readOutcome } from "../../entry/written-forms.js";
import { defined } from "../../text/defined.js";

/** What a draft is read against. */
interface DraftSetting {
  type: EntryType;
  /** When it was said: an item of an evolution without a time is as old. */
  timestamp: string;
  /** The agent that writes, and the person who is served. */
  agent: string;
  user?: string | undefined;
}

export interface ReadDraft {
  /** What the author states, and whatever tenet alone may write. */
  stated: Fields;
  /** What tenet writes itself, as it stood there. */
  taken: { outcome_note?: string; outcome_date?: string; flags?: string[] };
  /** The agent that is named as its writer, where that is another one. */
  agent?: string;
}

const says = (value: unknown): boolean =>
  value !== null &&
  value !== "" &&
  !(Array.isArray(value) && value.length === 0) &&
  !(typeof value === "object" && Object.keys(value).length === 0);

/** Reads one draft. `id` becomes an alias: the entry gets an id of its own, and answers to both. */
export function readDraft(given: Fields, setting: DraftSetting): ReadDraft {
  const { type } = setting;
  const known = new Set(FIELD_ORDER[type]);
  const stated: Fields = Object.fromEntries(
    Object.entries(given).filter(([field, value]) => !known.has(field) || says(value)),
  );
  // The lines of an evolution take their time from the entry's.
  const dated: Fields = { ...stated, timestamp: setting.timestamp };
  readInstants(dated, []);
  readLists(dated);
  if (Array.isArray(dated["evolution"])) stated["evolution"] = dated["evolution"];
  if (stated["status"] === bornAs(type)) delete stated["status"];
  if (stated["seen"] === 0) delete stated["seen"];
  // Both are found anew.
  if (stated["novelty"] === "partial" || stated["novelty"] === "unchecked") delete stated["novelty"];
  const flags = takeFlags(stated);
  if (known.has("user") && isSameName(String(stated["user"]), setting.user)) delete stated["user"];
  const writer = takeAgent(stated, setting);
  const decided = whoDecided(stated["source"], writer.agent ?? setting.agent);
  if (type === "decision" && isSameName(String(stated["by"]), decided)) delete stated["by"];
  if (type === "edit") takeEdit(stated);
  takeId(stated, type);
  return { stated, taken: { ...takeOutcome(stated, type), ...flags }, ...writer };
}

/** A decision is theirs whose words it is; what nobody said the agent decided itself. */
export function whoDecided(source: unknown, agent: string): string {
  return typeof source === "string" && !isSameName(source, "self") ? source : agent;
}

/** What a record says of its own stakes: that they are empty is found anew, that nobody rated them stays. */
function takeFlags(stated: Fields): { flags?: string[] } {
  const { flags } = stated;
  if (!Array.isArray(flags) || !flags.every((flag) => flag === "stakes-empty" || UNRATED.includes(flag))) return {};
  delete stated["flags"];
  const kept = flags.filter((flag) => UNRATED.includes(flag));
  return kept.length === 0 ? {} : { flags: kept };
}

/** Names of earlier records; how far its texts are apart is found anew, and says what tenet would say or is refused. */
function takeEdit(stated: Fields): void {
  const { distance, ratio, kind } = stated;
  const read = { ...stated };
  readEdit(read);
  for (const field of ["before", "after", "ids"]) delete stated[field];
  for (const field of ["original", "final", "linked"]) if (read[field] !== undefined) stated[field] = read[field];
  if (kind !== undefined) stated["kind"] = read["kind"];
  if (distance === read["distance"]) delete stated["distance"];
  if (ratio === read["ratio"]) delete stated["ratio"];
}

function takeId(stated: Fields, type: EntryType): void {
  const { id, aliases } = stated;
  if (typeof id !== "string" || !WHOLE_ID.test(id) || !id.startsWith(prefixOf(type))) return;
  delete stated["id"];
  stated["aliases"] = [...new Set([...(Array.isArray(aliases) ? aliases : []), id])];
}

/** In words only: a verdict is what an outcome says, which is an entry of its own. */
function takeOutcome(stated: Fields, type: EntryType): ReadDraft["taken"] {
  if (!isJudgedType(type)) return {};
  readOutcome(stated);
  const { outcome, outcome_note: note, outcome_date: date } = stated;
  if ((VERDICTS as readonly unknown[]).includes(outcome) || typeof note !== "string") return {};
  delete stated["outcome_note"];
  const at = typeof date === "string" ? readInstant(date)?.at : undefined;
  if (at !== undefined) delete stated["outcome_date"];
  return defined({ outcome_note: note.trim(), outcome_date: at });
}

function takeAgent(stated: Fields, { agent }: DraftSetting): { agent?: string } {
  const named = stated["agent"];
  if (typeof named !== "string" || named.trim() === "") return {};
  delete stated["agent"];
  return isSameName(named, agent) ? {} : { agent: named.trim() };
}
