/** The whole loop by tools alone: what an agent without a shell does from its first session to an answered question. */
import { describe, expect, it } from "vitest";
import { knownWorkspace, NO_MODEL } from "../cli/known-workspace.js";
import { everyNth } from "../effort.js";
import { NOW, type Sandbox, sandbox } from "../sandbox.js";
import { type Served, served, textOf } from "./served.js";
import { shellWordsIn } from "./shell-words.js";

const DAY_MS = 86_400_000;
const START = Date.parse("2026-02-15T14:00:00Z");

const CORRECTION = {
  corrected_to: "Tag the release after the upload has finished",
  prior_belief: "Tag first, then upload",
  at_risk: "a tag without a file",
  stakes: "high",
  behavioral_change: "Upload, check the file, then tag.",
};

/** A session of its own, some days after the first. */
async function sessionOn(box: Sandbox, day: number, args: readonly string[] = []): Promise<Served> {
  return await served(box, args, { TENET_NOW: new Date(START + day * DAY_MS).toISOString() });
}

interface Asked {
  id: string;
  other?: string;
  lines: string[];
}

/** The questions of a context, as its data lists them. */
async function questionsIn({ call }: Served): Promise<Asked[]> {
  const { layers } = await call("context");
  const found = layers.find(({ name }: { name: string }) => name === "questions");
  return (found?.items ?? []).map((item: { id: string; beside?: { id: string }; more: string[] }) => ({
    id: item.id,
    ...(item.beside === undefined ? {} : { other: item.beside.id }),
    lines: item.more,
  }));
}

const correctionFile = (day: string, records: string) =>
  `---\ntype: corrections\ndate: ${day}\n---\n# Corrections · ${day}\n\n${records}`;

const correctionRecord = (id: string, holds: string, more: string, tier = "self") => `## ${id} · ${holds}
\`\`\`yaml
type: correction
id: ${id}
timestamp: 2026-02-13T09:00:00Z
agent: main
tier: ${tier}
prior_belief: "Something else about ${id}"
corrected_to: "${holds}"
stakes: medium
at_risk: "A day is lost."
behavioral_change: "Look it up first."
${more}status: active
\`\`\`
`;

describe("a session start, a correction, its repeat, a question and the answer", () => {
  it("need no tool beyond the default ones, and no shell", async () => {
    const box = await sandbox();
    const first = await sessionOn(box, 0);
    const { tools } = await first.client.listTools();
    await first.client.getPrompt({ name: "memory_guidelines" });
    expect(textOf(await first.answer("context"))).toContain("record_correction");
    const known = await first.call("record_correction", CORRECTION);
    expect(known).toMatchObject({ isError: false, decision: "stored" });
    const insight = await first.call("record_insight", {
      insight: "A warm cache halves the run of the integration suite",
      evidence: "Two timings: 9 and 4 minutes",
      at_risk: "slow mornings",
      stakes: "medium",
    });
    expect(insight.isError).toBe(false);
    // Said again in other words, in a later session.
    const second = await sessionOn(box, 1);
    const again = await second.call("record_correction", {
      ...CORRECTION,
      corrected_to: "After the upload has finished, tag the release",
    });
    expect(again.isError).toBe(false);
    expect([again.recurrence_of, again.maybe_recurrence_of, ...(again.linked ?? [])]).toContain(known.id);
    // Four days on it is asked, in words that name the tool and what it takes.
    const third = await sessionOn(box, 5);
    const asked = await questionsIn(third);
    expect(asked.map(({ id }) => id)).toContain(insight.id);
    const correction = asked.find(({ id, other }) => id === again.id && other === undefined);
    expect(correction?.lines.join(" ")).toMatch(/answer_question with id "\w{5}" and answer .*"held" or "failed"/);
    const names = tools.map(({ name }) => name);
    for (const { lines } of asked) {
      const named = lines.join(" ").match(/\b[a-z]+_[a-z_]+\b(?= with)/g) ?? [];
      expect(named.length).toBeGreaterThan(0);
      for (const name of named) expect(names).toContain(name);
    }
    const held = await third.call("answer_question", {
      id: again.id.slice(-5),
      answer: "held",
      evidence: "Two releases were tagged after their upload.",
    });
    // Before its week is over that is an occasion, noted.
    expect(held).toMatchObject({ isError: false, decision: "opportunity", id: again.id });
    const validated = await third.call("answer_question", {
      id: insight.id,
      answer: "validated",
      result: "The suite runs in four minutes since.",
      score: 8,
      lesson: "Keep the cache warm between runs",
    });
    expect(validated).toMatchObject({ isError: false, decision: "stored", type: "outcome" });
    const fourth = await sessionOn(box, 6);
    const left = (await questionsIn(fourth)).filter(({ other }) => other === undefined).map(({ id }) => id);
    expect(left).not.toContain(again.id);
    expect(left).not.toContain(insight.id);
    expect([first, second, third, fourth].flatMap((one) => shellWordsIn(one.lines()))).toEqual([]);
  }, 60_000);
});

