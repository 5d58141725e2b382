/** A golden question: something that has to be found, and what must not be. Written by people and agents; proves nothing. */
import * as z from "zod";
import { QUESTION_ID } from "./golden-id.js";

const words = (longest: number) => z.string().trim().min(1).max(longest);
/** A number or a yes stands for its text. */
const asText = (value: unknown): unknown =>
  typeof value === "number" || typeof value === "boolean" ? String(value) : value;
/** One of them or a list. */
const someOf = (longest: number) =>
  z.preprocess(
    (value) => (value === undefined || value === null ? undefined : [value].flat().map(asText)),
    z.array(words(longest)).max(20).optional(),
  );

/** One question as it stands in a file of `memory/eval/`. Unknown keys are refused: a mistyped `never` would check nothing. */
export const goldenQuestionSchema = z
  .strictObject({
    id: z.preprocess(asText, z.string().regex(QUESTION_ID, "not one plain word of letters, digits, - _ and .")),
    question: words(2_000),
    expect: someOf(400),
    never: someOf(400),
    tags: someOf(64),
  })
  .refine(
    ({ expect, never }) => (expect?.length ?? 0) + (never?.length ?? 0) > 0,
    "says neither what to expect nor what never to find",
  );

export interface GoldenQuestion {
  id: string;
  question: string;
  /** Ids of entries, or words that the text of a hit holds. */
  expect: readonly string[];
  never: readonly string[];
  tags: readonly string[];
}
