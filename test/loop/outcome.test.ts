import { describe, expect, it } from "vitest";
import { logActivity } from "../../src/capture/log.js";
import type { Entry, Insight } from "../../src/entry/entry.js";
import { TenetError } from "../../src/errors.js";
import { type OutcomeInput, recordOutcome } from "../../src/loop/outcome.js";
import { readQuestions } from "../../src/loop/question-log.js";
import { markUsed } from "../../src/loop/used.js";
import { openStore } from "../../src/store/open-store.js";
import { everything } from "../health/examined-world.js";
import { cor, ins, type LoopWorld, loopWorld } from "./loop-world.js";

async function refusal(promise: Promise<unknown>): Promise<TenetError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(TenetError);
  return error as TenetError;
}

const give = (loop: LoopWorld, ref: string, answer: Omit<OutcomeInput, "refs">) =>
  recordOutcome(loop.ctx, { refs: [ref], ...answer });

describe("an outcome in full", () => {
  it("is stored and set on everything it judges; the newest counts", { tags: "proof" }, async () => {
    const loop = loopWorld();
    await loop.store(cor("A0001"), ins("B0001", { status: "inconclusive" }));
    loop.day(4);
    const stored = await recordOutcome(loop.ctx, {
      refs: ["a0001", "INS-20260201-B0001"],
      verdict: "validated",
      result: "Five releases without drift",
      score: 9,
      lesson: "Pin what you ship",
    });
    expect(stored.decision).toMatch(/stored|linked/);
    expect(await loop.entry(stored.id ?? "")).toMatchObject({
      type: "outcome",
      references: ["COR-20260201-A0001", "INS-20260201-B0001"],
      verdict: "validated",
      score: 9,
      lesson: "Pin what you ship",
      status: "resolved",
    });
    const judged = { outcome: "validated", outcome_date: "2026-02-05T10:00:00Z", status: "active" };
    expect(await loop.entry("COR-20260201-A0001")).toMatchObject(judged);
    expect(await loop.entry("INS-20260201-B0001")).toMatchObject(judged);
    loop.day(30);
    // Nothing is asked any more; a validated correction that was not repeated held, and is a rule.
    const did = [expect.stringContaining("A0001 held"), expect.stringContaining("1 rule added to SOUL.md")];
    expect(await loop.beat()).toMatchObject({ due: [], did });
    await give(loop, "a0001", { verdict: "invalidated", result: "It drifted all the same" });
    expect(await loop.entry("COR-20260201-A0001")).toMatchObject({ outcome: "invalidated" });
  });
});

