import type { Command } from "commander";
import type { Run } from "./command-context.js";

/** Groups of commands in the order in which help shows them. */
export const GROUPS = ["start", "capture", "recall", "loop", "rules", "trust", "upkeep", "hosts"] as const;

/** One row of the table of commands: enough for help and completion without loading the command. */
export interface CommandRow {
  name: string;
  group: (typeof GROUPS)[number];
  /** One line for help. */
  summary: string;
  /** Shown by `tenet --help`, which shows ten. */
  first?: true;
  aliases?: readonly string[];
  /** Its stdout belongs to a protocol: results, failures and warnings go elsewhere. Help is for people all the same. */
  protocol?: true;
  /** A host waits for it and may take other codes for orders: its failures are one line on stderr, its exit is 0. */
  neverFails?: true;
  /** At least one real call and what it is for. */
  examples: readonly { call: string; says: string }[];
  /** Its flags and action; loaded when it is the one that runs. */
  load(): Promise<(run: Run) => Command>;
}
