/** From what an author states to a checked draft: type, fields, instant, and nothing required missing. */

import type { Context } from "../../context.js";
import type { EntryType, Tier } from "../../entry/entry.js";
import { ENTRY_TYPES, TIERS } from "../../entry/entry-schema.js";
import { contactScope } from "../../entry/gates/contact-scope.js";
import { isComparedType, RECORD_TYPES } from "../../entry/record-types.js";
import { readInstant } from "../../entry/written-forms.js";
import { TenetError } from "../../errors.js";
import { defined } from "../../text/defined.js";
import { stamp } from "../../text/durations.js";
import { nearestName } from "../../text/nearest-word.js";
import { type FieldQuestion, fillInStub, missingFields } from "../policy/questions.js";
import { completeEdit, requireShortEdit } from "./draft-edit.js";
import { checkedFields, screened } from "./draft-fields.js";
import { readDraft } from "./draft-forms.js";
import { namedHeard } from "./draft-heard.js";
import { completeMemory, GROUP, ownerOf, splitGroup, statedFields } from "./draft-memory.js";

/** What a door hands over: the type, the author's fields under their schema names, perhaps a past timestamp. */
export type CaptureDraft = { type: EntryType; timestamp?: string; tier?: Tier } & { [field: string]: unknown };

/** A draft that passed: clean text, known fields, a timestamp, everything required. */
export interface CheckedDraft {
  type: EntryType;
  fields: { [field: string]: unknown };
  timestamp: string;
  statedTier?: Tier;
  /** The agent that its author names as its writer. */
  statedAgent?: string;
  /** The person's own words, out of their turn in a transcript, picked by whoever sits at the terminal. */
  fromTranscript?: true;
  /** The person who pins it, asked at a terminal. */
  pinnedBy?: string;
  /** A question that is asked although something near is known. */
  anyway?: true;
  /** Sentences that were heard and that it records, by their names. */
  heard?: readonly string[];
  /** Set when it waited in a run or for git: what was decided when it was made. */
  buffered?: BufferedDraft;
}

export interface BufferedDraft {
  /** Reserved; absent for what is only a line in the daily log. */
  id?: string;
  /** Ids of the same run that no entry has yet. */
  promised?: readonly string[];
  agent: string;
  /** Absent: nobody named one. */
  session?: string;
  tier: Tier;
}

function checkType(type: unknown): EntryType {
  if ((ENTRY_TYPES as readonly unknown[]).includes(type)) return type as EntryType;
  const near = typeof type === "string" ? nearestName(type, ENTRY_TYPES) : undefined;
  const problem = type === undefined ? "type is missing" : `type is none of them: ${JSON.stringify(type)}`;
  throw new TenetError(`${problem}${near === undefined ? "" : ` (did you mean ${near}?)`}`, {
    failure: "usage",
    code: "wrong-type",
    hint: `One of ${ENTRY_TYPES.join(", ")}.`,
  });
}

/** Zone and all: an instant without one would mean another moment on another machine. */
function timestampOf(ctx: Context, stated: unknown): string {
  const now = ctx.clock.now();
  if (stated === undefined || stated === null) return stamp(now);
  const read = typeof stated === "string" ? readInstant(stated) : undefined;
  if (read === undefined || read.assumedUtc) {
    throw new TenetError(`timestamp is not an ISO 8601 instant with its zone: ${JSON.stringify(stated)}`, {
      failure: "usage",
      code: "wrong-field",
      hint: "Write it like 2026-02-15T14:00:00Z, or leave it out.",
    });
  }
  const at = new Date(read.at);
  if (at.getTime() > now.getTime()) {
    throw new TenetError(`timestamp lies in the future: ${stamp(at)} (it is ${stamp(now)})`, {
      failure: "usage",
      code: "wrong-field",
      hint: "State a past instant, or leave it out.",
    });
  }
  return stamp(at);
}

