/** The fields of entries as keys of an input: named and described by the schemas of the records. */
import * as z from "zod";
import type { EntryType } from "../entry/entry.js";
import { SCHEMA_OF } from "../entry/entry-schema.js";
import { LEVELS_MEAN } from "../entry/words.js";
import { metaOf, wordsOf } from "./flags.js";
import { type Shape, text, texts } from "./input.js";

type Shapes = typeof SCHEMA_OF;
/** The operation checks fields, and says what is wrong or missing with all of them; the doors only know whether it is a list. */
type Field = z.ZodOptional<z.ZodUnknown>;
type Fields<T extends EntryType> = { [K in keyof Shapes[T]["shape"]]: Field } & typeof RISK & typeof ANSWERS;

/** How bad, and what goes wrong: two fields in one. */
const RISK = {
  risk: text("<level: why>", `how bad it is if this was wrong, and why: "high: releases break". ${LEVELS_MEAN}`),
};
const RATED: readonly EntryType[] = ["correction", "insight", "outcome", "decision"];

/** What is said of known entries, and of what was heard, in the same call. */
const ANSWERS = {
  same: texts("<id>", "what it says again, or takes further"),
  replaces: texts("<id>", "what it holds instead of"),
  exception_to: texts("<id>", "what it is an exception to"),
  unrelated: texts("<id>", "what it is near to and has nothing to do with"),
  heard: texts("<id>", "what was heard and not recorded, which this records"),
};
const ANSWERING: readonly EntryType[] = ["correction", "insight", "memory"];

/** What a value of a field is once it is there: its schema type, and the words of a closed one. */
function heldBy(type: z.core.$ZodType): { kind: string; words?: readonly string[] } {
  const { innerType } = (type as z.ZodOptional).def;
  const words = wordsOf(type);
  return innerType === undefined ? { kind: type._zod.def.type, ...(words && { words }) } : heldBy(innerType);
}

/** A field of a schema as it is typed. */
function typed(type: z.ZodType): z.ZodType {
  const { description = "", value = "<text>", flag } = metaOf(type);
  const { kind, words } = heldBy(type);
  const said = value as `<${string}>`;
  const list = texts(said, description, value === "<tag>" ? "split" : undefined);
  const one = kind === "array" ? list : kind === "number" ? z.number().optional() : z.string().optional();
  const summary = words === undefined ? description : `${description}: ${words.join(", ")}`;
  return one.meta({ value, description: summary, ...one.meta(), ...(flag && { flag }), ...(words && { words }) });
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
