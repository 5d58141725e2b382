/** What `tenet eval` prints at a terminal: reasons within its width. */
import { expect, it } from "vitest";
import { evaluatedText } from "../../src/eval/eval-text.js";
import { PLAIN } from "../../src/text/paint.js";

it("a reason is wrapped to the screen, and one line where there is none", () => {
  const reason = '"the full test suite" is not in any of the first 10; "a signed tag" is not in any of the first 10';
  const one = { id: "releases", question: "What?", tags: [], pass: false, expected: [], unwanted: [], reason };
  const asked = [{ ...one, by: "recall", ms: 1, found: [], file: "memory/eval/a.yaml", line: 1 }];
  const data = { asked, passed: 0, failed: 1, questions: 1, findings: [], kept: true };
  const lines = evaluatedText(data, { ...PLAIN, width: 60 }).split("\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60);
  expect(evaluatedText(data, PLAIN)).toContain(reason);
});
