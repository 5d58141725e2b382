/** The words in which a command declares its arguments and flags, and the types of their values. */
import type { EntryType } from "../entry/entry.js";
import type { EntryFilter } from "../recall/filter.js";

interface Stated {
  readonly summary: string;
  /** It works, and help does not show it. */
  readonly hidden?: true;
}

/** `<id>` is needed, `[id]` may be left out, `[ids...]` takes all that follow. */
export interface ArgumentPiece extends Stated {
  readonly kind: "argument";
  readonly name: string;
  readonly words?: readonly string[];
}

/** `--dry-run`, `--since <time>`, `--later [when]`: named by its key, with dashes. */
export interface FlagPiece extends Stated {
  readonly kind: "flag";
  /** `<time>`, `[when]`; a switch has none. */
  readonly value?: string;
  readonly words?: readonly string[];
  /** May be given several times; `split`: a text may name several, too. */
  readonly list?: "each" | "split";
  readonly bounds?: { readonly least: number; readonly most?: number };
  readonly initial?: unknown;
  /** `--no-answer`: true unless it is given. */
  readonly negated?: true;
}

/** The fields that an author may state of a type, each as a flag. `any`: of a type that is not known yet. */
export interface FieldsPiece {
  readonly kind: "fields";
  readonly type: FieldsOf;
}
export type FieldsOf = Exclude<EntryType, "question"> | "any";

/** The filters of lists, under the same names everywhere. */
export interface FiltersPiece {
  readonly kind: "filters";
}

type AnyPiece = ArgumentPiece | FlagPiece | FieldsPiece | FiltersPiece;
/** One argument or flag, or a group of flags, with the type of its value. */
export type Piece<V> = AnyPiece & { readonly valueType?: V };
export type Input = Readonly<Record<string, Piece<unknown>>>;
/** The values of an input, by the same names. */
export type Values<I extends Input> = {
  [K in keyof I]: I[K] extends { readonly valueType?: infer V } ? (unknown extends V ? never : V) : never;
};

type ArgumentValue<N extends string> = N extends `${string}...${string}`
  ? string[]
  : N extends `<${string}`
    ? string
    : string | undefined;

export const argument = <N extends string>(
  name: N,
  summary: string,
  words?: readonly string[],
): Piece<ArgumentValue<N>> => ({ kind: "argument", name, summary, ...(words === undefined ? {} : { words }) });

/** A switch: true, or undefined. */
export const flag = (summary: string): Piece<true | undefined> => ({ kind: "flag", summary });

/** `unless("...")` under the key `answer` is `--no-answer`, and false when it is given. */
export const unless = (summary: string): Piece<boolean> => ({ kind: "flag", summary, negated: true });

/** A flag with a text: `text("<time>", "...")`. */
export const text = (value: `<${string}>`, summary: string): Piece<string | undefined> => ({
  kind: "flag",
  value,
  summary,
});

/** A flag that may be repeated; `split`: one text may name several, with commas or spaces. */
export const texts = (
  value: `<${string}>`,
  summary: string,
  list: "each" | "split" = "each",
): Piece<string[] | undefined> => ({ kind: "flag", value, summary, list });

interface WholeBounds {
  least: number;
  most?: number;
}

/** A flag with a whole number within its bounds. */
export const whole = (value: `<${string}>`, summary: string, bounds: WholeBounds): Piece<number | undefined> => ({
  kind: "flag",
  value,
  summary,
  bounds,
});

/** The same with a value that stands when it is not given. */
export const wholeOr = (
  initial: number,
  value: `<${string}>`,
  summary: string,
  bounds: WholeBounds,
): Piece<number> => ({ kind: "flag", value, summary, bounds, initial });

/** A flag with one of a few words. */
export const choice = <T extends string>(
  value: `<${string}>`,
  summary: string,
  words: readonly T[],
): Piece<T | undefined> => ({ kind: "flag", value, summary, words });

/** The same with a word that stands when it is not given. */
export const choiceOr = <T extends string>(
  initial: T,
  value: `<${string}>`,
  summary: string,
  words: readonly T[],
): Piece<T> => ({ kind: "flag", value, summary, words, initial });

/** The same piece, which help does not show. */
export const hidden = <V>(piece: Piece<V>): Piece<V> => ({ ...piece, hidden: true }) as Piece<V>;

/** Fields of an entry by their schema names, as far as they were stated. */
export const fields = (type: FieldsOf): Piece<Record<string, unknown>> => ({ kind: "fields", type });

/** What the filters of a list select, as stated. */
export const filters = (): Piece<EntryFilter> => ({ kind: "filters" });
