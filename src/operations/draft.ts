/** From what an author states to a checked draft: shape, required fields, secrets and hidden characters. */
import { stamp } from "../clock.js";
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import type { EntryType, Tier } from "../memory/entry.js";
import { ENTRY_TYPES, SCHEMA_OF, TIERS, WRITTEN_BY_TENET } from "../memory/entry-schema.js";
import { fillInStub, missingFields, parseRisk, type Question } from "../memory/stakes.js";
import { screenEntry } from "../screening/screen.js";
import { RELATIONS } from "./relations.js";

/** What a door hands over: the type, the author's fields under their schema names, perhaps a past timestamp. */
export type CaptureDraft = { type: EntryType; timestamp?: string; tier?: Tier } & { [field: string]: unknown };

/** A draft that passed: clean text, known fields, a timestamp. What is required may still be missing. */
export interface CheckedDraft {
  type: EntryType;
  fields: { [field: string]: unknown };
  timestamp: string;
  statedTier?: Tier;
  /** Set when it waited in a run or for git: what was decided when it was made. */
  buffered?: Buffered;
}

export interface Buffered {
  /** Reserved; absent for what is only a line in the daily log. */
  id?: string;
  agent: string;
  /** Absent: nobody named one. */
  session?: string;
  tier: Tier;
}

/** The fields an author may state for a type, in schema order. */
export function authorFields(type: EntryType): string[] {
  const written = new Set<string>([...WRITTEN_BY_TENET, "type", "tier"]);
  return Object.keys(SCHEMA_OF[type].shape).filter((field) => !written.has(field));
}

/** Lists are written as lists: one value given for a list field is a list of one. */
function asLists(type: EntryType, fields: Record<string, unknown>): Record<string, unknown> {
  const shape: Record<string, { safeParse(value: unknown): { success: boolean } }> = SCHEMA_OF[type].shape;
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => {
      const alone = typeof value === "string" && shape[field]?.safeParse([]).success === true;
      const references = field === "references" && typeof value === "string";
      return [field, alone || references ? [value] : value];
    }),
  );
}

function checkNames(type: EntryType, stated: Record<string, unknown>): void {
  const allowed = new Set([...authorFields(type), "risk"]);
  const others = Object.keys(stated).filter((field) => !allowed.has(field));
  const written = others.filter(isWritten);
  if (written.length > 0) {
    throw new TenetError(`${written.join(", ")}: written by tenet, not by an author`, {
      failure: "usage",
      code: "field-not-yours",
      hint: `Leave ${written.length === 1 ? "it" : "them"} out. An author states: ${[...allowed].join(", ")}.`,
      details: { fields: written },
    });
  }
  if (others.length > 0) {
    throw new TenetError(`Unknown ${others.length === 1 ? "field" : "fields"} for ${type}: ${others.join(", ")}`, {
      failure: "usage",
      code: "unknown-field",
      hint: `An author states: ${[...allowed].join(", ")}.`,
      details: { fields: others },
    });
  }
}

function isWritten(field: string): boolean {
  return (WRITTEN_BY_TENET as readonly string[]).includes(field);
}

function bornAt(ctx: Context, stated: unknown): string {
  const now = ctx.clock.now();
  if (stated === undefined) return stamp(now);
  const at = typeof stated === "string" ? new Date(stated) : new Date(Number.NaN);
  if (Number.isNaN(at.getTime()) || !/^\d{4}-\d{2}-\d{2}T/.test(String(stated))) {
    throw new TenetError(`timestamp is not an ISO 8601 instant: ${JSON.stringify(stated)}`, {
      failure: "usage",
      hint: "Write it like 2026-02-15T14:00:00Z, or leave it out.",
    });
  }
  if (at.getTime() > now.getTime()) {
    throw new TenetError(`timestamp lies in the future: ${stamp(at)}`, {
      failure: "usage",
      hint: "State a past instant, or leave it out.",
    });
  }
  return stamp(at);
}

function statedTier(draft: CaptureDraft): Tier | undefined {
  if (draft.tier === undefined) return undefined;
  if ((TIERS as readonly string[]).includes(draft.tier)) return draft.tier;
  throw new TenetError(`tier is none of ${TIERS.join(", ")}: ${JSON.stringify(draft.tier)}`, { failure: "usage" });
}

/**
 * An author's fields, clean: names and types checked, `risk` taken apart, lists as lists, secrets replaced (or
 * refused), hidden characters gone. Empty texts are left out. What is required may be missing.
 */
export async function cleanFields(
  ctx: Context,
  type: EntryType,
  stated: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  checkNames(type, stated);
  const { risk, ...fields } = stated;
  const told = risk ?? (fields["stakes"] === undefined ? fields["at_risk"] : undefined);
  const parsed = typeof told === "string" ? parseRisk(told) : {};
  const given = Object.entries({ ...fields, ...parsed }).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  const screened = await screenEntry(asLists(type, Object.fromEntries(given)), {
    mode: ctx.profile.secrets,
    bidi: "refuse",
  });
  for (const warning of screened.warnings) ctx.warn(warning);
  checkShape(type, screened.value);
  return screened.value;
}

/**
 * Checks one draft completely: unknown or forbidden fields, a future timestamp, wrong types and what is missing are
 * all usage errors. Writes nothing.
 */
export async function checkDraft(ctx: Context, draft: CaptureDraft): Promise<CheckedDraft> {
  if (!(ENTRY_TYPES as readonly string[]).includes(draft.type)) {
    throw new TenetError(`type is none of ${ENTRY_TYPES.join(", ")}: ${JSON.stringify(draft.type)}`, {
      failure: "usage",
    });
  }
  const { type, timestamp, tier: _tier, ...stated } = draft;
  const fields = await cleanFields(ctx, type, stated);
  const missing = missingFields(type, fields);
  if (missing.length > 0) throw missingError(type, fields, missing);
  const tier = statedTier(draft);
  return { type, fields, timestamp: bornAt(ctx, timestamp), ...(tier === undefined ? {} : { statedTier: tier }) };
}

/** One answer that lists everything missing as questions, with a stub to fill in. */
function missingError(type: EntryType, fields: Record<string, unknown>, missing: Question[]): TenetError {
  const questions = missing.map(({ question, flag }) => `${question}  (${flag})`);
  return new TenetError(
    `${missing.length === 1 ? "One answer is" : `${missing.length} answers are`} missing:\n  ${questions.join("\n  ")}`,
    {
      failure: "usage",
      code: "missing-fields",
      hint: `Fill in and pipe into \`tenet add -\`:\n${fillInStub(type, fields)}`,
      details: { missing, stub: fillInStub(type, fields) },
    },
  );
}

function checkShape(type: EntryType, fields: Record<string, unknown>): void {
  const shape: Record<
    string,
    { safeParse(value: unknown): { success: boolean; error?: { issues: { message: string }[] } } }
  > = SCHEMA_OF[type].shape;
  const wrong = Object.entries(fields).flatMap(([field, value]) => {
    // References may still be short forms of ids; they are checked when they are resolved.
    if (RELATIONS.has(field)) return [];
    const result = shape[field]?.safeParse(value);
    return result === undefined || result.success
      ? []
      : [`${field}: ${result.error?.issues[0]?.message ?? "wrong type"}`];
  });
  if (wrong.length === 0) return;
  throw new TenetError(wrong.join("; "), { failure: "usage", code: "wrong-field", details: { problems: wrong } });
}
