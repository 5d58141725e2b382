/** Every answer to every question leads to a defined state, and nothing is asked again that was answered. */

import { describe, expect, it } from "vitest";
import type { Entry } from "../../src/entry/entry.js";
import { forget } from "../../src/forget/forget.js";
import { status } from "../../src/health/status.js";
import { type OutcomeInput, recordOutcome } from "../../src/loop/outcome.js";
import { reviewQueue } from "../../src/review/queue/review-queue.js";
import { resolvePair } from "../../src/review/resolve.js";
import { defaultProfile } from "../../src/settings.js";
import { some } from "../effort.js";
import { cor, ins, type LoopWorld, loopWorld } from "./loop-world.js";

const COR = "COR-20260201-A0001";
const INS = "INS-20260201-B0001";
/** Nobody is asked about anything after this day. */
const LAST_DAY = 40;
/** Every day on which something may be due, and some on which nothing is. */
const DAYS = [...Array.from({ length: 25 }, (_, day) => day), 30, 32, 33, LAST_DAY, LAST_DAY + 1];

type Given = Omit<OutcomeInput, "refs">;
const give = (loop: LoopWorld, ref: string, given: Given) => recordOutcome(loop.ctx, { refs: [ref], ...given });

/** A workspace that asks whatever is due, and makes no rules. */
const roomy = () =>
  loopWorld({
    caps: { soul: 0, memory: 0, procedures: 0 },
    outcome: { ...defaultProfile().outcome, per_heartbeat: 99 },
  });

/** What is asked on each day, by as many heartbeats as print something: `first A0001@3`. Reminders are told once. */
async function askedFrom(loop: LoopWorld, day: number, last = LAST_DAY): Promise<string[]> {
  const asked = new Set<string>();
  for (const at of DAYS.filter((one) => one >= day && one <= last)) {
    loop.day(at);
    for (let brief = await loop.brief(); brief !== "ok" && brief !== "did"; brief = await loop.brief())
      for (const item of brief.split(", ")) asked.add(item.startsWith("reinforce") ? item : `${item}@${at}`);
  }
  return [...asked].sort();
}

