/** A decision with stakes is asked about like an insight: at 3, 7 and 14 days, and by its outcome it is answered. */
import { describe, expect, it } from "vitest";
import type { Decision, Entry } from "../../src/entry/entry.js";
import { forget } from "../../src/forget/forget.js";
import { recordOutcome } from "../../src/loop/outcome.js";
import { reviewQueue } from "../../src/review/queue/review-queue.js";
import { approved } from "../approved.js";
import { loopWorld } from "../loop/loop-world.js";
import { outcome } from "../store/entries.js";
import { decision } from "./records.js";

const SITUATION = "CI red by a known flake";
const ID = "DEC-20260201-D0001";
/** Born on 2026-02-01 at 09:00. */
const with_ = (more: Partial<Decision>) => decision("D0001", SITUATION, more);

async function asked(entries: Entry[], moments: readonly (readonly [day: number, time: string])[]) {
  const loop = loopWorld();
  await loop.store(...entries);
  const answers: string[] = [];
  for (const [day, time] of moments) {
    loop.day(day, time);
    answers.push(await loop.brief());
  }
  return { answers, outcome: (await loop.entry(ID)).outcome };
}

describe("a decision is asked about", () => {
  it("at whole days: 3, 7 and 14, each once, and is inconclusive with the last", async () => {
    const [before, then] = ["08:59:59", "09:00:00"];
    const days = [3, 3, 6, 7, 7, 14, 14, 20];
    const moments = days.map((day, at) => [day, [0, 3, 5].includes(at) ? before : then] as [number, string]);
    const { answers, outcome } = await asked([with_({ stakes: "medium" })], moments);
    expect(answers).toEqual(["ok", "first D0001", "ok", "ok", "second D0001", "ok", "final D0001", "ok"]);
    expect(outcome).toBe("inconclusive");
  });

  it("in the words of an insight, and by its outcome", async () => {
    const loop = loopWorld();
    await loop.store(approved(with_({ stakes: "high", tier: "relayed" })));
    loop.day(3, "09:00:00");
    const [question] = (await loop.beat()).due;
    expect(question).toMatchObject({ kind: "outcome", ask: "How did it turn out?", text: "Do D0001" });
    expect(question?.answers.join("\n")).toContain("--verdict V --result T");
    expect(question?.answers.join("\n")).not.toMatch(/--held|--failed/);
  });

  it.each<[string, Partial<Decision>, string[]]>([
    ["low stakes: at 7 days alone", { stakes: "low" }, ["ok", "first D0001", "ok"]],
    ["no stakes: never", {}, ["ok", "ok", "ok"]],
    ["an agent's", { stakes: "high", tier: "self" }, ["first D0001", "second D0001", "final D0001"]],
    [
      "turned down: never",
      { stakes: "high", review: { state: "rejected", by: "bridget", tier: "owner" } },
      ["ok", "ok", "ok"],
    ],
  ])("%s", async (_, more, expected) => {
    const moments = [3, 7, 14].map((day) => [day, "09:00:00"] as const);
    expect((await asked([with_(more)], moments)).answers).toEqual(expected);
  });
});

it("with an outcome it is asked about no more", async () => {
  const judged = outcome({ id: "OUT-20260202-A0001", timestamp: "2026-02-02T09:00:00Z", references: [ID] });
  expect((await asked([with_({ stakes: "high" }), judged], [[3, "09:00:00"]])).answers).toEqual(["ok"]);
});

describe("an answer", () => {
  it("is an outcome: it stands on the decision, and nothing is asked any more", { tags: "proof" }, async () => {
    const loop = loopWorld();
    await loop.store(with_({ stakes: "high" }));
    loop.day(3, "09:00:00");
    await loop.beat();
    const outcome = await recordOutcome(loop.ctx, { refs: ["d0001"], verdict: "validated", result: "nothing broke" });
    expect(outcome.because).toEqual([`${ID} turned out validated.`]);
    expect(await loop.entry(ID)).toMatchObject({ outcome: "validated", judged: { at: "2026-02-04T09:00:00Z" } });
    expect(await loop.entry(ID)).not.toHaveProperty("kept");
    loop.day(14);
    expect(await loop.brief()).toBe("ok");
    await forget(loop.ctx, { refs: [outcome.id ?? ""], taking: "forget", reason: "wrong" });
    expect(await loop.entry(ID)).toMatchObject({ outcome: "inconclusive" });
    expect(await loop.brief()).toBe("final D0001");
  });

  it("is never that it held or failed", async () => {
    const loop = loopWorld();
    await loop.store(with_({ stakes: "high" }));
    for (const given of [
      { held: true, evidence: "x" },
      { failed: true, evidence: "x" },
    ])
      await expect(recordOutcome(loop.ctx, { refs: ["d0001"], ...given })).rejects.toThrow(
        "is a decision; held and failed",
      );
  });

  it("may be later", async () => {
    const loop = loopWorld();
    await loop.store(with_({ stakes: "high" }));
    loop.day(3, "09:00:00");
    await loop.beat();
    await recordOutcome(loop.ctx, { refs: ["d0001"], later: "30d" });
    loop.day(8);
    expect(await loop.brief()).toBe("ok");
  });

  it("can be given in a review as well", async () => {
    const loop = loopWorld();
    await loop.store(with_({ stakes: "high" }));
    loop.day(4);
    expect((await reviewQueue(loop.ctx)).queue).toMatchObject([{ kind: "question", id: ID, about: "outcome" }]);
  });
});
