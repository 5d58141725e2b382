/** What two near entries are to each other: each answer, who may give it, and how it is taken back. */
import { describe, expect, it } from "vitest";
import type { Tier } from "../../src/entry/entry.js";
import { readAnswers } from "../../src/review/answer-list.js";
import type { Resolution } from "../../src/review/answering.js";
import { resolve, resolveList, resolvePair } from "../../src/review/resolve.js";
import { undo } from "../../src/review/undo.js";
import { changeTree } from "../../src/store/change.js";
import { AT_TERMINAL, type Capturing, capturing } from "../capture/capturing.js";

const FAILS = "The nightly build fails when the cache directory is older than the lockfile";
const BREAKS = "If the cache is older than the lockfile, nightly builds break";

type Kind = "insight" | "correction" | "memory";
const said = (w: Capturing, kind: Kind, text: string, more: Record<string, unknown> = {}) =>
  kind === "insight"
    ? w.learn(text, more)
    : kind === "correction"
      ? w.draft({ type: "correction", corrected_to: text, risk: "medium: drift", ...more })
      : w.draft({ type: "memory", content: text, category: "fact", ...more });

/** Two near entries of one kind: the second came a day later. Between them lies a commit's worth of time, not a decision. */
async function pairOf(
  w: Capturing,
  kind: Kind,
  more: Record<string, unknown> = {},
): Promise<[older: string, newer: string]> {
  const older = (await said(w, kind, FAILS)).id ?? "";
  w.clock = { now: () => new Date("2026-02-16T09:00:00Z") };
  w.as({ session: "s2" });
  const captured = await said(w, kind, BREAKS, more);
  expect(captured.asks).toMatchObject([{ about: older }]);
  return [older, captured.id ?? ""];
}

const near = async (w: Capturing, id: string) => (await w.entry(id)).near;

describe("same", () => {
  it.each(["insight", "memory"] as const)(
    "of two %ss: the older's id with the newer's wording, the other in its history",
    { tags: "proof" },
    async (kind) => {
      const w = capturing();
      const [older, newer] = await pairOf(w, kind);
      const resolved = await resolvePair(w, { a: newer, b: older, how: "same" });
      expect(resolved).toMatchObject({ decision: "same", id: older, other: newer });
      expect(resolved.says).toContain(`tenet resolve ${older} ${newer} --reopen`);
      const [kept, gone] = [await w.entry(older), await w.entry(newer)];
      expect(kept.evolution).toMatchObject([{ of: newer }]);
      expect(gone).toMatchObject({ status: "superseded", superseded_by: older });
      // Said again in either wording it is counted there.
      w.as({ session: "s3" });
      for (const text of [BREAKS]) expect(await said(w, kind, text)).toMatchObject({ decision: "counted", id: older });
    },
  );

  it("of a more trusted newer one: its id stays", async () => {
    const w = capturing();
    const older = (await w.learn(FAILS)).id ?? "";
    w.as(AT_TERMINAL);
    const newer = (await w.learn(BREAKS)).id ?? "";
    expect(await resolvePair(w, { a: newer, b: older, how: "same" })).toMatchObject({ id: newer, other: older });
    expect(await w.entry(newer)).toMatchObject({ tier: "owner", insight: BREAKS });
  });

  it("of two corrections: the newer repeats the older, which did not stick; in one session it is counted", {
    tags: "proof",
  }, async () => {
    const w = capturing();
    const [older, newer] = await pairOf(w, "correction");
    await resolvePair(w, { a: older, b: newer, how: "same" });
    expect(await w.entry(newer)).toMatchObject({ recurrence_of: older });
    expect(await w.entry(older)).toMatchObject({ stick: { verdict: "failed", evidence: `repeated as ${newer}` } });
    const one = capturing();
    const [first, second] = await pairOf(one, "correction", { session: "s1" });
    await resolvePair(one, { a: second, b: first, how: "same" });
    expect(await one.entry(first)).toMatchObject({ seen: 1 });
    expect(await one.entry(first)).not.toHaveProperty("stick");
    expect(await one.entry(second)).toMatchObject({ status: "superseded", superseded_by: first });
  });

  it("across types: linked and known, both stay", async () => {
    const w = capturing();
    const older = (await said(w, "memory", FAILS)).id ?? "";
    const newer = (await w.learn(BREAKS)).id ?? "";
    await resolvePair(w, { a: newer, b: older, how: "same" });
    for (const id of [older, newer]) expect((await w.entry(id)).status).toBe("active");
    expect(await w.entry(newer)).toMatchObject({ linked: [older] });
    expect(await near(w, newer)).toBeUndefined();
  });

  it("passes open pairs of what is absorbed on", async () => {
    const w = capturing();
    const [older, newer] = await pairOf(w, "insight");
    const third = (await w.learn("Nightly builds break on an old cache")).id ?? "";
    expect((await near(w, third))?.map((row) => row.with)).toContain(newer);
    await resolvePair(w, { a: newer, b: older, how: "same" });
    expect((await near(w, third))?.map((row) => row.with)).toEqual([older]);
  });
});

