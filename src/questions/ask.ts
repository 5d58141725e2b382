/**
 * `tenet ask`: stores a question that only an owner can answer, after a look at what is known. Called by the command
 * and the MCP tool.
 */
import type { Captured } from "../capture/capture-schemas.js";
import { record } from "../capture/record.js";
import type { Context } from "../context.js";
import { recall } from "../recall/recall.js";
import { next } from "../steps.js";
import { withContact } from "../store/contacts/contact.js";
import { recordRead } from "../store/state/ledger.js";
import { defined } from "../text/defined.js";

export interface AskInput {
  question?: string | undefined;
  /** What is blocked without an answer. */
  because?: string | undefined;
  key?: string | undefined;
  /** The contact it is about: the answer is shown only when that contact is named. */
  contact?: string | undefined;
}

/**
 * Asks a question, with the three nearest texts that are known beside it. A memory of its key is returned instead; an
 * equal open question is counted. Throws `refused` beyond the limits of `ask` in the profile, with the open questions.
 */
export async function ask(ctx: Context, { contact, ...input }: AskInput): Promise<Captured> {
  const contactCtx = await withContact(ctx, contact);
  const near = await nearestKnown(contactCtx, input.question ?? "");
  const answer = await record(contactCtx, { ...defined(input), type: "question" });
  if (answer.decision === "known") recordRead(contactCtx, "ask", [answer.id as string]);
  if (answer.decision !== "stored" || near.length === 0) return answer;
  return { ...answer, near, next: next("If one of these answers it, take it back:", "undo") };
}

const MOST_SHOWN = 3;

async function nearestKnown(ctx: Context, query: string): Promise<NonNullable<Captured["near"]>> {
  if (query.trim() === "") return [];
  const { results, knowledge = [] } = await recall(ctx, { query, limit: MOST_SHOWN });
  const entries = results.filter(({ weak }) => weak !== true);
  const nearest = [...entries, ...knowledge.map((one) => ({ ...one, id: undefined }))].sort(
    (a, b) => b.score - a.score,
  );
  return nearest
    .slice(0, MOST_SHOWN)
    .map(({ id, text, file, line }) => defined({ id, text, where: `${file}:${line}` }));
}
