/** How golden questions were answered, for people. */

import { findingsText, report } from "../entry/findings.js";
import { indented, pad, widest } from "../text/columns.js";
import { counted, type Paint } from "../text/paint.js";
import { oneLine, shorten } from "../text/shorten.js";
import type { Answered, Evaluated } from "./eval-schemas.js";

const LONGEST_QUESTION = 70;

const EMPTY = `No golden questions here: they stand in memory/eval/, in .yaml files such as
- id: releases
  question: What do we do before a release?
  expect: [run the full suite]
`;

function answerLines({ id, question, pass, rank, reason, grade }: Answered, width: number, paint: Paint): string[] {
  const verdict = pass ? paint.good("ok    ") : paint.bad("failed");
  const place = pass && rank !== undefined ? `at ${rank}` : "";
  const graded = grade === undefined ? "" : paint.faint(`  grade ${grade}`);
  const questionText = shorten(oneLine(question), LONGEST_QUESTION);
  const line = `${verdict}  ${paint.accent(pad(id, width))}  ${paint.faint(pad(place, 5))}  ${questionText}${graded}`;
  const because = reason === undefined ? [] : indented(reason, 8, paint);
  return [line.trimEnd(), ...because.map((one) => paint.faint(one))];
}

/** One line a question, then what stands in no file it could be read from, then how all of them stand. */
export function evaluatedText(data: Evaluated, paint: Paint): string {
  const { asked, questions, findings, standing } = data;
  const findingLines = findingsText(report(findings), paint);
  if (asked.length === 0) return findings.length === 0 ? EMPTY : findingLines;
  const width = widest(asked.map(({ id }) => id));
  const lines = asked.flatMap((one) => answerLines(one, width, paint));
  const rest = questions - asked.length;
  const more =
    rest === 0 ? "" : `; ${counted(rest, "other was", "others were")} asked later than these (--all asks every one)`;
  const all = standing === undefined ? "" : `All: ${standing}\n`;
  return `${lines.join("\n")}\n${findingLines}${data.passed} of ${asked.length} answered${more}\n${all}`;
}
