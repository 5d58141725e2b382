/**
 * The type of a tool, one row of the table in `tools.ts`, and arguments that several tools share. Fields of entries
 * come from their schema.
 */
import * as z from "zod";
import type { Context } from "../context.js";
import { SCHEMA_OF } from "../entry/entry-schema.js";
import { TenetError } from "../errors.js";

/** Hints for a client about a call. They are not enforced: gates are in the operations. */
export interface Annotations {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: false;
}

export interface ToolRow<I, D> {
  name: string;
  title: string;
  /** Tells an agent when to call it, and what comes back. */
  description: string;
  input: z.ZodType<I>;
  /** Validated in place of `input` where the operation reports missing fields itself. */
  checked?: z.ZodType<I>;
  /** The data of the command's `--json`. */
  output: z.ZodObject;
  annotations: Annotations;
  act(ctx: Context, input: I): Promise<D>;
  /** The text for a model. */
  text(data: D): string | Promise<string>;
}

/** A row for the table. */
export type Tool = ToolRow<Record<string, unknown>, Record<string, unknown>>;

/** Checks a row against its own types and returns it for the table. */
export function tool<I, D extends object>(row: ToolRow<I, D>): Tool {
  return row as unknown as Tool;
}

export const READS: Annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
export const ADDS: Annotations = { ...READS, readOnlyHint: false, idempotentHint: false };
export const CHANGES: Annotations = { ...ADDS, destructiveHint: true };

/** An entry by its id, its tail or an alias. */
export const ref = z
  .string()
  .regex(/^[A-Za-z0-9][\w.-]{0,63}$/, "not an id or its tail, like MEM-20260215-K7Q2X or k7q2x")
  .describe("an id, or its last five characters");

export const refs = z.array(ref).max(50);

/** The speaker, and the source of the words. */
export const said = {
  source: z.string().min(1).max(200).optional().describe("who said so, by name; left out: you"),
  origin: z.string().min(1).max(2_000).optional().describe("url, file or tool"),
};

const someRefs = z.union([ref, refs]).optional();

/**
 * The schema of a draft before its operation reads it: types, and nothing hostile. The operation accepts the forms of
 * other writers (nulls, a text in stakes, a copied record) and reports what is wrong.
 */
export function draftOf(type: keyof Shapes): z.ZodObject {
  return z.looseObject({
    type: z.literal(type).optional(),
    ...said,
    linked: someRefs,
    supersedes: someRefs,
    related_to: someRefs,
    derived_from: someRefs,
    references: someRefs,
  });
}

/** The error for wrong arguments, with those that the tool takes. */
export function wrongArguments(problems: readonly string[], what: string, takes: readonly string[]): TenetError {
  return new TenetError(problems.join("; "), {
    failure: "usage",
    code: "wrong-arguments",
    hint: takes.length === 0 ? `${what} nothing else.` : `${what}: ${takes.join(", ")}.`,
    details: { problems, takes },
  });
}

type Shapes = typeof SCHEMA_OF;
type Shape<T extends keyof Shapes> = Shapes[T]["shape"];

/** Some fields of an entry as arguments, each with its description. */
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

/** Optional fields: where the entry holds, and its situation. */
export const SETTING = {
  context: "the situation",
  domain: "area, one word",
  tags: "to filter by",
  paths: "globs of files it holds for",
} as const;
