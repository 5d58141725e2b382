import { describe, expect, it } from "vitest";
import { add } from "../../src/capture/add.js";
import type { Captured } from "../../src/capture/capture-schemas.js";
import { remember } from "../../src/capture/record.js";
import { fixedClock } from "../../src/clock.js";
import type { Context } from "../../src/context.js";
import { forget } from "../../src/forget/forget.js";
import { status } from "../../src/health/status.js";
import { finishRun, startRun } from "../../src/loop/run.js";
import { markUsed } from "../../src/loop/used.js";
import { list } from "../../src/recall/list.js";
import { memories } from "../../src/recall/memories.js";
import { recall } from "../../src/recall/recall.js";
import { show } from "../../src/recall/show.js";
import { updateMemory } from "../../src/review/change-memories.js";
import { edit } from "../../src/review/edit/edit.js";
import { promote } from "../../src/rules/promote.js";
import type { Profile } from "../../src/settings.js";
import { userContext } from "../../src/store/user-tree.js";
import { viewerOf } from "../../src/store/viewer.js";
import { AT_TERMINAL, acting, type Capturing, capturing, codeOf, NO_MODEL, OWNER } from "../capture/capturing.js";
import { context, forgetMemories } from "../operations.js";

const PORTO = "The office is in Porto";
const world = (actor = {}, profile: Partial<Profile> = {}) => acting(capturing({ ...NO_MODEL, ...profile }), actor);
const say = (w: Capturing, content: string, more: Record<string, unknown> = {}): Promise<Captured> =>
  remember({ ...w }, { content, category: "fact", scope: "project", ...more });

