/** Arguments that several tools share. Fields of entries come from their one schema. */
import * as z from "zod";
import { SCHEMA_OF } from "../entry/entry-schema.js";

/** An entry by its id, the tail of it, or an alias. What does not look like one names nothing. */
export const ref = z
  .string()
  .regex(/^[A-Za-z0-9][\w.-]{0,63}$/, "not an id or its tail, like MEM-20260215-K7Q2X or k7q2x")
  .describe("an id, or its last five characters");

export const refs = z.array(ref).max(50);

type Shapes = typeof SCHEMA_OF;
type Shape<T extends keyof Shapes> = Shapes[T]["shape"];

/** Some fields of an entry as an author may state them: with what each is for, and nothing else beside them. */
export function fieldsOf<T extends keyof Shapes, F extends keyof Shape<T>>(
  type: T,
  says: Readonly<Record<F, string>>,
): { [K in F]: Shape<T>[K] } {
  const { shape } = SCHEMA_OF[type] as { shape: Shape<T> };
  const pairs = Object.entries(says) as [F, string][];
  return Object.fromEntries(pairs.map(([field, words]) => [field, (shape[field] as z.ZodType).describe(words)])) as {
    [K in F]: Shape<T>[K];
  };
}

/** Optional everywhere: where it holds, and what it hangs together with. */
export const SETTING = {
  context: "the situation it came from",
  domain: "the area it belongs to, one word",
  tags: "words to filter by",
} as const;
