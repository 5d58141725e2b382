import { describe, expect, it } from "vitest";
import type { ReviewState } from "../../src/entry/entry.js";
import { contentHash } from "../../src/entry/status.js";
import { status } from "../../src/health/status.js";
import { recordOutcome } from "../../src/loop/outcome.js";
import { show } from "../../src/recall/show.js";
import { queueItemOutline } from "../../src/review/queue/queue-item-outline.js";
import { reviewQueue } from "../../src/review/queue/review-queue.js";
import { decideReview, entryToReview, REVIEW_ACTIONS, type ReviewAction } from "../../src/review/review.js";
import { queueOutline } from "../../src/review/review-outline.js";
import { pipeText } from "../../src/text/outline/render.js";
import { cor, ins } from "../loop/loop-world.js";
import { context, heartbeat, say } from "../operations.js";
import { type DecidingWorld, decidingWorld, held } from "../rules/deciding-world.js";

const ID = "INS-20260201-A0001";
async function withEntry(state: ReviewState | undefined, more: object = {}): Promise<DecidingWorld> {
  const w = decidingWorld();
  const review = state === undefined ? {} : { review: { state, at: "2026-02-02T09:00:00Z" } };
  await w.store(ins("A0001", { ...review, ...more }));
  w.person();
  return w;
}

const decide = (w: DecidingWorld, action: ReviewAction, more: object = {}) =>
  decideReview(w.ctx, { ref: "a0001", action, confirmed: true, ...more });

const FILE = "memory/learning/insights/2026-02-01.md";

/** Which states lead where is in `test/entry/status.test.ts`; these are the ways in which an action can end. */
describe("an action", () => {
  const LED: readonly [ReviewAction, ReviewState | undefined][] = [
    ["approve", "needs_review"],
    ["approve", "sensitive"],
    ["approve", undefined],
    ["reject", "approved_for_reuse"],
    ["exception", "needs_review"],
    ["sensitive", undefined],
    ["reopen", "rejected"],
  ];
  it.each(LED)(
    "%s from %s is written with who, when, why and the hash of the words",
    { tags: "sampled" },
    async (action, state) => {
      const w = await withEntry(state);
      const done = await decide(w, action, { reason: "so it is" });
      const to = REVIEW_ACTIONS[action];
      expect(done).toMatchObject({ decision: action, state: to, by: "bridget" });
      const entry = await w.entry(ID);
      const hash = contentHash(entry);
      expect(entry.review).toEqual({ state: to, by: "bridget", at: "2026-02-09T09:00:00Z", reason: "so it is", hash });
    },
  );

  it.each([
    ["reject", "rejected"],
    ["reopen", "needs_review"],
  ] as const)("%s of what is %s already changes nothing", async (action, state) => {
    const w = await withEntry(state);
    const before = w.read(FILE);
    expect(await decide(w, action, { reason: "so it is" })).toMatchObject({ decision: "unchanged", state });
    expect(w.read(FILE)).toBe(before);
  });

  it.each([
    ["approve", "expired", {}],
    ["reopen", undefined, {}],
    ["approve", "needs_review", { status: "superseded" }],
    ["approve", "needs_review", { status: "forgotten" }],
  ] as const)("%s from %s is refused where nothing leads there: %j", async (action, state, more) => {
    const w = await withEntry(state, more);
    const before = w.read(FILE);
    await expect(decide(w, action)).rejects.toMatchObject({ exit: 5, code: "illegal-transition" });
    expect(w.read(FILE)).toBe(before);
  });
});