describe("remember", () => {
  it("files one fact under its category, or the group that is named", async () => {
    const w = world();
    const one = await say(w, "Indent Go with tabs", { category: "convention" });
    expect(one).toMatchObject({ decision: "stored", type: "memory", category: "convention", confidence: 1 });
    expect([one.file, one.line]).toEqual(["memory/facts/conventions.md", 8]);
    expect(await w.entry(one.id)).toMatchObject({ content: "Indent Go with tabs", basis: "explicit", confidence: 1 });
    const other = await say(w, "Buttons are round", { group: "web-frontend" });
    expect(other.file).toBe("memory/facts/web-frontend.md");
  });

  it.each<[stated: Record<string, unknown>, basis: string, confidence: number, source?: string]>([
    [{ source: "explicit" }, "explicit", 1],
    [{ source: "corrected" }, "corrected", 0.9],
    [{ source: "inferred" }, "inferred", 0.7],
    [{ source: "inferred", confidence: null }, "inferred", 0.7],
    [{ source: "inferred", confidence: 0 }, "inferred", 0],
    [{ source: "inferred", confidence: "0.85" }, "inferred", 0.85],
    [{ source: "bridget" }, "explicit", 1, "bridget"],
  ])("%j says how it became known, and how sure it is", async (stated, basis, confidence, source) => {
    const w = world();
    const told = await say(w, PORTO, stated);
    expect(told.confidence).toBe(confidence);
    const entry = await w.entry(told.id);
    expect(entry).toMatchObject({ basis, confidence });
    expect(entry.source).toBe(source);
    expect((await memories({ ...w })).memories).toMatchObject([{ confidence }]);
  });

  it("how sure it is changes with a new version or an edit, alone or with how it became known", async () => {
    const w = world();
    const { id = "" } = await say(w, PORTO, { confidence: 0.4 });
    const again = await say(w, `${PORTO}.`, { confidence: 0.3 });
    expect(again.because).toContain("Its confidence stays 0.4.");
    expect((await updateMemory({ ...w }, { ref: id, content: PORTO, confidence: 0.4 })).decision).toBe("known");
    const surer = await updateMemory({ ...w }, { ref: id, content: PORTO, confidence: "0.9" });
    expect(surer).toMatchObject({ decision: "replaced", confidence: 0.9, superseded: [id] });
    await edit({ ...w }, { id: surer.id ?? "", fields: { confidence: 0.5 } });
    expect(await w.entry(surer.id)).toMatchObject({ confidence: 0.5, basis: "explicit" });
    await edit({ ...w }, { id: surer.id ?? "", fields: { basis: "inferred" } });
    expect(await w.entry(surer.id)).toMatchObject({ confidence: 0.7, basis: "inferred" });
  });

  it.each([
    [{}, undefined, undefined],
    [{ user: "bridget" }, undefined, "user"],
    [{ user: "bridget" }, "project", "project"],
    [{ user: "bridget" }, "conversation", "conversation"],
  ])("served %j, scope %s stated: scope %s", async (actor, stated, scope) => {
    const told = await remember(world(actor), { content: PORTO, category: "fact", scope: stated });
    expect(told.scope).toBe(scope);
    expect(told.file?.startsWith("user:") === true).toBe(scope === "user");
  });

  it("the same words are counted, and fill in what was not stated", async () => {
    const w = world();
    const { id } = await say(w, "Indent Go with tabs");
    const again = await say(w, "indent Go with `tabs`.", { category: "preference", key: "go.indent" });
    expect(again).toMatchObject({ decision: "counted", id, category: "fact" });
    expect(await w.entry(id)).toMatchObject({ seen: 1, key: "go.indent" });
    expect(await w.entries()).toHaveLength(1);
  });

  it.each([
    ["nothing said", { content: " " }, "missing-fields"],
    ["another category", { category: "rumour" }, "wrong-field"],
    ["a path as a group", { group: "../x" }, "wrong-group"],
    ["an empty group", { group: "" }, "wrong-group"],
    ["a longer text than a fact", { content: "x".repeat(1001) }, "too-long"],
    ["a confidence above one", { confidence: 1.1 }, "wrong-field"],
    ["a confidence below nothing", { confidence: -0.1 }, "wrong-field"],
    ["a confidence in words", { confidence: "high" }, "wrong-field"],
    ["what was corrected", { category: "correction" }, "record-correction"],
    ["a stated user", { user: "bridget" }, "field-not-yours"],
    ["source and basis apart", { source: "explicit", basis: "inferred" }, "wrong-field"],
    ["a scope nobody knows", { scope: "galaxy" }, "wrong-field"],
    ["the user scope of nobody", { scope: "user" }, "no-user"],
    ["a link to nothing", { related_to: ["zzzzz"] }, "not-found"],
  ])("is refused for %s, and writes nothing", async (_why, stated, expected) => {
    const w = world();
    expect(await codeOf(remember({ ...w }, { content: "x", category: "fact", ...stated } as never))).toBe(expected);
    expect(await w.entries()).toEqual([]);
    expect(await userContext({ ...w })).toBeUndefined();
  });

  it("row 25: a secret is taken out before anything is written", async () => {
    const w = world();
    const secret = `ghp_${"aB3dE5fG7hJ9".repeat(3)}`;
    const { text } = await say(w, `The token is ${secret} for staging`);
    expect(text).not.toContain(secret);
    expect(JSON.stringify(w.files())).not.toContain(secret);
  });

  it("add takes memories in a list, in its order, each where it belongs, and names what it refuses", async () => {
    const w = world({ user: "bridget" });
    const hers = { type: "memory", content: "Answer in short sentences", category: "preference", scope: "user" };
    const ours = { type: "memory", content: "Indent Go with tabs", category: "convention", group: "style" };
    const found = { type: "insight", insight: "Retries hide the flaky test", risk: "low: time" };
    const text = JSON.stringify([hers, found, { ...ours, scope: "project" }]);
    const { results } = await add({ ...w }, { text, keepGoing: false });
    expect(results.map((one) => (one.ok ? one.file : one.error.code))).toEqual([
      "user:memory/facts/preferences.md",
      "memory/learning/insights/2026-02-15.md",
      "memory/facts/style.md",
    ]);
    const bad = JSON.stringify([ours, { ...hers, content: "x", derived_from: ["zzzzz"] }]);
    await expect(add({ ...w }, { text: bad, keepGoing: false })).rejects.toThrow(/^entry 2: /);
  });

  it("in a run it waits, and finishes in its own tree, twice is once", async () => {
    const w = world({ user: "bridget" });
    await startRun({ ...w }, "r1");
    const running = acting(w, { run: "r1" });
    const mine = await say(running, "Answer in short sentences", { scope: "user", group: "style" });
    const ours = await say(running, "Indent Go with tabs", { group: "style" });
    expect([mine.decision, ours.decision]).toEqual(["buffered", "buffered"]);
    expect((await memories({ ...w })).total).toBe(0);
    for (const _ of [1, 2]) await finishRun({ ...w }, "r1");
    const files = Object.fromEntries((await memories({ ...w })).memories.map(({ id, file }) => [id, file]));
    const style = "memory/facts/style.md";
    expect(files).toEqual({ [mine.id ?? ""]: `user:${style}`, [ours.id ?? ""]: style });
  });
});

