/** What two near entries are to each other: each answer, what it leaves, and how it is taken back. */
import { describe, expect, it } from "vitest";
import { readAnswers } from "../../src/review/answer-list.js";
import type { Resolution } from "../../src/review/answering.js";
import { resolve, resolveList, resolvePair } from "../../src/review/resolve.js";
import { undo } from "../../src/review/undo.js";
import { changeTree } from "../../src/store/change/change.js";
import { changeVerb } from "../../src/store/change/prepare-write.js";
import { AT_TERMINAL, type Capturing, capturing } from "../capture/capturing.js";
import { type Kind, NEWER, OLDER, pairOf, rowTo, type Side, sideOf, store } from "./near-pairs.js";

async function near(w: Capturing, id: string) {
  return (await w.entry(id)).near;
}

async function worldOf(older: Side = {}, newer: Side = {}, now = "2026-02-16T09:00:00Z") {
  const w = capturing({}, now);
  const pair = pairOf(older, newer);
  await store(w, pair);
  w.as({ session: "s2" });
  return { w, older: pair[0].id, newer: pair[1].id, pair };
}

/** A third entry, in an open pair with the newer one. */
async function withThird() {
  const world = await worldOf();
  const third = sideOf("A0003", 15, { session: "s2", text: "Nightly builds break on an old cache" });
  await store(world.w, [{ ...third, ...rowTo(world.pair[1]) }]);
  return { ...world, third: third.id };
}

it("is about the words that were shown: of others by then nothing is answered", async () => {
  const { w, older, newer } = await worldOf();
  const answer = (text: string) => resolvePair(w, { a: newer, b: older, how: "same", shown: { [older]: text } });
  await expect(answer("What stood there before")).rejects.toMatchObject({ exit: 3, code: "changed-meanwhile" });
  expect(await w.entry(newer)).toMatchObject({ status: "active", near: [{ with: older, state: "open" }] });
  expect(await answer(OLDER)).toMatchObject({ decision: "same" });
});

describe("same", () => {
  it.each(["insight", "memory"] as const)("of two %ss: the older's id with the newer's wording", async (kind) => {
    const { w, older, newer } = await worldOf({ kind }, { kind });
    const resolved = await resolvePair(w, { a: newer, b: older, how: "same" });
    expect(resolved).toMatchObject({ decision: "same", id: older, other: newer });
    expect(resolved.says).toContain(`tenet resolve ${older} ${newer} --reopen`);
    const grown = kind === "insight" ? { evolution: [{ of: newer, text: NEWER }] } : { content: NEWER };
    expect(await w.entry(older)).toMatchObject(grown);
    expect(await w.entry(newer)).toMatchObject({ status: "superseded", superseded_by: older });
  });

  it("of a more trusted newer one: its id stays, and what is said again is counted there", async () => {
    const { w, older, newer } = await worldOf({}, { tier: "owner" });
    w.as(AT_TERMINAL);
    expect(await resolvePair(w, { a: newer, b: older, how: "same" })).toMatchObject({ id: newer, other: older });
    expect(await w.entry(newer)).toMatchObject({ tier: "owner", insight: NEWER });
    w.as({ session: "s3" });
    for (const text of [OLDER, NEWER]) expect(await w.learn(text)).toMatchObject({ id: newer });
  });

  it("of two corrections: the newer repeats the older, which did not stick; in one session it is counted", async () => {
    const kind = "correction";
    const { w, older, newer } = await worldOf({ kind }, { kind });
    await resolvePair(w, { a: older, b: newer, how: "same" });
    expect(await w.entry(newer)).toMatchObject({ recurrence_of: older });
    expect(await w.entry(older)).toMatchObject({ stick: { verdict: "failed", evidence: `repeated as ${newer}` } });
    const one = await worldOf({ kind, tier: "relayed", session: "s2" }, { kind, tier: "relayed" });
    await resolvePair(one.w, { a: newer, b: older, how: "same" });
    expect(await one.w.entry(older)).toMatchObject({ seen: 1 });
    expect(await one.w.entry(older)).not.toHaveProperty("stick");
    expect(await one.w.entry(newer)).toMatchObject({ status: "superseded", superseded_by: older });
  });

  it("across types: linked and known, both stay", async () => {
    const { w, older, newer } = await worldOf({ kind: "memory" }, {});
    await resolvePair(w, { a: newer, b: older, how: "same" });
    for (const id of [older, newer]) expect((await w.entry(id)).status).toBe("active");
    expect(await w.entry(newer)).toMatchObject({ linked: [older] });
    expect(await near(w, newer)).toBeUndefined();
  });

  it("passes open pairs of what is absorbed on, and is meant where it stands by then", async () => {
    const { w, older, newer, third } = await withThird();
    const answers = `- {id: ${newer}, other: ${older}, answer: same}\n- {id: ${third}, other: ${newer}, answer: later}\n`;
    const [, second] = await resolveList(w, readAnswers(answers));
    expect(second).toMatchObject({ decision: "later", id: third, other: older });
    expect(await near(w, third)).toMatchObject([{ with: older, state: "later" }]);
    await expect(resolvePair(w, { a: newer, b: older, how: "same" })).rejects.toThrow(/one entry by now/);
  });
});

