/** Every answer to every question leads to a defined state, and nothing is asked again that was answered. */
import { describe, expect, it } from "vitest";
import type { Entry } from "../../src/entry/entry.js";
import { TenetError } from "../../src/errors.js";
import { forget } from "../../src/forget/forget.js";
import { status } from "../../src/health/status.js";
import { type OutcomeInput, recordOutcome } from "../../src/loop/outcome.js";
import type { ResolveInput } from "../../src/review/answering.js";
import { resolve, resolvePair } from "../../src/review/resolve.js";
import { reviewQueue } from "../../src/review/review-queue.js";
import { some } from "../effort.js";
import { everything } from "../health/examined-world.js";
import { cor, ins, type LoopWorld, loopWorld } from "./loop-world.js";

const COR = "COR-20260201-A0001";
const INS = "INS-20260201-B0001";
/** No workspace is asked about anything after this day. */
const LAST_DAY = 60;

/** What is asked from a day on, one heartbeat a day: `first A0001@3`. Reminders are told once. */
async function askedFrom(loop: LoopWorld, day: number): Promise<string[]> {
  const asked: string[] = [];
  let reminded = false;
  for (let at = day; at <= LAST_DAY; at++) {
    loop.day(at);
    for (const item of (await loop.brief()).split(", ")) {
      if (item === "ok" || item === "did") continue;
      if (item.startsWith("reinforce")) {
        if (!reminded) asked.push(item);
        reminded = true;
      } else asked.push(`${item}@${at}`);
    }
  }
  return asked;
}

type Given = Omit<OutcomeInput, "refs">;

