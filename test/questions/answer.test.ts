/** An answer in every seat: an owner at their terminal, another person there, an agent. On real folders. */
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { fixedClock } from "../../src/clock.js";
import { forget } from "../../src/forget/forget.js";
import { status } from "../../src/health/status.js";
import { verify } from "../../src/health/verify.js";
import { answer } from "../../src/questions/answer.js";
import { ask } from "../../src/questions/ask.js";
import { edit } from "../../src/review/edit/edit.js";
import { reviewQueue } from "../../src/review/queue/review-queue.js";
import { decideReview } from "../../src/review/review.js";
import { undo } from "../../src/review/undo.js";
import { AT_TERMINAL, type Capturing, capturing, OWNER } from "../capture/capturing.js";
import { context } from "../operations.js";

const QUESTION = "Do you take weekend appointments?";
const PEOPLE = [
  OWNER,
  { name: "jane", role: "member" as const, emails: ["jane@example.invalid"] },
  { name: "robo", role: "agent" as const, emails: ["robo@example.invalid"] },
];
const AGENT = { atTerminal: false, git: async () => ({}) };

async function asked(more: Record<string, string> = {}, profile = {}): Promise<{ world: Capturing; id: string }> {
  const world = capturing({ people: PEOPLE, embedding: { model: "./none" }, ...profile });
  const { id = "" } = await ask(world, { question: QUESTION, because: "cannot book for Saturday", ...more });
  return { world, id };
}

describe("answer", () => {
  it("an owner's at their terminal is a pinned memory with their tier, and closes the question in the same change", {
    tags: "proof",
  }, async () => {
    const { world, id } = await asked({ key: "hours.weekend" });
    world.as(AT_TERMINAL);
    const answered = await answer(world, { ref: id, text: "Saturdays until noon" });
    expect(answered).toMatchObject({ decision: "answered", id, by: "bridget", pinned: true });
    const memory = await world.entry(answered.captured[0]?.id);
    expect(memory).toMatchObject({ content: `${QUESTION} Saturdays until noon`, tier: "owner", key: "hours.weekend" });
    expect(memory).toMatchObject({ derived_from: [id], pinned: true, source: "bridget" });
    expect(await world.entry(id)).toMatchObject({ closed: { by: "bridget", how: "answered" }, status: "active" });
    const { findings } = await verify(world);
    expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
    const again = await ask(world, { question: QUESTION, because: "again" });
    expect(again).toMatchObject({ decision: "stored", near: [{ id: memory.id }] });
  });

  it("where no owner is named, whoever types at the terminal is one", async () => {
    const { world, id } = await asked({}, { people: [] });
    world.as(AT_TERMINAL);
    await expect(answer(world, { ref: id, text: "Yes" })).resolves.toMatchObject({ pinned: true, by: "bridget" });
  });

  const typedBy = (name: string) => ({ atTerminal: true, git: async () => ({ email: `${name}@example.invalid` }) });

  it.each<[string, object, string | undefined, string]>([
    ["a member at a terminal", typedBy("jane"), undefined, "jane"],
    ["an owner who hands on a member's", AT_TERMINAL, "jane", "jane"],
    ["an agent that names an owner", AGENT, "bridget", "bridget"],
  ])("%s: relayed and not pinned", async (_seat, actor, source, by) => {
    const { world, id } = await asked();
    world.as(actor);
    const answered = await answer(world, { ref: id, text: "Saturdays until noon", source });
    expect(answered).toMatchObject({ pinned: false, by });
    const memory = await world.entry(answered.captured[0]?.id);
    expect(memory).toMatchObject({ tier: "relayed", source: by });
    expect(memory["pinned"]).toBeUndefined();
    expect(await world.entry(id)).toMatchObject({ closed: { by, how: "answered" } });
  });

  it("of an agent in nobody's name is refused, and nothing is written", async () => {
    const { world, id } = await asked();
    const before = world.files();
    for (const [actor, source] of [
      ...[undefined, "sybil", "self", "robo", "mallory"].map((name) => [AGENT, name] as const),
      [{ ...AGENT, user: "bridget" }, undefined] as const,
      [typedBy("robo"), undefined] as const,
    ]) {
      world.as({ user: undefined, ...actor } as object);
      const refused = { code: "needs-person", failure: "refused" };
      await expect(answer(world, { ref: id, text: "Always", source }), source).rejects.toMatchObject(refused);
    }
    expect(world.files()).toEqual(before);
  });

  it("no answer: a person closes it, and an agent does not", async () => {
    const { world, id } = await asked();
    for (const source of [undefined, "bridget"])
      await expect(answer(world, { ref: id, unanswered: true, source })).rejects.toMatchObject({
        code: "needs-person",
      });
    world.as(AT_TERMINAL);
    await expect(answer(world, { ref: id, unanswered: true, text: "x" })).rejects.toMatchObject({ failure: "usage" });
    await answer(world, { ref: id, unanswered: true, reason: "nobody knows yet" });
    expect(await world.entry(id)).toMatchObject({ closed: { how: "unanswered", reason: "nobody knows yet" } });
    await expect(answer(world, { ref: id, text: "late" })).rejects.toMatchObject({ code: "closed" });
    expect(await world.entries()).toHaveLength(1);
    // What was asked is no longer changed behind its answer.
    const act = edit(world, { id, fields: { question: "Do you take night appointments?" } });
    await expect(act).rejects.toMatchObject({ failure: "refused", code: "closed" });
  });

  it("--so and --risk make it a correction as well, in the same change", async () => {
    const { world, id } = await asked();
    world.as(AT_TERMINAL);
    const said = { text: "Saturdays until noon", so: "offer Saturdays first", risk: "medium: bookings are lost" };
    const { captured } = await answer(world, { ref: id, ...said });
    expect(captured.map(({ type }) => type)).toEqual(["memory", "correction"]);
    const correction = { behavioral_change: "offer Saturdays first", stakes: "medium", tier: "owner" };
    expect(await world.entry(captured[1]?.id)).toMatchObject({ ...correction, derived_from: [id] });
  });

  it("what comes from outside is answered only once a person has let it in", async () => {
    const { world } = await asked();
    const from = { because: "it says so", origin: "https://example.invalid/" };
    const { id: ref = "" } = await world.draft({ type: "question", question: "May agents push to main?", ...from });
    world.as(AT_TERMINAL);
    await expect(answer(world, { ref, text: "Yes" })).rejects.toMatchObject({ code: "waits-for-review" });
    await decideReview(world, { ref, action: "approve", confirmed: true });
    await expect(answer(world, { ref, text: "Yes" })).resolves.toMatchObject({ pinned: true });
  });

  it("of a question about a contact the answer is about that contact, whoever answers", async () => {
    const { world, id } = await asked({ contact: "jane" });
    world.as(AT_TERMINAL);
    const { captured } = await answer(world, { ref: id, text: "Only in the morning" });
    expect(await world.entry(captured[0]?.id)).toMatchObject({ scope: "contact:jane", pinned: true });
  });

  it("of a question about a contact no reason of anybody stands in git's log", { tags: "proof" }, async () => {
    const { world, id } = await asked({ contact: "jane" }, { git: { commit: true } });
    const git = (...args: string[]) => execFileSync("git", args, { cwd: world.workspace.root, encoding: "utf8" });
    git("init", "-q");
    git("config", "user.name", "bridget");
    git("config", "user.email", "bridget@example.invalid");
    world.as({ ...AT_TERMINAL, contact: "jane" });
    await decideReview(world, { ref: id, action: "approve", reason: "zebra", confirmed: true });
    await answer(world, { ref: id, unanswered: true, reason: "zebra" });
    await forget(world, { refs: [id], taking: "forget", reason: "zebra", confirmed: true });
    const log = git("log", "--format=%B");
    expect(log).toMatch(/forget: .*answer: .*review: /s);
    expect(log).not.toContain("zebra");
  });

  it("what is no question, is closed or does not exist is said", async () => {
    const { world } = await asked();
    const fact = await world.draft({ type: "memory", content: "Tabs in Go", category: "convention" });
    await expect(answer(world, { ref: fact.id ?? "", text: "x" })).rejects.toMatchObject({ code: "no-question" });
    await expect(answer(world, { ref: "zzzzz", text: "x" })).rejects.toMatchObject({ failure: "not-found" });
  });

  it("a person's answer is taken back by a person alone: memory gone, question open", async () => {
    const { world, id } = await asked();
    world.as(AT_TERMINAL);
    const { captured } = await answer(world, { ref: id, text: "Saturdays until noon" });
    world.as(AGENT);
    await expect(undo(world, { confirmed: true })).rejects.toMatchObject({ code: "needs-person" });
    world.as(AT_TERMINAL);
    await undo(world, { confirmed: true });
    expect((await world.entries()).map((one) => one.id)).not.toContain(captured[0]?.id);
    expect((await world.entry(id))["closed"]).toBeUndefined();
  });
});

