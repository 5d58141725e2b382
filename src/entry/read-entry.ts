/** Builds an entry from the fields of a file, in the forms in which people and other tools write them. */
import { defined } from "../text/defined.js";
import { issueInWords } from "../text/issue-words.js";
import { type Basis, CONFIDENCE, type Entry, type EntryType, isLearning } from "./entry.js";
import { ENTRY_TYPES, SCHEMA_OF, STAKES } from "./entry-schema.js";
import { contactScope } from "./gates/contact-scope.js";
import { WHOLE_ID } from "./id-form.js";
import { usualKind } from "./near/edit-distance.js";
import { FIELD_ORDER } from "./record-fields.js";
import { prefixOf } from "./record-types.js";
import { readStakesText } from "./stakes.js";
import { type Copies, withoutCopies } from "./standing/copies.js";
import { type Fields, isEmpty, isFields, readForms } from "./written-forms.js";

/** Why a record is broken; `field` tells its line. */
export interface Trouble {
  field?: string;
  message: string;
}

/** The result of reading a record. Without `entry` the record is broken. */
export interface Reading {
  entry?: Entry;
  /** What the record says for bare eyes, and of its fate in its own words: see `standing/copies.ts`. */
  copies?: Copies;
  troubles: Trouble[];
}

/** What is said in a value: nulls and empty values say nothing. */
function saidIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(saidIn).filter((item) => !isEmpty(item));
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== null));
}

const KNOWN_FIELDS = new Map(Object.entries(FIELD_ORDER).map(([type, fields]) => [type, new Set(fields)]));

/** The fields in which something is said. Unknown fields stay exactly as they are. */
function filled(raw: Fields, type: EntryType): Fields {
  const known = KNOWN_FIELDS.get(type);
  const fields = Object.entries(raw).map(
    ([field, value]) => [field, known?.has(field) ? saidIn(value) : value] as const,
  );
  return Object.fromEntries(fields.filter(([field, value]) => !known?.has(field) || !isEmpty(value)));
}

function readStakes(fields: Fields, type: EntryType): void {
  const { stakes, at_risk } = fields;
  if (typeof stakes === "string" && !(STAKES as readonly string[]).includes(stakes))
    Object.assign(fields, readStakesText(stakes, at_risk));
  if (isLearning({ type })) fields["stakes"] ??= "medium";
}

/** What a person who writes a memory by hand may leave out. */
function readMemory(fields: Fields, contact: string | undefined): void {
  if (contact !== undefined) fields["scope"] ??= contactScope(contact);
  fields["basis"] ??= "explicit";
  fields["confidence"] ??= CONFIDENCE[fields["basis"] as Basis];
  fields["category"] ??= "fact";
}

const broken = (message: string, field?: string): Reading => ({ troubles: [defined({ field, message })] });

/**
 * Reads the fields of one record. Pure: the file stays unchanged, only the entry has the accepted forms.
 * `defaults.agent` replaces a missing agent, `contact` a missing subject of a memory.
 */
export function readEntry(raw: unknown, defaults: { agent: string; contact?: string | undefined }): Reading {
  if (!isFields(raw)) return broken("the record is not a list of `field: value` lines");
  const type = ENTRY_TYPES.find((one) => one === raw["type"]);
  if (type === undefined)
    return broken(`type is ${JSON.stringify(raw["type"]) ?? "missing"}; known are ${ENTRY_TYPES.join(", ")}`, "type");
  const { id } = raw;
  if (typeof id !== "string" || !WHOLE_ID.test(id)) {
    const found = JSON.stringify(id)?.slice(0, 60) ?? "missing";
    return broken(`id is ${found}; it should look like ${prefixOf(type)}-20260215-K7Q2X`, "id");
  }
  if (!id.startsWith(prefixOf(type))) return broken(`${id} is the id of another type than ${type}`, "id");
  const { fields, copies } = withoutCopies(filled(raw, type));
  fields["tier"] ??= "self";
  fields["agent"] ??= defaults.agent;
  readForms(fields);
  if (type === "memory") readMemory(fields, defaults.contact);
  if ("stakes" in SCHEMA_OF[type].shape) readStakes(fields, type);
  if (type === "edit") {
    if ((fields["original"] ?? fields["final"]) === undefined) return broken("original is missing", "original");
    fields["kind"] ??= usualKind(fields);
  }
  const checked = SCHEMA_OF[type].safeParse(fields);
  if (checked.success) return defined({ entry: checked.data as Entry, copies, troubles: [] });
  const troubles = checked.error.issues.map((issue) => {
    const [field] = issue.path.map(String);
    const place = issue.path.map(String).join(".");
    const isMissing = field !== undefined && fields[field] === undefined;
    return defined({ field, message: isMissing ? `${place} is missing` : `${place}: ${issueInWords(issue)}` });
  });
  return { troubles };
}
