import { expect, it } from "vitest";
import { QUESTION_KINDS, qualityOf, recallEntries, recallQuestions } from "../../bench/recall-set.js";
import { foundIn } from "../../src/search/found-in.js";
import type { RecallMode } from "../../src/search/fusion.js";
import { look, world } from "./world.js";

const MODES: readonly RecallMode[] = ["hybrid", "keyword"];

it("words and meaning together find at least what words find alone, in each kind of question", async () => {
  const ctx = world(recallEntries());
  const { search } = await look(ctx);
  expect(await search.build(ctx.progress)).toMatchObject({ index: "fresh", pending: 0, entries: 300, embedded: 600 });
  const quality = new Map<string, { recallAt5: number; mrr: number }>();
  for (const mode of MODES) {
    for (const kind of QUESTION_KINDS) {
      const ranks: (number | undefined)[] = [];
      for (const { query, answer } of recallQuestions().filter((question) => question.kind === kind)) {
        const found = await foundIn([search], query, [{ mode, limit: 50, accept: () => true }]);
        expect(found).toMatchObject({ mode, index: "fresh" });
        const at = found.results.findIndex(({ head }) => head.id === answer);
        ranks.push(at < 0 ? undefined : at + 1);
      }
      quality.set(`${mode} ${kind}`, qualityOf(ranks));
    }
  }
  await search.close();
  const table = JSON.stringify([...quality], undefined, 1);
  for (const kind of QUESTION_KINDS) {
    const hybrid = quality.get(`hybrid ${kind}`);
    const keyword = quality.get(`keyword ${kind}`);
    expect(hybrid?.recallAt5, table).toBeGreaterThanOrEqual(keyword?.recallAt5 as number);
    expect(hybrid?.mrr, table).toBeGreaterThanOrEqual(keyword?.mrr as number);
  }
  // A set that everything answers would show nothing.
  expect(quality.get("keyword paraphrase")?.mrr, table).toBeLessThan(0.9);
}, 120_000);
