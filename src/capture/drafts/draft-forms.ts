/**
 * Reads a draft in the forms of other writers: a record copied from a file, an export, a page of notes. Called by
 * `draft.ts`. It is read like a record in a file. Fields that tenet writes are left out; the check of names refuses those
 * that end an entry, which would count again without them. Pure.
 */

import type { EntryType } from "../../entry/entry.js";
import { VERDICTS } from "../../entry/entry-schema.js";
import { isSameName } from "../../entry/gates/attribution.js";
import { WHOLE_ID } from "../../entry/id-form.js";
import { UNRATED } from "../../entry/missing-facts.js";
import { FIELD_ORDER, WRITTEN_BY_TENET } from "../../entry/record-fields.js";
import { isJudgedType, prefixOf } from "../../entry/record-types.js";
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
  /** The author's fields, and those of tenet's that are no author's to state. */
  stated: Fields;
  /** The names of the fields that only tenet writes. */
  leftOut: string[];
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
  const flags = takeFlags(stated);
  if (knownFields.has("user") && isSameName(String(stated["user"]), setting.user)) delete stated["user"];
  const writer = takeAgent(stated, setting);
  takeId(stated, type);
  const ownFields = { ...takeOutcome(stated, type), ...flags };
  const leftOut = WRITTEN_BY_TENET.filter((field) => field in stated && !isNoAuthors(field, stated[field]));
  for (const field of leftOut) delete stated[field];
  return { stated, leftOut, ownFields, ...writer };
}

/** What ends an entry, whose it is, and an id that is none: without them it would say something else. */
const NO_AUTHORS: ReadonlySet<string> = new Set(["outcome", "superseded_by", "forgotten", "user", "id"]);

const isNoAuthors = (field: string, value: unknown): boolean =>
  NO_AUTHORS.has(field) || (field === "status" && (value === "superseded" || value === "forgotten"));

/** Who decided: the stated source, else the agent. */
export function whoDecided(source: unknown, agent: string): string {
  return typeof source === "string" && !isSameName(source, "self") ? source : agent;
}

/** Keeps the flags for unrated stakes; all others are derived again. */
function takeFlags(stated: Fields): { flags?: string[] } {
  const flags = [stated["flags"]].flat().filter((flag) => UNRATED.includes(String(flag))) as string[];
  if (flags.length === 0) return {};
  delete stated["flags"];
  return { flags };
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
