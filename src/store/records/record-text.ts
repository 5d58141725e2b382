/** How a record looks in a file: heading, fence, fields. */

import { claimOf, dayOf, type Entry, wordingsOf } from "../../entry/entry.js";
import { contactOf } from "../../entry/gates/contact-scope.js";
import { FIELD_ORDER } from "../../entry/record-fields.js";
import { RECORD_TYPES } from "../../entry/record-types.js";
import { titled } from "../../text/paint.js";
import { beginningOf } from "../../text/shorten.js";
import { fenceFor } from "./fences.js";
import { fieldLines } from "./yaml-text.js";

const MAX_TITLE = 80;

/** A claim as a heading: one line, cut at a word, without marks that a formatter would rewrite. */
export function titleOf(claim: string): string {
  const plain = claim
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a heading holds none
    .replace(/[\s\u0000-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/gu, " ")
    .replace(/[*\\~`$|{}^]/g, "")
    .replace(/[[<]/g, "(")
    .replace(/[\]>]/g, ")")
    .replace(/(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, "")
    .replace(/&/g, "+")
    .replace(/ {2,}/g, " ")
    .replace(/[\s#]+$/, "")
    .trim();
  if (plain.length <= MAX_TITLE) return plain;
  const cut = plain.slice(0, MAX_TITLE + 1);
  const space = cut.lastIndexOf(" ");
  const beginning = space > MAX_TITLE / 2 ? cut.slice(0, space) : beginningOf(cut, MAX_TITLE);
  return `${beginning.replace(/[\s#,;:–—-]+$/, "")}…`;
}

/** `## COR-20260215-K7Q2X · Time is never an issue for agents: do it right` */
export function headingOf(entry: Entry): string {
  return headingFor(entry.id, claimOf(entry));
}

function headingFor(id: string, claim: string): string {
  const title = titleOf(claim);
  return title === "" ? `## ${id}` : `## ${id} · ${title}`;
}

/** True when tenet wrote this heading, for any wording the entry has had; one that a person changed stays. */
export function isOwnHeading(entry: Entry, line: string): boolean {
  return wordingsOf(entry).some((wording) => headingFor(entry.id, wording) === line);
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** The record's fields as YAML lines: the schema's first, in its order, then unknown ones; empty known ones left out. */
export function renderFields(entry: Entry): string {
  const order = FIELD_ORDER[entry.type];
  const fields = entry as Record<string, unknown>;
  const first = order.filter((field) => !isEmpty(fields[field]));
  const unknown = Object.keys(fields).filter((field) => fields[field] !== undefined && !order.includes(field));
  return [...first, ...unknown].flatMap((field) => fieldLines(field, fields[field])).join("\n");
}

/** Heading and fence of one record, with a final newline. */
export function renderRecord(entry: Entry): string {
  const body = renderFields(entry);
  const fence = fenceFor(body);
  return `${headingOf(entry)}\n\n${fence}yaml\n${body}\n${fence}\n`;
}

/** A group of memories: a file, with what it is about. */
export interface FactGroup {
  /** Of the file, without its ending. */
  name: string;
  description?: string;
}

const head = (fields: readonly string[], title: string): string => `---\n${fields.join("\n")}\n---\n\n# ${title}\n\n`;

/** The head of a contact's file. */
export const contactHead = (contact: string): string => head(["type: contacts"], contact);

/** The head of a new file of records. */
export function fileHead(entry: Entry, group?: FactGroup): string {
  if (entry.type === "memory") {
    const contact = contactOf(entry);
    if (contact !== undefined) return contactHead(contact);
    const title = titled((group?.name ?? entry.category).replaceAll("-", " "));
    return head(["type: facts", ...fieldLines("description", group?.description ?? title)], title);
  }
  const day = dayOf(entry.id);
  const { plural } = RECORD_TYPES[entry.type];
  return head([`type: ${plural}`, `date: ${day}`], `${titled(plural)} · ${day}`);
}
