/**
 * What a verb is: one declaration in `src/<capability>/<verb>.command.ts`. Both doors, help, completion, JSON schemas, MCP
 * tools and docs/reference.md derive from it. `npm run docs` lists the declarations in `src/commands.ts`.
 */
import type * as z from "zod";
import type { View } from "../text/outline/outline.js";
import type { Paint } from "../text/paint.js";
import type { Call } from "./call.js";
import type { DescribedCommand, DescribedPart, TableRow } from "./described.js";
import type { Input, Values } from "./input.js";
import type { AnyTool } from "./tool.js";

/** What is done with an input, and how people read the answer. */
export interface Deed<I extends Input, D> {
  /** Arguments and flags by the name under which `run` gets them. */
  input?: I;
  /** Loads its operation on demand, so that help and other commands do not pay for it. */
  run(call: Call, input: Values<I>): Promise<D>;
  /** The answer as people read it: an outline that the door renders, or a text that is finished. */
  view(data: D, paint: Paint, input: Values<I>, call: Call): View | Promise<View>;
  /** It stores something new: refused before anybody is asked while learning is off. */
  captures?: true | ((input: Values<I>) => boolean);
  /** The exit code of a result that is not plainly 0. */
  exit?(data: D, input: Values<I>): number;
  /** The text is for programs: control characters in it are the view's business. */
  exact?: boolean | ((input: Values<I>) => boolean);
}

export interface PartDeclaration<I extends Input, D> extends DescribedPart, Deed<I, D> {
  input?: I;
}

/** A command without `run` is its parts alone. */
export interface CommandDeclaration<I extends Input, D> extends DescribedCommand, Partial<Deed<I, D>> {
  input?: I;
  parts?: Readonly<Record<string, AnyPart>>;
  /** The data of every answer with `--json`, its parts' included. Loaded by the reference and by MCP. */
  output(): Promise<z.ZodType>;
  /** Its tools for MCP clients. */
  tools?: readonly AnyTool[];
  /** What `tenet` alone shows at a terminal in a workspace. One command has it. */
  alone?: AnyDeed;
}

/** A declaration whose types no longer matter. */
export type AnyDeed = Deed<Input, unknown>;
export type AnyPart = PartDeclaration<Input, unknown>;
export type AnyCommand = CommandDeclaration<Input, unknown>;
export type CommandRow = TableRow<AnyCommand>;

/** Declares a verb. */
export function command<const I extends Input, D>(declaration: CommandDeclaration<I, D>): AnyCommand {
  return declaration as unknown as AnyCommand;
}

/** Declares a part of a verb. */
export function part<const I extends Input, D>(declaration: PartDeclaration<I, D>): AnyPart {
  return declaration as unknown as AnyPart;
}

/** Declares what a command does without its name. */
export function deed<const I extends Input, D>(declaration: Deed<I, D>): AnyDeed {
  return declaration as unknown as AnyDeed;
}