describe("replaces, exception, unrelated and later", () => {
  it.each(["newer", "older"])(
    "the %s one replaces the other, and nothing else is told of what it took out",
    async (who) => {
      const { w, older, newer, third } = await withThird();
      const [a, b] = who === "newer" ? [newer, older] : [older, newer];
      expect(await resolvePair(w, { a, b, how: "replaces" })).toMatchObject({ decision: "replaced", id: a, other: b });
      expect(await w.entry(a)).toMatchObject({ status: "active", supersedes: [b] });
      expect(await w.entry(b)).toMatchObject({ status: "superseded", superseded_by: a });
      await expect(resolvePair(w, { a, b, how: "replaces" })).rejects.toMatchObject({ exit: 2 });
      await expect(resolvePair(w, { a: third, b, how: "same" })).rejects.toThrow(/no longer live/);
    },
  );

  it("an exception: both live, no longer asked about", async () => {
    const { w, older, newer } = await worldOf({ kind: "correction" }, { kind: "correction" });
    expect(await resolvePair(w, { a: older, b: newer, how: "exception" })).toMatchObject({ decision: "exception" });
    expect(await w.entry(older)).toMatchObject({ status: "active", exception_to: [newer] });
    expect(await near(w, newer)).toBeUndefined();
  });

  it("unrelated closes the pair, and keeps the row so that nobody asks again; the link where it is called both", async () => {
    const { w, older, newer } = await worldOf();
    await resolve(w, { a: newer, b: older, how: "unrelated", keepsLink: true });
    expect(await w.entry(newer)).toMatchObject({ linked: [older], near: [{ with: older, state: "unrelated" }] });
    await resolvePair(w, { a: older, b: newer, how: "unrelated" });
    expect(await w.entry(newer)).not.toHaveProperty("linked");
  });

  it("later puts it off; an agent for thirty days at the most; a reason of a person leaves it open on purpose", async () => {
    const { w, older, newer } = await worldOf();
    await resolvePair(w, { a: newer, b: older, how: "later", later: "400d" });
    expect(await near(w, newer)).toMatchObject([{ state: "later", until: "2026-03-18T09:00:00Z" }]);
    expect(w.warnings.join(" ")).toContain("30 days");
    w.as(AT_TERMINAL);
    await resolvePair(w, { a: newer, b: older, how: "later", reason: "Both teams still argue" });
    expect(await near(w, newer)).toMatchObject([{ state: "later", reason: "Both teams still argue" }]);
    expect((await near(w, newer))?.[0]).not.toHaveProperty("until");
  });
});