describe("whose it is", () => {
  it.each([
    ["--user", { user: "Bridget" }, "bridget"],
    ["whose e-mail git has", { git: async () => ({ name: "b", email: "BRIDGET@example.invalid" }) }, "bridget"],
    ["git's own user", { git: async () => ({ name: "walt" }) }, "walt"],
    ["nobody", {}, undefined],
  ])("%s", async (_, actor, expected) => {
    expect((await viewerOf(world(actor))).user).toBe(expected);
  });

  it("git is started only where something is somebody's", async () => {
    let asked = 0;
    const git = async () => {
      asked++;
      return { name: "walt" };
    };
    const w = world({ user: "bridget" });
    await say(w, "Indent Go with tabs");
    const { user: _, ...nobody } = w.actor;
    const reader = { ...w, actor: { ...nobody, git } };
    await memories({ ...reader });
    await recall({ ...reader }, { query: "tabs", mode: "keyword" });
    await list({ ...reader }, { limit: 10 });
    expect(asked).toBe(0);
    await say(w, "Answer in short sentences", { scope: "user" });
    expect((await memories({ ...reader })).total).toBe(1);
    expect(asked).toBe(1);
  });

  it("one that stands in the workspace by hand is hidden from others just the same, and no neighbour of theirs", async () => {
    const w = acting(capturing());
    w.put(
      "memory/facts/private.md",
      `---\ntype: facts\n---\n\n## MEM-20260214-AAAAA · x\n\n\`\`\`yaml\ntype: memory\nid: MEM-20260214-AAAAA\ntimestamp: 2026-02-14T10:00:00Z\ncontent: "Bridget earns 4242 a month"\ncategory: fact\nscope: user\nuser: bridget\n\`\`\`\n`,
    );
    const sybil = acting(w, { user: "sybil" });
    const told = await say(sybil, "Bridget earns 5000 a month");
    expect(JSON.stringify(told)).not.toContain("4242");
    expect(told.superseded).toBeUndefined();
    for (const [name, work] of Object.entries({
      show: () => show({ ...sybil }, "AAAAA"),
      edit: () => edit({ ...sybil }, { id: "AAAAA", fields: { content: "x" } }),
      forget: () => forget({ ...sybil }, { refs: ["AAAAA"], taking: "forget" }),
      used: () => markUsed({ ...sybil }, { ref: "AAAAA" }),
    }))
      expect(await codeOf(work()), name).toBe("not-found");
    expect((await show(acting(w, { user: "bridget" }), "AAAAA")).claim).toContain("4242");
  });

  it("a conversation's memory is for the session that wrote it, and status quotes it to no other", async () => {
    const w = world({ session: "bridgets-talk" });
    await say(w, "Indent Go with tabs");
    const later = { ...w, clock: fixedClock("2026-02-15T15:00:00Z") };
    await say(later, "In this talk the plan is called sextant", { scope: "conversation" });
    expect((await status({ ...w })).newest?.text).toContain("sextant");
    expect((await memories({ ...w })).total).toBe(2);
    const walts = acting(w, { session: "walts-talk" });
    expect((await status({ ...walts })).newest?.text).toBe("Indent Go with tabs");
    expect((await memories({ ...walts })).total).toBe(1);
  });
});

describe("what is for everybody", () => {
  const GLOBAL = { scope: "global" };
  const ACORN = "The company is called Acorn";
  const OAK = "The company is called Oak";

  it("is written, changed and forgotten by an owner or admin", async () => {
    const w = world();
    for (const actor of [{}, { user: "bridget" }])
      expect(await codeOf(say(acting(w, actor), ACORN, GLOBAL))).toBe("needs-person");
    const { id = "" } = await say(acting(w, AT_TERMINAL), ACORN, GLOBAL);
    expect(await w.entry(id)).toMatchObject({ scope: "global", tier: "owner" });
    for (const [name, work] of Object.entries({
      update: () => updateMemory({ ...w }, { ref: id, content: OAK }),
      forget: () => forgetMemories({ ...w }, { refs: [id] }),
      edit: () => edit({ ...w }, { id, fields: { content: "x" } }),
      supersede: () => say(w, OAK, { supersedes: [id] }),
    }))
      expect(await codeOf(work()), name).toBe("needs-person");
    const now = await updateMemory(acting(w, AT_TERMINAL), { ref: id, content: OAK });
    expect(now).toMatchObject({ decision: "replaced", superseded: [id], scope: "global" });
  });

  it("is no member's at the terminal to write, and no agent's by way of a run", async () => {
    const member = { name: "walt", role: "member" as const, emails: ["walt@example.invalid"] };
    const w = world({}, { people: [OWNER, member] } as Partial<Profile>);
    const walt = { atTerminal: true, git: async () => ({ name: "walt", email: "walt@example.invalid" }) };
    await startRun({ ...w }, "r1");
    for (const actor of [walt, { run: "r1" }])
      expect(await codeOf(say(acting(w, actor), ACORN, GLOBAL))).toBe("needs-person");
  });
});

