/** A tool for MCP clients, as the declaration of its command has it. zod is handed over, so that a shell never loads it. */
import type * as z from "zod";
import type { Context } from "../context.js";
import type { SCHEMA_OF } from "../entry/entry-schema.js";
import type { useSchema } from "../entry/field-schemas.js";
import { TenetError } from "../errors.js";
import type { Say, Worded } from "../steps.js";
import type { View } from "../text/outline/outline.js";

/** Hints for a client about a call. They are not enforced: gates are in the operations. */
export interface Hints {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: false;
}

export const READS: Hints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
export const ADDS: Hints = { ...READS, readOnlyHint: false, idempotentHint: false };
export const CHANGES: Hints = { ...ADDS, destructiveHint: true };

type Shapes = typeof SCHEMA_OF;
type Shape<T extends keyof Shapes> = Shapes[T]["shape"];

/** What the schema of a tool's arguments is made of. Built in `mcp/tool-kit.ts`. */
export interface ToolKit {
  z: typeof z;
  /** An entry by its id, its tail or an alias. */
  ref: z.ZodString;
  refs: z.ZodArray<z.ZodString>;
  /** The speaker, and the source of the words. */
  said: { source: z.ZodOptional<z.ZodString>; origin: z.ZodOptional<z.ZodString> };
  /** The fields of a use. */
  use: (typeof useSchema)["shape"];
  /** Some fields of an entry, each with its description; the schema is the record's own. */
  fieldsOf<T extends keyof Shapes, F extends keyof Shape<T>>(
    type: T,
    says: Readonly<Record<F, string>>,
  ): { [K in F]: Shape<T>[K] };
  /**
   * The schema of a draft before its operation reads it: types, and nothing hostile. The operation accepts the forms of
   * other writers (nulls, a text in stakes, a copied record) and reports what is wrong.
   */
  draftOf(type: keyof Shapes): z.ZodObject;
}

export interface ToolDeclaration<I extends z.ZodObject, D extends object> {
  name: string;
  title: string;
  /** Tells an agent when to call it, and what comes back. */
  description: string;
  /** Its place in the list of tools, which follows a session: read, record, remember, answer. */
  place: number;
  /** Offered in the full profile alone. */
  full?: true;
  hints: Hints;
  input(kit: ToolKit): I;
  /** Validated in place of `input` where the operation reports missing fields itself. */
  checked?(kit: ToolKit): z.ZodObject;
  act(ctx: Context, input: z.infer<I>, say: Say): Promise<D>;
  /** The text for a model. */
  text(data: Worded<D>): View | Promise<View>;
}

export type AnyTool = ToolDeclaration<z.ZodObject, object>;

/** Declares a tool. */
export function tool<I extends z.ZodObject, D extends object>(declaration: ToolDeclaration<I, D>): AnyTool {
  return declaration as unknown as AnyTool;
}

/** Optional fields: where the entry holds, and its situation. */
export const SETTING = {
  context: "the situation",
  domain: "area, one word",
  tags: "to filter by",
  paths: "globs of files it holds for",
} as const;

/** The error for wrong arguments, with those that the tool takes. */
export function wrongArguments(problems: readonly string[], what: string, takes: readonly string[]): TenetError {
  return new TenetError(problems.join("; "), {
    failure: "usage",
    code: "wrong-arguments",
    hint: takes.length === 0 ? `${what} nothing else.` : `${what}: ${takes.join(", ")}.`,
    details: { problems, takes },
  });
}