function statedTier(draft: CaptureDraft): Tier | undefined {
  if (draft.tier === undefined || draft.tier === null) return undefined;
  if ((TIERS as readonly string[]).includes(draft.tier)) return draft.tier;
  throw new TenetError(`tier is none of ${TIERS.join(", ")}: ${JSON.stringify(draft.tier)}`, {
    failure: "usage",
    code: "wrong-field",
  });
}

/**
 * Checks one draft completely: unknown or forbidden fields, a future timestamp, wrong types and what is missing are
 * all usage errors. Writes nothing.
 */
export async function checkDraft(ctx: Context, draft: CaptureDraft): Promise<CheckedDraft> {
  const type = checkType(draft.type);
  const { type: _type, timestamp, tier: _tier, heard: named, ...all } = draft;
  const heard = await namedHeard(ctx, type, named);
  const { given, anyway } = withoutAnyway(type, all);
  const { group, stated } = splitGroup(type, given);
  if (type === "edit") requireShortEdit(stated);
  const instant = timestampOf(ctx, timestamp);
  const { value, warnings } = await screened(ctx, stated);
  const { agent, user } = ctx.actor;
  const read = readDraft(value, { type, timestamp: instant, agent, user });
  const fields: Record<string, unknown> = {
    ...(await checkedFields(ctx, type, { value: read.stated, warnings })),
    ...read.taken,
  };
  if (group !== undefined) fields[GROUP] = group;
  const tier = statedTier(draft);
  const missing = missingFields(type, fields);
  if (missing.length > 0) {
    const also = defined({ timestamp: timestamp === undefined ? undefined : instant, tier, heard });
    // Filled in and sent by another way it is still about the contact, and shown to nobody else.
    const scope = ctx.actor.contact === undefined ? {} : { scope: contactScope(ctx.actor.contact) };
    throw new MissingFields(missing, fillInStub(type, { ...scope, ...statedFields(type, fields), ...also }));
  }
  return {
    type,
    fields: await completed(ctx, type, fields, instant),
    timestamp: instant,
    ...defined({ statedTier: tier, statedAgent: read.agent, anyway, heard }),
  };
}

/** The fields with what tenet knows besides. */
async function completed(ctx: Context, type: EntryType, fields: Record<string, unknown>, at: string) {
  if (type === "memory") return await completeMemory(ctx, fields, at);
  if (type === "edit") return completeEdit(fields);
  return isComparedType(type) ? { ...fields, ...(await ownerOf(ctx, fields)) } : fields;
}

/** Of a question what its author states besides its fields. */
function withoutAnyway(type: EntryType, stated: { [field: string]: unknown }) {
  const { anyway, ...given } = stated;
  if (type !== "question" || typeof anyway !== "boolean") return { given: stated, anyway: undefined };
  return { given, anyway: anyway ? (true as const) : undefined };
}

/** A complete draft as it is piped into `tenet add` again. */
export function asStub(
  { type, fields, timestamp, statedTier: tier, heard }: CheckedDraft,
  stated: CaptureDraft,
): string {
  const also = defined({ timestamp: stated.timestamp === undefined ? undefined : timestamp, tier, heard });
  return fillInStub(type, { ...statedFields(type, fields), ...also });
}

/** What a draft says in one sentence; empty where it says nothing. */
export function claimIn({ type, fields }: Pick<CheckedDraft, "type" | "fields">): string {
  return String(fields[RECORD_TYPES[type].claim] ?? "");
}

/** Lists everything a draft lacks as questions, with a stub to fill in. */
export class MissingFields extends TenetError {
  readonly questions: readonly FieldQuestion[];
  readonly stub: string;

  constructor(missing: readonly FieldQuestion[], stub: string) {
    const questions = missing.map(({ question, flag }) => `${question}  (${flag})`);
    super(
      `${missing.length === 1 ? "One answer is" : `${missing.length} answers are`} missing:\n  ${questions.join("\n  ")}`,
      {
        failure: "usage",
        code: "missing-fields",
        hint: `Fill in and pipe into \`tenet add -\`:\n${stub}`,
        details: { missing, stub },
      },
    );
    this.questions = missing;
    this.stub = stub;
  }
}
