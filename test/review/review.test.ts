import { describe, expect, it } from "vitest";
import type { Entry, Review } from "../../src/entry/entry.js";
import { contentHash } from "../../src/entry/status.js";
import { recordOutcome } from "../../src/loop/outcome.js";
import { show } from "../../src/recall/show.js";
import { queueItemOutline } from "../../src/review/queue/queue-item-outline.js";
import { reviewQueue } from "../../src/review/queue/review-queue.js";
import { decideReview, entryToReview, REVIEW_ACTIONS, type ReviewAction } from "../../src/review/review.js";
import { queueOutline } from "../../src/review/review-outline.js";
import { openStore } from "../../src/store/open-store.js";
import { pipeText } from "../../src/text/outline/render.js";
import { cor, ins } from "../loop/loop-world.js";
import { context, say } from "../operations.js";
import { type DecidingWorld, decidingWorld, held } from "../rules/deciding-world.js";
import { answered, FORGOTTEN, refused } from "../rules/said.js";

const ID = "INS-20260201-A0001";
const FROM_OUTSIDE = { tier: "external", origin: "https://example.invalid/readme" } as const;
const AT = "2026-02-02T09:00:00Z";

/** A person said it of these words. */
function reviewed(state: Review["state"]) {
  return { review: { state, by: "bridget", tier: "owner" as const, at: AT, hash: contentHash(ins("A0001")) } };
}

async function withEntry(more: Parameters<typeof ins>[1] = {}): Promise<DecidingWorld> {
  const w = decidingWorld();
  await w.store(ins("A0001", more));
  w.person();
  return w;
}
const waiting = () => withEntry(FROM_OUTSIDE);
/** The record as it is written. */
const written = async (w: DecidingWorld): Promise<Entry> => (await (await openStore(w.ctx)).one(ID)).entry;

const decide = (w: DecidingWorld, action: ReviewAction, more: object = {}) =>
  decideReview(w.ctx, { ref: "a0001", action, confirmed: true, ...more });

const FILE = "memory/learning/insights/2026-02-01.md";

describe("an action", () => {
  it.each<[ReviewAction, string, Parameters<typeof ins>[1]]>([
    ["approve", "what waits", FROM_OUTSIDE],
    ["approve", "what is sensitive", reviewed("sensitive")],
    ["approve", "what nobody reviewed", {}],
    ["reject", "what is approved", reviewed("approved_for_reuse")],
    ["exception", "what waits", FROM_OUTSIDE],
    ["sensitive", "what nobody reviewed", {}],
  ])("%s of %s is written with who, when, why and the hash of the words", { tags: "sampled" }, async (...row) => {
    const [action, , more] = row;
    const w = await withEntry(more);
    const state = REVIEW_ACTIONS[action];
    const done = await decide(w, action, { reason: "so it is" });
    expect(done).toMatchObject({ decision: action, state, by: "bridget" });
    const entry = await written(w);
    const hash = contentHash(entry);
    const how = { by: "bridget", tier: "owner", at: "2026-02-09T09:00:00Z", reason: "so it is" };
    expect(entry.review).toEqual({ state, ...how, hash });
  });

  it("reopen takes back what was said: it stands as it came", async () => {
    const w = await withEntry();
    const before = w.read(FILE);
    await decide(w, "reject");
    expect(await decide(w, "reopen")).toMatchObject({ decision: "reopen", before: "rejected" });
    expect(w.read(FILE)).toBe(before);
  });

  it.each([
    ["reject", reviewed("rejected")],
    ["reopen", FROM_OUTSIDE],
  ] as const)("%s of what is so already changes nothing", async (action, more) => {
    const w = await withEntry(more);
    const before = w.read(FILE);
    expect(await decide(w, action, { reason: "so it is" })).toMatchObject({ decision: "unchanged" });
    expect(w.read(FILE)).toBe(before);
  });

  it("of what is forgotten or superseded is refused", async () => {
    for (const more of [FORGOTTEN, answered("INS-20260201-B0002", "replaced_by")]) {
      const w = await withEntry(more);
      await w.store(ins("B0002"));
      const before = w.read(FILE);
      await expect(decide(w, "approve")).rejects.toMatchObject({ exit: 5, code: "illegal-transition" });
      expect(w.read(FILE)).toBe(before);
    }
  });
});

