/** The fields of entries as keys of an input: named and described by the schemas of the records. */
import * as z from "zod";
import type { EntryType } from "../entry/entry.js";
import { SCHEMA_OF } from "../entry/entry-schema.js";
import { metaOf, wordsOf } from "./flags.js";
import { type Shape, text, texts } from "./input.js";

type Shapes = typeof SCHEMA_OF;
/** The operation checks fields, and says what is wrong or missing with all of them; the doors only know whether it is a list. */
type Field = z.ZodOptional<z.ZodUnknown>;
type Fields<T extends EntryType> = { [K in keyof Shapes[T]["shape"]]: Field } & typeof RISK & typeof ANSWERS;

/** How bad, and what goes wrong: two fields in one. */
const RISK = {
  risk: text("<level: why>", 'how bad and what goes wrong if it is forgotten: "high: releases break"'),
};
const RATED: readonly EntryType[] = ["correction", "insight", "outcome", "decision"];

/** What is said of known entries, and of what was heard, in the same call. */
export const ANSWERS = {
  same: texts("<id>", "what it says again, or takes further"),
  replaces: texts("<id>", "what it holds instead of"),
  exception_to: texts("<id>", "what it is an exception to"),
  unrelated: texts("<id>", "what it is near to and has nothing to do with"),
  heard: texts("<id>", "what was heard and not recorded, which it records"),
};
/** Where an entry holds, who said so, and what it is to others: what the tools for corrections and insights end with. */
export const TIES = [
  ...["context", "domain", "tags", "paths", "scope", "source", "origin", "linked"],
  ...["same", "replaces", "contact"],
];
const ANSWERING: readonly EntryType[] = ["correction", "insight", "memory"];

const isList = (type: z.core.$ZodType): boolean => {
  const { def } = type._zod as unknown as { def: { type: string; innerType?: z.core.$ZodType } };
  return def.type === "array" || (def.innerType !== undefined && isList(def.innerType));
};

const enumOf = (type: z.core.$ZodType): readonly string[] | undefined => {
  const { innerType } = (type as z.ZodOptional).def;
  return innerType === undefined ? wordsOf(type) : enumOf(innerType);
};

/** A field of a schema as it is typed. */
function typed(type: z.ZodType): z.ZodType {
  const { description = "", value = "<text>", flag } = metaOf(type);
  const words = enumOf(type);
  const one = value === "<id>" ? z.string().min(1) : z.string();
  const list = isList(type);
  return (list ? z.array(one) : one).optional().meta({
    ...(flag && { flag }),
    value,
    description,
    ...(words && { words }),
    ...(list && value === "<tag>" && { split: true }),
  });
}

/** Those an author may state: their metadata says so. */
const statable = (type: EntryType): Shape => ({
  ...(RATED.includes(type) ? RISK : {}),
  ...Object.fromEntries(
    Object.entries<z.ZodType>(SCHEMA_OF[type].shape).flatMap(([key, field]) =>
      metaOf(field).value === undefined ? [] : [[key, typed(field)]],
    ),
  ),
  ...(ANSWERING.includes(type) ? ANSWERS : {}),
});

/** The fields of a type that are flags: `main` first, the others under a heading of their own in help. */
export function fields<T extends EntryType>(type: T, ...main: readonly string[]): Fields<T> {
  const all = statable(type);
  const others = Object.entries(all).filter(([key]) => !main.includes(key));
  return {
    ...Object.fromEntries(main.map((key) => [key, all[key]])),
    ...Object.fromEntries(others.map(([key, field]) => [key, field.meta({ ...metaOf(field), more: true })])),
  } as Fields<T>;
}

/** The fields of every type, for a command that learns it from the entry it is given. A flag of two fields is the first's. */
export function anyFields(): Shape {
  const all = Object.keys(SCHEMA_OF).flatMap((type) => Object.entries(statable(type as EntryType)));
  const stated = all.filter(([key, field], at) => {
    const name = metaOf(field).flag ?? key;
    return !(key in ANSWERS) && all.findIndex(([other, one]) => (metaOf(one).flag ?? other) === name) === at;
  });
  return Object.fromEntries(stated);
}
