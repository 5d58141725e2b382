/** A capture with whoever sits at the terminal: what is missing is asked, near claims are put to them. */
import { askMissing } from "../command/ask-missing.js";
import type { Call } from "../command/call.js";
import { type ContactFlag, callAbout } from "../command/contact-flag.js";
import type { Context } from "../context.js";
import type { EntryType } from "../entry/entry.js";
import { defined } from "../text/defined.js";
import type { Captured } from "./capture-schemas.js";

type Fields = Readonly<Record<string, unknown>>;

/** Records one entry from the stated fields; at a terminal missing fields are asked for first. `first`: the argument by its field. */
export async function captureFrom(
  plainCall: Call,
  type: EntryType,
  flags: Fields,
  { first = {}, contact }: ContactFlag & { first?: Fields } = {},
): Promise<Captured> {
  const call = callAbout(plainCall, { contact });
  const stated = { ...flags, ...defined(first) };
  const ctx = await contextForFields(call, type, stated);
  const fields = await completeFields(call, type, stated);
  const { record } = await import("./record.js");
  const stored = await record(ctx, { ...fields, type });
  const captured =
    stored.asks.length === 0 ? stored : await (await import("./answer-asks.terminal.js")).answerAsks(call, stored);
  await offerToOwner(call);
  return captured;
}

/** Pins a memory for a person: asks for missing fields, then for the confirming word. */
export async function pinFrom(plainCall: Call, stated: Fields, about: ContactFlag): Promise<Captured> {
  const call = callAbout(plainCall, about);
  const ctx = await contextForFields(call, "memory", stated);
  const [{ rememberPinned, PIN_WORD }, { withPerson }] = await Promise.all([
    import("./pinning.js"),
    import("../command/with-person.js"),
  ]);
  const fields = await completeFields(call, "memory", stated);
  const captured = await withPerson(call, PIN_WORD, (confirmed) => rememberPinned(ctx, fields, confirmed));
  await offerToOwner(call);
  return captured;
}

/** The fields with what a person at the terminal adds. */
async function completeFields(call: Call, type: EntryType, stated: Fields): Promise<Fields> {
  return call.asker === undefined ? stated : await askMissing(call.asker, type, stated);
}

const HOW_KNOWN = new Set(["explicit", "corrected", "inferred"]);

/** For a memory three values of `source` are a basis and name nobody. */
const isNobody = (type: EntryType, source: unknown): boolean => type === "memory" && HOW_KNOWN.has(String(source));

async function contextForFields(call: Call, type: EntryType, stated: Fields): Promise<Context> {
  return await contextKnowing(call, isNobody(type, stated["source"]) ? undefined : stated["source"]);
}

const STRANGER = "somebody else";
const ROLES = ["member", "admin", "agent", STRANGER] as const;

/**
 * The context with an unknown source added to the people: asked for at a terminal; elsewhere an unknown source counts
 * as a peer.
 */
export async function contextKnowing(call: Call, stated: unknown): Promise<Context> {
  const ctx = await call.context();
  const name = typeof stated === "string" ? stated : ctx.actor.user;
  if (call.asker === undefined || name === undefined || name.trim() === "") return ctx;
  const [{ isUnknown }, { addPerson }] = await Promise.all([
    import("../store/people/people-only.js"),
    import("../store/people/add-person.js"),
  ]);
  if (!(await isUnknown(ctx, name))) return ctx;
  const role = await call.asker.choose(`Who is ${name} here?`, ROLES, STRANGER, { says: "nobody is written down" });
  return role === STRANGER ? ctx : addPerson(ctx, { name: name.trim(), role });
}

/** After a first capture by an unknown person, warns once how to add them to the profile. */
export async function offerToOwner(call: Call): Promise<void> {
  if (call.asker === undefined) return;
  const { offerOwner } = await import("../store/people/people-only.js");
  const offer = await offerOwner(await call.context());
  if (offer !== undefined) call.warn(offer);
}
