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
  const isMeant = ([, field]: [string, z.core.$ZodType]) => {
    const { element, type } = heldBy(field);
    return isList ? element !== undefined && heldBy(element).type === kind : type === kind;
  };
  return new Set(fields.filter(isMeant).map(([name]) => name));
}

const NO_TEXT: readonly string[] = ["number", "boolean", "literal"];

/** The names of fields within a schema that hold text, at any depth. */
function textsIn(type: z.core.$ZodType): string[] {
  const { element, shape = {} } = heldBy(type);
  if (element !== undefined) return textsIn(element);
  return Object.entries(shape).flatMap(([name, field]) =>
    NO_TEXT.includes(heldBy(field).type) ? [] : [name, ...textsIn(field)],
  );
}

/** Fields that hold text wherever they stand: `1.10` there is a text, not a number. */
export const TEXT_FIELDS: ReadonlySet<string> = new Set(Object.values(SCHEMA_OF).flatMap(textsIn));
