/** How something turned out, in full or in short; what was used; and what happened in a day. */

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { logActivity } from "../../src/capture/log.js";
import type { Entry, Insight } from "../../src/entry/entry.js";
import { TenetError } from "../../src/errors.js";
import { type OutcomeInput, recordOutcome } from "../../src/loop/outcome.js";
import { markUsed } from "../../src/loop/used.js";
import { openStore } from "../../src/store/open-store.js";
import { readQuestions } from "../../src/store/state/question-log.js";
import { everything } from "../health/examined-world.js";
import { say } from "../operations.js";
import { cor, ins, type LoopWorld, loopWorld } from "./loop-world.js";

async function refusal(promise: Promise<unknown>): Promise<TenetError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(TenetError);
  return error as TenetError;
}

type Answer = Omit<OutcomeInput, "refs">;
const give = (loop: LoopWorld, ref: string, answer: Answer) => recordOutcome(loop.ctx, { refs: [ref], ...answer });
const COR = "COR-20260201-A0001";
const INS = "INS-20260201-A0001";

it("an outcome in full is stored and set on everything it judges; the newest counts", { tags: "proof" }, async () => {
  const loop = loopWorld();
  await loop.store(cor("A0001"), ins("B0001", { status: "inconclusive" }));
  loop.day(4);
  const said = { verdict: "validated", score: 9, lesson: "Pin what you ship" };
  const refs = ["a0001", "INS-20260201-B0001"];
  const { id = "" } = await recordOutcome(loop.ctx, { refs, result: "Five releases without drift", ...said });
  const references = [COR, "INS-20260201-B0001"];
  expect(await loop.entry(id)).toMatchObject({ type: "outcome", references, status: "resolved", ...said });
  const judged = { outcome: "validated", outcome_date: "2026-02-05T10:00:00Z", status: "active" };
  for (const ref of references) expect(await loop.entry(ref)).toMatchObject(judged);
  loop.day(30);
  // Nothing is asked any more; a validated correction that was not repeated held, and is a rule.
  const did = [expect.stringContaining("A0001 held"), expect.stringContaining("1 rule added to SOUL.md")];
  expect(await loop.beat()).toMatchObject({ due: [], did });
  await give(loop, "a0001", { verdict: "invalidated", result: "It drifted all the same" });
  expect(await loop.entry(COR)).toMatchObject({ outcome: "invalidated" });
});

describe("an outcome that a hand wrote into its file", () => {
  const written = (fields: string, references = INS) =>
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
      did: [`note that ${INS} turned out mixed, as OUT-20260202-HAND2 says`],
    });
    expect(everything(loop.world.workspace.root)).toEqual(before);
    expect(await loop.brief()).toBe("first B0001");
    expect(await loop.entry(INS)).toMatchObject({ outcome: "mixed", outcome_date: "2026-02-02T09:00:00Z" });
    expect((await loop.beat()).did).toEqual([]);
  });

  it.each([
    ["may name it by an alias", ["COR-20260301-001"], ["INS-20260201-A0001"]],
    ["judges nothing by a name that two entries have", ["LRN-1", "LRN-1"], []],
  ])("%s", async (_, aliases, judged) => {
    const loop = loopWorld();
    const ids = aliases.map((_, at) => `INS-20260201-A000${at + 1}`);
    await loop.store(...aliases.map((alias, at) => ins(`A000${at + 1}`, { aliases: [alias] })));
    put(loop, written("verdict: mixed\n", aliases[0]));
    loop.day(3);
    expect((await loop.beat()).due.map(({ id }) => id)).toEqual(ids.filter((id) => !judged.includes(id)));
    for (const id of ids) expect("outcome" in (await loop.entry(id))).toBe(judged.includes(id));
  });

  it("takes inconclusive back, counts for a correction as an opportunity, and gives way to a newer answer", async () => {
    const loop = loopWorld();
    const newer = { outcome: "invalidated", outcome_date: "2026-02-03T09:00:00Z" } as const;
    await loop.store(ins("A0001", { status: "inconclusive" }), cor("A0002"), ins("A0003", newer));
    const references = [INS, "COR-20260201-A0002", "INS-20260201-A0003", "INS-20260201-GONE9"];
    put(loop, written("verdict: validated\n", references.join("\n  - ")));
    loop.day(4);
    await loop.beat();
    expect(await loop.entry(INS)).toMatchObject({ status: "active", outcome: "validated" });
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
    expect((await loop.beat()).due.map(({ id }) => id)).toContain(INS);
    const asOwner = written("verdict: validated\nsource: bridget\n", "COR-20260201-A0002");
    put(loop, asOwner.replace("tier: self", "tier: owner"));
    loop.day(4);
    await loop.beat();
    expect(await loop.entry("COR-20260201-A0002")).toMatchObject({ outcome: "validated" });
    expect(await loop.entry("COR-20260201-A0002")).not.toHaveProperty("stick");
  });
});

