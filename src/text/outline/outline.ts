/**
 * What a command answers, as a list of blocks of eight kinds. Made by the views of commands; rendered by the doors as lines
 * (a screen, a pipe), Markdown or HTML. Holds no layout but what belongs to the meaning: what is a heading, a field, a row.
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

export interface Column {
  readonly name: string;
  /** On a screen the last text has what the others leave, broken into lines; everything else stands on one line. */
  readonly kind?: "text" | "number" | "id";
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
  /** Lines beneath the row; in a pipe only where the table states how far in. */
  readonly under?: readonly Said[];
  /** Its cells in a pipe where these are others, such as a whole id for a short one; none: a pipe has no such row. */
  readonly piped?: readonly Said[];
}

/** An item of a list, with what hangs below it. */
export interface Item {
  readonly says: Said;
  readonly under?: readonly Said[];
}

export type Block =
  | { readonly kind: "heading"; readonly says: Said; readonly level?: 1 }
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
      /** Without its names above it. */
      readonly bare?: true;
      /** Cells before the lines beneath rows, which a pipe then has too; without it 4, and none in a pipe. */
      readonly beneath?: number;
      /** Lines beneath rows begin where their last text does. */
      readonly aligned?: true;
      readonly indent?: number;
    }
  | { readonly kind: "list"; readonly items: readonly Item[] }
  /** Somebody's words or a file's, line by line as they are. */
  | { readonly kind: "quote"; readonly text: string; readonly indent?: number; readonly tone?: Tone }
  /** A change as git writes it. */
  | { readonly kind: "diff"; readonly text: string; readonly indent?: number }
  /** Commands worth running now, each with why. */
  | {
      readonly kind: "next";
      readonly label?: string;
      readonly steps: readonly (readonly [command: string, why: string])[];
    };

export type Outline = readonly Block[];

/** A block of one kind. */
export type BlockOf<K extends Block["kind"]> = Block & { kind: K };
type Layout<K extends Block["kind"]> = Omit<BlockOf<K>, "kind" | "says" | "label" | "text" | "columns" | "rows">;

export const heading = (says: Said, level?: 1): Block => ({ kind: "heading", says, ...(level && { level }) });
export const line = (says: Said, layout: Layout<"line"> = {}): Block => ({ kind: "line", says, ...layout });
/** An empty line. */
export const gap: Block = line("");
export const field = (label: string, says: Said, layout: Layout<"field"> = {}): Block => ({
  kind: "field",
  label,
  says,
  ...layout,
});
export const quote = (text: string, layout: Layout<"quote"> = {}): Block => ({ kind: "quote", text, ...layout });
export const diff = (text: string, indent = 0): Block => ({ kind: "diff", text, indent });
/** Rows without names above them; the last cells are texts. */
export function table(rows: readonly Row[], { cut, ...layout }: Layout<"table"> & { readonly cut?: true } = {}): Block {
  const count = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const columns = Array.from({ length: count }, (_, at): Column => {
    return at < count - 1 ? { name: "", kind: "id" } : { name: "", kind: "text", ...(cut && { cut }) };
  });
  return { kind: "table", bare: true, columns, rows, ...layout };
}

/** Lines for people: where a pipe has rows that programs read, it has none of these. */
export const aside = (...lines: readonly Said[]): Block => table(lines.map((says) => ({ cells: [says], piped: [] })));

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

/** The stretches of a text. */
export const stretchesOf = (says: Said): readonly Toned[] =>
  [says].flat().map((one) => (typeof one === "string" ? { text: one } : one));

/** The text alone. */
export const plainOf = (says: Said): string =>
  stretchesOf(says)
    .map(({ text }) => text)
    .join("");

/** Texts with something between them. */
export const joined = (parts: readonly Said[], between = ""): Said =>
  parts.flatMap((part, at) => [...(at === 0 || between === "" ? [] : [between]), ...stretchesOf(part)]);

/** A view answers a text that is finished, or an outline that the door renders. */
export type View = string | Outline;
