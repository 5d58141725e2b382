/**
 * What tenet puts into one file of a host: how it stands there, how it goes in, how it comes out. Text in, text out. It
 * can be taken out again to the byte: an edit only ever inserts, and what it inserted is remembered by place and words.
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
  | { state: "applied"; text: string; insertions: readonly Insertion[] }
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
  /** The rest is empty: a file that was made for the patch may go. */
  isEmpty(rest: string): boolean;
  /** The text without the patch, in a form that is equal before and after an insertion or removal. */
  others(text: string): string;
  /** Something that keeps it from working though it stands there; undefined when nothing does. */
  hindrance?(text: string): { because: string; line: number } | undefined;
  /** The file is ours as a whole. */
  whole?: true;
  /** A new file is one that is run. */
  program?: true;
}

/** Words that were put into a text: where they stand in it now, and what they are. */
export interface Insertion {
  at: number;
  text: string;
}

/** A text under change: the places of its insertions refer to the final text. */
export class Inserting {
  text: string;
  readonly #put: { at: number; length: number }[] = [];

  constructor(text: string) {
    this.text = text;
  }

  insert(at: number, words: string): void {
    this.text = this.text.slice(0, at) + words + this.text.slice(at);
    let within = false;
    for (const one of this.#put) {
      if (!within && at >= one.at && at <= one.at + one.length) {
        one.length += words.length;
        within = true;
      } else if (one.at >= at) one.at += words.length;
    }
    if (!within) this.#put.push({ at, length: words.length });
  }

  get insertions(): Insertion[] {
    return this.#put
      .toSorted((a, b) => a.at - b.at)
      .map(({ at, length }) => ({ at, text: this.text.slice(at, at + length) }));
  }
}

/** A text without its insertions, where each stands unchanged; undefined where one does not. */
export function withoutInsertions(text: string, insertions: readonly Insertion[]): string | undefined {
  let rest = "";
  let from = 0;
  for (const { at, text: words } of insertions) {
    if (at < from || text.slice(at, at + words.length) !== words) return undefined;
    rest += text.slice(from, at);
    from = at + words.length;
  }
  return rest + text.slice(from);
}

/**
 * The same after other parts of the text changed: each insertion is found by its words. Undefined when one does not
 * occur exactly once, or their order changed.
 */
export function withoutMoved(text: string, insertions: readonly Insertion[]): string | undefined {
  const foundInsertions: Insertion[] = [];
  let from = 0;
  for (const { text: words } of insertions) {
    const at = text.indexOf(words);
    if (at < from || at !== text.lastIndexOf(words)) return undefined;
    foundInsertions.push({ at, text: words });
    from = at + words.length;
  }
  return withoutInsertions(text, foundInsertions);
}

/** 1-based line of a place in a text. */
export function lineAt(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}

/** The line end a text uses. */
export function lineEnd(text: string): "\n" | "\r\n" {
  return /\r\n|\n/.exec(text)?.[0] === "\r\n" ? "\r\n" : "\n";
}