describe("an open question", () => {
  it.each(["auto", "curated"])(
    "in %s mode stands in the context, the status and first in the review, until it is too old",
    async (apply_mode) => {
      const { world, id } = await asked({}, { apply_mode });
      await world.draft({ type: "memory", content: "x is y", category: "fact", origin: "https://example.invalid/" });
      const shown = async () => ({
        text: (await context(world, { untouched: true })).text,
        waiting: (await status(world)).waiting.map(({ kind }) => kind),
        queue: (await reviewQueue(world)).queue.map(({ kind }) => kind),
      });
      const open = await shown();
      expect(open.text).toContain(QUESTION);
      expect(open.text).toContain("For a person");
      expect(open.waiting[0]).toBe("ask");
      expect(open.queue).toEqual(["ask", "entry"]);
      const { queue } = await reviewQueue(world);
      expect(queue[0]).toMatchObject({ id, blocks: "cannot book for Saturday" });
      world.clock = fixedClock("2026-03-01T13:59:59Z");
      expect((await shown()).queue).toContain("ask");
      world.clock = fixedClock("2026-03-01T14:00:00Z");
      const old = await shown();
      expect(old.text).not.toContain(QUESTION);
      expect([...old.waiting, ...old.queue]).not.toContain("ask");
    },
  );

  it("about a contact is asked of whoever sits at the terminal, and shown to no agent that names nobody", async () => {
    const { world, id } = await asked({ contact: "jane" });
    expect((await reviewQueue(world)).queue).toEqual([]);
    expect((await context(world, { untouched: true })).text).not.toContain(QUESTION);
    world.as(AT_TERMINAL);
    expect((await reviewQueue(world)).queue).toMatchObject([{ kind: "ask", id }]);
  });
});
