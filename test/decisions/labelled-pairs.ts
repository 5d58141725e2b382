/**
 * Pairs of claims with the answer that somebody gives who understands both. `pairs/` may be looked at while code is
 * changed; `held-out/` is only counted.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { claimHash } from "../../src/text/claims/canonical.js";

export const HALVES = ["pairs", "held-out"] as const;
export type Half = (typeof HALVES)[number];

/** What one claim is to the other. */
export const ANSWERS = ["same", "replaces", "exception", "unrelated"] as const;
export type Answer = (typeof ANSWERS)[number];

const LearnedType = z.enum(["correction", "insight", "memory"]);
export type LearnedType = z.infer<typeof LearnedType>;

/** A capture as its author gives it. */
export type Fields = { type: LearnedType } & Record<string, unknown>;

const Group = z.strictObject({
  kind: z.string(),
  type: LearnedType,
  /** Type of the second claim, where it is another one. */
  later: LearnedType.optional(),
  answer: z.enum(ANSWERS),
  /** Of an exception: the first claim is the exception, and the second the general rule. */
  narrow: z.literal("first").optional(),
  /** The capture settles it by itself: by equal words, or by one word for one word. */
  ground: z.enum(["equal", "word"]).optional(),
  /** Further fields of the second claim. */
  second: z.record(z.string(), z.unknown()).optional(),
  /** First claim, second claim, and what the second, a correction, says was believed before. */
  pairs: z.array(z.union([z.tuple([z.string(), z.string()]), z.tuple([z.string(), z.string(), z.string()])])).min(1),
});

export interface LabelledPair extends Pick<z.infer<typeof Group>, "kind" | "answer" | "narrow"> {
  /** What settles it at capture: equal words, one word for one word, or the first claim as what was believed before. */
  ground?: "equal" | "word" | "belief" | undefined;
  /** The name of the file. */
  class: string;
  half: Half;
  first: Fields;
  second: Fields;
}

const CLAIM_FIELD = { correction: "corrected_to", insight: "insight", memory: "content" } as const;

/** The claim among the fields of a capture. */
export const claimIn = (fields: Fields): string => String(fields[CLAIM_FIELD[fields.type]]);

/** A claim as a capture of its type. */
export function fieldsOf(type: LearnedType, claim: string, more: Record<string, unknown> = {}): Fields {
  const stakes = type === "memory" ? { category: "fact" } : { stakes: "medium", at_risk: "work is done twice" };
  return { type, [CLAIM_FIELD[type]]: claim, ...stakes, ...more };
}

function pairsIn(half: Half, name: string, folder: string): LabelledPair[] {
  const text = readFileSync(join(folder, half, name), "utf8");
  return z
    .array(Group)
    .parse(parse(text))
    .flatMap(({ kind, type, later = type, answer, narrow, ground, second, pairs }) =>
      pairs.map(([first, next, prior]) => ({
        class: name.replace(".yaml", ""),
        half,
        kind,
        answer,
        narrow,
        ground: prior !== undefined && claimHash(prior) === claimHash(first) ? ("belief" as const) : ground,
        first: fieldsOf(type, first),
        second: fieldsOf(later, next, { ...(prior === undefined ? {} : { prior_belief: prior }), ...second }),
      })),
    );
}

/** Every pair of a half, file by file. `folder`: where the two halves are. */
export function labelledPairs(half: Half, folder = import.meta.dirname): LabelledPair[] {
  return readdirSync(join(folder, half))
    .sort()
    .flatMap((name) => pairsIn(half, name, folder));
}

const listIn = (folder: string, name: string): unknown => parse(readFileSync(join(folder, name), "utf8"));

/** Twenty Chinese and Japanese claims of twenty matters. */
export function foreignClaims(folder = import.meta.dirname): string[] {
  return z.array(z.string()).parse(listIn(folder, "foreign.yaml"));
}

/** What a tree knows beside the pairs: entries on other matters. */
export function background(folder = import.meta.dirname): Fields[] {
  const known = z.array(z.record(z.string(), z.string())).parse(listIn(folder, "background.yaml"));
  return known.map(({ insight, corrected_to, ...more }) =>
    insight === undefined ? fieldsOf("correction", String(corrected_to), more) : fieldsOf("insight", insight, more),
  );
}
