/** Checks the fields that an author states: their names and types, and cleans their text. */

import type { Context } from "../../context.js";
import type { EntryType } from "../../entry/entry.js";
import { SCHEMA_OF, STAKES } from "../../entry/entry-schema.js";
import { WRITTEN_BY_TENET } from "../../entry/gates/redaction.js";
import { isComparedType, RECORD_TYPES } from "../../entry/record-types.js";
import { readLevel, readStakesText } from "../../entry/written-forms.js";
import { TenetError } from "../../errors.js";
import { screenEntry } from "../../screening/screen.js";
import { defined } from "../../text/defined.js";
import { issueInWords } from "../../text/issue-words.js";
import { nearestName } from "../../text/nearest-word.js";
import { shorten } from "../../text/shorten.js";
import { parseRisk } from "../policy/stakes.js";
import { RELATIONS, STATED_ANSWERS } from "../relations.js";
import { editWords } from "./draft-edit.js";
import { memoryWords } from "./draft-memory.js";
import { questionWords } from "./draft-question.js";

/** Words that authors use for a field, taken from the flags and from everyday speech. */
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

/** Other names for the claim of any type. */
const CLAIM_WORDS: ReadonlySet<string> = new Set(["text", "claim", "content", "summary", "title", "now", "learning"]);

/** The fields an author may state for a type, in schema order. */
export function authorFields(type: EntryType): string[] {
  const isAuthors = (field: string) => field !== "type" && !WRITTEN_BY_TENET.includes(field);
  const fields = Object.keys(SCHEMA_OF[type].shape).filter(isAuthors);
  return isComparedType(type) ? [...fields, ...STATED_ANSWERS] : fields;
}

function nearestField(type: EntryType, typedName: string, allowed: readonly string[]): string | undefined {
  const word = typedName.toLowerCase().replace(/[\s-]+/g, "_");
  if (CLAIM_WORDS.has(word)) return RECORD_TYPES[type].claim;
  const field = Object.hasOwn(SYNONYMS, word) ? SYNONYMS[word] : undefined;
  return field !== undefined && allowed.includes(field) ? field : nearestName(typedName, allowed);
}

/** Refuses fields that tenet writes, and unknown ones with the nearest known name. */
export function checkNames(type: EntryType, statedFields: Record<string, unknown>): void {
  const fields = authorFields(type);
  const allowed = fields.includes("stakes") ? [...fields, "risk"] : fields;
  const otherNames = Object.keys(statedFields).filter((field) => !allowed.includes(field));
  const tenetsFields = otherNames.filter((field) => WRITTEN_BY_TENET.includes(field));
  if (tenetsFields.length > 0) {
    throw new TenetError(`${tenetsFields.join(", ")}: written by tenet, not by an author`, {
      failure: "usage",
      code: "field-not-yours",
      hint: `Leave ${tenetsFields.length === 1 ? "it" : "them"} out. An author states: ${allowed.join(", ")}.`,
      details: { fields: tenetsFields },
    });
  }
  if (otherNames.length === 0) return;
  const nearest = defined(Object.fromEntries(otherNames.map((field) => [field, nearestField(type, field, allowed)])));
  const namesWithHints = otherNames.map((field) => {
    const near = nearest[field];
    return near === undefined ? field : `${field} (did you mean ${near}?)`;
  });
  throw new TenetError(
    `Unknown ${otherNames.length === 1 ? "field" : "fields"} for ${type}: ${namesWithHints.join(", ")}`,
    {
      failure: "usage",
      code: "unknown-field",
      hint: `An author states: ${allowed.join(", ")}.`,
      details: { fields: otherNames, nearest },
    },
  );
}

/** `risk` as two fields. Refused where `stakes` or `at_risk` states something else: one of them is a slip. */
function splitRisk(statedFields: Record<string, unknown>, warn: Context["warn"]): Record<string, unknown> {
  const { risk, ...fields } = statedFields;
  if (risk !== undefined && risk !== null && typeof risk !== "string") throw wrongField(["risk: not a text"]);
  if (typeof risk === "string") {
    const riskFields: Record<string, unknown> = parseRisk(risk);
    for (const field of ["stakes", "at_risk"]) {
      const statedValue = fields[field];
      if (riskFields[field] === undefined || isEmpty(statedValue) || statedValue === riskFields[field]) continue;
      throw wrongField([`risk and ${field} say different things; state one of them`]);
    }
    return { ...fields, ...riskFields };
  }
  const { stakes, at_risk } = fields;
  if (typeof stakes === "string" && !isEmpty(stakes) && Number.isNaN(Number(stakes))) {
    if (readLevel(stakes).stakes === undefined)
      warn(`stakes is no level, but a text: "${shorten(stakes, 60)}". It is read as what is at risk, and as medium.`);
    return { ...fields, ...readStakesText(stakes, at_risk) };
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

/** Turns single values of list fields into lists without duplicates, trims texts, and leaves out what is empty. */
function tidyFields(type: EntryType, fields: Record<string, unknown>): Record<string, unknown> {
  const shape: Shape = SCHEMA_OF[type].shape;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]): [string, unknown][] => {
      if (isEmpty(value)) return [];
      const isSingleItem =
        typeof value === "string" &&
        (field === "references" || isStatedAnswer(field) || shape[field]?.safeParse([]).success === true);
      const tidy = trimTexts(isSingleItem ? [value] : value);
      if (!Array.isArray(tidy)) return [[field, tidy]];
      const items = [...new Set(tidy.filter((item) => !isEmpty(item)))];
      return items.length === 0 ? [] : [[field, items]];
    }),
  );
}

const isStatedAnswer = (field: string): boolean => (STATED_ANSWERS as readonly string[]).includes(field);

function trimTexts(value: unknown): unknown {
  if (typeof value === "string") return value.trim();
  return Array.isArray(value) ? value.map(trimTexts) : value;
}

/** References may still be short forms of ids; `relations.ts` resolves them in the tree. */
function relationProblem(field: string, value: unknown): string[] {
  const isRight = Array.isArray(value) && value.every((item) => typeof item === "string");
  return isRight ? [] : [`${field}: ids of entries, as text`];
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
 * An author's fields, clean: secrets replaced (or refused) and hidden characters removed before any error quotes them,
 * then names and types checked, and `risk` split. Empty texts are left out. Required fields may be missing.
 */
export async function cleanFields(
  ctx: Context,
  type: EntryType,
  statedFields: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  return await checkedFields(ctx, type, await screenStated(ctx, statedFields));
}

interface Screened {
  value: Record<string, unknown>;
  warnings: readonly string[];
}

/**
 * Replaces (or refuses) secrets and removes hidden characters. The warnings are printed once the field names are
 * checked.
 */
export async function screenStated(ctx: Context, statedFields: Record<string, unknown>): Promise<Screened> {
  const { value, warnings, asSaid } = await screenEntry(statedFields, ctx.profile.secrets);
  return { value, warnings: [...warnings, ...asSaid] };
}

/** Per type: turns everyday fields into schema fields, and refuses texts that are too long. */
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
  // Few entries carry a check; the engine that runs it is loaded for those alone.
  if (!isEmpty(words["check"])) {
    const { writtenCheck } = await import("../../check/written-check.js");
    words["check"] = writtenCheck(words["check"]);
  }
  for (const warning of warnings) ctx.warn(warning);
  const fields = tidyFields(
    type,
    splitRisk(words, (warning) => ctx.warn(warning)),
  );
  checkShape(type, fields);
  return fields;
}