describe("replaces, exception, unrelated and later", () => {
  it("A replaces B, whichever is newer", async () => {
    for (const isNewer of [true, false]) {
      const w = capturing();
      const [older, newer] = await pairOf(w, "insight");
      const [a, b] = isNewer ? [newer, older] : [older, newer];
      expect(await resolvePair(w, { a, b, how: "replaces" })).toMatchObject({ decision: "replaced", id: a, other: b });
      expect(await w.entry(a)).toMatchObject({ status: "active", supersedes: [b] });
      expect(await w.entry(b)).toMatchObject({ status: "superseded", superseded_by: a });
      await expect(resolvePair(w, { a, b, how: "replaces" })).rejects.toMatchObject({ exit: 2 });
    }
  });

  it("A is an exception to B: both live, no longer asked about", async () => {
    const w = capturing();
    const [older, newer] = await pairOf(w, "correction");
    expect(await resolvePair(w, { a: older, b: newer, how: "exception" })).toMatchObject({ decision: "exception" });
    expect(await w.entry(older)).toMatchObject({ status: "active", exception_to: [newer] });
    expect(await near(w, newer)).toBeUndefined();
  });

  it("unrelated closes the pair, and keeps the row so that nobody asks again", async () => {
    const w = capturing();
    const [older, newer] = await pairOf(w, "insight");
    await resolvePair(w, { a: older, b: newer, how: "unrelated" });
    expect(await near(w, newer)).toMatchObject([{ with: older, state: "unrelated" }]);
    expect(await w.entry(newer)).not.toHaveProperty("linked");
  });

  it("later puts it off; an agent for thirty days at the most; a reason of a person leaves it open on purpose", async () => {
    const w = capturing();
    const [older, newer] = await pairOf(w, "insight");
    await resolvePair(w, { a: newer, b: older, how: "later", later: "400d" });
    expect(await near(w, newer)).toMatchObject([{ state: "later", until: "2026-03-18T09:00:00Z" }]);
    expect(w.warnings.join(" ")).toContain("30 days");
    w.as(AT_TERMINAL);
    await resolvePair(w, { a: newer, b: older, how: "later", reason: "Both teams still argue" });
    expect(await near(w, newer)).toMatchObject([{ state: "later", reason: "Both teams still argue" }]);
    expect((await near(w, newer))?.[0]).not.toHaveProperty("until");
  });
});