describe("an answer about an entry, at every stage of its question", () => {
  const HELD = { kept: "held" };
  const FAILED = { kept: "failed" };
  type Case = [what: string, given: Given, state: object, then?: "asked again" | "brought to mind"];
  const verdict = (word: string): Given => ({ verdict: word, result: "x" });
  const OF_CORRECTIONS: Case[] = [
    ["held", { held: true, evidence: "x" }, HELD],
    ["failed", { failed: true, evidence: "x" }, FAILED, "brought to mind"],
    ["validated", verdict("validated"), { outcome: "validated" }],
    ["invalidated", verdict("invalidated"), { outcome: "invalidated", invalidated: "ends" }],
    ["mixed", verdict("mixed"), { outcome: "mixed", status: "active" }],
    ["later", { later: "2d" }, { status: "active" }, "asked again"],
  ];
  const OF_INSIGHTS: Case[] = [
    ["validated", verdict("validated"), { outcome: "validated", status: "active" }],
    ["inconclusive", verdict("inconclusive"), { outcome: "inconclusive", status: "active" }],
    ["later", { later: "2d" }, { status: "active" }, "asked again"],
  ];
  const CLAIMS = `Whales sleep upright|Violins want rosin|Bread rises|Glaciers carve valleys|Tulips open at noon|
    Kettles boil|Owls hunt by ear|Copper turns green|Camels store fat|Trams share the bus lane|Eels migrate`.split(
    /\|\s*/,
  );
  const all = [...OF_CORRECTIONS, ...OF_INSIGHTS].map(([what, given, state, then], at) => {
    const isCorrection = at < OF_CORRECTIONS.length;
    const name = `${isCorrection ? "A" : "B"}${1000 + at}`;
    const claim = CLAIMS[at] ?? "";
    const entry: Entry = isCorrection ? cor(name, { corrected_to: claim }) : ins(name, { insight: claim });
    return { name, entry, what, given, state, then };
  });

  /** The days of the three questions, the one after the last where the entry is inconclusive, and before any. */
  const AFTER_LATER: readonly [day: number, asked: readonly string[]][] = [
    [1, ["first @3", "second @7", "final @14"]],
    [3, ["first @5", "second @7", "final @14"]],
    [7, ["second @9", "final @14"]],
    [14, ["final @16"]],
    [22, ["final @24"]],
  ];

  it.each(some(AFTER_LATER, 1))("day %i: is what holds from then on", { tags: "more" }, async (day, afterLater) => {
    // As many as a day has room for.
    for (let from = 0; from < all.length; from += 4) {
      const fewEntries = all.slice(from, from + 4);
      const loop = roomy();
      await loop.store(...fewEntries.map(({ entry }) => entry));
      await askedFrom(loop, 2, day);
      loop.day(day);
      // Before the window has ended an agent's word that it held does not count.
      const isEarly = (state: object) => day < 7 && state === HELD;
      for (const { entry, what, given, state } of fewEntries) {
        await give(loop, entry.id, given);
        const now = await loop.entry(entry.id);
        if (isEarly(state)) expect(now, what).not.toHaveProperty("kept");
        else expect(now, what).toMatchObject(state);
      }
      const expected = fewEntries.flatMap(({ name, then }) => {
        if (then === "brought to mind") return [`reinforce ${name}`];
        if (then === "asked again") return afterLater.map((one) => one.replace(" @", ` ${name}@`));
        return [];
      });
      expect(await askedFrom(loop, day)).toEqual(expected.sort());
      for (const { entry, what, state } of fewEntries)
        if (isEarly(state)) expect(await loop.entry(entry.id), what).toMatchObject(state);
      expect((await status(loop.ctx)).due.questions).toBe(0);
    }
  });

  it("held ends the reminders, later silences them, a new failure brings them back", async () => {
    const loop = loopWorld();
    await loop.store(cor("A0001"));
    const brief = async (day: number) => {
      loop.day(day);
      return await loop.brief();
    };
    loop.day(1);
    await give(loop, COR, { failed: true, evidence: "x" });
    expect(await brief(2)).toBe("reinforce A0001");
    loop.day(3, "05:00:00");
    expect(await loop.brief()).toBe("ok");
    loop.day(2);
    expect((await give(loop, COR, { later: "3d" })).because.join()).toContain("brings it to mind again");
    expect([await brief(4), await brief(5)]).toEqual(["ok", "reinforce A0001"]);
    loop.day(14);
    await give(loop, COR, { failed: true, evidence: "y" });
    expect(await brief(16)).toBe("reinforce A0001");
    expect((await give(loop, COR, { held: true, evidence: "z" })).because.join()).toContain("shows on 2026-02-22");
    // Seven days after it failed it has held.
    expect([await brief(20), await brief(21)]).toEqual(["reinforce A0001", expect.not.stringContaining("reinforce")]);
  });

  it("a verdict that is forgotten takes its answer along, and the question is open again", async () => {
    const loop = loopWorld();
    await loop.store(cor("A0001"));
    loop.day(5);
    const { id = "" } = await give(loop, COR, { verdict: "validated", result: "not since" });
    await forget(loop.ctx, { refs: [id], taking: "forget" });
    for (const gone of ["kept", "outcome"]) expect(await loop.entry(COR)).not.toHaveProperty(gone);
    loop.day(7);
    expect(await loop.brief()).toBe("second A0001");
  });

  it("a rule in force is not asked about, and later of what turned out changes nothing", async () => {
    const loop = loopWorld();
    loop.write(
      "MEMORY.md",
      `<!-- tenet:begin rules -->\n- Fact B0002 is so <!-- INS-20260201-B0002 -->\n<!-- tenet:end rules -->\n`,
    );
    await loop.store(ins("B0002"), ins("B0003", { outcome: "mixed" }));
    loop.day(3);
    expect((await give(loop, "b0003", { later: "1d" })).because.join()).toContain("turned out mixed already");
    expect(await askedFrom(loop, 4)).toEqual([]);
  });
});

describe("an answer about a pair, at every stage of its question", () => {
  const CLOSED = { outcome: "mixed" } as const;
  const near = (id: string, by: "claim" | "prior" = "claim", score = 0.8) => ({
    ...{ ...CLOSED, timestamp: "2026-02-01T09:30:00Z", linked: [id] },
    near: [{ with: id, score, found: by }],
  });
  it("held is noted beside an open pair, which is asked about all the same", async () => {
    const loop = roomy();
    const first = cor("A0001");
    await loop.store(first, cor("A0002", near(first.id)));
    loop.day(4);
    await give(loop, first.id, { held: true, evidence: "x" });
    expect(await askedFrom(loop, 4)).toEqual(["14", "4", "7"].map((at) => `pair A0002+A0001@${at}`));
    expect((await loop.entry(first.id)).kept).toBe("held");
  });

  it("is no agent's where one of the two is trusted more: it stays a proposal; what is no nearer than related is asked by nobody", async () => {
    const loop = loopWorld();
    await loop.store(ins("B0001", { ...CLOSED, tier: "owner" }), ins("B0002", near(INS)));
    await loop.store(ins("C0001", CLOSED), ins("C0002", near("INS-20260201-C0001", "claim", 0.69)));
    loop.day(2);
    expect((await resolvePair(loop.ctx, { a: "b0002", b: INS, how: "replaces" })).decision).toBe("proposed");
    expect((await loop.entry(INS)).status).toBe("active");
    expect(await askedFrom(loop, 2)).toEqual([]);
    expect((await status(loop.ctx)).waiting).toMatchObject([{ kind: "pair", count: 1 }]);
    expect((await reviewQueue(loop.ctx)).queue).toMatchObject([{ kind: "pair" }]);
  });
});