describe("an outcome that a hand wrote into its file", () => {
  const ID = "INS-20260201-A0001";
  const written = (fields: string, references = ID) =>
    `---\ntype: outcomes\ndate: 2026-02-02\n---\n# Outcomes\n\n## O\n\`\`\`yaml\ntype: outcome\nid: OUT-20260202-HAND2\ntimestamp: 2026-02-02T09:00:00Z\nagent: main\ntier: self\nreferences:\n  - ${references}\nresult: "no flake since"\nstatus: resolved\n${fields}\`\`\`\n`;
  const put = (loop: LoopWorld, text: string) => loop.world.put("memory/learning/outcomes/2026-02-02.md", text);

  it("closes the question of what it names before anything is written, and stands on it with the next heartbeat", async () => {
    const loop = loopWorld();
    await loop.store(ins("A0001"), ins("B0001"));
    put(loop, written("verdict: mixed\n"));
    loop.day(3);
    const before = everything(loop.world.workspace.root);
    expect(await loop.beat(true)).toMatchObject({
      due: [{ id: "INS-20260201-B0001" }],
      did: [`note that ${ID} turned out mixed, as OUT-20260202-HAND2 says`],
    });
    expect(everything(loop.world.workspace.root)).toEqual(before);
    expect(await loop.brief()).toBe("first B0001");
    expect(await loop.entry(ID)).toMatchObject({ outcome: "mixed", outcome_date: "2026-02-02T09:00:00Z" });
    const [noted] = (await loop.beat()).did;
    expect(noted).toBeUndefined();
  });

  it("may name it by an alias", async () => {
    const loop = loopWorld();
    await loop.store(ins("A0001", { aliases: ["COR-20260301-001"] }));
    put(loop, written("verdict: mixed\n", "cor-20260301-001".toUpperCase()));
    loop.day(3);
    expect(await loop.brief()).toBe("did");
    expect(await loop.entry(ID)).toMatchObject({ outcome: "mixed" });
  });

  it("judges nothing by a name that two entries have", async () => {
    const loop = loopWorld();
    await loop.store(ins("A0001", { aliases: ["LRN-1"] }), ins("B0001", { aliases: ["LRN-1"] }));
    put(loop, written("verdict: mixed\n", "LRN-1"));
    loop.day(3);
    expect((await loop.beat()).due).toHaveLength(2);
    for (const tail of ["A0001", "B0001"])
      expect(await loop.entry(`INS-20260201-${tail}`)).not.toHaveProperty("outcome");
  });

  it("takes inconclusive back, counts for a correction as an opportunity, and gives way to a newer answer", async () => {
    const loop = loopWorld();
    await loop.store(
      ins("A0001", { status: "inconclusive" }),
      cor("A0002"),
      ins("A0003", { outcome: "invalidated", outcome_date: "2026-02-03T09:00:00Z" }),
    );
    put(
      loop,
      written("verdict: validated\n", `${ID}\n  - COR-20260201-A0002\n  - INS-20260201-A0003\n  - INS-20260201-GONE9`),
    );
    loop.day(4);
    await loop.beat();
    expect(await loop.entry(ID)).toMatchObject({ status: "active", outcome: "validated" });
    expect(await loop.entry("COR-20260201-A0002")).toMatchObject({ outcome: "validated" });
    expect(await loop.entry("COR-20260201-A0002")).not.toHaveProperty("stick");
    expect(await loop.entry("INS-20260201-A0003")).toMatchObject({ outcome: "invalidated" });
    loop.day(8);
    await loop.beat();
    expect(await loop.entry("COR-20260201-A0002")).toMatchObject({ stick: { verdict: "held" } });
  });

  it("says nothing while it waits for a review, and no hand gives it a person's weight", async () => {
    const loop = loopWorld();
    await loop.store(ins("A0001"), cor("A0002"));
    put(loop, written("verdict: mixed\norigin: https://elsewhere.example\n").replace("tier: self", "tier: external"));
    loop.day(3);
    expect((await loop.beat()).due.map(({ id }) => id)).toContain(ID);
    put(
      loop,
      written("verdict: validated\nsource: bridget\n", "COR-20260201-A0002").replace("tier: self", "tier: owner"),
    );
    loop.day(4);
    await loop.beat();
    expect(await loop.entry("COR-20260201-A0002")).toMatchObject({ outcome: "validated" });
    expect(await loop.entry("COR-20260201-A0002")).not.toHaveProperty("stick");
  });
});

