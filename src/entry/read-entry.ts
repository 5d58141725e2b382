/** Builds an entry from the fields of a file. Accepts hand-written forms and reports each in a note. */

import { defined } from "../text/defined.js";
import { issueInWords } from "../text/issue-words.js";
import { type Basis, CONFIDENCE, type Entry, type EntryType, isLearning } from "./entry.js";
import { ENTRY_TYPES, SCHEMA_OF, STAKES, STATED_CATEGORIES } from "./entry-schema.js";
import { contactScope } from "./gates/contact-scope.js";
import { WHOLE_ID } from "./id-form.js";
import { STAKES_NOT_RATED, STAKES_NOT_STATED } from "./missing-facts.js";
import { readEdit } from "./near/edit-distance.js";
import { FIELD_ORDER } from "./record-fields.js";
import { bornAs, isJudgedType, prefixOf } from "./record-types.js";
import { readStakesText } from "./stakes.js";
import { type Fields, isFields, type ReadingNote, readInstants, readLists, readOutcome } from "./written-forms.js";

/** The result of reading a record. Without `entry` the record is broken, and an error among the notes says why. */
export interface Reading {
  entry?: Entry;
  notes: ReadingNote[];
}

const KNOWN_FIELDS = new Map(Object.entries(FIELD_ORDER).map(([type, fields]) => [type, new Set(fields)]));

/** Nulls and empty values of known fields mean "not said". Unknown fields stay exactly as they are. */
function withoutEmpty(raw: Fields, type: EntryType): Fields {
  const filledFields: Fields = {};
  const knownFields = KNOWN_FIELDS.get(type);
  for (const [field, value] of Object.entries(raw)) {
    if (knownFields?.has(field) !== true) filledFields[field] = value;
    else if (Array.isArray(value)) {
      const items = value.filter((item) => item !== null && item !== "");
      if (items.length > 0) filledFields[field] = items.map((item) => (isFields(item) ? withoutNulls(item) : item));
    } else if (isFields(value)) {
      if (Object.keys(value).length > 0) filledFields[field] = withoutNulls(value);
    } else if (value !== null && value !== "") filledFields[field] = value;
  }
  return filledFields;
}

function withoutNulls(map: Fields): Fields {
  return Object.fromEntries(Object.entries(map).filter(([, value]) => value !== null));
}

function readStakes(fields: Fields, type: EntryType, notes: ReadingNote[]): void {
  const stakesText = fields["stakes"];
  const required = isLearning({ type });
  if (typeof stakesText === "string" && !(STAKES as readonly string[]).includes(stakesText)) {
    const { rated, fields: ratedFields } = readStakesText(stakesText, fields["at_risk"]);
    Object.assign(fields, ratedFields);
    if (!rated) notes.push(notRated(`stakes says "${stakesText.slice(0, 60)}"`));
  } else if (stakesText === undefined && required) {
    fields["stakes"] = "medium";
    if (!hasFlag(fields, STAKES_NOT_STATED)) fields["flags"] = [...flagsIn(fields), STAKES_NOT_STATED];
  }
  if (hasFlag(fields, STAKES_NOT_RATED)) {
    const next = "Rate it (tenet edit with --stakes high, medium or low), or take stakes-not-rated away under flags.";
    notes.push({ ...notRated("the stakes were stated as a text"), next });
  }
  if (!required) return;
  if (hasFlag(fields, STAKES_NOT_STATED)) {
    const message = "nobody said how bad it is when this is forgotten; it counts as medium";
    const next = "Leave it, or rate it: tenet edit with --stakes high, medium or low.";
    notes.push({ code: STAKES_NOT_STATED, severity: "info", field: "stakes", message, next });
  } else if ((fields["at_risk"] ?? "") === "") {
    const message = "nothing says what was at risk (at_risk)";
    const next = "Write one sentence under at_risk, or leave it.";
    notes.push({ code: "stakes-empty", severity: "info", field: "stakes", message, next });
  }
}

