/**
 * The words in which a command declares its input: each is a zod type whose metadata says what the doors call it. A key without
 * `arg` is a flag, named by its key with dashes unless `flag` names it.
 */
import * as z from "zod";

declare module "zod" {
  interface GlobalMeta {
    /** `<id>` is needed, `[id]` may be left out, `[ids...]` takes all that follow. */
    arg?: string;
    /** The flag's name without its dashes. */
    flag?: string | undefined;
    /** What the value of a flag is called: `<time>`. A switch has none. */
    value?: string;
    /** Words that are offered, while others are taken, too. */
    words?: readonly string[];
    /** A list of which one text may name several, with commas or blanks. */
    split?: true;
    /** It stands under the further fields in help. */
    more?: true;
  }
}

/** Arguments and flags by the name under which `run` gets them. */
export type Shape = Readonly<Record<string, z.ZodType>>;
/** The values of an input by the same names; what was not given is undefined. */
export type Values<S extends Shape> = { [K in keyof S]: z.output<S[K]> };

type ArgumentType<N extends string> = N extends `${string}...${string}`
  ? z.ZodDefault<z.ZodArray<z.ZodString>>
  : N extends `<${string}`
    ? z.ZodString
    : z.ZodOptional<z.ZodString>;

export function argument<N extends string>(arg: N, description: string, words?: readonly string[]): ArgumentType<N> {
  const type = arg.includes("...") ? z.array(z.string()).default([]) : z.string();
  const taken = arg.startsWith("<") || arg.includes("...") ? type : type.optional();
  return taken.meta({ arg, description, ...(words && { words }) }) as unknown as ArgumentType<N>;
}

/** A switch: true, or left out. */
export const flag = (description: string) => z.literal(true).optional().meta({ description });

/** `unless("...")` under the key `answer` is `--no-answer`, and false when it is given. */
export const unless = (description: string) => z.boolean().default(true).meta({ description });

/** A flag with a text: `text("<time>", "...")`. */
export const text = (value: `<${string}>`, description: string) => z.string().optional().meta({ value, description });

/** A flag that may be repeated, which help says; `split`: one text may name several. */
export const texts = (value: `<${string}>`, description: string, split?: "split") =>
  z
    .array(z.string().min(1))
    .optional()
    .meta({ value, description, ...(split && { split: true }) });

/** A flag with a whole number within bounds. */
export const whole = (value: `<${string}>`, description: string, { least = 0, most = 1e15 } = {}) =>
  z.int().min(least).max(most).optional().meta({ value, description });

/** A flag with one of a few words. */
export const choice = <const T extends string>(value: `<${string}>`, description: string, words: readonly T[]) =>
  z.enum(words).optional().meta({ value, description });
