/** The forms in which people and other tools write the fields of a record: read alike in files and drafts. */
import { stamp } from "../text/durations.js";
import type { Stakes } from "./entry.js";
import { fieldsThat } from "./record-fields.js";

export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export const isEmpty = (value: unknown): boolean =>
  value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);

const LISTS = fieldsThat(({ isList }) => isList);
const MAPS = fieldsThat(({ kind }) => kind === "object");
const INSTANTS: ReadonlySet<string> = new Set(["timestamp", "valid_from", "valid_to", "at"]);

const INSTANT = /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?\s*(Z|z|[+-]\d{2}:?\d{2})?)?$/;

/** UTC to the second, from any ISO-like writing. Undefined when it is no instant. */
export function readInstant(text: string): { at: string; assumedUtc: boolean } | undefined {
  const [, day = "", minutes = "00:00", seconds = ":00", offset] = INSTANT.exec(text.trim()) ?? [];
  const zone = offset?.toUpperCase().replace(/(\d{2})(\d{2})$/, "$1:$2") ?? "Z";
  const at = new Date(`${day}T${minutes}${seconds}${zone}`);
  // Date takes 30 February for 2 March.
  if (Number.isNaN(at.getTime()) || !stamp(new Date(`${day}T00:00Z`)).startsWith(day)) return undefined;
  return { at: stamp(at), assumedUtc: offset === undefined };
}

const EVOLUTION_LINE =
  /^\s*(\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?\s*(?:Z|[+-]\d{2}:?\d{2})?)?)\s*(?:[—–:-]+\s*)?(.+)$/s;

/** `"2026-02-14 13:00 — text"` as an item; without a time it is as old as the entry. YAML reads `when: text` as a map. */
function readEvolution(value: unknown, born: unknown): unknown {
  const [[when = "", what] = [], another] = isFields(value) ? Object.entries(value) : [];
  const isLine = another === undefined && typeof what === "string" && !/^(?:at|text)$/.test(when);
  const item = isLine ? `${when}: ${what}` : value;
  if (typeof item !== "string") return item;
  const [, at = "", text] = EVOLUTION_LINE.exec(item) ?? [];
  return readInstant(at) === undefined ? { at: born, text: item } : { at, text };
}

/** One value where a list belongs becomes a list of it; lines of an evolution become items; instants stand in UTC. */
export function readForms(fields: Fields): void {
  for (const [field, value] of Object.entries(fields)) {
    const parts =
      field === "tags" && typeof value === "string" ? value.split(/\s*,\s*/).filter(Boolean) : [value].flat();
    const items = field === "evolution" ? parts.map((part) => readEvolution(part, fields["timestamp"])) : parts;
    if (MAPS.has(field)) items.filter(isFields).forEach(readForms);
    if (LISTS.has(field)) fields[field] = items;
    else if (INSTANTS.has(field)) fields[field] = (typeof value === "string" && readInstant(value)?.at) || value;
  }
}

/** A level, then a separator or the end: "low-level drivers break" and "high latency" are risks, not levels. */
const LEVEL_FIRST = /^\s*(high|medium|low)(?:\s+(?:stakes|risk))?\s*(?:$|[:;,–—(]\s*|\s-+\s+|\.\s+)(.*)$/isu;

/** The level that a text begins with, and the risk behind it; a text without a level is all risk. */
export function readLevel(text: string): { stakes?: Stakes; at_risk?: string } {
  const match = LEVEL_FIRST.exec(text);
  if (match === null) return { at_risk: text.trim() };
  const [whole, level = "", rest = ""] = match;
  const why = (whole.includes("(") && !rest.includes("(") ? rest.replace(/\)\s*$/u, "") : rest).trim();
  const stakes = level.toLowerCase() as Stakes;
  return why === "" ? { stakes } : { stakes, at_risk: why };
}

/** A text in the field of the level: medium where it has none; its risk goes before an `at_risk`. */
export function readStakesText(text: string, at_risk: unknown): { stakes: Stakes; at_risk?: string } {
  const { stakes = "medium", at_risk: risk = "" } = readLevel(text);
  const risks = [...new Set([risk, at_risk])].filter((one) => typeof one === "string" && one.trim() !== "");
  return { stakes, ...(risks.length > 0 && { at_risk: risks.join(". ") }) };
}

/** The kind of an edit that states none. */
export const usualKind = ({ final }: Readonly<Fields>): "rejected" | "rewrite" =>
  (final ?? "") === "" ? "rejected" : "rewrite";
