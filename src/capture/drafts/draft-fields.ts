/** The fields an author may state: their names, their types, and their text made clean. */

import type { Context } from "../../context.js";
import type { EntryType } from "../../entry/entry.js";
import { SCHEMA_OF, STAKES } from "../../entry/entry-schema.js";
import { STAKES_NOT_RATED } from "../../entry/missing-facts.js";
import { WRITTEN_BY_TENET } from "../../entry/record-fields.js";
import { isComparedType, RECORD_TYPES } from "../../entry/record-types.js";
import { readStakesText } from "../../entry/stakes.js";
import { TenetError } from "../../errors.js";
import { screenEntry } from "../../screening/screen.js";
import { defined } from "../../text/defined.js";
import { issueInWords } from "../../text/issue-words.js";
import { nearestName } from "../../text/nearest-word.js";
import { shorten } from "../../text/shorten.js";
import { parseRisk, withoutDoubt } from "../policy/stakes.js";
import { RELATIONS, STATED_ANSWERS } from "../relations.js";
import { editWords } from "./draft-edit.js";
import { memoryWords } from "./draft-memory.js";
import { questionWords } from "./draft-question.js";

/** Words that authors use for a field, from the flags and from everyday speech. */
const SYNONYMS: Readonly<Record<string, string>> = {
  because: "evidence",
  instead_of: "prior_belief",
  before: "prior_belief",
  so: "behavioral_change",
  next_time: "behavioral_change",
  said_by: "source",
  use_for: "applications",
  severity: "risk",
  priority: "risk",
  url: "origin",
  related: "linked",
  kind: "category",
  sent: "final",
  wrote: "original",
  asked: "context",
  type_of: "category",
};

/** What a claim is called when its own name is not known. */
const CLAIM_WORDS: ReadonlySet<string> = new Set(["text", "claim", "content", "summary", "title", "now", "learning"]);

/** The fields an author may state for a type, in schema order. */
export function authorFields(type: EntryType): string[] {
  const written = new Set<string>([...WRITTEN_BY_TENET, "type", "tier"]);
  const fields = Object.keys(SCHEMA_OF[type].shape).filter((field) => !written.has(field));
  if (!isComparedType(type)) return fields.filter((field) => field !== "exception_to");
  return [...new Set([...fields.filter((field) => field !== "evolution" || type === "insight"), ...STATED_ANSWERS])];
}

function nearestField(type: EntryType, typed: string, allowed: readonly string[]): string | undefined {
  const word = typed.toLowerCase().replace(/[\s-]+/g, "_");
  if (CLAIM_WORDS.has(word)) return RECORD_TYPES[type].claim;
  const field = Object.hasOwn(SYNONYMS, word) ? SYNONYMS[word] : undefined;
  return field !== undefined && allowed.includes(field) ? field : nearestName(typed, allowed);
}

/** Refuses fields that tenet writes, and unknown ones with the nearest known name. */
export function checkNames(type: EntryType, stated: Record<string, unknown>): void {
  const fields = authorFields(type);
  const allowed = fields.includes("stakes") ? [...fields, "risk"] : fields;
  const others = Object.keys(stated).filter((field) => !allowed.includes(field));
  const written = others.filter((field) => (WRITTEN_BY_TENET as readonly string[]).includes(field));
  if (written.length > 0) {
    throw new TenetError(`${written.join(", ")}: written by tenet, not by an author`, {
      failure: "usage",
      code: "field-not-yours",
      hint: `Leave ${written.length === 1 ? "it" : "them"} out. An author states: ${allowed.join(", ")}.`,
      details: { fields: written },
    });
  }
  if (others.length === 0) return;
  const nearest = defined(Object.fromEntries(others.map((field) => [field, nearestField(type, field, allowed)])));
  const named = others.map((field) => {
    const near = nearest[field];
    return near === undefined ? field : `${field} (did you mean ${near}?)`;
  });
  throw new TenetError(`Unknown ${others.length === 1 ? "field" : "fields"} for ${type}: ${named.join(", ")}`, {
    failure: "usage",
    code: "unknown-field",
    hint: `An author states: ${allowed.join(", ")}.`,
    details: { fields: others, nearest },
  });
}