describe("what is answered", () => {
  it("all open pairs of an entry by unrelated and later, only one by the others", async () => {
    const { w, older, newer, third } = await withThird();
    const several = resolve(w, { a: newer, how: "same" });
    await expect(several).rejects.toMatchObject({ exit: 2, hint: expect.stringContaining(`tenet resolve ${newer}`) });
    expect((await resolve(w, { a: third.slice(-5), how: "same" })).results).toMatchObject([{ decision: "same" }]);
    const { results } = await resolve(w, { a: newer, how: "unrelated" });
    expect(results.map(({ other }) => other)).toEqual([older]);
    await expect(resolve(w, { a: newer, how: "later" })).rejects.toMatchObject({ exit: 2 });
    const both = await withThird();
    expect((await resolve(both.w, { a: newer, how: "unrelated" })).results).toHaveLength(2);
  });

  it("a list whole or not at all, and what is wrong is named by its place", async () => {
    const { w, older, newer } = await worldOf();
    const list = (how: string) =>
      readAnswers(
        `- {id: ${newer}, other: ${older}, answer: ${how}}\n- {first: ${newer}, second: zzzzz, answer: same}\n`,
      );
    await expect(resolveList(w, list("unrelated"))).rejects.toMatchObject({ exit: 4 });
    expect(await near(w, newer)).toMatchObject([{ state: "open" }]);
    expect(() => list("maybe")).toThrow(/answer 1: answer/);
    for (const none of ["{id: 1}", ""]) expect(() => readAnswers(none)).toThrow(/no list/);
    expect(() => readAnswers("- {id: a1b2c\n")).toThrow(/the list cannot be read \(line \d\)/);
    const [later] = readAnswers(`[{"id": "${newer}", "other": "${older}", "answer": "later", "later": "2d"}]`);
    expect(later).toEqual({ a: newer, b: older, how: "later", later: "2d" });
  });

  it("two live entries that were compared, and nothing in a run", async () => {
    const { w, older, newer } = await worldOf();
    const outcome = (await w.judge(older, "validated")).id ?? "";
    await expect(resolvePair(w, { a: older, b: older, how: "same" })).rejects.toMatchObject({ exit: 2 });
    await expect(resolvePair(w, { a: outcome, b: older, how: "replaces" })).rejects.toMatchObject({ exit: 2 });
    const inRun = { ...w, actor: { ...w.actor, run: "nightly" } };
    const held = resolvePair(inRun, { a: older, b: newer, how: "same" });
    await expect(held).rejects.toMatchObject({ code: "not-in-a-run" });
    await changeTree(w, { ...changeVerb("test"), reason: "gone" }, (change) =>
      change.update(older, { status: "forgotten" }),
    );
    for (const how of ["unrelated", "reopen"] as const)
      await expect(resolvePair(w, { a: newer, b: older, how })).rejects.toMatchObject({ exit: 2 });
  });

  it("a circle that a hand closed is an entry that is over", async () => {
    const { w, older, newer, third } = await withThird();
    await changeTree(w, { ...changeVerb("edit"), reason: "test" }, async (change) => {
      await change.update(older, { status: "superseded", superseded_by: newer });
      await change.update(newer, { status: "superseded", superseded_by: older });
    });
    await expect(resolvePair(w, { a: third, b: newer, how: "same" })).rejects.toThrow(/no longer live/);
  });
});

describe("an answer is taken back", () => {
  const ANSWERS: readonly (readonly [Resolution, Kind])[] = [
    ["same", "insight"],
    ["same", "correction"],
    ["same", "memory"],
    ["replaces", "insight"],
    ["exception", "correction"],
    ["unrelated", "memory"],
    ["later", "insight"],
  ];

  it.each(ANSWERS)(
    "%s of two %ss: to the byte by undo, to both as they were by --reopen",
    { tags: "sampled" },
    async (how, kind) => {
      const { w, older, newer } = await worldOf({ kind }, { kind });
      const files = w.files();
      const state = async (id: string) => {
        const { near: _, context: __, ...rest } = await w.entry(id);
        return rest;
      };
      const before = [await state(older), await state(newer)];
      await resolvePair(w, { a: newer, b: older, how });
      expect(w.files()).not.toEqual(files);
      // Told in the words that they have again.
      const { entries } = await undo(w, {});
      for (const { id, text } of entries) expect(text).toBe(id === older ? OLDER : NEWER);
      expect(w.files()).toEqual(files);
      await resolvePair(w, { a: newer, b: older, how });
      w.as({ session: "s9" });
      expect(await resolvePair(w, { a: older, b: newer, how: "reopen" })).toMatchObject({ decision: "reopened" });
      expect([await state(older), await state(newer)]).toEqual(before);
      expect(await near(w, newer)).toMatchObject([{ with: older, state: "open" }]);
      await expect(resolvePair(w, { a: older, b: newer, how: "reopen" })).rejects.toMatchObject({ exit: 2 });
    },
  );
});
