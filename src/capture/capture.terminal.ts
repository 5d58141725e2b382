/** A capture with whoever sits at the terminal: what is missing is asked, near claims are put to them. */
import type { Call } from "../command/call.js";
import { type ContactFlag, callAbout } from "../command/contact-flag.js";
import type { EntryType } from "../entry/entry.js";
import { defined } from "../text/defined.js";
import { askMissing } from "./ask-missing.terminal.js";
import type { Captured } from "./capture-schemas.js";

type Fields = Readonly<Record<string, unknown>>;

/** Records one entry from the stated fields; at a terminal missing fields are asked for first. */
export async function captureFrom(
  plainCall: Call,
  type: EntryType,
  stated: Fields,
  { contact }: ContactFlag = {},
): Promise<Captured> {
  const call = callAbout(plainCall, { contact });
  const fields = await completeFields(call, type, defined(stated));
  const { record } = await import("./record.js");
  const stored = await record(await call.context(), { ...fields, type });
  if (stored.asks.length === 0) return stored;
  return await (await import("./answers/answer-asks.terminal.js")).answerAsks(call, stored);
}

/** Pins a memory for a person: asks for missing fields, then for the confirming word. */
export async function pinFrom(plainCall: Call, stated: Fields, about: ContactFlag): Promise<Captured> {
  const call = callAbout(plainCall, about);
  const ctx = await call.context();
  const [{ rememberPinned, PIN_WORD }, { withPerson }] = await Promise.all([
    import("./pinning.js"),
    import("../command/with-person.js"),
  ]);
  const fields = await completeFields(call, "memory", stated);
  return await withPerson(call, PIN_WORD, (confirmed) => rememberPinned(ctx, fields, confirmed));
}

/** The fields with what a person at the terminal adds. */
async function completeFields(call: Call, type: EntryType, stated: Fields): Promise<Fields> {
  return call.asker === undefined ? stated : await askMissing(call.asker, type, stated);
}
