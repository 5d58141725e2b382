/** What an entry is, as types and plain questions about it. Free of zod, so that reading commands do not load it. */

import { createHash } from "node:crypto";
import type { z } from "zod";
import { itemOf } from "../text/claims/hung.js";
import { defined } from "../text/defined.js";
import type * as schema from "./entry-schema.js";
import type * as fields from "./field-schemas.js";
import { type EntryType, isComparedType, isJudgedType, rowOf } from "./record-types.js";

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
/** The types that may hold or fail, are asked about, and can become a rule. */
export type Learning = Correction | Insight;
export type { EntryType } from "./record-types.js";
export type EvolutionItem = z.infer<typeof fields.evolutionItemSchema>;
export type Use = z.infer<typeof fields.useSchema>;
export type EntryCheck = z.infer<typeof fields.checkSchema>;
export type Near = z.infer<typeof fields.nearSchema>;
export type PairAnswer = (typeof schema.PAIR_ANSWERS)[number];
export type Said = z.infer<typeof fields.saidSchema>;
export type Review = z.infer<typeof fields.reviewSchema>;
export type Tier = (typeof schema.TIERS)[number];
export type Stakes = (typeof schema.STAKES)[number];
export type Status = (typeof schema.STATUSES)[number];
export type Category = (typeof schema.CATEGORIES)[number];
export type Basis = (typeof schema.BASES)[number];
export type RowAnswer = (typeof schema.ROW_ANSWERS)[number];
export type Verdict = (typeof schema.VERDICTS)[number];
export type ReviewState = (typeof schema.REVIEW_STATES)[number];

/** A change of some fields; `undefined` removes a field. */
export type Patch = { [field: string]: unknown };

/** Changed fields of an entry. */
export const patched = (entry: Entry, patch: Patch): Entry => defined({ ...entry, ...patch }) as Entry;

/** Corrections and insights: what may hold or fail, and can become a rule. */
export const isLearning = <T extends { type: EntryType }>(entry: T): entry is T & { type: Learning["type"] } =>
  entry.type === "correction" || entry.type === "insight";

/** What an outcome may judge: learnings, and decisions. */
export type Judged = Learning | Decision;
export const isJudged = <T extends { type: EntryType }>(entry: T): entry is T & { type: Judged["type"] } =>
  isJudgedType(entry.type);

/** The last part of an id: `K7Q2X`. */
export const tailOf = (id: string): string => id.slice(id.lastIndexOf("-") + 1);

/**
 * An id, of an entry or a version, as people read and type it: its tail in lower case. A line of a file (`FILE#hash`) keeps
 * its name.
 */
export const refOf = (id: string): string => (id.includes("#") ? id : tailOf(id).toLowerCase());

/** The local day an id was born on: `2026-02-15`. It decides the file a record lives in. */
export function dayOf(id: string): string {
  const digits = id.split("-")[1] ?? "";
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}`;
}

/** What came later with the words of an insight: its evidence, and what a person wrote of it. */
export const grownTexts = (entry: Entry): string[] =>
  entry.type === "insight"
    ? (entry.evolution ?? []).flatMap(({ text = [], evidence = [] }) => [text, evidence].flat())
    : [];

/** The sentence an entry stands for: what novelty, recurrence and the heading speak of. */
export function claimOf(entry: Entry): string {
  if (entry.type === "outcome") return entry.lesson ?? entry.result;
  if (entry.type === "edit") return entry.final ?? entry.original ?? "";
  return String((entry as Readonly<Record<string, unknown>>)[rowOf(entry.type).claim] ?? "");
}

/** How bad it is when an entry is forgotten; what only states something has no stakes. */
export const stakesOf = (entry: Entry): Stakes | undefined => (entry as { stakes?: Stakes }).stakes;

/** What goes wrong without it, where its type states that. */
export const riskOf = (entry: Entry): string | undefined => (entry as { at_risk?: string }).at_risk;

/** Its author's own wording as a rule. */
export const ruleWordingOf = (entry: Entry): string | undefined => (entry as { rule?: string }).rule;

/**
 * The text for finding related entries, by vectors and `lex`: claim, details and action, without ids, dates, tags,
 * paths and circumstances. Measured against claim alone (.842) and the raw record (.822), this template scores .897.
 */
export const templateOf = (entry: Entry): string => templateLines(entry).filter(Boolean).join("\n");

function templateLines(entry: Entry): (string | undefined)[] {
  if (entry.type === "insight") return [entry.insight, entry.evidence, ...(entry.applications ?? [])];
  // An edit is found by what it was an answer to.
  if (entry.type === "edit") return [entry.context ?? claimOf(entry)];
  const { claim, template = [claim] } = rowOf(entry.type);
  return template.map((field) => (entry as Readonly<Record<string, unknown>>)[field] as string | undefined);
}

/** What is compared of the claim of an entry: of a line of an instruction file the item, as of people's lines. */
export function comparedClaim(entry: Entry): string {
  const isLine = entry.type === "memory" && entry.category === "instruction" && entry.imported !== undefined;
  return isLine ? itemOf(claimOf(entry)) : claimOf(entry);
}

/** The texts of an entry that have vectors: the whole for relatedness, where it is compared the claim for sameness. */
export const vectorTexts = (entry: Entry): [whole: string, ...claim: string[]] =>
  isComparedType(entry.type) ? [templateOf(entry), comparedClaim(entry)] : [templateOf(entry)];

/** The default confidence of a memory, by how it was learned. */
export const CONFIDENCE: Readonly<Record<Basis, number>> = { explicit: 1, corrected: 0.9, inferred: 0.7 };

/** Names a text, for what is derived from it and kept beside it: the first 16 bytes of its sha256, in hexadecimal. */
export function textHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