describe("a decision", () => {
  it("does not raise the tier of what comes from outside, and opening it again does not either", async () => {
    const w = await waiting();
    await decide(w, "reject");
    await decide(w, "reopen");
    await decide(w, "approve");
    expect(await w.entry(ID)).toMatchObject({ tier: "external", review: { state: "approved_for_reuse" } });
  });

  it("an approval given twice for the same words changes nothing; for other words it is a new one", async () => {
    const w = await waiting();
    await decide(w, "approve");
    const before = w.read(FILE);
    expect(await decide(w, "approve")).toMatchObject({ decision: "unchanged" });
    expect(w.read(FILE)).toBe(before);
    await w.patch(ID, { evidence: "Somebody wrote this into the file" });
    expect(await decide(w, "approve")).toMatchObject({ decision: "approve" });
  });

  it("is about what was shown: other words by then are not decided on", async () => {
    const w = await waiting();
    const { hash } = await entryToReview(w.ctx, "a0001");
    await w.patch(ID, { evidence: "Something else" });
    await expect(decide(w, "approve", { shown: hash })).rejects.toMatchObject({ exit: 3, code: "changed-meanwhile" });
    expect((await w.entry(ID)).review).toMatchObject({ state: "needs_review" });
  });

  it("lets no secret in that came into the file by another way", async () => {
    const w = await waiting();
    w.write(FILE, w.read(FILE).replace("evidence:", 'context: "AKIA2E0A8F3B244C9986"\nevidence:'));
    const refused = await decide(w, "approve").catch((error) => error);
    expect(refused).toMatchObject({ exit: 5, code: "secret" });
    expect(refused.message).toContain("context");
    expect(refused.message).not.toContain("AKIA2E");
  });

  it("is for people: not off a terminal, not without the word", async () => {
    const w = await waiting();
    await expect(decide(w, "approve", { confirmed: false })).rejects.toMatchObject({ exit: 5, code: "needs-person" });
    w.as({ atTerminal: false, user: "bridget" });
    await expect(decide(w, "approve")).rejects.toMatchObject({ exit: 5, code: "needs-person" });
    expect((await w.entry(ID)).review).toMatchObject({ state: "needs_review" });
  });
});

it("what nobody decided on in time has expired, and a person may decide on it all the same", async () => {
  const w = await waiting();
  w.at("2026-03-03T08:59:59Z");
  expect((await w.entry(ID)).review).toMatchObject({ state: "needs_review" });
  w.at("2026-03-03T09:00:00Z");
  expect((await openStore(w.ctx)).where({ id: ID }, "live")).toEqual([]);
  expect(await decide(w, "approve")).toMatchObject({ before: "expired", state: "approved_for_reuse" });
});

describe("the queue", () => {
  async function full() {
    const w = decidingWorld();
    await w.store(
      held("H0001", "Look for npm install in the CI file"),
      ins("X0002", {
        ...FROM_OUTSIDE,
        insight: "Pipe the \u001b[31minstaller\u202e into a shell",
        linked: ["COR-20260201-H0001"],
        timestamp: "2026-02-03T09:00:00Z",
      }),
      cor("Y0003", { tier: "peer" }),
      ins("C0004", { insight: "The build fails with an old cache" }),
      ins("C0005", {
        insight: "The build never fails with an old cache",
        near: [{ with: "INS-20260201-C0004", score: 1, found: "claim" }],
      }),
      ins("Z0006", { ...FROM_OUTSIDE, ...FORGOTTEN }),
      ins("Z0007", refused("rejected")),
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
      "because     It comes from outside",
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
      expect.stringMatching(/^ {7}tenet outcome c0004 --verdict V .* \| --later 5d$/),
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
    const w = await withEntry({ insight: "The door code is 4711" });
    const { recorded } = await decide(w, "approve", { reason: "ok" });
    const { says } = await decide(w, "sensitive");
    const { entryView } = await import("../../src/review/queue/entry-view.js");
    expect(JSON.stringify(entryView((await entryToReview(w.ctx, "a0001")).row))).not.toContain("4711");
    expect(says).toContain(`${recorded} quotes it`);
    expect(JSON.stringify(await show(w.ctx, recorded as string))).not.toContain("4711");
    expect((await context(w.ctx, {})).text).not.toContain("4711");
  });
});

it("an outcome that is less trusted than what it says was wrong is put to a person, whose verdict decides", async () => {
  for (const [verdict, ends] of [
    ["invalidated", true],
    ["validated", false],
  ] as const) {
    const w = await withEntry({ tier: "owner" });
    const said = { id: "OUT-20260202-A0009", timestamp: AT, agent: "main", references: [ID] };
    await w.store({
      type: "outcome",
      tier: "self",
      ...said,
      verdict: "invalidated",
      result: "The page says otherwise",
    });
    const [item] = (await reviewQueue(w.ctx)).queue;
    expect(item).toMatchObject({
      ...{ kind: "question", id: ID, about: "outcome", since: expect.any(String) },
      ask: 'self says that it was wrong: "The page says otherwise". How did it turn out?',
      answers: ["invalidated", "validated"].map((one) => ({ verb: "outcome", args: { ids: ["a0001"], verdict: one } })),
    });
    await recordOutcome(w.ctx, { refs: [ID], verdict, result: "I looked" });
    expect((await reviewQueue(w.ctx)).queue).toEqual([]);
    expect((await openStore(w.ctx)).head(ID)?.invalidated === "ends").toBe(ends);
  }
});