describe("answer_question", () => {
  const OLD = "COR-20260213-AAAA1";
  const NEW = "COR-20260213-AAAA2";

  async function pairWorld(more: string, tier = "self"): Promise<Sandbox> {
    const box = await sandbox({ profile: NO_MODEL });
    await box.write(
      "memory/learning/corrections/2026-02-13.md",
      correctionFile(
        "2026-02-13",
        correctionRecord(OLD, "Deploy the web app on Tuesdays", "", tier) +
          correctionRecord(NEW, "Deploy the web app on Thursdays", more, tier),
      ),
    );
    return box;
  }

  it("decides the pairs that it is asked about", { tags: "more", timeout: 60_000 }, async () => {
    const PAIRS = [
      [`contests:\n  - ${OLD}\n`, "supersedes", /takes the place of/],
      [`contests:\n  - ${OLD}\n`, "both", /Both stay/],
      [`maybe_recurrence_of: ${OLD}\n`, "recurrence", /did not stick/],
      [`maybe_recurrence_of: ${OLD}\n`, "both", /Both stay/],
      [`maybe_recurrence_of: ${OLD}\n`, "unrelated", /both stay/],
      [`maybe_supersedes: ${OLD}\n`, "supersedes", /takes the place of/],
      [`maybe_supersedes: ${OLD}\n`, "later", /asked about again from 2026-02-20/],
    ] as const;
    for (const [more, answer, says] of everyNth(PAIRS, 2)) {
      const box = await pairWorld(more);
      const one = await sessionOn(box, 0);
      const [pair] = (await questionsIn(one)).filter(({ other }) => other !== undefined);
      expect(pair, answer).toMatchObject({ id: NEW, other: OLD });
      expect(pair?.lines.join(" ")).toContain(`answer_question with id "aaaa2", other "aaaa1" and answer`);
      const decided = await one.call("answer_question", { id: "aaaa2", other: "aaaa1", answer });
      expect(decided, answer).toMatchObject({ isError: false, decision: answer });
      expect(decided.because.join(" ")).toMatch(says);
      const next = await questionsIn(await sessionOn(box, 3));
      expect(next.filter(({ other }) => other !== undefined)).toEqual([]);
      expect(shellWordsIn(one.lines())).toEqual([]);
    }
  });

  it("takes later and irrelevant, and then asks no more", async () => {
    const box = await knownWorkspace({ profile: NO_MODEL });
    const one = await sessionOn(box, 0);
    const before = await questionsIn(one);
    expect(before.length).toBeGreaterThan(1);
    const later = await one.call("answer_question", { id: "k7q2x", answer: "later", until: "3d" });
    expect(later).toMatchObject({ isError: false, decision: "later" });
    expect(later.because.join(" ")).toContain("2026-02-18");
    const fiveDays = await one.call("answer_question", { id: "m2xba", answer: "later" });
    expect(fiveDays.because.join(" ")).toContain("2026-02-20");
    const none = await one.call("answer_question", { id: "m2xba", answer: "irrelevant" });
    expect(none).toMatchObject({ isError: false, decision: "irrelevant" });
    const ids = (await questionsIn(await sessionOn(box, 1)))
      .filter(({ other }) => other === undefined)
      .map(({ id }) => id);
    expect(ids).not.toContain("INS-20260211-M2XBA");
    expect(shellWordsIn(one.lines())).toEqual([]);
  });

  it("what only a person may decide is theirs, and nothing is changed", async () => {
    const box = await pairWorld(`contests:\n  - ${OLD}\n`, "owner");
    await box.write("tenet.yaml", "schema: 1\nagent: main\ntimezone: UTC\npeople:\n  - {name: bridget, role: owner}\n");
    const before = await box.read("memory/learning/corrections/2026-02-13.md");
    const one = await sessionOn(box, 0, ["--user", "bridget"]);
    const refused = await one.call("answer_question", { id: NEW, other: OLD, answer: "supersedes" });
    expect(refused).toMatchObject({ isError: true, error: { code: "needs-person" } });
    expect(refused.error.hint).toBeTruthy();
    const all = await one.call("manage_memory", { action: "forget_all", reason: "they said so" });
    expect(all).toMatchObject({ isError: true, error: { code: "needs-person" } });
    expect(await box.read("memory/learning/corrections/2026-02-13.md")).toBe(before);
    expect((await one.call("answer_question", { id: NEW, other: OLD, answer: "both" })).isError).toBe(false);
    expect(shellWordsIn(one.lines())).toEqual([]);
  });

  it("refuses what does not belong together, and says what does; nothing is written", async () => {
    const box = await pairWorld(`contests:\n  - ${OLD}\n`);
    const before = await box.read("memory/learning/corrections/2026-02-13.md");
    const one = await sessionOn(box, 0);
    for (const [args, says] of [
      [{ id: NEW, answer: "both" }, "name the second as other"],
      [{ id: NEW, other: OLD, answer: "held", evidence: "x" }, "leave other out"],
      [{ id: NEW, answer: "held", evidence: "x", score: 3 }, "score does not belong to held"],
      [{ id: NEW, answer: "irrelevant", result: "x" }, "result does not belong to irrelevant"],
      [{ id: NEW, answer: "perhaps" }, "answer"],
      [{ answer: "held" }, "id"],
    ] as const) {
      const { isError, error } = await one.call("answer_question", args);
      expect({ isError, code: error?.code }, says).toEqual({ isError: true, code: "wrong-arguments" });
      expect(error.message).toContain(says);
    }
    for (const args of [
      { id: NEW, answer: "held" },
      { id: NEW, answer: "later", until: "soon" },
      { id: NEW, other: NEW, answer: "both" },
      { id: "zzzzz", answer: "held", evidence: "x" },
    ]) {
      const { isError, error } = await one.call("answer_question", args);
      expect({ isError, bug: error?.code === "bug" }, JSON.stringify(args)).toEqual({ isError: true, bug: false });
    }
    expect(await box.read("memory/learning/corrections/2026-02-13.md")).toBe(before);
    expect(shellWordsIn(one.lines())).toEqual([]);
  });
});

