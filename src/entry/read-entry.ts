/** From the fields a file holds to an entry: accepts what people and other tools write by hand, and says so. */

import { defined } from "../text/defined.js";
import { type Basis, CONFIDENCE, type Entry, type EntryType, PREFIX_OF } from "./entry.js";
import { CATEGORIES, ENTRY_TYPES, FIELD_ORDER, SCHEMA_OF, STAKES, VERDICTS } from "./entry-schema.js";
import { WHOLE_ID } from "./id-form.js";

/** Something noticed while reading one record; `field` tells its line. */
export interface ReadingNote {
  code: string;
  severity: "error" | "warning" | "info";
  field?: string;
  message: string;
  next?: string;
}

/** Without `entry` the record is broken: one of the notes is an error that says why. */
export interface Reading {
  entry?: Entry;
  notes: ReadingNote[];
}

type Fields = Record<string, unknown>;

const LISTS: ReadonlySet<string> = new Set([
  "alternatives",
  "tags",
  "triggers",
  "applications",
  "references",
  "linked",
  "supersedes",
  "contests",
  "derived_from",
  "flags",
  "aliases",
]);
const LISTS_OF_MAPS: ReadonlySet<string> = new Set(["evolution", "uses", "seen_by"]);
const MAPS: ReadonlySet<string> = new Set(["stick", "review", "imported", "forgotten", "redacted", "erased"]);
const INSTANTS = ["timestamp", "outcome_date"];

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const INSTANT = /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?\s*(Z|z|[+-]\d{2}:?\d{2})?)?$/;

/** UTC to the second, from any ISO-like writing; without an offset it is taken as UTC. Undefined when it is no instant. */
export function readInstant(text: string): { at: string; assumedUtc: boolean } | undefined {
  const found = INSTANT.exec(text.trim());
  if (found === null) return undefined;
  const [, day = "", minutes = "00:00", seconds = ":00", offset = ""] = found;
  const iso = `${day}T${minutes}${seconds}${offset === "" ? "Z" : offset.toUpperCase()}`;
  const at = new Date(iso.replace(/([+-]\d{2})(\d{2})$/, "$1:$2"));
  if (Number.isNaN(at.getTime())) return undefined;
  // Date accepts 30 February and rolls it over; a day that does not exist is a mistake to report.
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return undefined;
  return { at: `${at.toISOString().slice(0, 19)}Z`, assumedUtc: offset === "" };
}

/** Nulls and empty values of known fields mean "not said". Unknown fields stay exactly as they are. */
function withoutEmpty(raw: Fields, known: ReadonlySet<string>): Fields {
  const kept: Fields = {};
  for (const [field, value] of Object.entries(raw)) {
    if (!known.has(field)) kept[field] = value;
    else if (Array.isArray(value)) {
      const items = value.filter((item) => item !== null && item !== "");
      if (items.length > 0) kept[field] = items.map((item) => (isFields(item) ? withoutNulls(item) : item));
    } else if (isFields(value)) {
      if (Object.keys(value).length > 0) kept[field] = withoutNulls(value);
    } else if (value !== null && value !== "") kept[field] = value;
  }
  return kept;
}

function withoutNulls(map: Fields): Fields {
  return Object.fromEntries(Object.entries(map).filter(([, value]) => value !== null));
}

function readStakes(fields: Fields, type: EntryType, notes: ReadingNote[]): void {
  const stated = fields["stakes"];
  const required = type !== "outcome";
  if (typeof stated === "string" && !(STAKES as readonly string[]).includes(stated)) {
    const [, level, rest] = /^\s*(high|medium|low)\b[\s:,;–—-]*(.*)$/is.exec(stated) ?? [];
    fields["stakes"] = level === undefined ? "medium" : level.toLowerCase();
    const said = level === undefined ? stated : (rest ?? "");
    if (said !== "") {
      fields["at_risk"] = fields["at_risk"] === undefined ? said : `${said}. ${String(fields["at_risk"])}`;
    }
    if (level === undefined) notes.push(notRated(`stakes says "${stated.slice(0, 60)}"`));
  } else if (stated === undefined && required) {
    fields["stakes"] = "medium";
    notes.push(notRated("stakes are missing"));
  }
  if (!required) return;
  fields["at_risk"] ??= "";
  if (fields["at_risk"] === "") {
    const message = "nothing says what was at risk (at_risk)";
    const next = "Write one sentence under at_risk, or leave it.";
    notes.push({ code: "stakes-empty", severity: "info", field: "stakes", message, next });
  }
}

function notRated(what: string): ReadingNote {
  const message = `${what}, which is no level; read as medium`;
  const next = "Write high, medium or low, and what was at risk under at_risk.";
  return { code: "stakes-not-rated", severity: "warning", field: "stakes", message, next };
}

function readOutcome(fields: Fields): void {
  const stated = fields["outcome"];
  if (typeof stated !== "string" || (VERDICTS as readonly string[]).includes(stated)) return;
  const word = stated.trim().toLowerCase();
  if ((VERDICTS as readonly string[]).includes(word)) {
    fields["outcome"] = word;
    return;
  }
  delete fields["outcome"];
  const note = fields["outcome_note"];
  fields["outcome_note"] = note === undefined ? stated : `${stated}\n${String(note)}`;
}

