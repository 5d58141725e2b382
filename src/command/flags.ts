/** An input as the single flags and arguments of a command line. The parser, help, completion and the reference read it. */
import type * as z from "zod";
import type { Shape } from "./input.js";

/** What is typed for a key: nothing but its name, the same with `no-`, a text, a number, or texts one after the other. */
export type Kind = "switch" | "unless" | "text" | "number" | "list";

export interface Spec {
  key: string;
  kind: Kind;
  summary: string;
  words?: readonly string[];
  split?: true;
}

export interface FlagSpec extends Spec {
  /** `--dry-run`. */
  name: string;
  /** `<time>`; a switch has none. */
  value?: string;
  more?: true;
  hidden?: true;
}

export interface ArgumentSpec extends Spec {
  /** `[ids...]`. */
  name: string;
}

const dashed = (key: string): string =>
  key.replaceAll("_", "-").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** What a value is once it is there. */
function innerOf(type: z.ZodType): z.core.$ZodType {
  let inner: z.core.$ZodType = type;
  while (inner._zod.def.type === "optional" || inner._zod.def.type === "default") {
    inner = (inner as z.ZodOptional).def.innerType;
  }
  return inner;
}

/** What the doors know of a key: its own words, and those of the type within it. */
export function metaOf(type: z.core.$ZodType): z.GlobalMeta {
  const { innerType } = (type as z.ZodOptional).def;
  return { ...(innerType && metaOf(innerType)), ...(type as z.ZodType).meta() };
}

const KINDS: Readonly<Record<string, Kind>> = { literal: "switch", boolean: "unless", number: "number", array: "list" };

function specOf(key: string, type: z.ZodType): Spec {
  const inner = innerOf(type);
  const { description = "", words, split } = metaOf(type);
  const kind = KINDS[inner._zod.def.type] ?? "text";
  const closed = wordsOf(inner);
  const summary = closed === undefined ? description : `${description}: ${closed.join(", ")}`;
  const { defaultValue } = (type as z.ZodDefault).def;
  const isShown = kind === "text" || kind === "number";
  return {
    key,
    kind,
    summary: isShown && defaultValue !== undefined ? `${summary} (default: ${String(defaultValue)})` : summary,
    ...((closed ?? words) && { words: closed ?? words }),
    ...(split && { split }),
  };
}

/** The values of an enumeration, in the order of its declaration. */
export const wordsOf = (type: z.core.$ZodType): readonly string[] | undefined =>
  type._zod.def.type === "enum" ? (type as z.ZodEnum).options.map(String) : undefined;

/** The flags of an input in their order. */
export function flagsOf(shape: Shape): FlagSpec[] {
  return Object.entries(shape).flatMap(([key, type]) => {
    const { arg, flag = dashed(key), value, more, hidden } = metaOf(type);
    if (arg !== undefined) return [];
    const spec = specOf(key, type);
    const name = `--${spec.kind === "unless" ? "no-" : ""}${flag}`;
    const summary = spec.kind === "list" ? `${spec.summary}; may be repeated` : spec.summary;
    return [{ ...spec, summary, name, ...(value && { value }), ...(more && { more }), ...(hidden && { hidden }) }];
  });
}

/** The arguments of an input in their order. */
export function argumentsOf(shape: Shape): ArgumentSpec[] {
  return Object.entries(shape).flatMap(([key, type]) => {
    const { arg } = metaOf(type);
    return arg === undefined ? [] : [{ ...specOf(key, type), name: arg }];
  });
}
