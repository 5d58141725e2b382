/**
 * Turns what an author states into a checked draft: type, fields, instant, nothing required missing. Called by
 * `draft-list.ts`, and by writers of single records.
 */

import type { Context } from "../../context.js";
import type { EntryType, Tier } from "../../entry/entry.js";
import { ENTRY_TYPES } from "../../entry/entry-schema.js";
import { contactScope } from "../../entry/gates/contact-scope.js";
import { isComparedType, RECORD_TYPES } from "../../entry/record-types.js";
import { readInstant } from "../../entry/written-forms.js";
import { TenetError, wrongUsage } from "../../errors.js";
import { defined } from "../../text/defined.js";
import { stamp } from "../../text/durations.js";
import { nearestName } from "../../text/nearest-word.js";
import { type FieldQuestion, missingFields } from "../policy/questions.js";
import { completeEdit, requireShortEdit } from "./draft-edit.js";
import { checkedFields, screenStated } from "./draft-fields.js";
import { readDraft } from "./draft-forms.js";
import { completeMemory, GROUP, ownerOf, splitGroup } from "./draft-memory.js";

/** The input from a door: the type, the author's fields under their schema names, perhaps a past timestamp. */
export type CaptureDraft = { type: EntryType; timestamp?: string } & { [field: string]: unknown };

/** A draft that passed: clean text, known fields, everything required. */
export interface CheckedDraft {
  type: EntryType;
  fields: { [field: string]: unknown };
  timestamp: string;
  /** The agent that its author names as its writer. */
  statedAgent?: string;
  /** The text is the person's own words, picked at the terminal from their turn in a transcript. */
  fromTranscript?: true;
  /** The person who pins the memory, confirmed at a terminal. */
  pinnedBy?: string;
  /** The names of the heard sentences that it records. */
  heard?: readonly string[];
  /** Who made it and how far that is trusted, where it waited in a run or came from a hub. */
  made?: { agent: string; tier: Tier; session?: string };
}

function checkType(type: unknown): EntryType {
  if ((ENTRY_TYPES as readonly unknown[]).includes(type)) return type as EntryType;
  const nearestType = typeof type === "string" ? nearestName(type, ENTRY_TYPES) : undefined;
  const problem = type === undefined ? "type is missing" : `type is none of them: ${JSON.stringify(type)}`;
  const meant = nearestType === undefined ? "" : ` (did you mean ${nearestType}?)`;
  throw wrongUsage(`${problem}${meant}`, `One of ${ENTRY_TYPES.join(", ")}.`, "wrong-type");
}

/** Requires a zone: without one the instant would differ between machines. */
function timestampOf(ctx: Context, statedInstant: unknown): string {
  const now = ctx.clock.now();
  if (statedInstant === undefined || statedInstant === null) return stamp(now);
  const instant = typeof statedInstant === "string" ? readInstant(statedInstant) : undefined;
  if (instant === undefined || instant.assumedUtc) {
    const message = `timestamp is not an ISO 8601 instant with its zone: ${JSON.stringify(statedInstant)}`;
    throw wrongUsage(message, "Write it like 2026-02-15T14:00:00Z, or leave it out.", "wrong-field");
  }
  const at = new Date(instant.at);
  if (at.getTime() > now.getTime()) {
    const message = `timestamp lies in the future: ${stamp(at)} (it is ${stamp(now)})`;
    throw wrongUsage(message, "State a past instant, or leave it out.", "wrong-field");
  }
  return stamp(at);
}

/**
 * Checks one draft completely: unknown or forbidden fields, a future timestamp, wrong types and what is missing are
 * all usage errors. Writes nothing.
 */
export async function checkDraft(ctx: Context, draft: CaptureDraft): Promise<CheckedDraft> {
  const type = checkType(draft.type);
  const { type: _type, timestamp, heard: heardNames, ...draftFields } = draft;
  const heard = namesIn(heardNames);
  const { group, stated } = await splitGroup(ctx, type, draftFields);
  if (type === "edit") requireShortEdit(stated);
  const instant = timestampOf(ctx, timestamp);
  const { value, warnings } = await screenStated(ctx, stated);
  const { agent, user } = ctx.actor;
  const readFields = readDraft(value, { type, timestamp: instant, agent, user });
  const { leftOut } = readFields;
  if (leftOut.length > 0) ctx.warn(`Left out, because only tenet writes it: ${leftOut.join(", ")}.`);
  const fields: Record<string, unknown> = {
    ...(await checkedFields(ctx, type, { value: readFields.stated, warnings })),
    ...readFields.ownFields,
  };
  const scope = scopeOfContact(ctx, fields["scope"]);
  if (scope !== undefined) fields["scope"] = scope;
  if (group !== undefined) fields[GROUP] = group;
  const questions = missingFields(type, fields);
  if (questions.length > 0) throw new MissingFields(questions);
  return {
    type,
    fields: await completeFields(ctx, type, fields, instant),
    timestamp: instant,
    ...defined({ statedAgent: readFields.agent, heard }),
  };
}

/** The names of heard sentences as an author states them: one or a list, in any case. */
function namesIn(statedNames: unknown): string[] | undefined {
  if (statedNames === undefined || statedNames === null || statedNames === "") return undefined;
  return [...new Set([statedNames].flat().map((name) => String(name).trim().toUpperCase()))];
}

/** What is said with a contact named is about that contact. Throws `usage` where another scope is stated. */
function scopeOfContact({ actor }: Pick<Context, "actor">, statedScope: unknown): string | undefined {
  if (actor.contact === undefined) return undefined;
  const scope = contactScope(actor.contact);
  if (statedScope === undefined || statedScope === scope) return scope;
  throw wrongUsage(`scope ${statedScope} is not about ${actor.contact}`, "State one of them.", "wrong-field");
}

/** The fields with those that tenet fills in. */
async function completeFields(ctx: Context, type: EntryType, fields: Record<string, unknown>, at: string) {
  if (type === "memory") return await completeMemory(ctx, fields, at);
  if (type === "edit") return completeEdit(fields);
  return isComparedType(type) ? { ...fields, ...(await ownerOf(ctx, fields)) } : fields;
}

/** The claim of a draft; empty where there is none. */
export function claimIn({ type, fields }: Pick<CheckedDraft, "type" | "fields">): string {
  return String(fields[RECORD_TYPES[type].claim] ?? "");
}

/** Every missing field, as a question. */
export class MissingFields extends TenetError {
  constructor(readonly questions: readonly FieldQuestion[]) {
    const missing = questions.map(({ question }) => question).join("\n  ");
    super(`${questions.length === 1 ? "One answer is" : `${questions.length} answers are`} missing:\n  ${missing}`, {
      failure: "usage",
      code: "missing-fields",
      hint: `Add to the command: ${questions.map(({ flag }) => flag).join(" ")}`,
      details: { missing: questions },
    });
  }
}