/** What a person who writes a memory by hand may leave out. */
function readMemory(fields: Fields, notes: ReadingNote[]): void {
  fields["basis"] ??= "explicit";
  fields["confidence"] ??= CONFIDENCE[fields["basis"] as Basis];
  if (fields["category"] !== undefined) return;
  fields["category"] = "fact";
  const message = "no category says what kind of memory it is; read as fact";
  const next = `Write one under category: ${CATEGORIES.join(", ")}.`;
  notes.push({ code: "category-missing", severity: "warning", field: "content", message, next });
}

const EVOLUTION_LINE =
  /^\s*(\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?\s*(?:Z|[+-]\d{2}:?\d{2})?)?)\s*(?:[—–:-]+\s*)?(.*)$/s;

function readEvolution(item: unknown, born: unknown): unknown {
  if (typeof item !== "string") return item;
  const [, at, text] = EVOLUTION_LINE.exec(item) ?? [];
  const instant = at === undefined ? undefined : readInstant(at);
  if (instant === undefined || text === undefined || text === "") return { at: born, text: item };
  return { at: instant.at, text };
}

function readLists(fields: Fields): void {
  for (const [field, value] of Object.entries(fields)) {
    if (LISTS.has(field) && !Array.isArray(value)) {
      fields[field] = field === "tags" && typeof value === "string" ? value.split(/\s*,\s*/).filter(Boolean) : [value];
    } else if (LISTS_OF_MAPS.has(field)) {
      const items = Array.isArray(value) ? value : [value];
      fields[field] = field === "evolution" ? items.map((item) => readEvolution(item, fields["timestamp"])) : items;
    }
  }
}

function readInstants(fields: Fields, notes: ReadingNote[]): void {
  const read = (holder: Fields, key: string, field: string) => {
    const value = holder[key];
    if (typeof value !== "string") return;
    const instant = readInstant(value);
    if (instant === undefined) return;
    holder[key] = instant.at;
    if (instant.assumedUtc && field === "timestamp") {
      const message = `the timestamp "${value}" has no offset; read as UTC`;
      notes.push({ code: "timestamp-without-zone", severity: "info", field, message });
    }
  };
  for (const field of INSTANTS) read(fields, field, field);
  for (const field of [...LISTS_OF_MAPS, ...MAPS]) {
    const value = fields[field];
    for (const item of Array.isArray(value) ? value : [value]) if (isFields(item)) read(item, "at", field);
  }
}

function broken(field: string | undefined, message: string): ReadingNote {
  return defined({
    code: "broken-record",
    severity: "error" as const,
    field,
    message,
    next: "Mend the record by hand.",
  });
}

/**
 * Reads the fields of one record. Pure: the file's own text stays as it is, what was accepted is only in the entry.
 * `defaults.agent` stands in for a missing agent.
 */
export function readEntry(raw: unknown, defaults: { agent: string }): Reading {
  if (!isFields(raw)) return { notes: [broken(undefined, "the record is not a list of `field: value` lines")] };
  const type = raw["type"];
  if (!(ENTRY_TYPES as readonly unknown[]).includes(type)) {
    const message = `type is ${JSON.stringify(type) ?? "missing"}; known are ${ENTRY_TYPES.join(", ")}`;
    return { notes: [broken("type", message)] };
  }
  const kind = type as EntryType;
  const id = raw["id"];
  if (typeof id !== "string" || !WHOLE_ID.test(id)) {
    const stated = JSON.stringify(id)?.slice(0, 60) ?? "missing";
    return { notes: [broken("id", `id is ${stated}; it should look like ${PREFIX_OF[kind]}-20260215-K7Q2X`)] };
  }
  if (!id.startsWith(PREFIX_OF[kind])) return { notes: [broken("id", `${id} is the id of another type than ${kind}`)] };
  const notes: ReadingNote[] = [];
  const fields = withoutEmpty(raw, new Set(FIELD_ORDER[kind]));
  fields["tier"] ??= "self";
  fields["agent"] ??= defaults.agent;
  fields["status"] ??= kind === "outcome" ? "resolved" : "active";
  readInstants(fields, notes);
  readLists(fields);
  readInstants(fields, []);
  if (kind === "memory") readMemory(fields, notes);
  else {
    if (kind !== "outcome") readOutcome(fields);
    readStakes(fields, kind, notes);
  }
  const checked = SCHEMA_OF[kind].safeParse(fields);
  if (checked.success) return { entry: checked.data as Entry, notes };
  for (const issue of checked.error.issues) {
    const path = issue.path.map(String);
    const field = path[0];
    const shown = path.join(".");
    const missing = field !== undefined && fields[field] === undefined;
    notes.push(broken(field, missing ? `${shown} is missing` : `${shown}: ${issue.message}`));
  }
  return { notes };
}