describe("memories", () => {
  it("are listed by use, then newest, within their filters", async () => {
    const w = world();
    const on = (day: number, more = {}) => ({ timestamp: `2026-02-0${day}T00:00:00Z`, ...more });
    const a = await say(w, "Lunch is at noon", on(1));
    const b = await say(w, "The printer is on floor two", on(2, { category: "pattern" }));
    const c = await say(w, "Badges open the garage", on(3, { group: "house" }));
    await markUsed(acting(w, { session: "other" }), { ref: a.id ?? "", result: "worked" });
    const found = async (input = {}) => (await memories({ ...w }, input)).memories.map(({ id }) => id);
    expect(await found()).toEqual([a.id, c.id, b.id]);
    expect(await found({ category: "pattern" })).toEqual([b.id]);
    expect(await found({ group: "house" })).toEqual([c.id]);
    expect(await found({ scope: "user" })).toEqual([]);
    expect(await memories({ ...w }, { limit: 1 })).toMatchObject({ total: 3, memories: [{ id: a.id, uses: 1 }] });
    expect(await codeOf(memories({ ...w }, { category: "rumour" }))).toBe("usage");
    expect(await codeOf(memories({ ...w }, { group: "../x" }))).toBe("wrong-group");
  });

  it("update makes a new version in its place; forgetting it leaves the old one out of use", async () => {
    const w = world();
    const { id = "" } = await say(w, "Lunch is at noon", { group: "house", key: "lunch" });
    expect((await updateMemory({ ...w }, { ref: id, content: "lunch is at noon." })).decision).toBe("known");
    const now = await updateMemory({ ...w }, { ref: id, content: "There is no lunch" });
    const file = "memory/facts/house.md";
    expect(now).toMatchObject({ decision: "replaced", superseded: [id], file, key: "lunch" });
    expect(await codeOf(updateMemory({ ...w }, { ref: id, content: "x" }))).toBe("not-live");
    const done = await forgetMemories({ ...w }, { refs: [now.id ?? ""] });
    expect(done.others).toEqual([]);
    expect((await w.entry(id)).status).toBe("superseded");
  });

  it("an agent forgets what its own tier said; an owner's words and everything at once need a person", async () => {
    const w = world();
    const mine = await say(w, "Lunch is at noon");
    const theirs = await say(acting(w, AT_TERMINAL), "The garage closes at ten");
    expect(await codeOf(forgetMemories({ ...w }, { refs: [theirs.id ?? ""] }))).toBe("needs-person");
    expect(await codeOf(forgetMemories({ ...w }, { refs: [], all: true }))).toBe("needs-person");
    expect(await codeOf(forgetMemories({ ...w }, { refs: [] }))).toBe("usage");
    const plan = await forgetMemories({ ...w }, { refs: [], all: true, dryRun: true });
    expect(plan.entries.map(({ id }) => id).sort()).toEqual([mine.id, theirs.id].sort());
    await forgetMemories({ ...w }, { refs: [mine.id ?? ""] });
    expect((await memories({ ...w })).memories.map(({ id }) => id)).toEqual([theirs.id]);
    const person = acting(w, { ...AT_TERMINAL, user: "bridget" });
    await say(person, "Answer in short sentences", { scope: "user" });
    await forgetMemories({ ...person }, { refs: [], all: true, confirmed: true });
    expect((await memories({ ...person })).total).toBe(0);
  });

  it("other entries are no memories, and no memory becomes a rule", async () => {
    const w = world();
    const { id = "" } = await w.correct("Use npm ci", "npm install is fine");
    expect(await codeOf(updateMemory({ ...w }, { ref: id, content: "x" }))).toBe("no-memory");
    expect(await codeOf(forgetMemories({ ...w }, { refs: [id] }))).toBe("no-memory");
    const fact = await say(w, "Lunch is at noon");
    expect(await codeOf(promote({ ...w }, { ref: fact.id ?? "", dryRun: false }, async () => "x"))).toBe("memory");
  });

  it("for a session's start come by use, newest, without what waits or is another's", async () => {
    const w = world({ user: "bridget" });
    const low = await say(w, "Lunch is at noon", { group: "house" });
    const high = await say(w, "The company is small", { group: "company" });
    const mine = await say(w, "Answer in short sentences", { scope: "user" });
    await say(w, "Rotate keys monthly", { origin: "https://example.invalid/page" });
    await markUsed(acting(w, { session: "other" }), { ref: low.id ?? "" });
    const ctx = { ...w };
    const told = async (actor: Partial<Context["actor"]> = {}) =>
      (await context({ ...ctx, actor: { ...ctx.actor, ...actor } }, { untouched: true })).layers
        .filter(({ name }) => name === "memories")
        .flatMap(({ items }) => items.map(({ id }) => id));
    expect(await told()).toEqual([low.id, mine.id, high.id]);
    expect(await told({ user: "sybil" })).toEqual([low.id, high.id]);
  });
});
