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
  it("are asked for behind everything else where the stakes are high, and added on lines of their own", async () => {
    const { w, id } = await oneFact({ stakes: "high", flags: null });
    await w.store(ins("B0002", { stakes: "low", review: { state: "needs_review" } }));
    const { queue } = await reviewQueue(w.ctx);
    expect(queue.map(({ kind }) => kind)).toEqual(["entry", "facts"]);
    expect(queue[1]).toMatchObject({
      id,
      missing: [{ field: "prior_belief" }, { field: "at_risk" }, { field: "behavioral_change" }],
      answers: [expect.stringContaining("--prior-belief T --at-risk T")],
    });
    const file = `memory/learning/corrections/2026-02-08.md`;
    const before = w.read(file).split("\n");
    await addFacts(w.ctx, { id, fields: { prior_belief: "npm is fine", at_risk: "builds break" } });
    const after = w.read(file).split("\n");
    expect(after.filter((line) => !before.includes(line))).toEqual([
      'prior_belief: "npm is fine"',
      'at_risk: "builds break"',
    ]);
    expect(await factsOf(w)).toMatchObject([{ missing: [{ field: "behavioral_change" }] }]);
  });

  it("are asked of nobody below high stakes", async () => {
    for (const stakes of ["medium", "low"] as const) {
      const { w } = await oneFact({ stakes, flags: null });
      expect(await factsOf(w)).toEqual([]);
    }
    expect(await factsOf((await oneFact()).w)).toEqual([]);
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
    const high = { stakes: "high", flags: null } as const;
    const { w, id } = await oneFact(high);
    await neverAskFacts(w.ctx, id);
    expect(await factsOf(w)).toEqual([]);
    for (const more of [
      { imported: { at: "2026-02-08T09:00:00Z", from: "x", hash: "y" } },
      { review: { state: "needs_review" } },
    ])
      expect(await factsOf((await oneFact({ ...high, ...more } as Patch)).w)).toEqual([]);
  });
});