describe("an answer about an entry, at every stage of its question", () => {
  /** The days of the three questions, the one after the last where the entry is inconclusive, and before any. */
  const DAYS = [1, 3, 7, 14, 22] as const;
  const AFTER_LATER: Readonly<Record<(typeof DAYS)[number], readonly string[]>> = {
    1: ["first @3", "second @7", "final @14"],
    3: ["second @7", "final @14"],
    7: ["second @9", "final @14"],
    14: ["final @16"],
    22: ["final @24"],
  };
  const later = (name: string, day: (typeof DAYS)[number]) =>
    (day === 3 ? ["first @5", ...AFTER_LATER[3]] : AFTER_LATER[day]).map((one) => one.replace(" @", ` ${name}@`));

  const cases: [what: string, entry: Entry, given: Given, state: Partial<Entry> | "later", asked: string[]][] = [
    ["held", cor("A0001"), { held: true, evidence: "x" }, { stick: { verdict: "held" } } as never, []],
    [
      "failed",
      cor("A0001"),
      { failed: true, evidence: "x" },
      { stick: { verdict: "failed" } } as never,
      ["reinforce A0001"],
    ],
    [
      "validated",
      cor("A0001"),
      { verdict: "validated", result: "x" },
      { stick: { verdict: "held" }, outcome: "validated" } as never,
      [],
    ],
    [
      "invalidated",
      cor("A0001"),
      { verdict: "invalidated", result: "x" },
      { stick: { verdict: "failed" }, outcome: "invalidated" } as never,
      ["reinforce A0001"],
    ],
    ["mixed", cor("A0001"), { verdict: "mixed", result: "x" }, { outcome: "mixed", status: "active" }, []],
    ["irrelevant", cor("A0001"), { irrelevant: true }, { status: "inconclusive" }, []],
    ["later", cor("A0001"), { later: "2d" }, "later", []],
    ["validated", ins("B0001"), { verdict: "validated", result: "x" }, { outcome: "validated", status: "active" }, []],
    [
      "inconclusive",
      ins("B0001"),
      { verdict: "inconclusive", result: "x" },
      { outcome: "inconclusive", status: "active" },
      [],
    ],
    ["irrelevant", ins("B0001"), { irrelevant: true }, { status: "inconclusive" }, []],
    ["later", ins("B0001"), { later: "2d" }, "later", []],
  ];

  for (const day of some(DAYS, 1)) {
    it.each(cases)(`day ${day}: %s`, { tags: "more" }, async (what, entry, given, state, asked) => {
      const loop = loopWorld({ digest: { corrections: 99, every_days: 999 } });
      await loop.store(entry);
      for (const at of [3, 7, 14, 22]) {
        if (at > day) break;
        loop.day(at);
        await loop.beat();
      }
      loop.day(day);
      await recordOutcome(loop.ctx, { refs: [entry.id], ...given });
      if (state === "later") expect((await loop.entry(entry.id)).status).toBe("active");
      // Before the window has ended an agent's word that it held is an opportunity: a heartbeat settles it.
      const isEarly = day < 7 && (what === "held" || (what === "validated" && entry.type === "correction"));
      if (state !== "later" && !isEarly) expect(await loop.entry(entry.id)).toMatchObject(state);
      if (isEarly) expect(await loop.entry(entry.id)).not.toHaveProperty("stick");
      const then = await askedFrom(loop, day);
      const asksOnce = isEarly && what === "held" && day < 3 ? [`first ${entry.id.slice(-5)}@3`] : asked;
      expect(then).toEqual(state === "later" ? later(entry.id.slice(-5), day) : asksOnce);
      if (isEarly) expect(await loop.entry(entry.id)).toMatchObject(state as object);
      // Nothing is left open: at the end the entry is answered, inconclusive, or brought to mind until it holds.
      const { due } = await status(loop.ctx);
      expect(due.questions).toBe(0);
    });
  }

  it("held ends the reminders, later silences them, irrelevant ends them, a new failure brings them back", async () => {
    const loop = loopWorld();
    await loop.store(cor("A0001"));
    const give = (given: Given) => recordOutcome(loop.ctx, { refs: [COR], ...given });
    const brief = async (day: number) => {
      loop.day(day);
      return await loop.brief();
    };
    loop.day(1);
    await give({ failed: true, evidence: "x" });
    expect(await brief(2)).toBe("reinforce A0001");
    expect((await give({ later: "3d" })).because.join()).toContain("brings it to mind again");
    expect([await brief(3), await brief(4)]).toEqual(["ok", "ok"]);
    expect(await brief(5)).toBe("reinforce A0001");
    await give({ irrelevant: true });
    expect([await brief(6), await brief(7), await brief(14)]).toEqual(["ok", "ok", "ok"]);
    await give({ failed: true, evidence: "y" });
    expect(await loop.entry(COR)).not.toHaveProperty("flags");
    expect(await brief(16)).toBe("reinforce A0001");
    expect((await give({ held: true, evidence: "z" })).decision).toBe("opportunity");
    expect([await brief(17), await brief(20)]).toEqual(["reinforce A0001", "reinforce A0001"]);
    // Seven days after it failed it has held.
    expect(await brief(21)).not.toContain("reinforce");
  });

  it("a verdict on an earlier one of a chain answers for the newest, which is asked about", {
    tags: "proof",
  }, async () => {
    const loop = loopWorld();
    await loop.store(cor("A0001"), cor("A0002", { timestamp: "2026-02-02T09:00:00Z", recurrence_of: COR }));
    loop.day(8);
    expect(await loop.brief()).toBe("second A0002");
    await recordOutcome(loop.ctx, { refs: ["a0001"], verdict: "validated", result: "not since" });
    expect(await loop.entry("COR-20260202-A0002")).toMatchObject({ stick: { verdict: "held" }, outcome: "validated" });
    expect(await askedFrom(loop, 9)).toEqual([]);
  });

  it("a verdict that is forgotten takes its answer along, and the question is open again", async () => {
    const loop = loopWorld();
    await loop.store(cor("A0001"));
    loop.day(5);
    const { id = "" } = await recordOutcome(loop.ctx, { refs: [COR], verdict: "validated", result: "not since" });
    await forget(loop.ctx, { refs: [id], taking: "forget" });
    expect(await loop.entry(COR)).not.toHaveProperty("stick");
    expect(await loop.entry(COR)).not.toHaveProperty("outcome");
    loop.day(7);
    expect(await loop.brief()).toBe("second A0001");
  });

  it("a rule: irrelevant stops the questions, later asks again though the rule is old", async () => {
    const loop = loopWorld();
    const rule = { status: "promoted", promoted_to: "MEMORY.md" } as const;
    await loop.store(ins("B0001", rule), ins("B0002", rule));
    loop.day(3);
    await recordOutcome(loop.ctx, { refs: [INS], irrelevant: true });
    await recordOutcome(loop.ctx, { refs: ["b0002"], later: "30d" });
    expect(await askedFrom(loop, 4)).toEqual(["final B0002@33"]);
  });

  it("later on what has an answer says so, and asks nothing", async () => {
    const loop = loopWorld();
    await loop.store(ins("B0001", { outcome: "mixed", outcome_date: "2026-02-02T09:00:00Z" }));
    loop.day(4);
    const { because } = await recordOutcome(loop.ctx, { refs: [INS], later: "1d" });
    expect(because.join()).toContain("turned out mixed already");
    expect(await askedFrom(loop, 5)).toEqual([]);
  });
});

