/** How tenet writes YAML: text double-quoted, lists in block style, one line a value, stable under Prettier. */
import { ANY_ID_FORM } from "../../text/id-shape.js";

/** Fields with words of a closed set or names: written bare where YAML reads them back unchanged, as ids and instants are. */
const BARE_FIELDS: ReadonlySet<string> = new Set([
  "type",
  "agent",
  "source",
  "tier",
  "stakes",
  "status",
  "verdict",
  "category",
  "basis",
  "sensitivity",
  "user",
  "key",
  "scope",
  "session",
  "run",
  "domain",
  "tags",
  "result",
  "outcome",
  "outcome_date",
  "superseded_by",
  "promoted_to",
  "found",
  "answer",
  "stick",
  "state",
  "by",
  "filled",
  "aliases",
]);

/** YAML 1.1 and 1.2 read these as booleans or nothing; a hash of digits and one `e` as a number. */
const TAKEN_WORD = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf)$/i;
const BARE_WORD = /^[A-Za-z][A-Za-z0-9_./+-]*$/;
const BARE = new RegExp(String.raw`^(?:${ANY_ID_FORM}|\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z)$`);
const BARE_KEY = /^[A-Za-z_][A-Za-z0-9_-]*$/;

// JSON leaves these raw; in YAML or on a screen they break lines or vanish.
const UNSEEN = /[\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]/g;
const JOINER = /[\u200c\u200d]/;

function escapeUnseen(char: string): string {
  // Emoji and Persian need their joiners readable in a diff.
  if (JOINER.test(char)) return char;
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** True for a word that every reader of YAML takes for itself, without quotes. */
export const isBareWord = (text: string): boolean => BARE_WORD.test(text) && !TAKEN_WORD.test(text);

/** A text as a quoted YAML scalar on one line, whatever it holds. */
export function quoted(text: string): string {
  const double = JSON.stringify(text).replace(UNSEEN, escapeUnseen);
  // Prettier turns \" into single quotes unless the value needs another escape: write it the way it stays.
  if (double.includes('\\"') && !/\\[^"]/.test(double)) return `'${text.replaceAll("'", "''")}'`;
  return double;
}

function scalar(field: string, value: unknown): string {
  if (typeof value === "string") {
    return (BARE_FIELDS.has(field) && isBareWord(value)) || BARE.test(value) ? value : quoted(value);
  }
  if (Object.is(value, -0)) return "-0";
  if (value === null || typeof value === "number" || typeof value === "boolean") return String(value);
  return quoted(JSON.stringify(value) ?? "");
}

type Fields = { readonly [field: string]: unknown };

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function defined(map: Fields): [string, unknown][] {
  return Object.entries(map).filter(([, value]) => value !== undefined);
}

/** A value that fits behind `key: ` or `- `; undefined when it needs several lines. */
function inline(field: string, value: unknown): string | undefined {
  if (Array.isArray(value)) return value.length === 0 ? "[]" : undefined;
  if (isFields(value)) return defined(value).length === 0 ? "{}" : undefined;
  return scalar(field, value);
}

/** One item of a list as lines, the first starting with `- ` behind the indent. */
function itemLines(field: string, value: unknown, indent: string): string[] {
  const short = inline(field, value);
  if (short !== undefined) return [`${indent}- ${short}`];
  const nested = blockLines(field, value, `${indent}  `);
  return nested.map((line, at) => (at === 0 ? `${indent}- ${line.slice(indent.length + 2)}` : line));
}

function blockLines(field: string, value: unknown, indent: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => itemLines(field, item, indent));
  return defined(value as Fields).flatMap(([key, item]) => fieldLines(key, item, indent));
}

/** `key: value` as lines, nested values in block style two spaces deeper. */
export function fieldLines(key: string, value: unknown, indent = ""): string[] {
  const name = BARE_KEY.test(key) && !TAKEN_WORD.test(key) ? key : quoted(key);
  const short = inline(key, value);
  if (short !== undefined) return [`${indent}${name}: ${short}`];
  return [`${indent}${name}:`, ...blockLines(key, value, `${indent}  `)];
}
