/** The forms in which people and other tools write the fields of a record. One reading of them, for files and for drafts. */

import { fieldsOf } from "./record-fields.js";

export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Nothing is said in it. */
export const isEmpty = (value: unknown): boolean =>
  value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);

const LISTS = fieldsOf("string", true);
/** Fields that hold maps, in a list or alone. */
const LISTS_OF_MAPS = fieldsOf("object", true);
const MAPS = fieldsOf("object", false);
const INSTANTS = ["timestamp", "valid_from", "valid_to"];

const INSTANT = /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?\s*(Z|z|[+-]\d{2}:?\d{2})?)?$/;

/** UTC to the second, on a day that every month has. */
const AS_WRITTEN = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

/** UTC to the second, from any ISO-like writing; without an offset it is taken as UTC. Undefined when it is no instant. */
export function readInstant(text: string): { at: string; assumedUtc: boolean } | undefined {
  if (AS_WRITTEN.test(text)) return { at: text, assumedUtc: false };
  const match = INSTANT.exec(text.trim());
  if (match === null) return undefined;
  const [, day = "", minutes = "00:00", seconds = ":00", offset = ""] = match;
  const iso = `${day}T${minutes}${seconds}${offset === "" ? "Z" : offset.toUpperCase()}`;
  const at = new Date(iso.replace(/([+-]\d{2})(\d{2})$/, "$1:$2"));
  if (Number.isNaN(at.getTime())) return undefined;
  // Date accepts 30 February and rolls it over; a day that does not exist is a mistake to report.
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return undefined;
  return { at: `${at.toISOString().slice(0, 19)}Z`, assumedUtc: offset === "" };
}

const EVOLUTION_LINE =
  /^\s*(\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?\s*(?:Z|[+-]\d{2}:?\d{2})?)?)\s*(?:[—–:-]+\s*)?(.*)$/s;

/** `"2026-02-14 13:00 — text"` as an item; without a time it is as old as the entry. YAML reads `when: text` as a map. */
function readEvolution(value: unknown, born: unknown): unknown {
  const [[when = "", what] = [], another] = isFields(value) ? Object.entries(value) : [];
  const isLine = another === undefined && typeof what === "string" && !/^(?:at|text)$/.test(when);
  const item = isLine ? `${when}: ${what}` : value;
  if (typeof item !== "string") return item;
  const [, at, text] = EVOLUTION_LINE.exec(item) ?? [];
  const instant = at === undefined ? undefined : readInstant(at);
  if (instant === undefined || text === undefined || text === "") return { at: born, text: item };
  return { at: instant.at, text };
}

/** One value where a list belongs becomes a list of it; the lines of an evolution become items; instants stand in UTC. */
export function readForms(fields: Fields): void {
  for (const [field, value] of Object.entries(fields)) {
    if (LISTS.has(field) && !Array.isArray(value)) {
      fields[field] = field === "tags" && typeof value === "string" ? value.split(/\s*,\s*/).filter(Boolean) : [value];
    } else if (field === "check" && isFields(value) && typeof value["in"] === "string") {
      fields[field] = { ...value, in: [value["in"]] };
    } else if (LISTS_OF_MAPS.has(field)) {
      const items = Array.isArray(value) ? value : [value];
      fields[field] = field === "evolution" ? items.map((item) => readEvolution(item, fields["timestamp"])) : items;
    }
  }
  for (const field of INSTANTS) if (field in fields) fields[field] = inUtc(fields[field]);
  for (const field of [...LISTS_OF_MAPS, ...MAPS]) {
    const items = [fields[field]].flat().filter(isFields);
    for (const item of items) if ("at" in item) item["at"] = inUtc(item["at"]);
  }
}

const inUtc = (value: unknown): unknown => (typeof value === "string" ? (readInstant(value)?.at ?? value) : value);
