/** What a tool is, one row of the table in `tools.ts`; and arguments that several share. Fields of entries come from their one schema. */
import * as z from "zod";
import type { Context } from "../context.js";
import { SCHEMA_OF } from "../entry/entry-schema.js";
import { TenetError } from "../errors.js";

/** Hints for a client about what a call may do. Nobody enforces them: gates live in operations. */
export interface Annotations {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: false;
}

export interface ToolRow<I, D> {
  name: string;
  title: string;
  /** For an agent: when to call it, what comes back. */
  description: string;
  input: z.ZodType<I>;
  /** What is checked instead of `input` where the operation itself says best what is missing. */
  checked?: z.ZodType<I>;
  /** The data, as the command's `--json` has it. */
  output: z.ZodObject;
  annotations: Annotations;
  act(ctx: Context, input: I): Promise<D>;
  /** The data as a model reads it. */
  text(data: D): string | Promise<string>;
}

/** A row whose types are settled. */
export type Tool = ToolRow<Record<string, unknown>, Record<string, unknown>>;

/** Checks a row against its own types, and lets it stand in a table with others. */
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

/** An entry by its id, the tail of it, or an alias. What does not look like one names nothing. */
export const ref = z
  .string()
  .regex(/^[A-Za-z0-9][\w.-]{0,63}$/, "not an id or its tail, like MEM-20260215-K7Q2X or k7q2x")
  .describe("an id, or its last five characters");

export const refs = z.array(ref).max(50);

/** Who said so, and where it comes from. */
export const said = {
  source: z.string().min(1).max(200).optional().describe("who said so, by name; left out: you"),
  origin: z.string().min(1).max(2_000).optional().describe("url, file or tool"),
};

const someRefs = z.union([ref, refs]).optional();

/**
 * What is checked of a draft before its operation reads it: the type and what could be hostile. Forms of other writers
 * (nulls, a text in stakes, a record copied out of a file) are read, and what is wrong is named, where every door hands in.
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

/** Arguments that cannot be meant, with what the tool, or one use of it, takes. */
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
  context: "the situation",
  domain: "area, one word",
  tags: "to filter by",
  paths: "globs of files it holds for",
} as const;
