/** The fields of entries as keys of an input: named and described by the schemas of the records. */
import * as z from "zod";
import { innerOf, metaOf, wordsOf } from "../command/flags.js";
import { type Shape, text, texts } from "../command/input.js";
import type { EntryType } from "../entry/entry.js";
import { SCHEMA_OF } from "../entry/entry-schema.js";
import { defined } from "../text/defined.js";

type Shapes = typeof SCHEMA_OF;
/** The operation checks fields, and says what is wrong or missing with all of them; the doors only know whether it is a list. */
type Field = z.ZodOptional<z.ZodUnknown>;
type Fields<T extends EntryType> = { [K in keyof Shapes[T]["shape"]]: Field } & typeof RISK & typeof ANSWERS;

/** How bad, and what goes wrong: two fields in one. */
const RISK = {
  risk: text(
    "<level: why>",
    'how bad it is if this was wrong, and why, like "high: releases break"; levels as of --stakes',
  ),
};
const RATED: readonly EntryType[] = ["correction", "insight", "outcome", "decision"];

/** What is said of known entries, and of what was heard, in the same call. */
export const ANSWERS = {
  same: texts("<id>", "what it says again, or takes further"),
  replaces: texts("<id>", "what it holds instead of"),
  exception_to: texts("<id>", "what it is an exception to"),
  unrelated: texts("<id>", "what it is near to and has nothing to do with"),
  heard: texts("<id>", "what was heard, which this records"),
};
/** Where an entry holds, who said so, and what it is to others: what the tools for corrections and insights end with. */
export const TIES = [
  ...["context", "domain", "tags", "paths", "scope", "source", "origin", "linked"],
  ...["same", "replaces", "contact"],
];
const ANSWERING: readonly EntryType[] = ["correction", "insight", "memory"];

/** A field of a schema as it is typed. */
function typed(type: z.ZodType): z.ZodType {
  const { description = "", value = "<text>", flag } = metaOf(type);
  const inner = innerOf(type);
  const { type: kind } = inner._zod.def;
  const words = wordsOf(inner);
  const list = texts(value as `<${string}>`, description, value === "<tag>" ? "split" : undefined);
  const one = kind === "array" ? list : kind === "number" ? z.number().optional() : z.string().optional();
  const isTold = words === undefined || words.every((word) => description.includes(word));
  const summary = isTold ? description : `${description}: ${words.join(", ")}`;
  return one.meta({ value, description: summary, ...one.meta(), ...defined({ flag, words }) });
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
  const names = all.map(([key, field]) => metaOf(field).flag ?? key);
  return Object.fromEntries(all.filter(([key], at) => !(key in ANSWERS) && names.indexOf(names[at] as string) === at));
}
