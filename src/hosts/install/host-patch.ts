/** What tenet puts into one file of a host: how it stands there, how it goes in, how it comes out. Text in, text out. */
import type { Insertion } from "./settings-edit.js";

/** How a piece stands in a file. */
export type PatchState =
  | { state: "installed" | "absent" }
  /** Some of it is missing, or it is in the form of another version of tenet. */
  | { state: "partly" | "outdated"; because: string; line?: number }
  /** Somebody else's words stand where it would go, or a person rewrote it: neither replaced nor taken out. */
  | { state: "foreign" | "edited"; because: string; line?: number }
  /** The file cannot be read as what it is: nothing is written to it. */
  | { state: "broken"; because: string; line: number };

/** A file's text with the piece in it, or why it stays as it is. */
export type PatchResult =
  | { state: "put"; text: string; insertions: readonly Insertion[] }
  | { state: "unchanged" }
  | Extract<PatchState, { because: string }>;

/** One thing that an installing adds to one file. */
export interface HostPatch {
  /** What it does there, in a few words. */
  says: string;
  look(text: string): PatchState;
  /** Puts it into a text that does not hold it; undefined: there is no file yet. */
  put(text: string | undefined): PatchResult;
  /** The text without it, by its structure alone; undefined when nothing of it is found. */
  take(text: string): string | undefined;
  /** What is left says nothing: a file that was made for the piece may go. */
  isBare(rest: string): boolean;
  /** What the text says apart from the piece: the same before and after, however it is taken out. */
  rest(text: string): string;
  /** Something that keeps it from working though it stands there; undefined when nothing does. */
  hindrance?(text: string): { because: string; line: number } | undefined;
  /** The file is ours as a whole. */
  whole?: true;
  /** A new file is one that is run. */
  program?: true;
}
