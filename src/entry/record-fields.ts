/** The fields of records: their writers, their order and their values. Used by the readers and writers of records. */
import type * as z from "zod";
import { SCHEMA_OF } from "./entry-schema.js";
import { COPIED } from "./standing/copies.js";

/** The order in which a record's fields are written, by type: the order of its schema, then what is copied for bare eyes. */
export const FIELD_ORDER = Object.fromEntries(
  Object.entries(SCHEMA_OF).map(([type, { shape }]) => [type, [...Object.keys(shape), ...COPIED]]),
) as Record<keyof typeof SCHEMA_OF, string[]>;

interface Def {
  type: string;
  innerType?: z.core.$ZodType;
  element?: z.core.$ZodType;
  shape?: Readonly<Record<string, z.core.$ZodType>>;
}

/** What a field holds where it is stated. */
function heldBy(type: z.core.$ZodType): Def {
  const def = type._zod.def as unknown as Def;
  return def.innerType === undefined ? def : heldBy(def.innerType);
}

/** The fields of every type that hold such values, or lists of them. */
export function fieldsOf(kind: "object" | "string", isList: boolean): ReadonlySet<string> {
  const fields = Object.values(SCHEMA_OF).flatMap(({ shape }) => Object.entries<z.core.$ZodType>(shape));
  const isMeant = ({ element, type }: Def) => (isList ? element && heldBy(element).type : type) === kind;
  return new Set(fields.filter(([, field]) => isMeant(heldBy(field))).map(([name]) => name));
}

/** The names of fields within a schema that hold such values, at any depth. */
function namesIn(type: z.core.$ZodType, isMeant: (kind: string) => boolean): string[] {
  const { element, shape = {} } = heldBy(type);
  if (element !== undefined) return namesIn(element, isMeant);
  return Object.entries(shape).flatMap(([name, field]) => [
    ...(isMeant(heldBy(field).type) ? [name] : []),
    ...namesIn(field, isMeant),
  ]);
}

const allNames = (isMeant: (kind: string) => boolean): ReadonlySet<string> =>
  new Set(Object.values(SCHEMA_OF).flatMap((schema) => namesIn(schema, isMeant)));

/** Fields that hold text wherever they stand: `1.10` there is a text, not a number. */
export const TEXT_FIELDS = allNames((kind) => !["number", "boolean", "literal"].includes(kind));

/** Fields that hold a word of a closed set. */
export const WORD_FIELDS = allNames((kind) => kind === "enum" || kind === "literal");
