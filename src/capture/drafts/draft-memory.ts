/** Checks and completes a drafted memory: everyday fields, its group, its user and scope. Called by `draft.ts`. */

import type { Context } from "../../context.js";
import type { Basis, EntryType } from "../../entry/entry.js";
import { CONFIDENCE } from "../../entry/entry.js";
import { contactOf } from "../../entry/gates/contact-scope.js";
import { STATED_CATEGORIES } from "../../entry/words.js";
import { TenetError } from "../../errors.js";
import { next } from "../../steps.js";
import { completeFact, readFactTimes, refuseFactFields } from "../../store/contacts/fact-fields.js";
import { groupNamed } from "../../store/contacts/fact-groups.js";
import { memoryScope } from "../../store/home.js";
import { viewerOf } from "../../store/viewer.js";
import { defined } from "../../text/defined.js";

/** A longer text is more than one fact. */
export const LONGEST_MEMORY = 1_000;

/** The field of a draft that names the group. It is no field of the record: it names the file. */
export const GROUP = "group";

const isBasis = (value: unknown): value is Basis => typeof value === "string" && Object.hasOwn(CONFIDENCE, value);

/**
 * Turns everyday fields of a memory into those of the schema. `source` names the speaker; three of its values say how
 * the fact became known, and are stored as `basis`. `related_to` are links. A confidence may be text. Refuses
 * corrections and texts that are too long: neither is one fact.
 */
export function memoryWords(authorFields: Record<string, unknown>): Record<string, unknown> {
  const { source, related_to, ...fields } = authorFields;
  refuseCorrection(fields["category"]);
  refuseLong(fields["content"]);
  readFactTimes(fields);
  if (fields["confidence"] !== undefined) fields["confidence"] = checkConfidence(fields["confidence"]);
  const basis = typeof source === "string" ? source.trim().toLowerCase() : undefined;
  if (isBasis(basis)) {
    if (fields["basis"] !== undefined && fields["basis"] !== basis) {
      throw wrong("source and basis say different things; state one of them");
    }
    fields["basis"] = basis;
  } else if (source !== undefined) fields["source"] = source;
  if (related_to !== undefined && related_to !== null) {
    const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);
    fields["linked"] = [...list(fields["linked"]), ...list(related_to)];
  }
  return fields;
}

/** Refuses the category `correction`: a fact has no prior belief, and nobody would ask whether it held. */
function refuseCorrection(category: unknown): void {
  if (typeof category !== "string" || category.trim().toLowerCase() !== "correction") return;
  throw new TenetError("What was corrected is a correction, not a memory.", {
    failure: "usage",
    code: "record-correction",
    hint: next(`A memory is one of ${STATED_CATEGORIES.join(", ")}. Record this one:`, "correct", {
      corrected_to: "<what holds now>",
      prior_belief: "<what was believed>",
    }),
  });
}

function refuseLong(content: unknown): void {
  const length = typeof content === "string" ? [...content.trim()].length : 0;
  if (length <= LONGEST_MEMORY) return;
  throw new TenetError(`A memory is one fact, and this has ${length} characters (${LONGEST_MEMORY} at most).`, {
    failure: "usage",
    code: "too-long",
    hint: "Say each fact on its own, or keep the text in a file and remember where it is.",
  });
}

function checkConfidence(statedValue: unknown): number | null {
  if (statedValue === null || (typeof statedValue === "string" && statedValue.trim() === "")) return null;
  const number = typeof statedValue === "string" ? Number(statedValue) : statedValue;
  if (typeof number === "number" && number >= 0 && number <= 1) return number;
  throw wrong(`confidence: a number from 0 to 1, not ${JSON.stringify(statedValue)?.slice(0, 40)}`);
}

function wrong(message: string): TenetError {
  return new TenetError(message, { failure: "usage", code: "wrong-field" });
}

/** Separates the group that an author names from the fields of the record. Refuses a group that is no file name. */
export async function splitGroup(
  ctx: Context,
  type: EntryType,
  givenFields: Record<string, unknown>,
): Promise<{ group?: string; stated: Record<string, unknown> }> {
  if (type !== "memory" || !(GROUP in givenFields)) return { stated: givenFields };
  const { [GROUP]: group, ...stated } = givenFields;
  if (group === undefined || group === null) return { stated };
  return { group: await groupNamed(ctx, group), stated };
}

/** Fills in category, confidence, basis, scope, user and conversation. `at` is the instant of the words. */
export async function completeMemory(
  ctx: Pick<Context, "actor" | "profile" | "clock">,
  fields: Record<string, unknown>,
  at: string,
): Promise<Record<string, unknown>> {
  const basis = (fields["basis"] as Basis | undefined) ?? "explicit";
  const scope = memoryScope(ctx, fields["scope"]);
  const completeFields = { category: "fact", confidence: CONFIDENCE[basis], ...fields, basis, ...defined({ scope }) };
  const contact = contactOf({ scope: String(scope) });
  if (contact !== undefined) return completeFact(completeFields, at, ctx.clock.now());
  refuseFactFields(fields);
  if (scope === "conversation") return { session: ctx.actor.session, ...completeFields };
  return { ...completeFields, ...(await ownerOf(ctx, completeFields)) };
}

/** For scope `user`: the user who is served. */
export async function ownerOf(
  ctx: Pick<Context, "actor" | "profile">,
  { scope }: Readonly<Record<string, unknown>>,
): Promise<{ user?: string }> {
  if (scope !== "user") return {};
  const { user } = await viewerOf(ctx);
  if (user !== undefined) return { user };
  throw new TenetError("What is of scope user belongs to somebody, and nobody is named.", {
    failure: "usage",
    code: "no-user",
    hint: "Say who: --user NAME, or TENET_USER.",
  });
}

/** The group a memory goes into, and the fields without it. */
export function groupAndFields(fields: Readonly<Record<string, unknown>>): {
  group: string;
  fields: Record<string, unknown>;
} {
  const { [GROUP]: group, ...otherFields } = fields;
  return {
    group: typeof group === "string" ? group : `${otherFields["category"]}s`,
    fields: otherFields,
  };
}
