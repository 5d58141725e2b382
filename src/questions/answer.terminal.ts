/** An answer from whoever sits at the terminal: they are shown the question and asked. Elsewhere the words are stated. */
import type { Call } from "../command/call.js";
import { defined } from "../text/defined.js";
import type { Answered } from "./question-schemas.js";

interface StatedAnswer {
  ref: string;
  text: string | undefined;
  source: string | undefined;
  so: string | undefined;
  risk: string | undefined;
  /** False with `--no-answer`. */
  answer: boolean;
  reason: string | undefined;
}

export async function answerFrom(call: Call, { ref, answer: isAnswered, ...stated }: StatedAnswer): Promise<Answered> {
  const { answer, questionToAnswer } = await import("./answer.js");
  const ctx = await call.context();
  const input = { ref, ...defined(stated) };
  if (!isAnswered) return await answer(ctx, { ...input, unanswered: true });
  if (input.text !== undefined || call.asker === undefined) return await answer(ctx, input);
  const { question, hash: shownHash } = await questionToAnswer(ctx, ref);
  const { questionOutline } = await import("./question-outline.js");
  await call.show(question, questionOutline);
  return await answer(ctx, { ...input, shown: shownHash, text: await call.asker.line("Your answer:") });
}
