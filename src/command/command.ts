/**
 * What a verb is: one declaration in `src/<subject>/<verb>.command.ts`. Parser, help, completion, MCP tools, JSON schemas and
 * docs/reference.md derive from it. `npm run docs` lists the declarations in `src/commands.ts`.
 */
import type * as z from "zod";
import type { StepArgs, Worded } from "../steps.js";
import type { View } from "../text/outline/outline.js";
import type { Paint } from "../text/paint.js";
import type { Call } from "./call.js";
import type { Shape, Values } from "./input.js";
import type { AnyTool } from "./tool.js";

/** Groups of commands in the order of help, each with its heading. */
export const GROUPS = {
  you: "For you",
  agent: "For your agent",
  capture: "Capture",
  look: "Look",
  rules: "Rules",
  layers: "Further layers",
  care: "Care",
  hosts: "Hosts of agents",
} as const;
export type Group = keyof typeof GROUPS;

/** What is done with an input, and how people read the answer. */
export interface Deed<S extends Shape, D> {
  /** Arguments and flags by the name under which `run` gets them: the shape of one zod object. */
  input?: S;
  /** Loads its operation on demand: help does not pay for it. */
  run(call: Call, input: Values<S>): Promise<D>;
  /** The answer as people read it: an outline that the door renders, or a text that is finished. */
  view(data: Worded<D>, paint: Paint, input: Values<S>, call: Call): View | Promise<View>;
  /** It stores something new: refused before anybody is asked while learning is off. */
  captures?: true | ((input: Values<S>) => boolean);
  /** The exit code of a result that is not plainly 0. */
  exit?(data: D, input: Values<S>): number;
  /** The text is for programs: control characters in it stay. */
  exact?: boolean | ((input: Values<S>) => boolean);
}

/** Under a word of its own: `tenet versions approve`. */
export interface PartDeclaration<S extends Shape, D> extends Deed<S, D> {
  /** One sentence for help. */
  summary: string;
}

/** What the table of commands has of a declaration, so that the first screen loads none. */
export interface Described {
  name: string;
  group: Group;
  /** One line for help. */
  summary: string;
  /** Not in help: for programs. */
  hidden?: true;
  /** Its stdout belongs to a protocol: results, failures and warnings go elsewhere. Help is for people all the same. */
  protocol?: true;
  /** A host may take other codes for orders: its failures are one line on stderr, its exit is 0. */
  neverFails?: true;
}

/** A command without `run` is its parts alone. */
export interface CommandDeclaration<S extends Shape, D> extends Described, Partial<Deed<S, D>> {
  /** Its place within the group. */
  place: number;
  /** What real calls are for, by call; at least one. */
  examples: Readonly<Record<string, string>>;
  /** Sentences under the flags in help. */
  notes?: string;
  /** A host may add flags and words of its own: they are passed over. */
  loose?: true;
  parts?: Readonly<Record<string, AnyPart>>;
  /** The data of every answer with `--json`, its parts' included: one form, or several. */
  output(): Promise<z.ZodType | readonly z.ZodType[]>;
  /** Its tools for MCP clients. */
  tools?: readonly AnyTool[];
  /** What a step with these arguments is as a call of a tool. */
  call?(args: StepArgs): { tool: string; args: StepArgs };
}

/** A declaration whose types no longer matter. */
export type AnyDeed = Deed<Shape, unknown>;
export type AnyPart = PartDeclaration<Shape, unknown>;
export type AnyCommand = CommandDeclaration<Shape, unknown>;

/** One row of the generated table. */
export interface CommandRow extends Described {
  /** It has tools for MCP clients. */
  tools?: true;
  load(): Promise<AnyCommand>;
}

type Summaries = Readonly<Record<Group, Readonly<Record<string, string>>>>;
/** Each module exports one declaration. */
type Loaders = Readonly<Record<string, () => Promise<Readonly<Record<string, AnyCommand>>>>>;
type Marks = Readonly<Record<string, Partial<CommandRow>>>;

export function commandTable(summaries: Summaries, loaders: Loaders, marks: Marks): readonly CommandRow[] {
  return Object.entries(summaries).flatMap(([group, rows]) =>
    Object.entries(rows).map(([name, summary]) => ({
      name,
      group: group as Group,
      summary,
      ...marks[name],
      load: async () => Object.values((await loaders[name]?.()) ?? {})[0] as AnyCommand,
    })),
  );
}

export function command<const S extends Shape, D>(declaration: CommandDeclaration<S, D>): AnyCommand {
  return declaration as unknown as AnyCommand;
}

export function part<const S extends Shape, D>(declaration: PartDeclaration<S, D>): AnyPart {
  return declaration as unknown as AnyPart;
}
