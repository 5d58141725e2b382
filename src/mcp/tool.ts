/** What a tool is: one row of the table in `tools.ts`. */

import type { z } from "zod";
import type { Context, ToolProfile } from "../context.js";

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
  /** `memory`: offered always; `full`: only with that profile. */
  profile: ToolProfile;
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
export const ADDS: Annotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};
export const CHANGES: Annotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: false,
};
