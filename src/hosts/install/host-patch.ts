/**
 * What tenet puts into one file of a host: how it stands there, how it goes in, how it comes out. Text in, text out.
 */

/** How a patch stands in a file. */
export type PatchState =
  | { state: "installed" | "absent" }
  /** Some of it is missing, or it is in the form of another version of tenet. */
  | { state: "partly" | "outdated"; because: string; line?: number }
  /** Somebody else's words stand where it would go, or a person rewrote it: neither replaced nor taken out. */
  | { state: "foreign" | "edited"; because: string; line?: number }
  /** The file cannot be read as what it is: nothing is written to it. */
  | { state: "broken"; because: string; line: number };

/** A file's text with the patch in it, or why it stays as it is. */
export type PatchResult =
  | { state: "applied"; text: string }
  | { state: "unchanged" }
  | Extract<PatchState, { because: string }>;

/** One thing that an installing adds to one file. */
export interface HostPatch {
  /** What it does there, in a few words. */
  says: string;
  /** What is put where: an event and the command it runs, a name and what it starts. */
  puts?: readonly { at: string; does: string }[];
  stateIn(text: string): PatchState;
  /** Puts it into a text that does not hold it; undefined: there is no file yet. */
  apply(text: string | undefined): PatchResult;
  /** The text without it, by its structure alone; undefined when nothing of it is found. */
  revert(text: string): string | undefined;
  /** The rest is empty: the file may go. */
  isEmpty(rest: string): boolean;
  /** Something that keeps it from working though it stands there; undefined when nothing does. */
  hindrance?(text: string): { because: string; line: number } | undefined;
  /** A new file is one that is run. */
  program?: true;
}

/** 1-based line of a place in a text. */
export function lineAt(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}

/** The line end a text uses. */
export function lineEnd(text: string): "\n" | "\r\n" {
  return /\r\n|\n/.exec(text)?.[0] === "\r\n" ? "\r\n" : "\n";
}
