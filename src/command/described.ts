/** What of a declaration is words: enough for help, completion and the reference. */
import type { Input } from "./input.js";

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

/** Under a word of its own: `tenet versions approve`. */
export interface DescribedPart {
  /** One sentence for help. */
  summary: string;
  /** Arguments and flags by the name under which `run` gets them. */
  input?: Input;
}

export interface DescribedCommand {
  name: string;
  group: Group;
  /** Its place within the group, in help. */
  place: number;
  /** One line for help. */
  summary: string;
  /** Other names for the same. */
  aliases?: readonly string[];
  /** Not in help: for programs. */
  hidden?: true;
  /** What real calls are for, by call; at least one. */
  examples: Readonly<Record<string, string>>;
  /** Sentences under the flags in help. */
  notes?: string;
  input?: Input;
  parts?: Readonly<Record<string, DescribedPart>>;
  /** Its stdout belongs to a protocol: results, failures and warnings go elsewhere. Help is for people all the same. */
  protocol?: true;
  /** A host waits for it and may take other codes for orders: its failures are one line on stderr, its exit is 0. */
  neverFails?: true;
  /** Unknown flags and further words are passed over: a host may add its own. */
  loose?: true;
  /** Where nothing is set up yet: as which step to try it, and why. */
  firstStep?: { place: number; why: string };
}

/** One row of the generated table: enough for the first screen without loading a declaration. */
export interface TableRow<D extends DescribedCommand>
  extends Pick<
    DescribedCommand,
    "name" | "group" | "summary" | "aliases" | "hidden" | "protocol" | "neverFails" | "firstStep"
  > {
  /** `tenet` alone shows what it shows. */
  alone?: true;
  /** It has tools for MCP clients. */
  tools?: true;
  load(): Promise<D>;
}