describe("short answers", () => {
  it.each<[answer: Omit<OutcomeInput, "refs">, decision: string, fields: object]>([
    [
      { held: true, evidence: "not once" },
      "held",
      {
        stick: { verdict: "held", at: "2026-02-09T10:00:00Z", evidence: "not once" },
        outcome: "validated",
        outcome_date: "2026-02-09T10:00:00Z",
      },
    ],
    [
      { failed: true, evidence: "did it again" },
      "failed",
      { stick: { verdict: "failed", at: "2026-02-09T10:00:00Z", evidence: "did it again" } },
    ],
    [{ irrelevant: true }, "irrelevant", { status: "inconclusive" }],
    [{ later: "5d" }, "later", { status: "active" }],
  ])("%j", async (answer, decision, fields) => {
    const loop = loopWorld();
    await loop.store(cor("A0001"));
    loop.day(8);
    const head = (await openStore(loop.ctx)).head("COR-20260201-A0001");
    expect(await give(loop, "A0001", answer)).toMatchObject({
      decision,
      id: "COR-20260201-A0001",
      type: "correction",
      file: "memory/learning/corrections/2026-02-01.md",
      line: head?.line,
    });
    expect(await loop.entry("COR-20260201-A0001")).toMatchObject(fields);
  });

  it("--later is remembered outside the tree, and takes days, hours, weeks and dates", async () => {
    const loop = loopWorld();
    await loop.store(ins("A0001"));
    await loop.brief();
    loop.day(3);
    const until: (string | undefined)[] = [];
    for (const later of ["5d", "12h", "2 weeks", "2026-03-01"]) {
      await give(loop, "a0001", { later });
      until.push((await readQuestions(loop.world.workspace)).later[0]?.until);
    }
    expect(until).toEqual([
      "2026-02-09T10:00:00Z",
      "2026-02-04T22:00:00Z",
      "2026-02-18T10:00:00Z",
      "2026-03-01T00:00:00Z",
    ]);
    expect((await readQuestions(loop.world.workspace)).later).toHaveLength(1);
    expect(await loop.brief()).toBe("ok");
    loop.at("2026-03-01T00:00:00Z");
    expect(await loop.brief()).toBe("final A0001");
  });

  it.each<[when: string, at: string, session: string]>([
    ["in the minute and session of the correction", "2026-02-01T09:00:00Z", "born"],
    ["on its day, in another session", "2026-02-01T18:00:00Z", "later"],
  ])("held said %s counts at day 7, as it says", async (_when, at, session) => {
    const loop = loopWorld();
    loop.session("born");
    await loop.store(cor("A0001", { session: "born" }));
    loop.at(at);
    loop.session(session);
    const said = await give(loop, "a0001", { held: true, evidence: "the next command was right" });
    expect(said).toMatchObject({ decision: "opportunity", because: [expect.stringContaining("shows on 2026-02-08")] });
    loop.at("2026-02-08T08:59:59Z");
    await loop.beat();
    expect(await loop.entry("COR-20260201-A0001")).not.toHaveProperty("stick");
    loop.at("2026-02-08T09:00:00Z");
    await loop.beat();
    expect(await loop.entry("COR-20260201-A0001")).toMatchObject({ stick: { verdict: "held" }, outcome: "validated" });
  });

  it.each<[what: string, answer: Omit<OutcomeInput, "refs">]>([
    ["--held", { held: true, evidence: "two weeks" }],
    ["a verdict", { verdict: "validated", result: "two weeks" }],
  ])("nothing holds over a blocking pair, whatever the window: %s", { tags: "proof" }, async (_what, answer) => {
    const loop = loopWorld();
    const near = [{ with: "COR-20260201-A0001", score: 0.8, by: "claim", state: "open" } as const];
    const line = [{ with: "SOUL.md#01234567", score: 0.9, by: "claim", state: "open" } as const];
    await loop.store(
      cor("A0001", { corrected_to: "Install with npm ci" }),
      cor("A0002", { corrected_to: "Install with npm install", near }),
      cor("B0001", { corrected_to: "Invoices are in euros", near: line }),
    );
    loop.day(9);
    const said = await give(loop, "a0001", answer);
    expect(said.because.join(" ")).toContain("shows when it is decided beside COR-20260201-A0002: tenet resolve");
    await give(loop, "b0001", answer);
    await loop.beat();
    expect(await loop.entry("COR-20260201-A0001")).not.toHaveProperty("stick");
    expect(await loop.entry("COR-20260201-B0001")).toMatchObject({ stick: { verdict: "held" } });
    const { resolvePair } = await import("../../src/review/resolve.js");
    await resolvePair(loop.ctx, { a: "a0002", b: "a0001", how: "unrelated" });
    await loop.beat();
    expect(await loop.entry("COR-20260201-A0001")).toMatchObject({ stick: { verdict: "held" } });
  });

  it("an answer takes inconclusive back", async () => {
    const loop = loopWorld();
    await loop.store(cor("A0001", { status: "inconclusive" }), cor("A0002", { status: "inconclusive" }));
    // Also where it only says that it came up.
    expect((await give(loop, "a0001", { held: true, evidence: "x" })).decision).toBe("opportunity");
    await give(loop, "a0002", { failed: true, evidence: "x" });
    expect((await loop.entry("COR-20260201-A0001")).status).toBe("active");
    expect((await loop.entry("COR-20260201-A0002")).status).toBe("active");
  });

  it("of a rule --irrelevant only proposes the removal, and stops the questions", async () => {
    const loop = loopWorld();
    await loop.store(ins("A0001", { status: "promoted" }), ins("A0002", { outcome: "mixed" }));
    await give(loop, "a0001", { irrelevant: true });
    expect(await loop.entry("INS-20260201-A0001")).toMatchObject({ status: "promoted", flags: ["irrelevant"] });
    loop.day(3);
    expect(await loop.brief()).toBe("ok");
    await give(loop, "a0002", { irrelevant: true });
    expect((await loop.entry("INS-20260201-A0002")).status).toBe("active");
  });

  it("goes to the newest of a chain of recurrences, which ends reinforcement of all", async () => {
    const loop = loopWorld();
    await loop.store(
      cor("A0001", { stick: { verdict: "failed", at: "2026-02-01T09:30:00Z" } }),
      cor("A0002", { timestamp: "2026-02-01T09:30:00Z", recurrence_of: "COR-20260201-A0001" }),
    );
    loop.day(1);
    expect(await loop.brief()).toBe("reinforce A0002");
    loop.day(8);
    const noted = await give(loop, "a0001", { held: true, evidence: "two weeks" });
    expect(noted).toMatchObject({ id: "COR-20260201-A0002", decision: "held" });
    expect(noted.because[0]).toContain("COR-20260201-A0001 was repeated as COR-20260201-A0002");
    loop.day(10);
    expect(await loop.brief()).not.toContain("reinforce");
  });

  it("replaces secrets in the evidence", async () => {
    const loop = loopWorld();
    await loop.store(cor("A0001"));
    loop.day(8);
    const key = ["ghp", "0123456789abcdefABCDEF0123456789abcd"].join("_");
    await give(loop, "a0001", { held: true, evidence: `no leak of ${key}` });
    const { stick } = (await loop.entry("COR-20260201-A0001")) as Extract<Entry, { type: "correction" }>;
    expect(stick?.evidence).toMatch(/no leak of \[secret:/);
    expect(loop.world.warnings.join()).toMatch(/evidence/);
  });
});

describe("wrong answers change nothing", () => {
  it.each<[what: string, ref: string, answer: Omit<OutcomeInput, "refs">, code: string, says: RegExp]>([
    ["two forms", "a0001", { held: true, irrelevant: true }, "usage", /--held and --irrelevant are different/],
    ["two forms", "a0001", { later: "5d", verdict: "mixed" }, "usage", /--later and --verdict/],
    ["no evidence", "a0001", { held: true }, "usage", /evidence is missing/],
    ["blank evidence", "a0001", { failed: true, evidence: " " }, "usage", /evidence is missing/],
    ["stray evidence", "a0001", { verdict: "mixed", result: "x", evidence: "y" }, "usage", /belongs to --held/],
    [
      "a lesson with --held",
      "a0001",
      { held: true, evidence: "x", lesson: "y" },
      "usage",
      /lesson: only with --verdict/,
    ],
    ["no time", "a0001", { later: "soon" }, "usage", /later is no time ahead/],
    ["the past", "a0001", { later: "2020-01-01" }, "usage", /later is no time ahead/],
    ["nothing", "a0001", {}, "usage", /./],
    ["no verdict", "a0001", { result: "x" }, "usage", /verdict/],
    ["an unknown verdict", "a0001", { verdict: "good", result: "x" }, "usage", /verdict/],
    ["a score of 11", "a0001", { verdict: "mixed", result: "x", score: 11 }, "usage", /score/],
    ["--held of an insight", "b0001", { held: true, evidence: "x" }, "usage", /answer for corrections/],
    ["an outcome", "d0001", { irrelevant: true }, "usage", /is an outcome/],
    [
      "superseded",
      "c0001",
      { held: true, evidence: "x" },
      "usage",
      /no longer counts: it is superseded by COR-20260201-A0001/,
    ],
    ["unknown", "zzzzz", { held: true, evidence: "x" }, "not-found", /./],
    ["unknown", "zzzzz", { verdict: "mixed", result: "x" }, "not-found", /./],
  ])("%s: %s %j", { tags: "sampled" }, async (_what, ref, answer, failure, says) => {
    const loop = loopWorld();
    await loop.store(
      cor("A0001"),
      ins("B0001"),
      cor("C0001", { status: "superseded", superseded_by: "COR-20260201-A0001" }),
      {
        type: "outcome",
        id: "OUT-20260201-D0001",
        timestamp: "2026-02-01T09:00:00Z",
        agent: "main",
        tier: "self",
        references: ["INS-20260201-B0001"],
        result: "x",
        verdict: "mixed",
        status: "resolved",
      },
    );
    const memory = () =>
      Object.fromEntries(
        Object.entries(everything(loop.world.workspace.root)).filter(([path]) => path.startsWith("memory/")),
      );
    const before = memory();
    const error = await refusal(give(loop, ref, answer));
    expect(error.failure).toBe(failure);
    expect(error.message).toMatch(says);
    expect(memory()).toEqual(before);
  });

  it("a peer says of nothing more trusted that it failed", async () => {
    const loop = loopWorld();
    await loop.store(cor("A0001", { tier: "relayed" }), cor("A0002", { tier: "peer" }));
    loop.session("s9", "stranger");
    const error = await refusal(give(loop, "a0001", { failed: true, evidence: "x" }));
    expect(error).toMatchObject({ failure: "refused", code: "less-trusted" });
    expect(await give(loop, "a0002", { failed: true, evidence: "x" })).toMatchObject({ decision: "failed" });
  });
});

describe("used", () => {
  it("counts once a session, not where it was written; a second word sharpens the first", async () => {
    const loop = loopWorld();
    await loop.store(ins("A0001", { session: "birth" }));
    const decisions: [string, number][] = [];
    const use = async (session: string, result: "cited" | "worked" | "failed") => {
      loop.session(session);
      const answer = await markUsed(loop.ctx, { ref: "a0001", result });
      decisions.push([answer.decision, answer.sessions]);
    };
    await use("birth", "worked");
    await use("s1", "cited");
    await use("s1", "cited");
    await use("s1", "worked");
    await use("s1", "cited");
    await use("s2", "failed");
    expect(decisions).toEqual([
      ["not-counted", 0],
      ["counted", 1],
      ["not-counted", 1],
      ["counted", 1],
      ["not-counted", 1],
      ["counted", 2],
    ]);
    const { uses } = (await loop.entry("INS-20260201-A0001")) as Insight;
    expect(uses?.map(({ session, result, agent }) => [session, result, agent])).toEqual([
      ["s1", "worked", "main"],
      ["s2", "failed", "main"],
    ]);
  });

  it("row 39: an entry without a session was written in the ad-hoc one of its agent and local day", async () => {
    const loop = loopWorld({ timezone: "Pacific/Kiritimati" });
    await loop.store(ins("A0001", { timestamp: "2026-02-01T10:30:00Z" }));
    const decision = async (session: string) => {
      loop.session(session);
      return (await markUsed(loop.ctx, { ref: "a0001" })).decision;
    };
    expect(await decision("adhoc-main-2026-02-02")).toBe("not-counted");
    expect(await decision("adhoc-main-2026-02-01")).toBe("counted");
    expect(await decision("adhoc-other-2026-02-02")).toBe("counted");
  });

  it("is no word for outcomes", async () => {
    const loop = loopWorld();
    await loop.store(ins("A0001"));
    loop.day(1);
    const { id } = await give(loop, "a0001", { verdict: "mixed", result: "x" });
    expect((await refusal(markUsed(loop.ctx, { ref: id ?? "" }))).failure).toBe("usage");
  });
});

describe("log", () => {
  it("row 39: one bullet a line under the local day and time, secrets replaced", async () => {
    const loop = loopWorld({ timezone: "Asia/Kolkata" });
    loop.at("2026-02-15T18:29:59Z");
    expect(await logActivity(loop.ctx, { text: "before\nmidnight" })).toMatchObject({
      decision: "logged",
      text: "before midnight",
      file: "memory/2026-02-15.md",
      line: 3,
    });
    loop.at("2026-02-15T18:30:00Z");
    expect((await logActivity(loop.ctx, { text: "after midnight" })).file).toBe("memory/2026-02-16.md");
    const { readFileSync } = await import("node:fs");
    expect(readFileSync(loop.world.workspace.dailyLog("2026-02-15"), "utf8")).toBe(
      "# 2026-02-15\n\n- 23:59 before midnight\n",
    );
    expect(readFileSync(loop.world.workspace.dailyLog("2026-02-16"), "utf8")).toContain("- 00:00 after midnight\n");
  });

  it("refuses an empty text", async () => {
    expect((await refusal(logActivity(loopWorld().ctx, { text: " \n " }))).failure).toBe("usage");
  });
});