describe("who may", () => {
  const TIERS: Tier[] = ["owner", "relayed", "self", "peer", "external"];
  const ANSWERS = ["replaces", "exception"] as const;
  it.each(TIERS.flatMap((tier) => ANSWERS.map((how) => [tier, how] as const)))(
    "an agent's %s-tier side is taken out, or gets an exception, by its own answer only where it is trusted no more: %s",
    { tags: "sampled" },
    async (tier, how) => {
      const w = capturing();
      const [older, newer] = await pairOf(w, "insight");
      await changeTree(w, { op: "test", reason: "tier" }, (change) => change.update(older, { tier }));
      w.as({ session: "s9" });
      const mayAct = tier === "self" || tier === "peer" || tier === "external";
      const { decision } = await resolvePair(w, { a: newer, b: older, how });
      expect(decision).toBe(mayAct ? (how === "replaces" ? "replaced" : "exception") : "proposed");
      expect((await w.entry(older)).status).toBe(mayAct && how === "replaces" ? "superseded" : "active");
      if (!mayAct)
        expect(await near(w, newer)).toMatchObject([{ proposed: { answer: how, first: newer, by: "sybil" } }]);
    },
  );

  it("in the session of the capture an agent's answer has the newer entry's trust, relayed at the most", async () => {
    const w = capturing();
    const older = (await w.learn(FAILS, { source: "bridget" })).id ?? "";
    w.as({ session: "s2" });
    const newer = (await w.learn(BREAKS, { source: "bridget" })).id ?? "";
    expect(await resolvePair(w, { a: newer, b: older, how: "replaces" })).toMatchObject({ decision: "replaced" });
    const later = capturing();
    const first = (await later.learn(FAILS, { source: "bridget" })).id ?? "";
    const second = (await later.learn(BREAKS, { source: "bridget" })).id ?? "";
    later.as({ session: "s9" });
    expect(await resolvePair(later, { a: second, b: first, how: "replaces" })).toMatchObject({ decision: "proposed" });
    later.as(AT_TERMINAL);
    expect(await resolvePair(later, { a: second, b: first, how: "replaces" })).toMatchObject({ decision: "replaced" });
  });

  it("closing a pair that an owner's words refute is proposed, and the pair stays printed", async () => {
    const w = capturing();
    const older = (await said(w, "memory", "The staging database listens on port 5432")).id ?? "";
    w.as(AT_TERMINAL);
    const newer = (await w.correct("Staging moved to 5435", "The staging database listens on port 5432")).id ?? "";
    w.as({ atTerminal: false, session: "s9" });
    for (const how of ["unrelated", "later"] as const) {
      expect(await resolvePair(w, { a: newer, b: older, how })).toMatchObject({ decision: "proposed" });
      expect(await near(w, newer)).toMatchObject([{ state: "open", proposed: { answer: how } }]);
    }
  });
});

describe("one id alone, and lists", () => {
  it("unrelated and later answer all open pairs of an entry, the others only one", async () => {
    const w = capturing();
    const [older, newer] = await pairOf(w, "insight");
    const third = (await w.learn("Nightly builds break on an old cache")).id ?? "";
    const several = resolve(w, { a: third, how: "same" });
    await expect(several).rejects.toMatchObject({ exit: 2, hint: expect.stringContaining(`tenet resolve ${third}`) });
    const { results } = await resolve(w, { a: third.slice(-5), how: "unrelated" });
    expect(results.map(({ other }) => other).sort()).toEqual([older, newer].sort());
    expect((await resolve(w, { a: newer, how: "same" })).results).toMatchObject([{ decision: "same" }]);
    await expect(resolve(w, { a: newer, how: "later" })).rejects.toMatchObject({ exit: 2 });
  });

  it("a list is answered whole or not at all, and names what is wrong by its place", async () => {
    const w = capturing();
    const [older, newer] = await pairOf(w, "insight");
    const list = (how: string) =>
      readAnswers(
        `- {id: ${newer}, other: ${older}, answer: ${how}}\n- {first: ${newer}, second: zzzzz, answer: same}\n`,
      );
    await expect(resolveList(w, list("unrelated"))).rejects.toMatchObject({ exit: 4 });
    expect(await near(w, newer)).toMatchObject([{ state: "open" }]);
    expect(() => list("maybe")).toThrow(/answer 1: answer/);
    expect(() => readAnswers("{id: 1}")).toThrow(/no list/);
    expect(() => readAnswers("- {id: a1b2c\n")).toThrow(/the list cannot be read \(line \d\)/);
    expect(() => readAnswers("")).toThrow(/no list/);
    const [later] = readAnswers(`[{"id": "${newer}", "other": "${older}", "answer": "later", "later": "2d"}]`);
    expect(later).toEqual({ a: newer, b: older, how: "later", later: "2d" });
    await resolveList(w, readAnswers(`- {first: ${newer}, second: ${older}, answer: unrelated}`));
    expect(await near(w, newer)).toMatchObject([{ state: "unrelated" }]);
  });

  it("what an answer joined is meant where it stands now, in one list and later", async () => {
    const w = capturing();
    const [older, newer] = await pairOf(w, "insight");
    const third = (await w.learn("Nightly builds break on an old cache")).id ?? "";
    const answers = `- {id: ${newer}, other: ${older}, answer: same}\n- {id: ${third}, other: ${newer}, answer: unrelated}\n`;
    const [, second] = await resolveList(w, readAnswers(answers));
    expect(second).toMatchObject({ decision: "unrelated", id: third, other: older });
    expect(await near(w, third)).toMatchObject([{ with: older, state: "unrelated" }]);
    await expect(resolvePair(w, { a: newer, b: older, how: "same" })).rejects.toThrow(/one entry by now/);
  });

  it("a circle that a hand closed is an entry that is over", async () => {
    const w = capturing();
    const [older, newer] = await pairOf(w, "insight");
    const third = (await w.learn("Paper is cheaper in summer")).id ?? "";
    await changeTree(w, { op: "edit", reason: "test" }, async (change) => {
      await change.update(older, { status: "superseded", superseded_by: newer });
      await change.update(newer, { status: "superseded", superseded_by: older });
    });
    await expect(resolvePair(w, { a: third, b: newer, how: "same" })).rejects.toThrow(/no longer live/);
  });

  it("what was replaced is followed nowhere", async () => {
    const w = capturing();
    const [older, newer] = await pairOf(w, "insight");
    const third = (await w.learn("Nightly builds break on an old cache")).id ?? "";
    await resolvePair(w, { a: older, b: newer, how: "replaces" });
    await expect(resolvePair(w, { a: third, b: newer, how: "same" })).rejects.toThrow(/no longer live/);
  });

  it("both, as it was called before, closes the pair and keeps the link", async () => {
    const w = capturing();
    const [older, newer] = await pairOf(w, "insight");
    await resolve(w, { a: newer, b: older, how: "unrelated", keepsLink: true });
    expect(await w.entry(newer)).toMatchObject({ linked: [older], near: [{ state: "unrelated" }] });
  });

  it("is two live entries that were compared", async () => {
    const w = capturing();
    const [older] = await pairOf(w, "insight");
    const outcome = (await w.judge(older, "validated")).id ?? "";
    await expect(resolvePair(w, { a: older, b: older, how: "same" })).rejects.toMatchObject({ exit: 2 });
    await expect(resolvePair(w, { a: outcome, b: older, how: "replaces" })).rejects.toMatchObject({ exit: 2 });
    w.as({ run: "nightly" });
    await expect(resolvePair(w, { a: older, b: outcome, how: "same" })).rejects.toMatchObject({ code: "not-in-a-run" });
  });
});

