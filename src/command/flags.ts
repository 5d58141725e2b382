/** An input as the single flags and arguments of a command line. The parser, help, completion and the reference read it. */
import type * as z from "zod";
import { defined } from "../text/defined.js";
import type { Shape } from "./input.js";

/** What is typed for a key: nothing but its name, the same with `no-`, a text, a number, or texts one after the other. */
type Kind = "switch" | "unless" | "text" | "number" | "list";

export interface Spec extends Pick<z.GlobalMeta, "words" | "split" | "value" | "more"> {
  key: string;
  kind: Kind;
  /** `--dry-run`, `[ids...]`. */
  name: string;
  summary: string;
}

const dashed = (key: string): string =>
  key.replaceAll("_", "-").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** What a value is once it is there. */
export function innerOf(type: z.core.$ZodType): z.core.$ZodType {
  const { innerType } = (type as z.ZodOptional).def;
  return innerType === undefined ? type : innerOf(innerType);
}

/** What the doors know of a key: its own words, and those of the type within it. */
export function metaOf(type: z.core.$ZodType): z.GlobalMeta {
  const { innerType } = (type as z.ZodOptional).def;
  return { ...(innerType && metaOf(innerType)), ...(type as z.ZodType).meta() };
}

/** The values of an enumeration. */
export const wordsOf = (type: z.core.$ZodType): readonly string[] | undefined =>
  type._zod.def.type === "enum" ? (type as z.ZodEnum).options.map(String) : undefined;

const KINDS: Readonly<Record<string, Kind>> = { literal: "switch", boolean: "unless", number: "number", array: "list" };

function specOf([key, type]: readonly [string, z.ZodType]): Spec & { isArgument: boolean } {
  const inner = innerOf(type);
  const { description = "", words, arg, flag = dashed(key), ...meta } = metaOf(type);
  const kind = KINDS[inner._zod.def.type] ?? "text";
  const closed = wordsOf(inner);
  const { defaultValue } = (type as z.ZodDefault).def;
  const isShown = defaultValue !== undefined && (kind === "text" || kind === "number");
  const summary = `${description}${closed ? `: ${closed.join(", ")}` : ""}${isShown ? ` (default: ${defaultValue})` : ""}`;
  const name = arg ?? `--${kind === "unless" ? "no-" : ""}${flag}`;
  return { ...meta, ...defined({ words: closed ?? words }), key, kind, name, isArgument: arg !== undefined, summary };
}

const specsOf = (areArguments: boolean) => (shape: Shape) =>
  Object.entries(shape)
    .map(specOf)
    .filter(({ isArgument }) => isArgument === areArguments);

/** The flags of an input in their order. */
export const flagsOf: (shape: Shape) => Spec[] = specsOf(false);
export const argumentsOf: (shape: Shape) => Spec[] = specsOf(true);
