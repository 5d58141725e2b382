/** The whole loop by tools alone: what an agent without a shell does from its first session to an answered question. */
import { describe, expect, it } from "vitest";
import { knownWorkspace, NO_MODEL } from "../cli/known-workspace.js";
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
  const now = new Date(START + day * DAY_MS).toISOString();
  return await served(box, args, { TENET_NOW: now, TENET_SESSION: `day-${day}` });
}

interface Asked {
  id: string;
  other?: string;
  lines: string[];
}

/** The questions of a context, as its data lists them; of a pair with its other entry. */
async function questionsIn({ call }: Served): Promise<Asked[]> {
  const { layers } = await call("context");
  const found = layers.find(({ name }: { name: string }) => name === "questions");
  return (found?.items ?? []).map((item: { id: string; beside?: { id: string }[]; more: string[] }) => ({
    id: item.id,
    ...(item.more.some((line) => line.startsWith("resolve with")) ? { other: item.beside?.[0]?.id ?? "" } : {}),
    lines: item.more,
  }));
}

it("a session start, a correction, its repeat, a question and the answer need no tool beyond the default ones, and no shell", {
  tags: "proof",
}, async () => {
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
  const [a, b] = [again, known].map(({ id }) => id.slice(-5).toLowerCase());
  const [ask] = again.asks;
  expect(ask).toMatchObject({ about: known.id, text: CORRECTION.corrected_to });
  expect(ask.answers.same).toBe(`resolve with id "${a}", other "${b}" and answer "same"`);
  const same = await second.call("resolve", { id: a, other: b, answer: "same" });
  expect(same).toMatchObject({ isError: false, results: [{ decision: "same", id: again.id, other: known.id }] });
  expect(same.results[0].says).toContain(`${known.id} did not stick`);
  // Four days on the insight is asked about, in words that name the tool; what failed is held up until it holds.
  const third = await sessionOn(box, 5);
  const asked = await questionsIn(third);
  expect(asked.map(({ id }) => id)).toContain(insight.id);
  const names = tools.map(({ name }) => name);
  for (const { lines } of asked) {
    const named = lines.join(" ").match(/\b[a-z_]+(?= with id\b)/g) ?? [];
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) expect(names).toContain(name);
  }
  const held = await third.call("answer_question", {
    id: again.id.slice(-5),
    answer: "held",
    evidence: "Two releases were tagged after their upload.",
  });
  // Before its week is over that is an occasion, noted.
  expect(held).toMatchObject({ isError: false, decision: "held", id: again.id });
  const validated = await third.call("answer_question", {
    id: insight.id,
    answer: "validated",
    result: "The suite runs in four minutes since.",
    score: 8,
    lesson: "Keep the cache warm between runs",
  });
  expect(validated).toMatchObject({ isError: false, decision: "stored", type: "outcome" });
  // A week after it was said again it held, and nobody is asked.
  const fourth = await sessionOn(box, 8);
  const left = (await questionsIn(fourth)).filter(({ other }) => other === undefined).map(({ id }) => id);
  expect(left).not.toContain(again.id);
  expect(left).not.toContain(insight.id);
  expect([first, second, third, fourth].flatMap((one) => shellWordsIn(one.lines()))).toEqual([]);
});

describe("what a hook heard", () => {
  it.each([
    ["record_correction", { corrected_to: "Tag after the upload" }],
    ["record_insight", { insight: "Tags before the upload point at nothing", at_risk: "empty tags", stakes: "low" }],
    ["save_memory", { content: "Tags follow uploads", category: "convention" }],
  ])("is recorded by %s under its name, and waits under every other", { tags: "proof" }, async (tool, stated) => {
    const box = await sandbox({ profile: NO_MODEL });
    const prompt = "No, that's wrong: tag the release after the upload";
    const stdin = JSON.stringify({ session_id: "s-1", cwd: box.dir, hook_event_name: "UserPromptSubmit", prompt });
    await box.run(["hook", "user-prompt"], { stdin });
    const { call } = await sessionOn(box, 0);
    const heard = async () => (await call("context")).layers.find(({ name }: { name: string }) => name === "heard");
    const [item] = (await heard()).items;
    expect(item.text).toBe(prompt);
    const [, name] = /^record_correction with .* heard \["(\w{5})"\]$/.exec(item.more[0]) ?? [];
    expect(await call(tool, { ...stated, heard: ["zzzz9"] })).toMatchObject({ isError: false, decision: "stored" });
    expect(await heard()).toBeDefined();
    expect(await call(tool, { ...stated, heard: [name] })).toMatchObject({ isError: false });
    expect(await heard()).toBeUndefined();
  });
});

it("every text that a client is sent names tools and never a command line: lists, hints, warnings, errors, questions, what waits for a person", {
  tags: "proof",
  timeout: 60_000,
}, async () => {
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
  expect((await call("context", { query: "flaky tests" })).text).toContain("For a person:");
  await call("heartbeat", { dry_run: true });
  expect((await call("heartbeat")).due.length).toBeGreaterThan(0);
  expect((await call("recall_memories", { query: "lockfile" })).index).toBe("degraded");
  await call("recall_memories", { query: "xylophone", keyword: true });
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
  await call("manage_memory", {
    action: "update",
    memory_id: id,
    updates: { content: "The build takes 4 minutes" },
  });
  await call("manage_memory", {
    action: "update",
    memory_id: id,
    updates: { content: "The build takes 2 minutes" },
  });
  await call("manage_memory", { action: "update", memory_id: "k7q2x", updates: { content: "x" } });
  await call("manage_memory", { action: "delete", memory_id: "k7q2x" });
  await call("manage_memory", { action: "delete", memory_id: id, reason: "nobody asks" });
  await call("manage_memory", { action: "list" });
  await call("manage_memory", { action: "forget_all" });
  await call("used", { id: "t4new", result: "worked" });
  await call("used", { id: "m2xba", result: "worked" });
  await call("answer_question", { id: "m2xba", answer: "held", evidence: "x" });
  await call("answer_question", { id: "t4new", answer: "later" });
  await call("answer_question", { id: "m9qrt", answer: "failed" });
  await call("resolve", { id: "k7q2x", other: "m2xba", answer: "same" });
  await call("resolve", { id: "k7q2x", other: "m2xba", answer: "open" });
  await call("resolve", { id: "m2xba", answer: "exception" });
  await call("resolve", { id: "m2xba", other: "k7q2x", answer: "recurrence" });
  await call("resolve", { id: "t4new", other: "k7q2x", answer: "replaces", reason: "it broke again" });
  await call("resolve", { id: "t4new", other: "k7q2x", answer: "unrelated" });
  await call("resolve", { id: "m9qrt", answer: "later", later: "90d" });
  await box.write("memory/learning/insights/2026-02-11.md", "<<<<<<< ours\n=======\n>>>>>>> theirs\n");
  await call("recall_memories", { query: "lockfile" });
  await call("context");
  await call("used", { id: "m2xba" });
  const said = one.lines();
  expect(said.length).toBeGreaterThan(35);
  expect(said.filter(({ result }) => result?.structuredContent?.error?.code === "bug")).toEqual([]);
  expect(shellWordsIn(said)).toEqual([]);
});
