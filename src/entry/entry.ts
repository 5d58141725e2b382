/** What an entry is, as types and plain questions about it. Free of zod, so that reading commands do not load it. */

import { createHash } from "node:crypto";
import type { z } from "zod";
import { itemOf } from "../text/claims/hung.js";
import { defined } from "../text/defined.js";
import type * as schema from "./entry-schema.js";
import { type EntryType, isComparedType, rowOf } from "./record-types.js";
import type * as words from "./words.js";

type Word<List extends keyof typeof words> = (typeof words)[List][number];
type Of<Type extends EntryType> = z.infer<(typeof schema.SCHEMA_OF)[Type]>;
export type Correction = Of<"correction">;
export type Insight = Of<"insight">;
export type Outcome = Of<"outcome">;
export type Memory = Of<"memory">;
export type Question = Of<"question">;
export type Decision = Of<"decision">;
export type Reflexion = Of<"reflexion">;
export type Edit = Of<"edit">;
export type Entry = Of<EntryType>;
export type { EntryType } from "./record-types.js";
export type EvolutionItem = z.infer<typeof schema.evolutionItemSchema>;
export type Use = z.infer<typeof schema.useSchema>;
export type EntryCheck = z.infer<typeof schema.checkSchema>;
export type Near = z.infer<typeof schema.nearSchema>;
export type PairAnswer = Word<"PAIR_ANSWERS">;
export type Said = z.infer<typeof schema.saidSchema>;
export type Review = z.infer<typeof schema.reviewSchema>;
export type Tier = Word<"TIERS">;
export type Stakes = Word<"STAKES">;
export type Status = Word<"STATUSES">;
export type Category = Word<"CATEGORIES">;
export type Basis = Word<"BASES">;
export type RowAnswer = Word<"ROW_ANSWERS">;
export type Verdict = Word<"VERDICTS">;
export type ReviewState = Word<"REVIEW_STATES">;

/** `undefined` removes a field. */
export type Patch = { [field: string]: unknown };

export const patched = (entry: Entry, patch: Patch): Entry => defined({ ...entry, ...patch }) as Entry;

/** What may hold or fail. */
export const isLearning = <T extends { type: EntryType }>(entry: T): entry is T & { type: "correction" | "insight" } =>
  entry.type === "correction" || entry.type === "insight";

/** The last part of an id: `K7Q2X`. */
export const tailOf = (id: string): string => id.slice(id.lastIndexOf("-") + 1);

/** An id as people read and type it: its tail in lower case. A line of a file (`FILE#hash`) keeps its name. */
export const refOf = (id: string): string => (id.includes("#") ? id : tailOf(id).toLowerCase());

/** The local day an id was born on, `2026-02-15`: that of its file. */
export function dayOf(id: string): string {
  const digits = id.split("-")[1] ?? "";
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}`;
}

export const evolutionOf = (entry: Entry): readonly EvolutionItem[] =>
  (entry.type === "insight" && entry.evolution) || [];

/** The session of an entry: that of its author, else this agent's day, which its id names; an import has none. */
export function sessionOf({ id, agent, session, imported }: Pick<Entry, "id" | "agent" | "session" | "imported">) {
  return session ?? (imported === undefined ? `adhoc-${agent}-${dayOf(id)}` : undefined);
}

/** What came later with the words of an insight. */
export const grownTexts = (entry: Entry): string[] =>
  evolutionOf(entry).flatMap(({ text = [], evidence = [] }) => [text, evidence].flat());

/** What a correction or insight may lack; it counts without. */
const FACTS = {
  correction: ["prior_belief", "at_risk", "behavioral_change"],
  insight: ["evidence", "at_risk"],
} as const;
export type Fact = (typeof FACTS)["correction" | "insight"][number];

/** The facts that an entry lacks. What was said to be of no risk lacks none. */
export function missingFacts(entry: Entry): Fact[] {
  if (entry.type !== "correction" && entry.type !== "insight") return [];
  const { stakes, ...fields }: Readonly<Record<string, unknown>> = entry;
  const isMissing = (fact: Fact) => (fields[fact] ?? "") === "" && !(fact === "at_risk" && stakes === "low");
  return FACTS[entry.type].filter(isMissing);
}

/** The sentence an entry stands for. */
export function claimOf(entry: Entry): string {
  if (entry.type === "outcome") return entry.lesson ?? entry.result;
  if (entry.type === "edit") return entry.final ?? entry.original ?? "";
  return String((entry as Readonly<Record<string, unknown>>)[rowOf(entry.type).claim] ?? "");
}

/** Where its type states them. */
export const ratedOf = (entry: Entry) => entry as Pick<Outcome, "stakes" | "at_risk" | "rule">;

/**
 * The text for finding related entries, by vectors and `lex`: claim, details and action, without ids, dates, tags,
 * paths and circumstances. Measured against claim alone (.842) and the raw record (.822), this template scores .897.
 */
export function templateOf(entry: Entry): string {
  const fields: Readonly<Record<string, unknown>> = entry;
  const { claim, template = [claim] } = rowOf(entry.type);
  const texts = template.flatMap((field) => fields[field] ?? []);
  return (texts.length > 0 ? texts : [claimOf(entry)]).filter(Boolean).join("\n");
}

/** What is compared of a claim: of a line of an instruction file the item, as of people's lines. */
export function comparedClaim(entry: Entry): string {
  const isLine = entry.type === "memory" && entry.category === "instruction" && entry.imported !== undefined;
  return isLine ? itemOf(claimOf(entry)) : claimOf(entry);
}

/** The texts that have vectors: the whole for relatedness, where it is compared the claim for sameness. */
export const vectorTexts = (entry: Entry): [whole: string, ...claim: string[]] =>
  isComparedType(entry.type) ? [templateOf(entry), comparedClaim(entry)] : [templateOf(entry)];

/** Of a memory that states none. */
export const CONFIDENCE: Readonly<Record<Basis, number>> = { explicit: 1, corrected: 0.9, inferred: 0.7 };

/** Names a text, for what is derived from it and kept beside it. */
export const textHash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 32);
