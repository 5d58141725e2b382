/** What waits for a person: every answer that counts it names the same number. */
import { describe, expect, it } from "vitest";
import { capture } from "../../src/capture/capture.js";
import { status } from "../../src/health/status.js";
import { needsPerson, sumOf, waitingText } from "../../src/review/policy/count-waiting.js";
import { reviewQueue } from "../../src/review/queue/review-queue.js";
import type { WaitingOfKind } from "../../src/review/waiting/waiting-schemas.js";
import { hear } from "../../src/store/state/heard.js";
import { cor, ins } from "../loop/loop-world.js";
import { context, heartbeat } from "../operations.js";
import { type DecidingWorld, decidingWorld, held, worked } from "../rules/deciding-world.js";

const CAPS = { soul: 1, memory: 10, procedures: 10 };
const KINDS = ["ask", "entry", "heard", "pair", "question", "version"];

/** It came up and was answered: nothing is asked about it any more. */
const TURNED_OUT = { outcome: "validated" };

/** One of every kind. */
async function oneOfEach(): Promise<DecidingWorld> {
  const w = decidingWorld({ caps: CAPS });
  await w.store(
    held("H0001", "Look for npm install in the CI file", { tier: "owner" }),
    worked("W0002", "Cold caches double the run", { applications: ["Warm the cache before timing"] }),
  );
  await w.digest();
  w.person();
  await w.approve();
  const PROCEDURES = "memory/core/procedures.md";
  w.write(PROCEDURES, w.read(PROCEDURES).replace(/^- (.*) <!--/m, "- Never: $1 <!--"));
  await w.digest();
  await w.store(
    worked("W0003", "Retries hide the flaky test", { applications: ["Pin the seed"] }),
    ins("Y0004", { tier: "external", origin: "https://example.invalid" }),
    ins("C0005", { insight: "The build fails with an old cache", ...TURNED_OUT }),
    ins("C0006", {
      ...{
        insight: "The build never fails with an old cache",
        near: [{ with: "INS-20260201-C0005", score: 1, found: "claim" }],
      },
      ...TURNED_OUT,
    }),
    cor("Q0007", { stakes: "medium" }),
  );
  await w.digest();
  await capture(w.ctx, { type: "question", question: "Do you take weekend appointments?", because: "no booking" });
  await capture(w.ctx, { type: "correction", corrected_to: "Sign every tag", stakes: "high", at_risk: "releases" });
  await hear(w.ctx, [{ sentence: "Use tabs here", at: "2026-02-09T09:00:00Z", session: "s9", from: "prompt" }]);
  return w;
}

const LINE = /(\d+) things? \([^)]*\)/;
/** The number that each of them names; of a heartbeat and a context as they would be printed now. */
async function numbers(w: DecidingWorld): Promise<Record<string, number>> {
  const { ctx } = w;
  const { pending } = await heartbeat(ctx, { dryRun: true });
  const said = (text: string) => Number(LINE.exec(text)?.[1]);
  return {
    review: (await reviewQueue(ctx)).queue.length,
    status: sumOf((await status(ctx)).waiting),
    heartbeat: pending.find(({ kind }) => kind === "person")?.count ?? 0,
    context: said((await context(ctx, { untouched: true })).text),
  };
}
const equal = (count: number) =>
  Object.fromEntries(["review", "status", "heartbeat", "context"].map((one) => [one, count]));

describe("what waits", () => {
  it("is the same number everywhere", async () => {
    const w = await oneOfEach();
    const { queue } = await reviewQueue(w.ctx);
    expect([...new Set(queue.map(({ kind }) => kind))].sort()).toEqual(KINDS);
    expect(await numbers(w)).toEqual(equal(queue.length));
  });
});

const of = (kind: WaitingOfKind["kind"], count: number, days: number): WaitingOfKind => ({
  ...{ kind, count, days, id: "x", since: "2026-02-01T09:00:00Z" },
});

it.each([
  [[], undefined, false],
  [[of("pair", 1, 0)], "1 pair", false],
  [[of("entry", 2, 4), of("question", 1, 9)], "3 things (2 entries, 1 outcome), oldest 9 days", true],
  [[of("pair", 2, 0), of("heard", 1, 1)], "3 things (2 pairs, 1 heard sentence), oldest 1 day", false],
] as const)("%j is said as %s; an agent is told: %s", (waiting, text, told) => {
  expect(waitingText(waiting)).toBe(text);
  expect(needsPerson(waiting)).toBe(told);
});
