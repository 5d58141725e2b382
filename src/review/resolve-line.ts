/** Answers pairs of an entry and a line that people wrote. Called by `resolve.ts`. */

import { answerLine, reopenLine } from "../capture/answers/answer-line.js";
import type { Context } from "../context.js";
import { openStep } from "../entry/near/pair-steps.js";
import { wrongUsage } from "../errors.js";
import type { CoreLines } from "../search/core-lines.js";
import type { Change } from "../store/change/change.js";
import { isLineName, lineNamed, type PeoplesLine } from "../store/records/peoples-lines.js";
import { answeringOf, type NamedPair } from "./answering.js";
import type { Resolved } from "./review-schemas.js";

/** A pair with a line on one side. */
interface PairOfLine extends Pick<NamedPair, "how"> {
  entry: string;
  line: PeoplesLine;
  lineFirst: boolean;
}

export async function linePair(lines: CoreLines, { a, b, how }: NamedPair): Promise<PairOfLine> {
  if (isLineName(a) && isLineName(b)) throw wrongUsage("two lines of files are no pair: one side is an entry");
  const lineFirst = isLineName(a);
  return { entry: lineFirst ? b : a, line: lineNamed(await lines.all, lineFirst ? a : b), lineFirst, how };
}

export async function resolveLine(
  ctx: Context,
  change: Change,
  { entry: name, line, lineFirst, how }: PairOfLine,
  reason: string | undefined,
): Promise<Resolved> {
  const head = change.tree.resolve(name);
  if (how === "open") return await reopenLine(change, head.id, line);
  const who = await answeringOf(ctx, head);
  const result = await answerLine(change, { entry: head.id, line, lineFirst, answer: how, reason }, who);
  return { ...result, next: openStep("To take it back:", { a: result.id, b: result.other }) };
}
