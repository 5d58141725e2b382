/** The labelled questions of the bench, asked as golden ones: `eval` and `recall` say the same of each. */
import { expect, it } from "vitest";
import { goldenFile, recallEntries, recallQuestions } from "../../bench/recall-set.js";
import { appendRecord } from "../../src/store/records/record-edit.js";
import { sandbox } from "../sandbox.js";

it("every question has the place at which recall finds its answer, and passes where that is among the first ten", {
  tags: "proof",
}, async () => {
  const profile = "schema: 1\nagent: main\ntimezone: UTC\nembedding: {model: ./none}\n";
  const box = await sandbox({ profile });
  let text: string | undefined;
  for (const entry of recallEntries()) text = appendRecord(text, entry);
  await box.write("memory/learning/insights/2026-01-01.md", text ?? "");
  await box.write("memory/eval/bench.yaml", goldenFile(recallQuestions()));
  const { asked, findings } = (await box.run(["eval", "--all", "--json"])).json().data;
  expect([asked.length, findings]).toEqual([60, []]);
  const differing: string[] = [];
  for (const [at, { query, answer }] of recallQuestions().entries()) {
    const { results } = (await box.run(["recall", query, "--json"])).json().data;
    const place = results.findIndex(({ id }: { id: string }) => id === answer) + 1;
    const same = asked[at].pass === place > 0 && (asked[at].rank ?? 0) === place;
    if (!same) differing.push(`${query}: ${asked[at].rank} by eval, ${place} by recall`);
  }
  expect(differing).toEqual([]);
  expect(asked.filter(({ pass }: { pass: boolean }) => pass).length).toBeGreaterThan(30);
});