describe("save_memory", () => {
  it("takes no correction: it names the tool that does, and saves nothing", async () => {
    const box = await sandbox();
    const one = await sessionOn(box, 0);
    const { tools } = await one.client.listTools();
    const save = tools.find(({ name }) => name === "save_memory");
    expect(save?.inputSchema.properties).toMatchObject({
      category: { enum: ["preference", "pattern", "fact", "instruction", "convention"] },
    });
    const given = { content: "Tag the release after the upload, not before", category: "correction" };
    const { isError, error } = await one.call("save_memory", given);
    expect({ isError, code: error?.code }).toEqual({ isError: true, code: "record-correction" });
    expect(error.hint).toMatch(/^Call record_correction with corrected_to/);
    const { id } = await one.call("save_memory", { content: "The build takes 12 minutes", category: "fact" });
    const update = { action: "update", id, content: "The build takes 4 minutes", category: "correction" };
    expect(await one.call("manage_memory", update)).toMatchObject({ error: { code: "record-correction" } });
    expect((await one.call("manage_memory", { action: "list" })).total).toBe(1);
    expect(shellWordsIn(one.lines())).toEqual([]);
  });
});

describe("a project and the user who is served", () => {
  it("are told apart, and what they remember and cannot both hold is told with both, the project's first", async () => {
    const box = await sandbox();
    const one = await sessionOn(box, 0, ["--user", "bridget"]);
    const key = "editor.indent";
    const tabs = { content: "Indent everything with tabs", category: "preference", confidence: 0.6, key };
    const hers = await one.call("save_memory", tabs);
    expect(hers).toMatchObject({ isError: false, scope: "user", confidence: 0.6 });
    const spaces = { content: "Indent with two spaces", category: "convention", scope: "project", key };
    const projects = await one.call("save_memory", spaces);
    const ids = (found: { id: string }[]) => found.map(({ id }) => id);
    const { results } = await one.call("recall_memories", { query: "indent everything with tabs" });
    expect(ids(results)).toEqual([projects.id, hers.id]);
    for (const text of [
      textOf(await one.answer("recall_memories", { query: "indent" })),
      textOf(await one.answer("manage_memory", { action: "list" })),
      textOf(await one.answer("context")),
    ]) {
      expect(text.indexOf("Indent with two spaces")).toBeLessThan(text.indexOf("Indent everything with tabs"));
      expect(text).toMatch(new RegExp(`contested (?:by|with) ${hers.id}`));
      expect(text).toMatch(new RegExp(`contested (?:by|with) ${projects.id}`));
    }
    const nobody = await sessionOn(box, 0);
    expect(await nobody.call("save_memory", { content: "The build runs at night", category: "fact" })).toMatchObject({
      file: expect.stringMatching(/^memory\//),
    });
    expect(textOf(await nobody.answer("context"))).not.toMatch(/contested|tabs/);
    expect(shellWordsIn([...one.lines(), ...nobody.lines()])).toEqual([]);
  });
});

describe("a context that a client read", () => {
  it("is printed again by its receipt at a shell, byte for byte, in the words that it was said in", async () => {
    const box = await knownWorkspace();
    expect((await box.run(["init", "--owner", "bridget"])).code).toBe(0);
    const one = await sessionOn(box, 0);
    const { text, receipt } = await one.call("context", { query: "flaky tests" });
    expect(text).toContain("answer_question");
    const again = await box.run(["context", "--replay", receipt, "--query", "flaky tests"]);
    expect(again).toMatchObject({ code: 0, stdout: text });
    expect(shellWordsIn(one.lines())).toEqual([]);
  });
});

describe("every text that a client is sent", () => {
  it("names tools and never a command line: lists, hints, warnings, errors, questions, what waits for a person", async () => {
    const box = await knownWorkspace({
      profile: "schema: 1\nagent: main\ntimezone: UTC\napply_mode: approval\nembedding: {model: /nowhere/at/all}\n",
    });
    for (const day of [12, 13, 14]) {
      box.at(`2026-02-${day}T14:00:00Z`);
      await box.run(["used", "m2xba", "--worked", "--session", `s${day}`]);
    }
    box.at(NOW);
    expect((await box.run(["digest"])).code).toBe(0);
    const one = await sessionOn(box, 1, ["--profile", "full", "--user", "bridget"]);
    const { call } = one;
    await one.client.listTools();
    await one.client.listPrompts();
    await one.client.getPrompt({ name: "memory_guidelines" });
    expect((await call("context", { query: "flaky tests" })).text).toContain("wait");
    await call("heartbeat", { dry_run: true });
    expect((await call("heartbeat")).due.length).toBeGreaterThan(0);
    expect((await call("recall_memories", { query: "lockfile" })).index).toBe("degraded");
    await call("recall_memories", { query: "xylophone", mode: "keyword" });
    const low = { insight: "Cold caches double the run", evidence: "two timings", at_risk: "none" };
    expect(await call("record_insight", low)).toMatchObject({ decision: "logged", next: expect.any(String) });
    await call("record_correction", { ...CORRECTION, at_risk: "none", stakes: undefined });
    await call("record_correction", { corrected_to: "Tag first", prior_belief: CORRECTION.corrected_to });
    await call("record_insight", { insight: "only that" });
    await call("record_outcome", { references: ["k7q2x"], verdict: "invalidated", result: "It broke again" });
    await call("record_outcome", { references: ["zzzzz"], verdict: "mixed", result: "x" });
    for (const scope of [undefined, "user", "project", "global", "conversation"]) {
      await call("save_memory", { content: `Bridget likes the colour of ${scope}`, category: "preference", scope });
    }
    const { id } = await call("save_memory", { content: "The build takes 12 minutes", category: "fact" });
    await call("manage_memory", { action: "update", id, content: "The build takes 4 minutes" });
    await call("manage_memory", { action: "update", id, content: "The build takes 2 minutes" });
    await call("manage_memory", { action: "update", id: "k7q2x", content: "x" });
    await call("manage_memory", { action: "delete", id: "k7q2x" });
    await call("manage_memory", { action: "delete", id, reason: "nobody asks" });
    await call("manage_memory", { action: "list" });
    await call("manage_memory", { action: "forget_all" });
    await call("used", { id: "t4new", result: "worked" });
    await call("used", { id: "m2xba", result: "worked" });
    await call("answer_question", { id: "m2xba", answer: "held", evidence: "x" });
    await call("answer_question", { id: "t4new", answer: "later" });
    await call("answer_question", { id: "m9qrt", answer: "failed" });
    await call("answer_question", { id: "k7q2x", other: "m2xba", answer: "same" });
    await call("answer_question", { id: "m2xba", other: "k7q2x", answer: "recurrence" });
    await call("answer_question", { id: "t4new", other: "k7q2x", answer: "supersedes" });
    await box.write("memory/learning/insights/2026-02-11.md", "<<<<<<< ours\n=======\n>>>>>>> theirs\n");
    await call("recall_memories", { query: "lockfile" });
    await call("context");
    await call("used", { id: "m2xba" });
    const said = one.lines();
    expect(said.length).toBeGreaterThan(35);
    expect(said.filter(({ result }) => result?.structuredContent?.error?.code === "bug")).toEqual([]);
    expect(shellWordsIn(said)).toEqual([]);
  }, 60_000);
});