describe("an answer about a pair, at every stage of its question", () => {
  const NEWER = { timestamp: "2026-02-01T09:30:00Z", outcome: "mixed", outcome_date: "2026-02-01T10:00:00Z" } as const;
  const OLDER = { outcome: "mixed", outcome_date: "2026-02-01T10:00:00Z" } as const;
  const near = (id: string, by: "claim" | "prior", score: number) => ({
    ...NEWER,
    near: [{ with: id, score, by, state: "open" as const }],
    linked: [id],
  });
  const pairs = {
    "two insights": [ins("B0001", OLDER), ins("B0002", near(INS, "claim", 0.8))],
    "two corrections": [cor("A0001", OLDER), cor("A0002", near(COR, "claim", 0.8))],
    "a correction and what it takes back": [cor("A0001", OLDER), cor("A0002", near(COR, "prior", 0.6))],
  } as const;
  type Kind = keyof typeof pairs;
  const ANSWERS: readonly ResolveInput["how"][] = ["same", "replaces", "exception", "unrelated", "later"];
  const answers = (Object.keys(pairs) as Kind[]).flatMap((kind) => ANSWERS.map((how) => [kind, how] as const));

  for (const day of some([2, 7, 21, 30], 1)) {
    it.each(answers)(`day ${day}, %s: %s`, { tags: "more" }, async (kind, how) => {
      const loop = loopWorld({ digest: { corrections: 99, every_days: 999 } });
      const [older, newer] = pairs[kind];
      await loop.store(older, newer);
      const name = `pair ${newer.id.slice(-5)}+${older.id.slice(-5)}`;
      const before: string[] = [];
      for (let at = 0; at <= day; at++) {
        loop.day(at);
        const brief = await loop.brief();
        if (brief !== "ok") before.push(`${brief}@${at}`);
      }
      expect(before).toEqual([1, 7, 21].filter((at) => at <= day).map((at) => `${name}@${at}`));
      expect((await reviewQueue(loop.ctx)).queue.map((item) => item.kind)).toEqual(["pair"]);
      loop.day(day);
      const later = how === "later" ? { later: "2d" } : {};
      await resolvePair(loop.ctx, { a: newer.id, b: older.id, how, ...later });

      const after = await askedFrom(loop, day);
      const { queue } = await reviewQueue(loop.ctx);
      const waits = (await status(loop.ctx)).waiting;
      if (how === "later") {
        // The next stage comes besides, where it has not come yet.
        const stages = [7, 21].filter((at) => at > day + 2);
        expect(after).toEqual([day + 2, ...stages].map((at) => `${name}@${at}`));
        expect(queue).toHaveLength(1);
        expect(waits).toMatchObject([{ kind: "pair", count: 1 }]);
        return;
      }
      const isRepeat = how === "same" && kind !== "two insights";
      expect(after).toEqual(isRepeat ? [expect.stringMatching(/^reinforce/)] : []);
      expect(queue).toEqual([]);
      expect(waits).toEqual([]);
      const [first, second] = [await loop.entry(older.id), await loop.entry(newer.id)];
      const live = [first, second].filter(({ status }) => status === "active").map(({ id }) => id);
      const isJoined = how === "same" && kind === "two insights";
      expect(live).toEqual(how === "replaces" ? [newer.id] : isJoined ? [older.id] : [older.id, newer.id]);
      expect([first.linked ?? [], second.linked ?? []].flat()).toEqual(how === "unrelated" ? [] : [older.id]);
      expect(second.exception_to).toEqual(how === "exception" ? [older.id] : undefined);
      const closed = [{ with: older.id, state: "unrelated" }];
      if (how === "unrelated") expect(second.near).toMatchObject(closed);
      else expect([first.near, second.near]).toEqual([undefined, undefined]);

      await resolvePair(loop.ctx, { a: newer.id, b: older.id, how: "reopen" });
      loop.day(LAST_DAY + 1);
      expect(await loop.brief()).toBe(name);
      const [again, open] = [await loop.entry(older.id), await loop.entry(newer.id)];
      expect([again.status, open.status]).toEqual(["active", "active"]);
      expect(again).not.toHaveProperty("stick");
      expect(open).toMatchObject({ near: [{ with: older.id, state: "open" }], linked: [older.id] });
      for (const gone of ["recurrence_of", "supersedes", "exception_to"]) expect(open).not.toHaveProperty(gone);
    });
  }

  it("held, while an open pair keeps it back, is an answer: it counts once the pair is decided, or is old", async () => {
    const store = async () => {
      const loop = loopWorld({ digest: { corrections: 99, every_days: 999 } });
      await loop.store(cor("A0001"), cor("A0002", near(COR, "claim", 0.8)));
      loop.day(4);
      await recordOutcome(loop.ctx, { refs: [COR], held: true, evidence: "x" });
      return loop;
    };
    const decided = await store();
    decided.day(9);
    await decided.beat();
    expect(await decided.entry(COR)).not.toHaveProperty("stick");
    expect((await reviewQueue(decided.ctx)).queue.map((item) => item.kind)).toEqual(["pair"]);
    await resolvePair(decided.ctx, { a: "a0002", b: COR, how: "unrelated" });
    decided.day(10);
    await decided.beat();
    expect(await decided.entry(COR)).toMatchObject({ stick: { verdict: "held" } });

    const old = await store();
    const [first, ...later] = [4, 7, 21].map((day) => `pair A0002+A0001@${day}`);
    expect(await askedFrom(old, 4)).toEqual([first, "first A0001@5", ...later]);
    expect(await old.entry(COR)).toMatchObject({ status: "active", stick: { verdict: "held" } });
  });

  it("what is no nearer than related is asked about by its capture alone", async () => {
    const loop = loopWorld();
    await loop.store(ins("B0001", OLDER), ins("B0002", near(INS, "claim", 0.69)));
    expect(await askedFrom(loop, 1)).toEqual([]);
    expect((await status(loop.ctx)).waiting).toEqual([]);
  });

  it("an answer about what is trusted more than the agent stays a proposal, and no agent is asked again", async () => {
    const loop = loopWorld();
    await loop.store(ins("B0001", { ...OLDER, tier: "owner" }), ins("B0002", near(INS, "claim", 0.8)));
    loop.day(2);
    const answered = await resolvePair(loop.ctx, { a: "b0002", b: INS, how: "replaces" });
    expect(answered.decision).toBe("proposed");
    expect((await loop.entry(INS)).status).toBe("active");
    expect(await askedFrom(loop, 2)).toEqual([]);
    expect((await status(loop.ctx)).waiting).toMatchObject([{ kind: "pair", count: 1 }]);
    expect((await reviewQueue(loop.ctx)).queue).toMatchObject([{ kind: "pair" }]);
  });
});

