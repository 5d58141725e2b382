/** A memory as its author states it: words that stand for other fields, its group, whose it is. */

import type { Context } from "../../context.js";
import type { Basis, Category, EntryType } from "../../entry/entry.js";
import { CONFIDENCE } from "../../entry/entry.js";
import { contactOf } from "../../entry/gates/contact-scope.js";
import { checkGroup, GROUP_OF } from "../../entry/memory-groups.js";
import { STATED_CATEGORIES } from "../../entry/words.js";
import { TenetError } from "../../errors.js";
import { completeFact, readFactTimes, refuseFactFields } from "../../store/facts/fact-fields.js";
import { memoryScope } from "../../store/home.js";
import { viewerOf } from "../../store/viewer.js";
import { defined } from "../../text/defined.js";

/** More than this is no single fact. */
export const LONGEST_MEMORY = 1_000;

/** Where the group stands among the fields of a draft. No field of the record: it names the file. */
export const GROUP = "group";

const isBasis = (value: unknown): value is Basis => typeof value === "string" && Object.hasOwn(CONFIDENCE, value);

/**
 * `source` says who said so; three of its values say how it became known instead, and are stored as `basis`.
 * `related_to` are links. A confidence may be given as text. What was corrected is refused, and what is too long: neither is
 * one fact.
 */
export function memoryWords(stated: Record<string, unknown>): Record<string, unknown> {
  const { source, related_to, ...fields } = stated;
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

/** A fact does not say what was believed before, and nobody would ask whether it held. */
function refuseCorrection(category: unknown): void {
  if (typeof category !== "string" || category.trim().toLowerCase() !== "correction") return;
  throw new TenetError("What was corrected is a correction, not a memory.", {
    failure: "usage",
    code: "record-correction",
    hint: `Record it as one: tenet correct "<what holds now>" --instead-of "<what was believed>" --risk "<level: why>" --so "<next time>"\nA memory is one of ${STATED_CATEGORIES.join(", ")}.`,
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

function checkConfidence(stated: unknown): number | null {
  if (stated === null || (typeof stated === "string" && stated.trim() === "")) return null;
  const number = typeof stated === "string" ? Number(stated) : stated;
  if (typeof number === "number" && number >= 0 && number <= 1) return number;
  throw wrong(`confidence: a number from 0 to 1, not ${JSON.stringify(stated)?.slice(0, 40)}`);
}

function wrong(message: string): TenetError {
  return new TenetError(message, { failure: "usage", code: "wrong-field" });
}

/** The group an author names for a memory, apart from what goes into its record. A name that is no file name is refused. */
export function splitGroup(
  type: EntryType,
  given: Record<string, unknown>,
): { group?: string; stated: Record<string, unknown> } {
  if (type !== "memory" || !(GROUP in given)) return { stated: given };
  const { [GROUP]: group, ...stated } = given;
  if (group === undefined || group === null) return { stated };
  return { group: checkGroup(group), stated };
}

/** Fills in what tenet knows, of words said `at` an instant: that it is a fact, how sure it is, whose it is, the conversation it belongs to. */
export async function completeMemory(
  ctx: Pick<Context, "actor" | "profile" | "clock">,
  fields: Record<string, unknown>,
  at: string,
): Promise<Record<string, unknown>> {
  const basis = (fields["basis"] as Basis | undefined) ?? "explicit";
  const scope = memoryScope(ctx, fields["scope"]);
  const known = { category: "fact", confidence: CONFIDENCE[basis], ...fields, basis, ...defined({ scope }) };
  const contact = contactOf({ scope: String(scope) });
  if (ctx.actor.contact !== undefined && contact !== ctx.actor.contact) {
    throw wrong(`scope ${scope} is not about ${ctx.actor.contact}; state one of them`);
  }
  if (contact !== undefined) return completeFact(known, at, ctx.clock.now());
  refuseFactFields(fields);
  if (scope === "conversation") return { session: ctx.actor.session, ...known };
  return { ...known, ...(await ownerOf(ctx, known)) };
}

/** Whose an entry of scope `user` is: the person who is served. */
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

/** What an author may state again. */
export function statedFields(type: EntryType, fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { flags: _flags, user: _user, ...stated } = fields;
  if (type !== "memory") return stated;
  const { confidence, ...rest } = stated;
  const usual = CONFIDENCE[(fields["basis"] as Basis | undefined) ?? "explicit"];
  return confidence === usual ? rest : { ...rest, confidence };
}

/** The group a memory goes into, and its fields without it. */
export function groupAndFields(fields: Readonly<Record<string, unknown>>): {
  group: string;
  fields: Record<string, unknown>;
} {
  const { [GROUP]: group, ...rest } = fields;
  return { group: typeof group === "string" ? group : GROUP_OF[rest["category"] as Category], fields: rest };
}
