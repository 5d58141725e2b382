/**
 * Reads a draft in the forms of other writers: a record copied from a file, an export, a page of notes. Fields that tenet
 * writes are left out; the check of names refuses those that end an entry, which would count again without them. Pure.
 */

import type { EntryType } from "../../entry/entry.js";
import { isSameName } from "../../entry/gates/attribution.js";
import { WRITTEN_BY_TENET } from "../../entry/gates/redaction.js";
import { WHOLE_ID } from "../../entry/id-form.js";
import { FIELD_ORDER } from "../../entry/record-fields.js";
import { RECORD_TYPES } from "../../entry/record-types.js";
import { type Fields, isEmpty, readForms, readInstant } from "../../entry/written-forms.js";
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
  /** Fields that only tenet writes. */
  leftOut: string[];
  /** Accepted fields of tenet's, with their values. */
  ownFields: { outcome?: string; outcome_date?: string; superseded_by?: string };
  /** The agent that the draft names as its writer, where it is not the caller. */
  agent?: string;
}

/** Reads one draft. `id` becomes an alias: the entry gets a new id and answers to both. */
export function readDraft(givenFields: Fields, setting: DraftSetting): ReadDraft {
  const { type } = setting;
  const knownFields = new Set(FIELD_ORDER[type]);
  const stated: Fields = Object.fromEntries(
    Object.entries(givenFields).filter(([field, value]) => !knownFields.has(field) || !isEmpty(value)),
  );
  // The lines of an evolution take the entry's time.
  const dated: Fields = { ...stated, timestamp: setting.timestamp };
  readForms(dated);
  if (Array.isArray(dated["evolution"])) stated["evolution"] = dated["evolution"];
  if (knownFields.has("user") && isSameName(String(stated["user"]), setting.user)) delete stated["user"];
  const writer = takeAgent(stated, setting);
  takeId(stated, type);
  const ownFields = takeFate(stated);
  const leftOut = WRITTEN_BY_TENET.filter((field) => field in stated && !NO_AUTHORS.has(field));
  for (const field of leftOut) delete stated[field];
  return { stated, leftOut, ownFields, ...writer };
}

/** What ends an entry, whose it is, and an id that is none: without them it would say something else. */
const NO_AUTHORS: ReadonlySet<string> = new Set(["forgotten", "user", "id"]);

/** Who decided: the stated source, else the agent. */
export function whoDecided(source: unknown, agent: string): string {
  return typeof source === "string" && !isSameName(source, "self") ? source : agent;
}

function takeId(stated: Fields, type: EntryType): void {
  const { id, aliases } = stated;
  if (typeof id !== "string" || !WHOLE_ID.test(id) || !id.startsWith(RECORD_TYPES[type].prefix)) return;
  delete stated["id"];
  stated["aliases"] = [...new Set([...(Array.isArray(aliases) ? aliases : []), id])];
}

/** Words that say that nothing is known yet. */
const NOT_YET = /^(?:pending|open|tbd|todo|unknown|none|n\/?a|not (?:yet )?known|not yet|[-–—?.…]+)$/i;

/** What its source says of its fate: how it turned out, and what replaced it, which is at least said to be replaced. */
function takeFate(stated: Fields): ReadDraft["ownFields"] {
  const { status, superseded_by: by, outcome, outcome_date: date } = stated;
  for (const field of ["superseded_by", "outcome", "outcome_date"]) delete stated[field];
  if (status === "superseded") delete stated["status"];
  const isKnown = typeof outcome === "string" && !NOT_YET.test(outcome.trim());
  const at = typeof date === "string" ? readInstant(date)?.at : undefined;
  const successor = typeof by === "string" ? by : status === "superseded" ? "its source" : undefined;
  return defined({
    outcome: isKnown ? outcome.trim() : undefined,
    outcome_date: isKnown ? at : undefined,
    superseded_by: successor,
  });
}

function takeAgent(stated: Fields, { agent }: DraftSetting): { agent?: string } {
  const statedAgent = stated["agent"];
  if (typeof statedAgent !== "string" || statedAgent.trim() === "") return {};
  delete stated["agent"];
  return isSameName(statedAgent, agent) ? {} : { agent: statedAgent.trim() };
}
