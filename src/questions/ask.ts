/**
 * `tenet ask`: stores a question that only an owner can answer, after a look at what is known. Called by the command
 * and the MCP tool.
 */
import type { Captured } from "../capture/capture-schemas.js";
import { record } from "../capture/record.js";
import type { Context } from "../context.js";
import { withContact } from "../store/facts/contact.js";
import { recordRead } from "../store/ledger/ledger.js";
import { defined } from "../text/defined.js";

export interface AskInput {
  question?: string | undefined;
  /** What is blocked without an answer. */
  because?: string | undefined;
  key?: string | undefined;
  /** The contact it is about: the answer is shown only when that contact is named. */
  contact?: string | undefined;
  /** The question is stored although a near text is known. */
  anyway?: boolean | undefined;
}

/**
 * Asks a question. A known text with its key is returned instead, and near texts are, unless `anyway`; nothing is
 * stored then. An equal open question is counted. Throws `refused` beyond the limits of `ask` in the profile, with the
 * open questions.
 */
export async function ask(ctx: Context, { contact, ...input }: AskInput): Promise<Captured> {
  const contactCtx = await withContact(ctx, contact);
  const answer = await record(contactCtx, { ...defined(input), type: "question" });
  const answerIds = answer.decision === "known" ? [answer.id] : (answer.near ?? []).map(({ id }) => id);
  const ids = answerIds.filter((id) => id !== undefined);
  if (ids.length > 0) await recordRead(contactCtx, "ask", ids);
  return answer;
}