describe("an answer in the wrong form is understood, or says the right one, and changes nothing", () => {
  it("what happened may be given as the result of held and failed", async () => {
    const loop = loopWorld();
    await loop.store(cor("A0001"));
    loop.day(8);
    await recordOutcome(loop.ctx, { refs: [COR], held: true, result: "two releases" });
    expect(await loop.entry(COR)).toMatchObject({ stick: { verdict: "held", evidence: "two releases" } });
  });

  it.each<[what: string, act: (loop: LoopWorld) => Promise<unknown>, hint: RegExp]>([
    [
      "held of an insight",
      (w) => recordOutcome(w.ctx, { refs: [INS], held: true, evidence: "x" }),
      /--verdict V --result/,
    ],
    ["held without evidence", (w) => recordOutcome(w.ctx, { refs: [COR], held: true }), /--held --evidence/],
    ["no time", (w) => recordOutcome(w.ctx, { refs: [COR], later: "soon" }), /5d, 12h, 2w/],
    [
      "no time for a pair",
      (w) => resolvePair(w.ctx, { a: "b0002", b: INS, how: "later", later: "soon" }),
      /5d, 12h, 2w/,
    ],
    ["later of no pair", (w) => resolve(w.ctx, { a: COR, how: "later", later: "5d" }), /review --list/],
    ["a pair of one", (w) => resolvePair(w.ctx, { a: "b0002", b: "b0002", how: "same" }), /two different entries/],
    [
      "which of several pairs",
      (w) => resolve(w.ctx, { a: "b0002", how: "same" }),
      /in 2 open pairs(.|\n)*tenet resolve .*B0001(.|\n)*tenet resolve .*B0004/,
    ],
    ["what nobody answered, taken back", (w) => resolvePair(w.ctx, { a: "b0002", b: INS, how: "reopen" }), /answered/],
    [
      "in the place of what is for others",
      (w) => resolvePair(w.ctx, { a: INS, b: "b0005", how: "replaces" }),
      /--exception/,
    ],
    ["what was superseded", (w) => resolvePair(w.ctx, { a: "b0002", b: "b0003", how: "replaces" }), /--reopen/],
    [
      "of what was superseded",
      (w) => recordOutcome(w.ctx, { refs: ["b0003"], irrelevant: true }),
      /INS-20260201-B0002/,
    ],
  ])("%s", async (_what, act, hint) => {
    const loop = loopWorld();
    await loop.store(
      cor("A0001"),
      cor("A0002"),
      ins("B0001"),
      ins("B0002", {
        near: [INS, "INS-20260201-B0004"].map((id) => ({ with: id, score: 0.8, by: "claim", state: "open" })),
        supersedes: ["INS-20260201-B0003"],
      }),
      ins("B0003", { status: "superseded", superseded_by: "INS-20260201-B0002" }),
      ins("B0004"),
      ins("B0005", { paths: ["docs/**"] }),
    );
    const tracked = () =>
      Object.entries(everything(loop.world.workspace.root)).filter(([path]) => path.startsWith("memory/"));
    const before = tracked();
    const error = await act(loop).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TenetError);
    const { message, hint: said } = error as TenetError;
    expect(`${message} ${said}`).toMatch(hint);
    expect(tracked()).toEqual(before);
  });
});
