/** How a record looks in a file: heading, fence, fields. */
import { claimOf, dayOf, type Entry } from "../../entry/entry.js";
import { contactOf } from "../../entry/gates/contact-scope.js";
import { FIELD_ORDER } from "../../entry/record-fields.js";
import { pluralOf } from "../../entry/record-types.js";
import { isEmpty } from "../../entry/written-forms.js";
import { titled } from "../../text/paint.js";
import { shorten } from "../../text/shorten.js";
import { fenceFor } from "./fences.js";
import { fieldLines } from "./yaml-text.js";

const MAX_TITLE = 82;

/** A claim as a heading: one line, cut at a word, without marks that a formatter would rewrite. */
export function titleOf(claim: string): string {
  const plain = claim
    .replace(/(?:[\s\p{Cc}]|(?![\u200c\u200d])\p{Cf})+/gu, " ")
    .replace(/[*\\~`$|{}^]/g, "")
    .replace(/[[<]/g, "(")
    .replace(/[\]>]/g, ")")
    .replace(/(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, "")
    .replace(/&/g, "+")
    .replace(/ {2,}/g, " ")
    .replace(/[\s#]+$/, "")
    .trim();
  return shorten(plain, MAX_TITLE, 0.5).replace(/[\s#,;:–—-]+…$/, "…");
}

/** `## COR-20260215-K7Q2X · Time is never an issue for agents: do it right` */
export function headingOf(entry: Entry): string {
  const title = titleOf(claimOf(entry));
  return title === "" ? `## ${entry.id}` : `## ${entry.id} · ${title}`;
}

/** The lines of a field; none where it says nothing. */
export const rowsOf = (field: string, value: unknown): string[] =>
  value === undefined || isEmpty(value) ? [] : fieldLines(field, value);

/** The schema's fields, in its order, then unknown ones; empty known ones are left out. */
export function renderFields(entry: Entry): string {
  const order = FIELD_ORDER[entry.type];
  const fields = entry as Record<string, unknown>;
  const unknown = Object.keys(fields).filter((field) => fields[field] !== undefined && !order.includes(field));
  const lines = order.flatMap((field) => rowsOf(field, fields[field]));
  return [...lines, ...unknown.flatMap((field) => fieldLines(field, fields[field]))].join("\n");
}

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

export const contactHead = (contact: string): string => head(["type: contacts"], contact);

export function fileHead(entry: Entry, group?: FactGroup): string {
  if (entry.type === "memory") {
    const contact = contactOf(entry);
    if (contact !== undefined) return contactHead(contact);
    const title = titled((group?.name ?? entry.category).replaceAll("-", " "));
    return head(["type: facts", ...fieldLines("description", group?.description ?? title)], title);
  }
  const day = dayOf(entry.id);
  const plural = pluralOf(entry.type);
  return head([`type: ${plural}`, `date: ${day}`], `${titled(plural)} · ${day}`);
}
