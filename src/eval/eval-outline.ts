/** Says how golden questions were answered. */

import { findingsOutline, report } from "../entry/findings.js";
import type { Worded } from "../steps.js";
import { accent, bad, data, faint, good, line, type Outline, quote, type Row, table } from "../text/outline/outline.js";
import { counted } from "../text/paint.js";
import { oneLine, shorten } from "../text/shorten.js";
import type { Answered, Evaluated } from "./eval-schemas.js";

const LONGEST_QUESTION = 70;

const EMPTY = `No golden questions here: they stand in memory/eval/, in .yaml files such as
- id: releases
  question: What do we do before a release?
  expect: [run the full suite]`;

function answerRow({ id, question, pass, rank, reason }: Answered): Row {
  const place = pass && rank !== undefined ? `at ${rank}` : "";
  const asked = data(shorten(oneLine(question), LONGEST_QUESTION));
  return {
    cells: [pass ? good("ok") : bad("failed"), accent(id), faint(place), asked],
    under: reason === undefined ? [] : [faint(reason)],
  };
}

/** A row a question, then what stands in no file it could be read from, then how all of them stand. */
export function evaluatedOutline(evaluated: Worded<Evaluated>): Outline {
  const { asked, passed, questions, findings, standing } = evaluated;
  const problems = findingsOutline(report(findings));
  if (asked.length === 0) return findings.length === 0 ? [quote(EMPTY)] : problems;
  const rest = questions - asked.length;
  const more =
    rest === 0 ? "" : `; ${counted(rest, "other was", "others were")} asked later than these (--all asks every one)`;
  return [
    table(asked.map(answerRow), { beneath: 8 }),
    ...problems,
    line(`${passed} of ${asked.length} answered${more}`),
    ...(standing === undefined ? [] : [line(`All: ${standing}`)]),
  ];
}
