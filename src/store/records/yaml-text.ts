/** How tenet writes YAML: text double-quoted, lists in block style, one line a value, stable under Prettier. */
import { WORD_FIELDS } from "../../entry/record-fields.js";
import { COPIED } from "../../entry/standing/copies.js";
import { isFields } from "../../entry/written-forms.js";
import { ANY_ID_FORM } from "../../text/id-shape.js";

/** Fields with a word of a closed set, or a name: written bare where YAML reads it back unchanged, like ids and instants. */
const BARE_FIELDS: ReadonlySet<string> = new Set([
  ...WORD_FIELDS,
  ...COPIED,
  ...["agent", "source", "by", "user", "session", "run", "key", "scope", "domain", "tags", "aliases", "filled"],
]);

/** YAML 1.1 or 1.2 reads these as booleans, numbers or nothing. */
const TAKEN_WORD = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf)$/i;
const BARE_WORD = /^[A-Za-z][A-Za-z0-9_./+-]*$/;
const BARE = new RegExp(String.raw`^(?:${ANY_ID_FORM}|\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z)$`);
const BARE_KEY = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** JSON leaves these raw, and on a screen they break lines or vanish. Emoji and Persian need their joiners. */
const UNSEEN = /[\u007f-\u009f\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]/g;

/** True for a word that every reader of YAML takes for itself, without quotes. */
export const isBareWord = (text: string): boolean => BARE_WORD.test(text) && !TAKEN_WORD.test(text);

/** A scalar on one line. */
function quoted(text: string): string {
  const double = JSON.stringify(text).replace(
    UNSEEN,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  // Prettier turns \" into single quotes unless the value needs another escape: write it the way it stays.
  return double.includes('\\"') && !/\\[^"]/.test(double) ? `'${text.replaceAll("'", "''")}'` : double;
}

/** A value that fits behind `key: ` or `- `; undefined when it needs several lines. */
function inline(field: string, value: unknown): string | undefined {
  if (typeof value === "string")
    return (BARE_FIELDS.has(field) && isBareWord(value)) || BARE.test(value) ? value : quoted(value);
  if (Array.isArray(value)) return value.length === 0 ? "[]" : undefined;
  if (isFields(value)) return Object.values(value).every((one) => one === undefined) ? "{}" : undefined;
  return Object.is(value, -0) ? "-0" : String(value);
}

function blockLines(field: string, value: unknown, indent: string): string[] {
  if (isFields(value))
    return Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : fieldLines(key, item, indent)));
  return (value as unknown[]).flatMap((item) => {
    const lines = [inline(field, item) ?? blockLines(field, item, `${indent}  `)].flat();
    return lines.map((line, at) => (at === 0 ? `${indent}- ${line.trimStart()}` : line));
  });
}

/** `key: value` as lines, nested values in block style two spaces deeper. */
export function fieldLines(key: string, value: unknown, indent = ""): string[] {
  const name = BARE_KEY.test(key) && !TAKEN_WORD.test(key) ? key : quoted(key);
  const short = inline(key, value);
  if (short !== undefined) return [`${indent}${name}: ${short}`];
  return [`${indent}${name}:`, ...blockLines(key, value, `${indent}  `)];
}
