/** The fields of records: their order and their values. */
import type * as z from "zod";
import { SCHEMA_OF } from "./entry-schema.js";
import { COPIED } from "./standing/copies.js";

/** As a record is written: in the order of its schema, then what is copied for bare eyes. */
export const FIELD_ORDER = Object.fromEntries(
  Object.entries(SCHEMA_OF).map(([type, { shape }]) => [type, [...Object.keys(shape), ...COPIED]]),
) as Record<keyof typeof SCHEMA_OF, string[]>;

/** A field, or a part of one at any depth, with what zod calls its values or those in its list. */
interface Field {
  name: string;
  kind: string;
  isList: boolean;
}
type Shape = Readonly<Record<string, z.core.$ZodType>>;
type Def = { type: string; innerType?: z.core.$ZodType; element?: z.core.$ZodType; shape?: Shape };

function held(type: z.core.$ZodType): Omit<Field, "name"> & { parts?: Shape | undefined } {
  const { type: kind, innerType, element, shape } = type._zod.def as unknown as Def;
  if (innerType !== undefined) return held(innerType);
  return element === undefined ? { kind, isList: false, parts: shape } : { ...held(element), isList: true };
}

const fieldsIn = (shape: Shape): Field[] =>
  Object.entries(shape).flatMap(([name, type]) => {
    const { parts = {}, ...values } = held(type);
    return [{ name, ...values }, ...fieldsIn(parts)];
  });

const FIELDS = Object.values(SCHEMA_OF).flatMap(({ shape }) => fieldsIn(shape));

/** The names of fields of any type. */
export const fieldsThat = (areMeant: (field: Field) => boolean): ReadonlySet<string> =>
  new Set(FIELDS.filter(areMeant).map(({ name }) => name));

/** Fields that hold text wherever they stand: `1.10` there is a text, not a number. */
export const TEXT_FIELDS = fieldsThat(({ kind }) => !["number", "boolean", "literal"].includes(kind));

/** Fields that hold a word of a closed set. */
export const WORD_FIELDS = fieldsThat(({ kind }) => kind === "enum" || kind === "literal");
