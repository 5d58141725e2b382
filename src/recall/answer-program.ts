/**
 * `commands.eval`: runs a program that answers golden questions from an agent's context. It reads one question as JSON
 * on stdin and prints `{answer, grade?, reason?}`. Called by evaluations, after a person allowed it in this clone.
 */
import * as z from "zod";
import type { Context } from "../context.js";
import { ProgramFailed, runProgram } from "../store/files/programs.js";
import type { Rule } from "../store/rules/policy/rule.js";
import { issueInWords } from "../text/issue-words.js";
import type { RecalledEntry } from "./recall-schemas.js";

/** A language model may take this long. */
const LIMITS = { time: 120_000, bytes: 1_000_000 };

const answerSchema = z.object({
  answer: z.string().max(100_000),
  grade: z.union([z.number(), z.string().max(40)]).nullish(),
  reason: z.string().max(2_000).nullish(),
});

export type ProgramAnswer = Pick<z.infer<typeof answerSchema>, "answer"> & { grade?: number | string; reason?: string };

/** The input of the program: the question, the context of a session about it, and the results of recall. */
export interface ProgramQuestion {
  id: string;
  question: string;
  context: string;
  results: readonly Pick<RecalledEntry, "id" | "type" | "text">[];
}

/** The context of a session about `query`, as text. `trial`: with these rules in force. */
export type TrialContext = (query: string, trial?: { rules: readonly Rule[] }) => Promise<string>;

/** The program's answer, or the reason why there is none, as a sentence that follows "it". */
export async function askProgram(
  ctx: Context,
  command: string,
  question: ProgramQuestion,
): Promise<ProgramAnswer | string> {
  let output: string;
  try {
    const options = { cwd: ctx.workspace.root, limits: LIMITS, signal: ctx.signal };
    output = await runProgram(command, `${JSON.stringify(question)}\n`, options);
  } catch (thrown) {
    if (thrown instanceof ProgramFailed) return thrown.message;
    throw thrown;
  }
  let value: unknown;
  try {
    value = JSON.parse(output);
  } catch {
    return "answered no JSON";
  }
  const checked = answerSchema.safeParse(value);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    return `answered something else than {answer, grade, reason}: ${issue?.path.join(".") ?? ""} ${issue === undefined ? "" : issueInWords(issue)}`.trim();
  }
  const { answer, grade, reason } = checked.data;
  return { answer, ...(grade == null ? {} : { grade }), ...(reason == null ? {} : { reason }) };
}
