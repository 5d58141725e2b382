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

/** Groups of commands in the order in which help shows them, each with its heading; the first two are the first screen. */
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
  /** Loads its operation on demand, so that help and other commands do not pay for it. */
  run(call: Call, input: Values<S>): Promise<D>;
  /** The answer as people read it: an outline that the door renders, or a text that is finished. */
  view(data: Worded<D>, paint: Paint, input: Values<S>, call: Call): View | Promise<View>;
  /** It stores something new: refused before anybody is asked while learning is off. */
  captures?: true | ((input: Values<S>) => boolean);
  /** The exit code of a result that is not plainly 0. */
  exit?(data: D, input: Values<S>): number;
  /** The text is for programs: control characters in it are the view's business. */
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
  /** Other names for the same. */
  aliases?: readonly string[];
  /** Not in help: for programs. */
  hidden?: true;
  /** Its stdout belongs to a protocol: results, failures and warnings go elsewhere. Help is for people all the same. */
  protocol?: true;
  /** A host waits for it and may take other codes for orders: its failures are one line on stderr, its exit is 0. */
  neverFails?: true;
}

/** A command without `run` is its parts alone. */
export interface CommandDeclaration<S extends Shape, D> extends Described, Partial<Deed<S, D>> {
  /** Its place within the group, in help. */
  place: number;
  /** What real calls are for, by call; at least one. */
  examples: Readonly<Record<string, string>>;
  /** Sentences under the flags in help. */
  notes?: string;
  /** Unknown flags and further words are passed over: a host may add its own. */
  loose?: true;
  parts?: Readonly<Record<string, AnyPart>>;
  /** The data of every answer with `--json`, its parts' included. */
  output(): Promise<z.ZodType>;
  /** Its tools for MCP clients. */
  tools?: readonly AnyTool[];
  /** What a step with these arguments is as a call of a tool that takes others, or is declared elsewhere. */
  call?(args: StepArgs): { tool: string; args: StepArgs };
  /** What `tenet` alone shows at a terminal in a workspace. One command has it. */
  alone?: AnyDeed;
  /** Where nothing is set up yet: as which step to try it, and why. */
  firstStep?: { place: number; why: string };
}

/** A declaration whose types no longer matter. */
export type AnyDeed = Deed<Shape, unknown>;
export type AnyPart = PartDeclaration<Shape, unknown>;
export type AnyCommand = CommandDeclaration<Shape, unknown>;

/** One row of the generated table. */
export interface CommandRow extends Described {
  firstStep?: { place: number; why: string };
  /** `tenet` alone shows what it shows. */
  alone?: true;
  /** It has tools for MCP clients. */
  tools?: true;
  load(): Promise<AnyCommand>;
}

/** Declares a verb. */
export function command<const S extends Shape, D>(declaration: CommandDeclaration<S, D>): AnyCommand {
  return declaration as unknown as AnyCommand;
}

/** Declares a part of a verb. */
export function part<const S extends Shape, D>(declaration: PartDeclaration<S, D>): AnyPart {
  return declaration as unknown as AnyPart;
}

/** Declares what a command does without its name. */
export function deed<const S extends Shape, D>(declaration: Deed<S, D>): AnyDeed {
  return declaration as unknown as AnyDeed;
}