describe("an answer is taken back", () => {
  const KINDS = ["insight", "correction", "memory"] as const;
  const ANSWERS: readonly Resolution[] = ["same", "replaces", "exception", "unrelated", "later"];
  const all = KINDS.flatMap((kind) => ANSWERS.map((how) => [how, kind] as const));

  it.each(all)("%s of two %ss: undo leaves every byte as it was", { tags: "sampled" }, async (how, kind) => {
    const w = capturing();
    const [older, newer] = await pairOf(w, kind);
    const before = w.files();
    await resolvePair(w, { a: newer, b: older, how });
    expect(w.files()).not.toEqual(before);
    const { entries } = await undo(w, {});
    expect(w.files()).toEqual(before);
    // Told in the words that they have again.
    const said: Record<string, string> = { [older]: FAILS, [newer]: BREAKS };
    for (const { id, text } of entries) expect(text).toBe(said[id]);
  });

  it.each(all)(
    "%s of two %ss: --reopen brings both back with their words, and the pair is open",
    { tags: "sampled" },
    async (how, kind) => {
      const w = capturing();
      const [older, newer] = await pairOf(w, kind);
      const words = async (id: string) => {
        const { insight, corrected_to, content, tier, stick, seen, evolution } = await w.entry(id);
        return { insight, corrected_to, content, tier, stick, seen, evolution };
      };
      const before = [await words(older), await words(newer)];
      await resolvePair(w, { a: newer, b: older, how });
      w.as({ session: "s9" });
      expect(await resolvePair(w, { a: older, b: newer, how: "reopen" })).toMatchObject({ decision: "reopened" });
      expect([await words(older), await words(newer)]).toEqual(before);
      for (const id of [older, newer]) expect(await w.entry(id)).toMatchObject({ status: "active" });
      expect(await w.entry(newer)).toMatchObject({ near: [{ with: older, state: "open" }], linked: [older] });
      await expect(resolvePair(w, { a: older, b: newer, how: "reopen" })).rejects.toMatchObject({ exit: 2 });
    },
  );

  it("what is over for another reason stays over", async () => {
    const w = capturing();
    const [older, newer] = await pairOf(w, "insight");
    await changeTree(w, { op: "test", reason: "gone" }, (change) => change.update(older, { status: "forgotten" }));
    for (const how of ["unrelated", "reopen"] as const) {
      await expect(resolvePair(w, { a: newer, b: older, how })).rejects.toMatchObject({ exit: 2 });
    }
  });
});
