/** `tenet ask`: a question that only an owner can answer, stored after a look at what is known. */
import type { Captured } from "../capture/capture-schemas.js";
import { record } from "../capture/record.js";
import type { Context } from "../context.js";
import { CONTACT_SCOPE } from "../entry/gates/contact-scope.js";
import { withContact } from "../store/facts/contact.js";
import { recordRead } from "../store/ledger/ledger.js";
import { defined } from "../text/defined.js";

export interface AskInput {
  question?: string | undefined;
  /** What cannot go on without an answer. */
  because?: string | undefined;
  key?: string | undefined;
  /** Whom it is about: the answer is shown to whoever names that contact. */
  contact?: string | undefined;
  /** It is asked although something near is known. */
  anyway?: boolean | undefined;
}

/**
 * Asks. What has the key of the question is told, and so is what is near unless the asker saw that; nothing is stored then.
 * The same open question is counted. Throws `refused` beyond the limits of `ask` in the profile, with the questions that wait.
 */
export async function ask(ctx: Context, { contact, ...input }: AskInput): Promise<Captured> {
  const named = withContact(ctx, contact);
  const scope = contact === undefined ? undefined : `${CONTACT_SCOPE}${contact}`;
  const answer = await record(named, { ...defined({ ...input, scope }), type: "question" });
  const told = answer.decision === "known" ? [answer.id] : (answer.near ?? []).map(({ id }) => id);
  const ids = told.filter((id) => id !== undefined);
  if (ids.length > 0) await recordRead(named, "ask", ids);
  return answer;
}
