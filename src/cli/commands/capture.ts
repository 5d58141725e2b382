import type { Captured } from "../../capture/policy/captured.js";
import type { Context } from "../../context.js";
import type { EntryType } from "../../entry/entry.js";
import { TenetError } from "../../errors.js";
import { printable } from "../../text/printable.js";
import type { CommandContext } from "../command-context.js";

/** Records one entry from what was stated; at a terminal what is missing is asked for first. */
export async function captureFrom(
  door: CommandContext,
  type: EntryType,
  stated: Record<string, unknown>,
): Promise<Captured> {
  const ctx = await knowingSource(door, isNobody(type, stated["source"]) ? undefined : stated["source"]);
  let fields = stated;
  if (door.asker !== undefined) {
    const { askMissing } = await import("../ask-missing.js");
    fields = await askMissing(door.asker, type, stated);
  }
  const { record } = await import("../../capture/record.js");
  const captured = await record(ctx, { ...fields, type });
  await offerToOwner(door);
  return type === "correction" ? await withOfferedRule(door, captured) : captured;
}

/** `later`: the next digest decides, under the mode. `no`: their word alone makes no rule of it. */
const ANSWERS = ["yes", "later", "no"] as const;

const HOW_KNOWN = new Set(["explicit", "corrected", "inferred"]);

/** Of a memory three words say how it became known, and name nobody. */
const isNobody = (type: EntryType, source: unknown): boolean => type === "memory" && HOW_KNOWN.has(String(source));

/** The correction is stored by now: what keeps a rule from being made is told, and loses nothing. */
async function withOfferedRule(door: CommandContext, captured: Captured): Promise<Captured> {
  try {
    return await offeringRule(door, captured);
  } catch (thrown) {
    if (!(thrown instanceof TenetError)) throw thrown;
    door.warn(
      thrown.failure === "interrupted"
        ? "Whether it becomes a rule was left open: the next digest decides."
        : `It is stored, and no rule yet: ${thrown.message}`,
    );
    return captured;
  }
}

/** An owner's own high-stakes correction may be a rule at once: they see the line and where it would stand. */
async function offeringRule(door: CommandContext, captured: Captured): Promise<Captured> {
  if (door.asker === undefined || captured.id === undefined || captured.decision === "buffered") return captured;
  const { leaveOffer, ruleOffer, takeOffer } = await import("../../rules/rule-offer.js");
  const ctx = await door.context();
  const offer = await ruleOffer(ctx, captured.id);
  if (offer === undefined) return captured;
  const question = `Make it a rule? ${offer.target} would say "${printable(offer.text)}"`;
  const answer = await door.asker.choose(question, ANSWERS, "later");
  if (answer === "no") await leaveOffer(ctx, offer);
  if (answer !== "yes") return captured;
  const { version, operations, left } = await takeOffer(ctx, offer);
  const made = operations.some(({ ids, fate }) => fate === "active" && ids.includes(offer.id));
  const why = left.find(({ id }) => id === offer.id)?.because ?? "see tenet digest --dry-run";
  return {
    ...captured,
    next: made ? `It is a rule in ${offer.target} now (version ${version}).` : `No rule yet: ${why}`,
  };
}

const STRANGER = "somebody else";
const ROLES = ["member", "admin", "agent", STRANGER] as const;

/** Who a name is that the profile does not know: asked at a terminal and written down; elsewhere it counts as a peer. */
export async function knowingSource(door: CommandContext, stated: unknown): Promise<Context> {
  const ctx = await door.context();
  const name = typeof stated === "string" ? stated : ctx.actor.user;
  if (door.asker === undefined || name === undefined || name.trim() === "") return ctx;
  const { addPerson, isUnknown } = await import("../../capture/people.js");
  if (!(await isUnknown(ctx, name))) return ctx;
  const role = await door.asker.choose(`Who is ${name} here?`, ROLES, "member");
  return role === STRANGER ? ctx : addPerson(ctx, { name: name.trim(), role });
}

/** After a first capture by somebody whom the profile does not know, it says once how they are written down. */
export async function offerToOwner(door: CommandContext): Promise<void> {
  if (door.asker === undefined) return;
  const { offerOwner } = await import("../../capture/offer-owner.js");
  const offer = await offerOwner(await door.context());
  if (offer !== undefined) door.warn(offer);
}

/** The claim as argument or under its own flag, whichever was given. */
export function withClaim(fields: Record<string, unknown>, field: string, argument: string | undefined) {
  return argument === undefined ? fields : { ...fields, [field]: argument };
}
