/**
 * The labelled tables of the decisions at capture: pairs by class, each with what may become of the new one beside the
 * known one. `pairs/` may be looked at while code is changed; `held-out/` is only counted.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";

/** What becomes of a new entry beside a known one. `same`: evolved, restated, a recurrence. `maybe`: asked about. */
export const RELATIONS = ["skipped", "same", "maybe", "contested", "superseded", "linked", "none"] as const;
export type Relation = (typeof RELATIONS)[number];

export const CLASSES = [
  "retired",
  "order",
  "swallowed",
  "identity",
  "paraphrase",
  "contradiction",
  "repeat",
  "links",
] as const;
export type Class = (typeof CLASSES)[number];

export type Half = "pairs" | "held-out";

const Fields = z.strictObject({
  insight: z.string().optional(),
  evidence: z.string().optional(),
  corrected_to: z.string().optional(),
  prior_belief: z.string().optional(),
  behavioral_change: z.string().optional(),
  context: z.string().optional(),
  decision: z.string().optional(),
  result: z.string().optional(),
  stakes: z.enum(["low", "medium", "high"]).optional(),
  at_risk: z.string().optional(),
});
/** An entry as its author gives it. */
export type Fields = z.infer<typeof Fields>;

/** `another`: both stay as they are, linked or not, because they are about another subject or place. */
const Want = z.enum([...RELATIONS, "another"]);
const Side = z.union([z.string(), Fields]);
const Group = z.strictObject({
  kind: z.string(),
  type: z.enum(["insight", "correction"]).default("insight"),
  want: z.array(Want).min(1),
  pairs: z.array(z.tuple([Side, Side])).min(1),
});
const List = z.strictObject({ kind: z.string(), entries: z.array(Fields).min(2) });

export interface Pair {
  class: Class;
  half: Half;
  /** What the pair stands for, in a few words. */
  kind: string;
  known: Fields;
  new: Fields;
  /** Every relation that is right. */
  want: ReadonlySet<Relation>;
}

function read(half: Half, name: string): unknown {
  return parse(readFileSync(join(import.meta.dirname, half, `${name}.yaml`), "utf8"));
}

/** A text alone is the claim. */
function fieldsOf(side: z.infer<typeof Side>, type: "insight" | "correction"): Fields {
  if (typeof side !== "string") return side;
  return type === "insight" ? { insight: side } : { corrected_to: side };
}

function relationsOf(want: readonly z.infer<typeof Want>[]): ReadonlySet<Relation> {
  return new Set(want.flatMap((one): Relation[] => (one === "another" ? ["linked", "none"] : [one])));
}

/** The pairs of one class and half, in the order of the file. */
export function pairsOf(name: Class, half: Half): Pair[] {
  const groups = z.array(Group).parse(read(half, name));
  return groups.flatMap(({ kind, type, want, pairs }) =>
    pairs.map(([known, fresh]) => ({
      class: name,
      half,
      kind,
      known: fieldsOf(known, type),
      new: fieldsOf(fresh, type),
      want: relationsOf(want),
    })),
  );
}

/** Captures that come together, in their order. */
export function listsOf(half: Half): { kind: string; entries: Fields[] }[] {
  return z.array(List).parse(read(half, "lists"));
}
