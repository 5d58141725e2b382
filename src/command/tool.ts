/**
 * A tool for MCP clients: it picks keys of its command's input, is done by the command's `run` and shown by its `view`.
 * `mcp/tools.ts` lists and calls it.
 */
import type { EntryType } from "../entry/entry.js";
import { TenetError } from "../errors.js";
import type { Worded } from "../steps.js";
import type { View } from "../text/outline/outline.js";
import type { Call } from "./call.js";
import type { Shape, Values } from "./input.js";

/** Hints for a client about a call. They are not enforced: gates are in the operations. */
export const READS = { readOnlyHint: true };
export const ADDS = { destructiveHint: false };
export const CHANGES = { destructiveHint: true };

export interface ToolDeclaration<S extends Shape, D> {
  name: string;
  title: string;
  /** Tells an agent when to call it, and what comes back. */
  description: string;
  /** Its place in the list, which follows a session: read, record, remember, answer. */
  place: number;
  /** Offered in the full profile alone. */
  full?: true;
  hints: { readOnlyHint?: boolean; destructiveHint?: boolean };
  /** Its arguments are fields of this type: listed by the schema of the record, checked by the operation. */
  entry?: EntryType;
  /** What it takes, in this order: fields of the type, keys of the command's input, or of its own. */
  keys?: readonly string[];
  /** Arguments that are named or meant otherwise than in the command's input. */
  input?: S;
  /** The command's input, where arguments of its own are given. */
  given?(args: Values<S> & Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** What it does and shows, where no one command does. */
  run?(call: Call, args: Values<S>): Promise<D>;
  view?(data: Worded<D>): View | Promise<View>;
}

export type AnyTool = ToolDeclaration<Shape, unknown>;

export const tool = <const S extends Shape, D>(declaration: ToolDeclaration<S, D>): AnyTool =>
  declaration as unknown as AnyTool;

/** The error for wrong arguments, with those that `what` takes. */
export function wrongArguments(problems: readonly string[], what: string, takes: readonly string[]): TenetError {
  return new TenetError(problems.join("; "), {
    failure: "usage",
    code: "wrong-arguments",
    hint: `${what} ${takes.length === 0 ? "nothing else" : takes.join(", ")}.`,
    details: { problems, takes },
  });
}
