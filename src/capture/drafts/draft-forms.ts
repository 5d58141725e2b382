/**
 * Reads a draft in the forms of other writers: a record copied from a file, an export, a page of notes. Called by
 * `draft.ts`. It is read like a record in a file. A field that tenet writes is accepted where it holds the value that
 * tenet would write; otherwise the check of names refuses it. Pure.
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

/** What the draft is read against. */
interface DraftSetting {
  type: EntryType;
  /** The instant of the draft; items of an evolution without a time get this one. */
  timestamp: string;
  /** The agent that writes, and the user it serves. */
  agent: string;
  user?: string | undefined;
}

export interface ReadDraft {
  /** The author's fields, and any fields of tenet's that were not accepted. */
  stated: Fields;
  /** Accepted fields of tenet's, with their values. */
  ownFields: { outcome_note?: string; outcome_date?: string; flags?: string[] };
  /** The agent that the draft names as its writer, where it is not the caller. */
  agent?: string;
}

const hasContent = (value: unknown): boolean =>
  value !== null &&
  value !== "" &&
  !(Array.isArray(value) && value.length === 0) &&
  !(typeof value === "object" && Object.keys(value).length === 0);

/** Reads one draft. `id` becomes an alias: the entry gets a new id and answers to both. */
export function readDraft(givenFields: Fields, setting: DraftSetting): ReadDraft {
  const { type } = setting;
  const knownFields = new Set(FIELD_ORDER[type]);
  const stated: Fields = Object.fromEntries(
    Object.entries(givenFields).filter(([field, value]) => !knownFields.has(field) || hasContent(value)),
  );
  // The lines of an evolution take the entry's time.
  const dated: Fields = { ...stated, timestamp: setting.timestamp };
  readInstants(dated, []);
  readLists(dated);
  if (Array.isArray(dated["evolution"])) stated["evolution"] = dated["evolution"];
  if (stated["status"] === bornAs(type)) delete stated["status"];
  if (stated["seen"] === 0) delete stated["seen"];
  // Storing the entry sets it anew.
  if (stated["novelty"] === "partial" || stated["novelty"] === "unchecked") delete stated["novelty"];
  const flags = takeFlags(stated);
  if (knownFields.has("user") && isSameName(String(stated["user"]), setting.user)) delete stated["user"];
  const writer = takeAgent(stated, setting);
  const decider = whoDecided(stated["source"], writer.agent ?? setting.agent);
  if (type === "decision" && isSameName(String(stated["by"]), decider)) delete stated["by"];
  if (type === "edit") takeEdit(stated);
  takeId(stated, type);
  return { stated, ownFields: { ...takeOutcome(stated, type), ...flags }, ...writer };
}

/** Who decided: the stated source, else the agent. */
export function whoDecided(source: unknown, agent: string): string {
  return typeof source === "string" && !isSameName(source, "self") ? source : agent;
}

/** Accepts flags about stakes. `stakes-empty` is derived again; flags for unrated stakes are kept. */
function takeFlags(stated: Fields): { flags?: string[] } {
  const { flags } = stated;
  if (!Array.isArray(flags) || !flags.every((flag) => flag === "stakes-empty" || UNRATED.includes(flag))) return {};
  delete stated["flags"];
  const unratedFlags = flags.filter((flag) => UNRATED.includes(flag));
  return unratedFlags.length === 0 ? {} : { flags: unratedFlags };
}

/** Accepts the names of earlier records. Distance and ratio are derived again; a different value is refused. */
function takeEdit(stated: Fields): void {
  const { distance, ratio, kind } = stated;
  const readFields = { ...stated };
  readEdit(readFields);
  for (const field of ["before", "after", "ids"]) delete stated[field];
  for (const field of ["original", "final", "linked"])
    if (readFields[field] !== undefined) stated[field] = readFields[field];
  if (kind !== undefined) stated["kind"] = readFields["kind"];
  if (distance === readFields["distance"]) delete stated["distance"];
  if (ratio === readFields["ratio"]) delete stated["ratio"];
}

function takeId(stated: Fields, type: EntryType): void {
  const { id, aliases } = stated;
  if (typeof id !== "string" || !WHOLE_ID.test(id) || !id.startsWith(prefixOf(type))) return;
  delete stated["id"];
  stated["aliases"] = [...new Set([...(Array.isArray(aliases) ? aliases : []), id])];
}

/** Accepts an outcome in words. A verdict belongs into an outcome, which is an entry of its own type. */
function takeOutcome(stated: Fields, type: EntryType): ReadDraft["ownFields"] {
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
  const statedAgent = stated["agent"];
  if (typeof statedAgent !== "string" || statedAgent.trim() === "") return {};
  delete stated["agent"];
  return isSameName(statedAgent, agent) ? {} : { agent: statedAgent.trim() };
}
