/** Builds an entry from the fields of a file. */
import { defined } from "../text/defined.js";
import { issueInWords } from "../text/issue-words.js";
import { type Basis, CONFIDENCE, type Entry, type EntryType, isLearning } from "./entry.js";
import { ENTRY_TYPES, SCHEMA_OF } from "./entry-schema.js";
import { contactScope } from "./gates/contact-scope.js";
import { WHOLE_ID } from "./id-form.js";
import { FIELD_ORDER } from "./record-fields.js";
import { RECORD_TYPES } from "./record-types.js";
import { type Copies, withoutCopies } from "./standing/copies.js";
import { type Fields, isEmpty, isFields, readForms, readStakesText, usualKind } from "./written-forms.js";

/** Why a record is broken; `field` tells its line. */
export interface Trouble {
  field?: string;
  message: string;
}

/** Without `entry` the record is broken. */
export interface Reading {
  entry?: Entry;
  copies?: Copies;
  troubles: Trouble[];
}

/** Nulls and empty values say nothing. */
function saidIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(saidIn).filter((item) => !isEmpty(item));
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== null));
}

/** The fields in which something is said. Unknown fields stay exactly as they are. */
const filled = (raw: Fields, type: EntryType): Fields =>
  Object.fromEntries(
    Object.entries(raw).flatMap(([field, value]) => {
      if (!FIELD_ORDER[type].includes(field)) return [[field, value]];
      const said = saidIn(value);
      return isEmpty(said) ? [] : [[field, said]];
    }),
  );

/** Fills in what may be left out by hand. */
function complete(fields: Fields, type: EntryType, { agent, contact }: Defaults): void {
  fields["tier"] ??= "self";
  fields["agent"] ??= agent;
  if (isLearning({ type })) fields["stakes"] ??= "medium";
  if (type === "edit") fields["kind"] ??= usualKind(fields);
  if (type !== "memory") return;
  if (contact !== undefined) fields["scope"] ??= contactScope(contact);
  fields["basis"] ??= "explicit";
  fields["confidence"] ??= CONFIDENCE[fields["basis"] as Basis];
  fields["category"] ??= "fact";
}

const broken = (message: string, field?: string): Reading => ({ troubles: [defined({ field, message })] });

/** In place of a missing agent, and of a missing subject of a memory. */
type Defaults = { agent: string; contact?: string | undefined };

/** Reads the fields of one record. Pure: the accepted forms stay in the file. */
export function readEntry(raw: unknown, defaults: Defaults): Reading {
  if (!isFields(raw)) return broken("the record is not a list of `field: value` lines");
  const type = ENTRY_TYPES.find((one) => one === raw["type"]);
  if (type === undefined)
    return broken(`type is ${JSON.stringify(raw["type"]) ?? "missing"}; known are ${ENTRY_TYPES.join(", ")}`, "type");
  const { id } = raw;
  if (typeof id !== "string" || !WHOLE_ID.test(id)) {
    const found = JSON.stringify(id)?.slice(0, 60) ?? "missing";
    return broken(`id is ${found}; it should look like ${RECORD_TYPES[type].prefix}-20260215-K7Q2X`, "id");
  }
  if (!id.startsWith(RECORD_TYPES[type].prefix)) return broken(`${id} is the id of another type than ${type}`, "id");
  const { fields, copies } = withoutCopies(filled(raw, type));
  readForms(fields);
  const { stakes, at_risk, original, final } = fields;
  if ("stakes" in SCHEMA_OF[type].shape && typeof stakes === "string")
    Object.assign(fields, readStakesText(stakes, at_risk));
  complete(fields, type, defaults);
  if (type === "edit" && (original ?? final) === undefined) return broken("original is missing", "original");
  const checked = SCHEMA_OF[type].safeParse(fields);
  if (checked.success) return defined({ entry: checked.data as Entry, copies, troubles: [] });
  const troubles = checked.error.issues.map((issue) => {
    const place = issue.path.join(".");
    const [field = ""] = issue.path.map(String);
    return { field, message: fields[field] === undefined ? `${place} is missing` : `${place}: ${issueInWords(issue)}` };
  });
  return { troubles };
}
