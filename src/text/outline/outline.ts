/**
 * What a command answers, as a tree of a few kinds of blocks: one answer for a terminal, a pipe, Markdown and HTML. Made by the
 * views of commands; rendered by the doors. Holds no layout but what belongs to the meaning: what is a heading, a field, a row.
 */

export type Tone = "strong" | "faint" | "good" | "bad" | "warn" | "accent";

/** A stretch of text with a tone, or one out of the tree: Markdown and HTML let nothing of that act. */
export interface Toned {
  readonly text: string;
  readonly tone?: Tone;
  readonly isData?: true;
}

/** A text, or stretches of it in a row. */
export type Said = string | Toned | readonly (string | Toned)[];

/** Something only one of the renderers shows: a short id on a screen, the whole one in a pipe. */
export type Only = "screen" | "pipe";

export interface Column {
  readonly name: string;
  readonly kind?: "text" | "number" | "id";
  readonly only?: Only;
  /** On a narrow screen: the greatest leaves first; without it the column stays. */
  readonly drop?: number;
  /** A text that is cut at the edge of the screen instead of broken into lines. */
  readonly cut?: true;
}

export interface Row {
  /** One for each column. */
  readonly cells: readonly Said[];
  /** Lines beneath the row; on a screen, in Markdown and HTML. */
  readonly under?: readonly Said[];
}

/** An item of a list, with what hangs below it. */
export interface Item {
  readonly says: Said;
  readonly under?: readonly Said[];
}

export type Block =
  | { readonly kind: "heading"; readonly says: Said }
  /** A paragraph. `indent`: cells before it. `hang`: further cells before its second line and those after it. */
  | { readonly kind: "line"; readonly says: Said; readonly indent?: number; readonly hang?: number }
  /** A label and what it is of; `cells` for the label. */
  | {
      readonly kind: "field";
      readonly label: string;
      readonly says: Said;
      readonly cells?: number;
      readonly indent?: number;
    }
  | {
      readonly kind: "table";
      readonly columns: readonly Column[];
      readonly rows: readonly Row[];
      /** Without its names above it. */
      readonly bare?: true;
      readonly indent?: number;
      /** What it is, for Markdown and HTML. */
      readonly caption?: string;
    }
  /** `mark` stands before each item: a dash unless stated. */
  | { readonly kind: "list"; readonly items: readonly Item[]; readonly mark?: string; readonly indent?: number }
  /** Somebody's words or a file's, line by line as they are. */
  | { readonly kind: "quote"; readonly text: string; readonly indent?: number; readonly tone?: Tone }
  /** A change as git writes it. */
  | { readonly kind: "diff"; readonly text: string; readonly indent?: number }
  /** Commands worth running now, each with why. */
  | {
      readonly kind: "next";
      readonly label?: string;
      readonly steps: readonly (readonly [command: string, why: string])[];
    }
  /** Parts of a whole beside each other. */
  | {
      readonly kind: "bar";
      readonly label: string;
      readonly parts: readonly (readonly [name: string, count: number])[];
      readonly says?: Said;
    }
  | { readonly kind: "gap" };

export type Outline = readonly Block[];

export const heading = (says: Said): Block => ({ kind: "heading", says });
export const line = (says: Said, layout: { indent?: number; hang?: number } = {}): Block => ({
  kind: "line",
  says,
  ...layout,
});
export const field = (label: string, says: Said, layout: { cells?: number; indent?: number } = {}): Block => ({
  kind: "field",
  label,
  says,
  ...layout,
});
export const quote = (text: string, layout: { indent?: number; tone?: Tone } = {}): Block => ({
  kind: "quote",
  text,
  ...layout,
});
export const diff = (text: string, indent = 0): Block => ({ kind: "diff", text, indent });
export const gap: Block = { kind: "gap" };

const toned =
  (tone: Tone) =>
  (text: string): Toned => ({ text, tone });
export const strong = toned("strong");
export const faint = toned("faint");
export const good = toned("good");
export const bad = toned("bad");
export const warn = toned("warn");
export const accent = toned("accent");

/** Words of an entry, a file or a person. */
export const data = (text: string): Toned => ({ text, isData: true });

/** The stretches of a text. */
export const stretchesOf = (says: Said): readonly (string | Toned)[] =>
  Array.isArray(says) ? says : [says as string | Toned];

/** The text alone. */
export const plainOf = (says: Said): string =>
  stretchesOf(says)
    .map((one) => (typeof one === "string" ? one : one.text))
    .join("");

/** Texts with something between them. */
export const joined = (parts: readonly Said[], between = ""): Said =>
  parts.flatMap((part, at) => [...(at === 0 || between === "" ? [] : [between]), ...stretchesOf(part)]);

/** A view answers a text that is finished, or an outline that the door renders. */
export type View = string | Outline;
export const isOutline = (view: View): view is Outline => typeof view !== "string";
