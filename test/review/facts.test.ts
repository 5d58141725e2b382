import { describe, expect, it } from "vitest";
import type { Patch } from "../../src/entry/entry.js";
import { contentHash } from "../../src/entry/status.js";
import { addFacts, neverAskFacts } from "../../src/review/facts.js";
import { reviewQueue } from "../../src/review/review-queue.js";
import { ins } from "../loop/loop-world.js";
import { decidingWorld } from "../rules/deciding-world.js";

/** A correction that says what holds, and nothing else. */
async function oneFact(more: Patch = {}) {
  const { capture } = await import("../../src/capture/capture.js");
  const w = decidingWorld();
  w.at("2026-02-08T09:00:00Z");
  const { id = "" } = await capture(w.ctx, { type: "correction", corrected_to: "Use pnpm, never npm" });
  if (Object.keys(more).length > 0) await w.patch(id, more);
  w.person();
  return { w, id };
}

const factsOf = async (w: ReturnType<typeof decidingWorld>) =>
  (await reviewQueue(w.ctx)).queue.filter(({ kind }) => kind === "facts");

describe("facts that an entry lacks", () => {
  it("are asked for behind everything else, and added on lines of their own", async () => {
    const { w, id } = await oneFact();
    await w.store(ins("B0002", { stakes: "low", review: { state: "needs_review" } }));
    const { queue } = await reviewQueue(w.ctx);
    expect(queue.map(({ kind }) => kind)).toEqual(["entry", "facts"]);
    expect(queue[1]).toMatchObject({
      id,
      missing: [{ field: "prior_belief" }, { field: "at_risk" }, { field: "stakes" }, { field: "behavioral_change" }],
      answers: [expect.stringContaining("--prior-belief T --at-risk T")],
    });
    const file = `memory/learning/corrections/2026-02-08.md`;
    const before = w.read(file).split("\n");
    await addFacts(w.ctx, { id, fields: { prior_belief: "npm is fine", stakes: "high" } });
    const after = w.read(file).split("\n");
    expect(after.filter((line) => !before.includes(line))).toEqual(['prior_belief: "npm is fine"', "stakes: high"]);
    expect(await w.entry(id)).not.toHaveProperty("flags");
    expect(await w.entry(id)).not.toHaveProperty("rated");
    expect(await factsOf(w)).toMatchObject([{ missing: [{ field: "at_risk" }, { field: "behavioral_change" }] }]);
  });

  it("leave an approval as it was: a person added them", async () => {
    const { w, id } = await oneFact();
    const review = { state: "approved_for_reuse", by: "bridget", at: "2026-02-08T09:00:00Z" };
    await w.patch(id, { review: { ...review, hash: contentHash(await w.entry(id)) } });
    await addFacts(w.ctx, { id, fields: { prior_belief: "npm is fine" } });
    const entry = await w.entry(id);
    expect(entry.review).toEqual({ ...review, hash: contentHash(entry) });
  });

  it("are added by a person, and only where nothing was said", async () => {
    const { w, id } = await oneFact({ prior_belief: "npm is fine" });
    await expect(addFacts(w.ctx, { id, fields: { prior_belief: "yarn is fine" } })).rejects.toMatchObject({ exit: 2 });
    w.as({ atTerminal: false });
    await expect(addFacts(w.ctx, { id, fields: { at_risk: "x" } })).rejects.toMatchObject({ code: "needs-person" });
  });

  it("are not asked for where somebody said never, of imports, and of what waits for a review", async () => {
    const { w, id } = await oneFact();
    await neverAskFacts(w.ctx, id);
    expect(await factsOf(w)).toEqual([]);
    for (const more of [
      { imported: { at: "2026-02-08T09:00:00Z", from: "x", hash: "y" } },
      { review: { state: "needs_review" } },
    ])
      expect(await factsOf((await oneFact(more)).w)).toEqual([]);
  });
});