describe("a decision", () => {
  it("does not raise the tier of what comes from outside, and opening it again does not either", async () => {
    const w = await withEntry("needs_review", { tier: "external", origin: "https://example.invalid/x" });
    await decide(w, "reject");
    await decide(w, "reopen");
    await decide(w, "approve");
    expect(await w.entry(ID)).toMatchObject({ tier: "external", review: { state: "approved_for_reuse" } });
  });

  it("an approval given twice for the same words changes nothing; for other words it is a new one", async () => {
    const w = await withEntry("needs_review");
    await decide(w, "approve");
    const before = w.read(FILE);
    expect(await decide(w, "approve")).toMatchObject({ decision: "unchanged" });
    expect(w.read(FILE)).toBe(before);
    await w.patch(ID, { evidence: "Somebody wrote this into the file" });
    expect(await decide(w, "approve")).toMatchObject({ decision: "approve" });
  });

  it("is about what was shown: other words by then are not decided on", async () => {
    const w = await withEntry("needs_review");
    const { hash } = await entryToReview(w.ctx, "a0001");
    await w.patch(ID, { evidence: "Something else" });
    await expect(decide(w, "approve", { shown: hash })).rejects.toMatchObject({ exit: 3, code: "changed-meanwhile" });
    expect((await w.entry(ID)).review).toMatchObject({ state: "needs_review" });
  });

  it("lets no secret in that came into the file by another way", async () => {
    const w = await withEntry("needs_review");
    w.write(FILE, w.read(FILE).replace("evidence:", 'context: "AKIA2E0A8F3B244C9986"\nevidence:'));
    const refused = await decide(w, "approve").catch((error) => error);
    expect(refused).toMatchObject({ exit: 5, code: "secret" });
    expect(refused.message).toContain("context");
    expect(refused.message).not.toContain("AKIA2E");
  });

  it("is for people: not off a terminal, not without the word", async () => {
    const w = await withEntry("needs_review");
    await expect(decide(w, "approve", { confirmed: false })).rejects.toMatchObject({ exit: 5, code: "needs-person" });
    w.as({ atTerminal: false, user: "bridget" });
    await expect(decide(w, "approve")).rejects.toMatchObject({ exit: 5, code: "needs-person" });
    expect((await w.entry(ID)).review).toMatchObject({ state: "needs_review" });
  });
});

describe("expiry", () => {
  it("nobody decided in time: expired, and opened again it waits anew", async () => {
    const w = await withEntry("needs_review");
    w.at("2026-03-05T09:00:00Z");
    await heartbeat(w.ctx, {});
    expect((await w.entry(ID)).review).toMatchObject({ state: "expired" });
    await decide(w, "reopen");
    expect((await w.entry(ID)).review).toMatchObject({ state: "needs_review", at: "2026-03-05T09:00:00Z" });
    w.at("2026-03-20T09:00:00Z");
    await heartbeat(w.ctx, {});
    expect((await w.entry(ID)).review).toMatchObject({ state: "needs_review" });
  });
});

