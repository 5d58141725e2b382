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
  /** Of entries: the text has the first ones; Markdown and HTML lay them out. */
  readonly ids?: readonly string[];
}

/** A text, or stretches of it in a row. */
export type Said = string | Toned | readonly (string | Toned)[];

export type Medium = "screen" | "pipe" | "markdown" | "html";
/** Something that some renderers show: a short id on a screen, the whole one in a pipe. `lines`: both; `pages`: Markdown and HTML. */
export type Only = Medium | "lines" | "pages";
export const isShownOn = (only: Only | undefined, medium: Medium): boolean =>
  only === undefined || only === medium || only === (medium === "screen" || medium === "pipe" ? "lines" : "pages");

export interface Column {
  readonly name: string;
  /** `bar`: a share between 0 and 1, drawn on a screen. */
  readonly kind?: "text" | "number" | "id" | "bar";
  readonly only?: Only;
  /** On a narrow screen: the greatest leaves first; without it the column stays. */
  readonly drop?: number;
  /** A text that is cut at the edge of the screen instead of broken into lines. */
  readonly cut?: true;
  /** Cells of a text that others leave room for: 24 unless stated. */
  readonly least?: number;
}

export interface Row {
  /** One for each column. */
  readonly cells: readonly Said[];
  /** Lines beneath the row; on a screen, in Markdown and HTML. */
  readonly under?: readonly Said[];
  readonly only?: Only;
}

/** An item of a list, with what hangs below it. */
export interface Item {
  readonly says: Said;
  readonly under?: readonly Said[];
  /** In HTML what hangs below is folded under these words. */
  readonly fold?: string;
}

/** Something measured or counted: a part of a line; a row in Markdown and HTML, where it has a name. */
export interface Fact {
  readonly name?: string;
  readonly says?: string;
  /** The same parted for HTML, and where a share lies between 0 and 1. */
  readonly value?: string;
  readonly base?: string;
  readonly interval?: readonly [value: number, low: number, high: number];
  /** Entries behind it, and the rest of a share. */
  readonly ids?: readonly string[];
  readonly others?: readonly string[];
  readonly line?: string;
  /** On a screen, in the place of `line`; false: nothing. */
  readonly screen?: string | false;
}

/** Numbers, one for each place of a plot. */
export interface Series {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** How it is drawn; without it it stands among the numbers alone. */
  readonly as?: "good" | "bad" | "mixed" | "none" | "ink";
  readonly line?: true;
  /** What no value exceeds. */
  readonly most?: number;
}

export type Block =
  /** `ruled`: with a rule across the screen. */
  | { readonly kind: "heading"; readonly says: Said; readonly ruled?: true; readonly level?: 1 }
  /**
   * A paragraph. `indent`: cells before it. `hang`: further cells before its second line and those after it. `whole`: not
   * broken on a screen, for commands that are copied.
   */
  | {
      readonly kind: "line";
      readonly says: Said;
      readonly indent?: number;
      readonly hang?: number;
      readonly whole?: true;
    }
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
      /** Without its names above it. `named`: with them in a pipe too. */
      readonly bare?: true;
      readonly named?: true;
      /** Cells before the lines beneath rows, which a pipe then has too; without it 4, and none in a pipe. */
      readonly beneath?: number;
      /** Lines beneath rows begin where their last text does. */
      readonly aligned?: true;
      readonly indent?: number;
      /** What it is, for Markdown and HTML. */
      readonly caption?: string;
    }
  /** `mark` stands before each item: a dash unless stated. `flow`: items beside each other, each whole, without marks. */
  | {
      readonly kind: "list";
      readonly items: readonly Item[];
      readonly mark?: string;
      readonly flow?: true;
      readonly indent?: number;
    }
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
  /** Facts beside each other, a group a line; one table of them in Markdown, one list to unfold in HTML. */
  | {
      readonly kind: "facts";
      readonly groups: readonly (readonly Fact[])[];
      readonly between?: string;
    }
  /** Numbers over places: a picture with its numbers in HTML, marks on a screen, numbers in a pipe; nothing in Markdown. */
  | {
      readonly kind: "plot";
      readonly title: string;
      readonly about?: string;
      /** What the places are. */
      readonly over: string;
      readonly places: readonly string[];
      readonly series: readonly Series[];
    }
  /** On pages under a heading, on lines behind a label; nothing where nothing stands in it. */
  | { readonly kind: "section"; readonly name: string; readonly label: string; readonly blocks: Outline }
  | { readonly kind: "only"; readonly on: Only; readonly blocks: Outline }
  | { readonly kind: "gap" };

export type Outline = readonly Block[];

export const heading = (says: Said, level?: 1): Block => ({ kind: "heading", says, ...(level && { level }) });
export const line = (says: Said, layout: { indent?: number; hang?: number; whole?: true } = {}): Block => ({
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
/** Rows without names above them; the last cells are texts. */
export function table(rows: readonly Row[], { cut, ...layout }: TableLayout = {}): Block {
  const count = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const columns = Array.from({ length: count }, (_, at): Column => {
    return at < count - 1 ? { name: "", kind: "id" } : { name: "", kind: "text", ...(cut && { cut }) };
  });
  return { kind: "table", bare: true, columns, rows, ...layout };
}
interface TableLayout extends Pick<Block & { kind: "table" }, "indent" | "beneath" | "aligned"> {
  readonly cut?: true;
}
export const gap: Block = { kind: "gap" };
export const section = (name: string, label: string, ...blocks: Outline): Block => ({
  kind: "section",
  name,
  label,
  blocks,
});
export const only = (on: Only, ...blocks: Outline): Block => ({ kind: "only", on, blocks });
export const facts = (...groups: readonly (readonly Fact[])[]): Block => ({ kind: "facts", groups });

/** Columns by their names, each with its kind. */
export const columnsOf = (kinds: Readonly<Record<string, NonNullable<Column["kind"]>>>): readonly Column[] =>
  Object.entries(kinds).map(([name, kind]) => ({ name, kind }));

/** Parts with an empty line between them; those without blocks are left out. */
export const spaced = (...parts: readonly Outline[]): Outline =>
  parts.filter(({ length }) => length > 0).flatMap((part, at) => (at === 0 ? part : [gap, ...part]));

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
export const data = (text: string, tone?: Tone): Toned => ({ text, isData: true, ...(tone && { tone }) });

const MOST_IDS = 5;

/** Ids of entries: on lines the first five. */
export function ids(all: readonly string[]): Toned {
  const more = all.length > MOST_IDS ? ` and ${all.length - MOST_IDS} more` : "";
  return { text: `${all.slice(0, MOST_IDS).join(", ")}${more}`, ids: all };
}

/** At most two decimals, and none that are zeros. */
export const shortNumber = (value: number): string => String(Math.round(value * 100) / 100);

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
