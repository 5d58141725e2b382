/** What a server of a protocol is given by the command that starts it: doors never import doors, main.ts joins them. */
import type { Readable, Writable } from "node:stream";
import type { Context } from "./context.js";

/** Which tools a server offers: those for memories, or those for learning as well. */
export const TOOL_PROFILES = ["memory", "full"] as const;
export type ToolProfile = (typeof TOOL_PROFILES)[number];

export interface Serving {
  profile: ToolProfile;
  /** Of tenet. */
  version: string;
  /** The client's words, and ours: nothing else is ever written there. */
  input: Readable;
  output: Writable;
  /**
   * The world of one call, read anew: profile and tree may have changed since the last one. Who is served, and in which
   * session, was fixed when the server started; never a person at a terminal.
   */
  context(warn: (message: string) => void): Promise<Context>;
  /** Aborted when the process is asked to end. */
  signal: AbortSignal;
}
