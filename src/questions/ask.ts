/** `tenet ask`: a question that only an owner can answer, stored after a look at what is known. */
import type { Captured } from "../capture/capture-schemas.js";
import { record } from "../capture/record.js";
import { withContact } from "../contacts/contact.js";
import type { Context } from "../context.js";
import { CONTACT_SCOPE } from "../entry/contact-scope.js";
import { isApproved, isSearched } from "../entry/entry.js";
import { USER_TREE, userContext } from "../recall/user-tree.js";
import { openShown, shownTexts } from "../recall/viewer.js";
import { recordRead } from "../store/ledger.js";
import { defined } from "../text/defined.js";
import { oneLine } from "../text/shorten.js";
import { answersQuestion } from "./policy/asked-again.js";

export interface AskInput {
  question?: string | undefined;
  /** What cannot go on without an answer. */
  because?: string | undefined;
  key?: string | undefined;
  /** Whom it is about: the answer is shown to whoever names that contact. */
  contact?: string | undefined;
}

/**
 * Asks. What a live memory or learning answers is told and nothing is stored; the same open question is counted. Throws
 * `refused` beyond the limits of `ask` in the profile, with the questions that wait.
 */
export async function ask(ctx: Context, { contact, ...input }: AskInput): Promise<Captured> {
  const named = withContact(ctx, contact);
  const { question, key } = input;
  const known =
    question === undefined ? undefined : await knownOfUser(named, question, contact === undefined ? key : undefined);
  const scope = contact === undefined ? undefined : `${CONTACT_SCOPE}${contact}`;
  const answer = known ?? (await record(named, { ...defined({ ...input, scope }), type: "question" }));
  if (answer.decision === "known" && answer.id !== undefined) await recordRead(named, "ask", [answer.id]);
  return answer;
}

/** What its reader's own tree answers: by key, or by words; the questions themselves are the workspace's. */
async function knownOfUser(ctx: Context, question: string, key: string | undefined): Promise<Captured | undefined> {
  const own = await userContext(ctx);
  if (own === undefined) return undefined;
  const tree = await openShown(own);
  const heads = tree.where({ type: "memory" }).filter((head) => isSearched(head) && isApproved(head));
  const textOf = await shownTexts(tree, heads);
  const found = heads.find((head) =>
    key !== undefined && head.key === key ? true : answersQuestion(question, { text: textOf(head) }, undefined),
  );
  if (found === undefined) return undefined;
  const because = [`${found.id} ("${oneLine(textOf(found))}") is known, and it says what is asked. Nothing was asked.`];
  const { id, file, line } = found;
  return {
    ...{ decision: "known", type: "question", id, file: `${USER_TREE}${file}`, line, text: oneLine(question).trim() },
    because,
    neighbours: [],
  };
}