describe("a short answer", () => {
  it("is noted on the entry that it is about, and screened; what happened may be given as its result", async () => {
    const loop = loopWorld();
    await loop.store(cor("A0001"), cor("A0002", { status: "inconclusive" }), cor("A0003", { status: "inconclusive" }));
    const line = (await openStore(loop.ctx)).head(COR)?.line;
    // It takes inconclusive back, also where it only says that it came up.
    expect((await give(loop, "a0002", { held: true, evidence: "x" })).decision).toBe("opportunity");
    await give(loop, "a0003", { failed: true, evidence: "x" });
    for (const tail of ["A0002", "A0003"]) expect((await loop.entry(`COR-20260201-${tail}`)).status).toBe("active");
    loop.day(8);
    const key = ["ghp", "0123456789abcdefABCDEF0123456789abcd"].join("_");
    expect(await give(loop, "A0001", { held: true, result: `no leak of ${key}` })).toMatchObject({
      ...{ decision: "held", id: COR, type: "correction" },
      ...{ file: "memory/learning/corrections/2026-02-01.md", line },
    });
    expect(await loop.entry(COR)).toMatchObject({
      stick: { verdict: "held", at: "2026-02-09T10:00:00Z", evidence: expect.stringMatching(/^no leak of \[secret:/) },
      outcome: "validated",
      outcome_date: "2026-02-09T10:00:00Z",
    });
    expect(loop.world.warnings.join()).toMatch(/evidence/);
  });

  it("--later is remembered outside the tree, and takes days, hours, weeks and dates", async () => {
    const loop = loopWorld();
    await loop.store(ins("A0001"));
    await loop.brief();
    loop.day(3);
    const until: (string | undefined)[] = [];
    for (const later of ["5d", "12h", "2 weeks", "2026-03-01"]) {
      await give(loop, "a0001", { later });
      const { later: kept } = await readQuestions(loop.world.workspace);
      until.push(...kept.map((one) => one.until));
    }
    const [days, hours, weeks, date] = until;
    expect([days, hours, weeks]).toEqual(["2026-02-09T10:00:00Z", "2026-02-04T22:00:00Z", "2026-02-18T10:00:00Z"]);
    expect([date, until.length]).toEqual(["2026-03-01T00:00:00Z", 4]);
    expect(await loop.brief()).toBe("ok");
    loop.at("2026-03-01T00:00:00Z");
    expect(await loop.brief()).toBe("final A0001");
  });

  it.each<[when: string, at: string, session: string]>([
    ["in the minute and session of the correction", "2026-02-01T09:00:00Z", "born"],
    ["on its day, in another session", "2026-02-01T18:00:00Z", "later"],
  ])("held said %s counts at day 7, as it says", async (_when, at, session) => {
    const loop = loopWorld();
    await loop.store(cor("A0001", { session: "born" }));
    loop.at(at);
    loop.session(session);
    const said = await give(loop, "a0001", { held: true, evidence: "the next command was right" });
    expect(said).toMatchObject({ decision: "opportunity", because: [expect.stringContaining("shows on 2026-02-08")] });
    loop.at("2026-02-08T08:59:59Z");
    await loop.beat();
    expect(await loop.entry(COR)).not.toHaveProperty("stick");
    loop.at("2026-02-08T09:00:00Z");
    await loop.beat();
    expect(await loop.entry(COR)).toMatchObject({ stick: { verdict: "held" }, outcome: "validated" });
  });

  it.each<[answer: Answer, fields: object]>([
    [{ held: true, evidence: "two weeks" }, {}],
    [{ verdict: "validated", result: "two weeks" }, { outcome: "validated" }],
  ])(
    "goes to the newest of a chain of recurrences, which ends reinforcement of all: %j",
    { tags: "proof" },
    async (answer, fields) => {
      const loop = loopWorld();
      await loop.store(
        cor("A0001", { stick: { verdict: "failed", at: "2026-02-01T09:30:00Z" } }),
        cor("A0002", { timestamp: "2026-02-01T09:30:00Z", recurrence_of: COR }),
      );
      loop.day(1);
      expect(await loop.brief()).toBe("reinforce A0002");
      loop.day(8);
      const { because } = await give(loop, "a0001", answer);
      if (answer.held) expect(because[0]).toContain(`${COR} was repeated as COR-20260201-A0002`);
      expect(await loop.entry("COR-20260201-A0002")).toMatchObject({ stick: { verdict: "held" }, ...fields });
      loop.day(10);
      expect(await loop.brief()).not.toContain("reinforce");
    },
  );
});

describe("a wrong answer", () => {
  it("changes nothing, and says what is wrong", async () => {
    const ROWS: [what: string, ref: string, answer: Answer, says: RegExp][] = [
      ["two forms", "a0001", { held: true, irrelevant: true }, /--held and --irrelevant are different/],
      ["two forms", "a0001", { later: "5d", verdict: "mixed" }, /--later and --verdict/],
      ["no evidence", "a0001", { held: true }, /evidence is missing(.|\n)*--held --evidence/],
      ["blank evidence", "a0001", { failed: true, evidence: " " }, /evidence is missing/],
      ["stray evidence", "a0001", { verdict: "mixed", result: "x", evidence: "y" }, /belongs to --held/],
      ["a stray lesson", "a0001", { held: true, evidence: "x", lesson: "y" }, /lesson: only with --verdict/],
      ["no time", "a0001", { later: "soon" }, /later is no time ahead(.|\n)*5d, 12h, 2w/],
      ["the past", "a0001", { later: "2020-01-01" }, /later is no time ahead/],
      ["nothing", "a0001", {}, /./],
      ["no verdict", "a0001", { result: "x" }, /verdict/],
      ["an unknown verdict", "a0001", { verdict: "good", result: "x" }, /verdict/],
      ["a score of 11", "a0001", { verdict: "mixed", result: "x", score: 11 }, /score/],
      ["of an insight", "b0001", { held: true, evidence: "x" }, /for corrections(.|\n)*--verdict V --result/],
      ["of an outcome", "d0001", { irrelevant: true }, /is an outcome/],
      ["superseded", "c0001", { irrelevant: true }, /no longer counts: it is superseded by COR-20260201-A0001/],
      ["unknown", "zzzzz", { held: true, evidence: "x" }, /not-found/],
      ["unknown", "zzzzz", { verdict: "mixed", result: "x" }, /not-found/],
    ];
    const loop = loopWorld();
    await loop.store(cor("A0001"), ins("B0001"), cor("C0001", { status: "superseded", superseded_by: COR }), {
      ...{ type: "outcome", id: "OUT-20260201-D0001", timestamp: "2026-02-01T09:00:00Z", agent: "main", tier: "self" },
      ...{ references: ["INS-20260201-B0001"], result: "x", verdict: "mixed", status: "resolved" },
    } as Entry);
    const memory = () =>
      Object.entries(everything(loop.world.workspace.root)).filter(([path]) => path.startsWith("memory/"));
    const before = memory();
    for (const [what, ref, answer, says] of ROWS) {
      const { failure, message, hint } = await refusal(give(loop, ref, answer));
      expect(failure, what).toBe(what === "unknown" ? "not-found" : "usage");
      expect(`${failure}: ${message} ${await say(hint)}`, what).toMatch(says);
    }
    expect((await refusal(markUsed(loop.ctx, { ref: "d0001" }))).failure).toBe("usage");
    expect((await refusal(logActivity(loop.ctx, { text: " \n " }))).failure).toBe("usage");
    expect(memory()).toEqual(before);
  });

  it("is a peer's word that something more trusted failed", async () => {
    const loop = loopWorld();
    await loop.store(cor("A0001", { tier: "relayed" }), cor("A0002", { tier: "peer" }));
    loop.session("s9", "stranger");
    const error = await refusal(give(loop, "a0001", { failed: true, evidence: "x" }));
    expect(error).toMatchObject({ failure: "refused", code: "less-trusted" });
    expect(await give(loop, "a0002", { failed: true, evidence: "x" })).toMatchObject({ decision: "failed" });
  });
});

describe("a use", () => {
  it("counts once a session, not where it was written; a second word sharpens the first", async () => {
    const loop = loopWorld();
    await loop.store(ins("A0001", { session: "birth" }));
    const use = async (session: string, result: "cited" | "worked" | "failed") => {
      loop.session(session);
      const { decision, sessions } = await markUsed(loop.ctx, { ref: "a0001", result });
      return `${decision} ${sessions}`;
    };
    expect(await use("birth", "worked")).toBe("not-counted 0");
    expect(await use("s1", "cited")).toBe("counted 1");
    expect(await use("s1", "cited")).toBe("not-counted 1");
    expect(await use("s1", "worked")).toBe("counted 1");
    expect(await use("s1", "cited")).toBe("not-counted 1");
    expect(await use("s2", "failed")).toBe("counted 2");
    const { uses } = (await loop.entry(INS)) as Insight;
    expect(uses?.map(({ session, result, agent }) => `${session} ${result} ${agent}`)).toEqual([
      "s1 worked main",
      "s2 failed main",
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
});

it("row 39: the log has one bullet a line under the local day and time", async () => {
  const loop = loopWorld({ timezone: "Asia/Kolkata" });
  loop.at("2026-02-15T18:29:59Z");
  const said = { decision: "logged", text: "before midnight", file: "memory/2026-02-15.md", line: 3 };
  expect(await logActivity(loop.ctx, { text: "before\nmidnight" })).toMatchObject(said);
  loop.at("2026-02-15T18:30:00Z");
  await logActivity(loop.ctx, { text: "after midnight" });
  const day = (name: string) => readFileSync(loop.world.workspace.dailyLog(name), "utf8");
  expect(day("2026-02-15")).toBe("# 2026-02-15\n\n- 23:59 before midnight\n");
  expect(day("2026-02-16")).toContain("- 00:00 after midnight\n");
});