/** `risk` as two fields. Said twice in different words it is refused: one of them is a slip. */
function splitRisk(type: EntryType, stated: Record<string, unknown>, warn: Context["warn"]): Record<string, unknown> {
  const { risk, ...known } = stated;
  const fields = withoutDoubt<typeof known>(known, type);
  if (risk !== undefined && risk !== null && typeof risk !== "string") throw wrongField(["risk: not a text"]);
  if (typeof risk === "string") {
    const parsed: Record<string, unknown> = parseRisk(risk, type);
    for (const field of ["stakes", "at_risk"]) {
      const beside = fields[field];
      if (parsed[field] === undefined || isEmpty(beside) || beside === parsed[field]) continue;
      throw wrongField([`risk and ${field} say different things; state one of them`]);
    }
    return { ...fields, ...parsed };
  }
  const { stakes, at_risk } = fields;
  if (typeof stakes === "string" && !isEmpty(stakes)) {
    const { rated, fields: told } = readStakesText(stakes, at_risk);
    const read = withoutDoubt(told, type);
    if (rated) return { ...fields, ...read };
    warn(`stakes is no level, but a text: "${shorten(stakes, 60)}". It is read as what is at risk, and as medium.`);
    return { ...fields, ...read, flags: [STAKES_NOT_RATED] };
  }
  return typeof at_risk === "string" ? { ...fields, ...parseRisk(at_risk) } : fields;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

type Shape = Record<
  string,
  { safeParse(value: unknown): { success: boolean; error?: { issues: Parameters<typeof issueInWords>[0][] } } }
>;

/** Lists are written as lists, each item once; texts without the white space around them; what is empty is left out. */
function tidyFields(type: EntryType, fields: Record<string, unknown>): Record<string, unknown> {
  const shape: Shape = SCHEMA_OF[type].shape;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]): [string, unknown][] => {
      if (isEmpty(value)) return [];
      const alone =
        typeof value === "string" &&
        (field === "references" || isStatedAnswer(field) || shape[field]?.safeParse([]).success === true);
      const tidy = trimmed(alone ? [value] : value);
      if (!Array.isArray(tidy)) return [[field, tidy]];
      const items = [...new Set(tidy.filter((item) => !isEmpty(item)))];
      return items.length === 0 ? [] : [[field, items]];
    }),
  );
}

const isStatedAnswer = (field: string): boolean => (STATED_ANSWERS as readonly string[]).includes(field);

function trimmed(value: unknown): unknown {
  if (typeof value === "string") return value.trim();
  return Array.isArray(value) ? value.map(trimmed) : value;
}

const RELATION_OF_ONE: ReadonlySet<string> = new Set(["recurrence_of"]);

/** References may still be short forms of ids; whom they name is checked against the tree. */
function relationProblem(field: string, value: unknown): string[] {
  const right = RELATION_OF_ONE.has(field)
    ? typeof value === "string"
    : Array.isArray(value) && value.every((item) => typeof item === "string");
  if (right) return [];
  return [`${field}: ${RELATION_OF_ONE.has(field) ? "the id of one entry" : "ids of entries"}, as text`];
}

function checkShape(type: EntryType, fields: Record<string, unknown>): void {
  const shape: Shape = SCHEMA_OF[type].shape;
  const problems = Object.entries(fields).flatMap(([field, value]) => {
    if (RELATIONS.has(field)) return relationProblem(field, value);
    if (field === "stakes" && !(STAKES as readonly unknown[]).includes(value)) {
      return [`stakes: one of ${STAKES.join(", ")}, not ${JSON.stringify(value)}`];
    }
    const result = shape[field]?.safeParse(value);
    if (result === undefined || result.success) return [];
    const [issue] = result.error?.issues ?? [];
    return [`${field}: ${issue === undefined ? "wrong type" : issueInWords(issue)}`];
  });
  if (problems.length > 0) throw wrongField(problems);
}

function wrongField(problems: string[]): TenetError {
  return new TenetError(problems.join("; "), { failure: "usage", code: "wrong-field", details: { problems } });
}

/**
 * An author's fields, clean: secrets replaced (or refused) and hidden characters gone before anything is said about
 * them, then names and types checked, `risk` taken apart. Empty texts are left out. What is required may be missing.
 */
export async function cleanFields(
  ctx: Context,
  type: EntryType,
  stated: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  return await checkedFields(ctx, type, await screened(ctx, stated));
}

interface Screened {
  value: Record<string, unknown>;
  warnings: readonly string[];
}

/** Secrets replaced (or refused) and hidden characters gone; what was found is said once the names are known to be right. */
export async function screened(ctx: Context, stated: Record<string, unknown>): Promise<Screened> {
  return await screenEntry(stated, { mode: ctx.profile.secrets, bidi: "refuse" });
}

/** What the author of some types may state otherwise, and what is too long or none of them. */
const WORDS_OF: { readonly [type in EntryType]?: (stated: Record<string, unknown>) => Record<string, unknown> } = {
  memory: memoryWords,
  edit: editWords,
  question: questionWords,
};

/** The second half of {@link cleanFields}, for fields that were screened. */
export async function checkedFields(
  ctx: Context,
  type: EntryType,
  { value, warnings }: Screened,
): Promise<Record<string, unknown>> {
  const words = WORDS_OF[type]?.(value) ?? { ...value };
  checkNames(type, words);
  // Few entries carry one, and the engine that runs it is loaded for those alone.
  if (!isEmpty(words["check"])) {
    const { writtenCheck } = await import("../../store/checks/written-check.js");
    words["check"] = writtenCheck(words["check"]);
  }
  for (const warning of warnings) ctx.warn(warning);
  const fields = tidyFields(
    type,
    splitRisk(type, words, (warning) => ctx.warn(warning)),
  );
  checkShape(type, fields);
  return fields;
}