function flagsIn({ flags }: Fields): unknown[] {
  return Array.isArray(flags) ? flags : [];
}

const hasFlag = (fields: Fields, flag: string): boolean => flagsIn(fields).includes(flag);

function notRated(value: string): ReadingNote {
  const message = `${value}, which is no level; read as medium`;
  const next = "Write high, medium or low, and what was at risk under at_risk.";
  return { code: STAKES_NOT_RATED, severity: "warning", field: "stakes", message, next };
}

/** What a person who writes a memory by hand may leave out. */
function readMemory(fields: Fields, notes: ReadingNote[], contact: string | undefined): void {
  if (contact !== undefined) fields["scope"] ??= contactScope(contact);
  fields["basis"] ??= "explicit";
  fields["confidence"] ??= CONFIDENCE[fields["basis"] as Basis];
  if (fields["category"] !== undefined) return;
  fields["category"] = "fact";
  const message = "no category says what kind of memory it is; read as fact";
  const next = `Write one under category: ${STATED_CATEGORIES.join(", ")}.`;
  notes.push({ code: "category-missing", severity: "warning", field: "content", message, next });
}

function brokenField(field: string | undefined, message: string): ReadingNote {
  return defined({
    code: "broken-record",
    severity: "error" as const,
    field,
    message,
    next: "Mend the record by hand.",
  });
}

/**
 * Reads the fields of one record. Pure: the file stays unchanged, only the entry has the accepted forms.
 * `defaults.agent` replaces a missing agent, `contact` a missing subject of a memory.
 */
export function readEntry(raw: unknown, defaults: { agent: string; contact?: string | undefined }): Reading {
  if (!isFields(raw)) return { notes: [brokenField(undefined, "the record is not a list of `field: value` lines")] };
  const type = raw["type"];
  if (!(ENTRY_TYPES as readonly unknown[]).includes(type)) {
    const message = `type is ${JSON.stringify(type) ?? "missing"}; known are ${ENTRY_TYPES.join(", ")}`;
    return { notes: [brokenField("type", message)] };
  }
  const kind = type as EntryType;
  const id = raw["id"];
  if (typeof id !== "string" || !WHOLE_ID.test(id)) {
    const idText = JSON.stringify(id)?.slice(0, 60) ?? "missing";
    return { notes: [brokenField("id", `id is ${idText}; it should look like ${prefixOf(kind)}-20260215-K7Q2X`)] };
  }
  if (!id.startsWith(prefixOf(kind)))
    return { notes: [brokenField("id", `${id} is the id of another type than ${kind}`)] };
  const notes: ReadingNote[] = [];
  const fields = withoutEmpty(raw, kind);
  fields["tier"] ??= "self";
  fields["agent"] ??= defaults.agent;
  fields["status"] ??= bornAs(kind);
  readInstants(fields, notes);
  readLists(fields);
  readInstants(fields, []);
  if (kind === "memory") readMemory(fields, notes, defaults.contact);
  if (kind === "edit") {
    const trouble = readEdit(fields);
    if (trouble !== undefined) return { notes: [...notes, brokenField(trouble.field, trouble.message)] };
  }
  if (isJudgedType(kind)) readOutcome(fields);
  if ("stakes" in SCHEMA_OF[kind].shape) readStakes(fields, kind, notes);
  const checked = SCHEMA_OF[kind].safeParse(fields);
  if (checked.success) return { entry: checked.data as Entry, notes };
  for (const issue of checked.error.issues) {
    const path = issue.path.map(String);
    const field = path[0];
    const fieldPath = path.join(".");
    const missing = field !== undefined && fields[field] === undefined;
    notes.push(brokenField(field, missing ? `${fieldPath} is missing` : `${fieldPath}: ${issueInWords(issue)}`));
  }
  return { notes };
}