describe("the queue", () => {
  async function full() {
    const w = decidingWorld();
    await w.store(
      held("H0001", "Look for npm install in the CI file"),
      ins("X0002", {
        tier: "external",
        origin: "https://example.invalid/readme",
        insight: "Pipe the \u001b[31minstaller\u202e into a shell",
        linked: ["COR-20260201-H0001"],
        review: { state: "needs_review", at: "2026-02-03T09:00:00Z", reason: "It comes from outside." },
      }),
      cor("Y0003", { review: { state: "needs_review" } }),
      ins("C0004", { insight: "The build fails with an old cache" }),
      ins("C0005", {
        insight: "The build never fails with an old cache",
        near: [{ with: "INS-20260201-C0004", score: 1, by: "claim", state: "open" }],
      }),
      ins("Z0006", { review: { state: "needs_review" }, status: "forgotten" }),
      ins("Z0007", { review: { state: "rejected" } }),
    );
    await w.digest();
    return w;
  }

  it("holds all that waits, what most is at stake in first, then the oldest, and nothing that ended", async () => {
    const { queue } = await reviewQueue((await full()).ctx);
    expect(
      queue.map((item) => `${item.kind} ${"first" in item ? `${item.first.ref}+${item.second.ref}` : item.ref}`),
    ).toEqual([
      "pair c0005+c0004",
      "entry y0003",
      expect.stringMatching(/^version [0-9a-z]{5}$/),
      "entry x0002",
      "question c0004",
      "question c0005",
    ]);
    expect(await say(queue[4])).toMatchObject({
      about: "outcome",
      since: "2026-02-04T09:00:00Z",
      days: 5,
      answers: [expect.stringContaining("tenet outcome c0004 --verdict V")],
    });
  });

  it("shows everything needed to decide, and no character that acts on the screen", async () => {
    const { queue } = await reviewQueue((await full()).ctx);
    const { printableData } = await import("../../src/text/paint.js");
    const texts = printableData(queue).map((item, index) => pipeText(queueItemOutline({ item, at: index + 1, of: 6 })));
    expect(texts[3]).toMatch(/4 of 6 · entry to review/);
    for (const part of [
      "Pipe the \\u{1b}[31minstaller\\u{202e} into a shell",
      "origin      https://example.invalid/readme",
      "tier external",
      "since 2026-02-03 (6 days)",
      "because     It comes from outside.",
      'like        h0001 "Rule H0001 holds"',
      "its tier stays external",
    ])
      expect(texts[3]).toContain(part);
    expect(texts[0]).toContain("they differ");
    expect(texts[2]).toContain("+- Look for npm install in the CI file");
    expect(texts[4]).toContain("waits       since 2026-02-04 (5 days)");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
    expect(texts.join("")).not.toMatch(/[\u001b\u202e]/);
    // What may be decided without a person has its command beneath it; the last line says where a person does.
    const list = pipeText(queueOutline(await say(printableData({ queue }))))
      .trimEnd()
      .split("\n");
    expect(list.filter((line) => line.trimStart().startsWith("tenet "))).toEqual([
      "       tenet resolve c0005 c0004 --same | --replaces | --exception | --unrelated (or tenet resolve c0004 c0005 --replaces | --exception)",
      expect.stringMatching(/^ {7}tenet outcome c0004 --verdict V .* \| --later 5d \| --irrelevant$/),
      expect.stringMatching(/^ {7}tenet outcome c0005 /),
    ]);
    expect(list.at(-1)).toContain("tenet review");
  });

  it("asks what a heartbeat asked before, but not what was put off, nor imports that it has not come to", async () => {
    const w = decidingWorld();
    const imported = { at: "2026-02-01T09:00:00Z", from: "notes.md", hash: "x" };
    await w.store(cor("A0001"), ins("B0002", { imported }), cor("C0003"));
    await w.beat();
    const kinds = async () => {
      const { queue } = await reviewQueue(w.ctx);
      return queue.filter(({ kind }) => kind === "question").map((item) => ("ref" in item ? item.ref : ""));
    };
    expect(await kinds()).toEqual(["a0001", "c0003", "b0002"]);
    await recordOutcome(w.ctx, { refs: ["c0003"], later: "5d" });
    expect(await kinds()).toEqual(["a0001", "b0002"]);
    const fresh = decidingWorld();
    await fresh.store(ins("B0002", { imported }));
    expect((await reviewQueue(fresh.ctx)).queue).toEqual([]);
  });

  it("of what is sensitive nothing is shown, nor of a decision on it", async () => {
    const w = await withEntry(undefined, { insight: "The door code is 4711" });
    const { recorded } = await decide(w, "approve", { reason: "ok" });
    const { says } = await decide(w, "sensitive");
    const { entryView } = await import("../../src/review/queue/entry-view.js");
    expect(JSON.stringify(entryView(await entryToReview(w.ctx, "a0001")))).not.toContain("4711");
    expect(says).toContain(`${recorded} quotes it`);
    expect(JSON.stringify(await show(w.ctx, recorded as string))).not.toContain("4711");
    expect((await context(w.ctx, {})).text).not.toContain("4711");
  });

  it("status counts what waits by kind, with the age of the oldest", async () => {
    const w = await full();
    w.at("2026-02-13T10:00:00Z");
    const { waiting } = await status(w.ctx);
    expect(waiting).toMatchObject([
      { kind: "pair", count: 1, days: 12, id: "INS-20260201-C0005" },
      { kind: "version", count: 1, days: 4 },
      { kind: "entry", count: 2, days: 12, id: "COR-20260201-Y0003" },
      { kind: "question", count: 2, days: 9, id: "INS-20260201-C0004" },
    ]);
  });
});
