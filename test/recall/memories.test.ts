import { lstatSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { add } from "../../src/capture/add.js";
import { captureAll } from "../../src/capture/capture.js";
import type { Captured } from "../../src/capture/capture-schemas.js";
import { remember } from "../../src/capture/record.js";
import { finishRun, startRun } from "../../src/capture/runs/run.js";
import { fixedClock } from "../../src/clock.js";
import type { Profile } from "../../src/config.js";
import { context } from "../../src/context/context.js";
import { memoriesForContext } from "../../src/context/now-layers.js";
import type { Actor } from "../../src/context.js";
import { forget } from "../../src/forget/forget.js";
import { status } from "../../src/health/status.js";
import { heartbeat } from "../../src/loop/heartbeat.js";
import { markUsed } from "../../src/loop/used.js";
import { forgetMemories, updateMemory } from "../../src/recall/change-memories.js";
import { forgottenMemoriesText } from "../../src/recall/entries-text.js";
import { list } from "../../src/recall/list.js";
import { memories } from "../../src/recall/memories.js";
import { recall } from "../../src/recall/recall.js";
import { show } from "../../src/recall/show.js";
import { userContext } from "../../src/recall/user-tree.js";
import { viewerOf } from "../../src/recall/viewer.js";
import { edit } from "../../src/review/edit.js";
import { link } from "../../src/review/link.js";
import { resolvePair } from "../../src/review/resolve.js";
import { decideReview } from "../../src/review/review.js";
import { reviewQueue } from "../../src/review/review-queue.js";
import { promote } from "../../src/rules/promote.js";
import { openStore } from "../../src/store/open-store.js";
import { PLAIN } from "../../src/text/paint.js";
import { AT_TERMINAL, type Capturing, capturing, OWNER } from "../capture/capturing.js";

const as = (world: Capturing, actor: Partial<Actor>): Capturing => ({
  ...world,
  actor: { ...world.actor, ...actor },
});
const code = async (work: Promise<unknown>): Promise<string> =>
  await work.then(
    () => "done",
    (error: { code?: string }) => error.code ?? String(error),
  );
const say = (world: Capturing, content: string, more: Record<string, unknown> = {}): Promise<Captured> =>
  remember({ ...world }, { content, category: "fact", scope: "project", ...more });
const user = (name: string): Partial<Actor> => ({ user: name });

describe("remember", () => {
  it("files one fact under its category, or the group that is named", { tags: "proof" }, async () => {
    const world = capturing();
    const one = await say(world, "Indent Go with tabs", { category: "convention" });
    expect(one).toMatchObject({ decision: "stored", type: "memory", category: "convention", confidence: 1 });
    expect([one.file, one.line]).toEqual(["memory/facts/conventions.md", 9]);
    const other = await say(world, "Buttons are round", { group: "web-frontend" });
    expect(other.file).toBe("memory/facts/web-frontend.md");
    expect(readFileSync(world.workspace.absolute(other.file ?? ""), "utf8")).toContain("priority: 50");
    expect(await world.entry(one.id)).toMatchObject({
      content: "Indent Go with tabs",
      basis: "explicit",
      confidence: 1,
    });
  });

  it.each([
    ["explicit", 1],
    ["corrected", 0.9],
    ["inferred", 0.7],
  ])("source %s says how it became known: confidence %d", async (source, confidence) => {
    const world = capturing();
    const { id } = await say(world, "The office is in Porto", { source });
    const entry = await world.entry(id);
    expect(entry).toMatchObject({ basis: source, confidence });
    expect(entry.source).toBeUndefined();
  });

  it.each([
    [0, 0],
    [1, 1],
    ["0.85", 0.85],
    [null, 0.7],
  ])("a stated confidence of %j counts before how it became known", async (stated, confidence) => {
    const world = capturing();
    const told = await remember(
      { ...world },
      { content: "The office is in Porto", category: "fact", source: "inferred", confidence: stated as number },
    );
    expect(told).toMatchObject({ decision: "stored", confidence });
    expect(await world.entry(told.id)).toMatchObject({ basis: "inferred", confidence });
    expect((await memories({ ...world })).memories).toMatchObject([{ confidence }]);
    const [found] = (await recall({ ...world }, { query: "office", mode: "keyword" })).results;
    expect(found).toMatchObject({ confidence });
    const again = await say(world, "The office is in Porto.", { confidence: 0.3 });
    expect(again).toMatchObject({
      decision: "counted",
      because: expect.arrayContaining([`Its confidence stays ${confidence}.`]),
    });
  });

  it("how sure it is changes with a new version or an edit, alone or with how it became known", async () => {
    const world = capturing();
    const { id = "" } = await say(world, "The office is in Porto", { confidence: 0.4 });
    const same = { ref: id, content: "The office is in Porto" };
    expect((await updateMemory({ ...world }, { ...same, confidence: 0.4 })).decision).toBe("known");
    const surer = await updateMemory({ ...world }, { ...same, confidence: "0.9" });
    expect(surer).toMatchObject({ decision: "replaced", confidence: 0.9, superseded: [id] });
    await edit({ ...world }, { id: surer.id ?? "", fields: { confidence: 0.5 } });
    expect(await world.entry(surer.id)).toMatchObject({ confidence: 0.5, basis: "explicit" });
    await edit({ ...world }, { id: surer.id ?? "", fields: { basis: "inferred" } });
    expect(await world.entry(surer.id)).toMatchObject({ confidence: 0.7, basis: "inferred" });
  });

  it.each([
    [undefined, undefined, undefined],
    ["bridget", undefined, "user"],
    ["bridget", "project", "project"],
    ["bridget", "conversation", "conversation"],
    [undefined, "project", "project"],
  ])("served %s, scope %s stated: scope %s", async (name, stated, scope) => {
    const world = name === undefined ? capturing() : as(capturing(), user(name));
    const told = await remember({ ...world }, { content: "The office is in Porto", category: "fact", scope: stated });
    expect(told.scope).toBe(scope);
    expect(told.file?.startsWith("user:") === true).toBe(scope === "user");
  });

  it("a new version of what is for the project stays there, whoever is served", async () => {
    const world = as(capturing(), user("bridget"));
    const { id = "" } = await say(world, "The office is in Porto");
    const { file } = await updateMemory({ ...world }, { ref: id, content: "The office is in Braga" });
    expect(file).toBe("memory/facts/facts.md");
  });

  it("one that was remembered as a correction is still read, and updated as a fact", async () => {
    const world = capturing();
    world.put(
      "memory/facts/corrections.md",
      `## MEM-20260214-AAAAA · x\n\n\`\`\`yaml\ntype: memory\nid: MEM-20260214-AAAAA\ntimestamp: 2026-02-14T10:00:00Z\ncontent: "The office is in Porto"\ncategory: correction\n\`\`\`\n`,
    );
    expect((await memories({ ...world }, { category: "correction" })).total).toBe(1);
    const now = await updateMemory({ ...world }, { ref: "AAAAA", content: "The office is in Braga" });
    expect(now).toMatchObject({ decision: "replaced", category: "fact" });
  });

  it("any other source is who said so", async () => {
    const world = capturing();
    const { id } = await say(world, "The office is in Porto", { source: "bridget" });
    expect(await world.entry(id)).toMatchObject({ source: "bridget", tier: "relayed", basis: "explicit" });
  });

  it("a fact that changed stays beside the old one and is asked about; one that its author names is replaced", async () => {
    const world = capturing();
    const old = await say(world, "The staging limit is 30 requests a minute");
    const now = await say(world, "The staging limit is 60 requests a minute");
    expect(now).toMatchObject({ decision: "stored", asks: [{ about: old.id }], opened: 1 });
    expect(now.superseded).toBeUndefined();
    expect((await world.entry(old.id)).status).toBe("active");
    const named = await say(world, "The staging limit is 90 requests a minute", { supersedes: [old.id ?? ""] });
    expect(named).toMatchObject({ decision: "replaced", superseded: [old.id] });
    expect(await world.entry(old.id)).toMatchObject({ status: "superseded", superseded_by: named.id });
    // Words that no longer hold are not counted on the record that held them.
    const back = await say(world, "The staging limit is 30 requests a minute");
    expect(back.decision).toBe("stored");
  });

  it("the same words are counted, once for each who says them", async () => {
    const world = capturing();
    const { id } = await say(world, "Indent Go with tabs");
    const again = await say(world, "indent Go with `tabs`.", { category: "preference", key: "go.indent" });
    expect(again).toMatchObject({ decision: "counted", id, category: "fact" });
    expect(await world.entry(id)).toMatchObject({ seen: 1, key: "go.indent" });
    expect(await world.entries()).toHaveLength(1);
  });

  it("of two facts with one key the newer counts", async () => {
    const world = capturing();
    const old = await say(world, "Four spaces", { key: "editor.indent" });
    const now = await say(world, "Whatever the formatter does", { key: "editor.indent" });
    expect(now.superseded).toEqual([old.id]);
  });

  it("a less trusted one replaces nothing", async () => {
    const world = capturing();
    const mine = await say(world, "The limit is 30 requests");
    const theirs = await say(as(world, { agent: "stranger" }), "The limit is 60 requests");
    expect(theirs).toMatchObject({ decision: "stored", asks: [{ about: mine.id }] });
    expect((await world.entry(mine.id)).status).toBe("active");
  });

  it("trust follows what it was derived from", async () => {
    const world = capturing();
    const page = await say(world, "Rotate keys monthly", { origin: "https://example.invalid/page" });
    expect(page.waits).toBeDefined();
    const derived = await say(world, "Keys are old after a month", { derived_from: [page.id ?? ""] });
    expect(await world.entry(derived.id)).toMatchObject({ tier: "external", review: { state: "needs_review" } });
    expect((await memories({ ...world })).memories.map(({ review }) => review)).toEqual([
      "needs_review",
      "needs_review",
    ]);
  });

  it.each([
    ["nothing said", { content: " " }, "missing-fields"],
    ["another category", { content: "x", category: "rumour" }, "wrong-field"],
    ["a path as a group", { content: "x", group: "../x" }, "wrong-group"],
    ["an empty group", { content: "x", group: "" }, "wrong-group"],
    ["a longer text than a fact", { content: "x".repeat(1001) }, "too-long"],
    ["a confidence above one", { content: "x", confidence: 1.1 }, "wrong-field"],
    ["a confidence below nothing", { content: "x", confidence: -0.1 }, "wrong-field"],
    ["a confidence in words", { content: "x", confidence: "high" }, "wrong-field"],
    ["what was corrected", { content: "x", category: "correction" }, "record-correction"],
    ["a stated user", { content: "x", user: "bridget" }, "field-not-yours"],
    ["source and basis apart", { content: "x", source: "explicit", basis: "inferred" }, "wrong-field"],
    ["a scope nobody knows", { content: "x", scope: "galaxy" }, "wrong-field"],
    ["the user scope of nobody", { content: "x", scope: "user" }, "no-user"],
    ["a link to nothing", { content: "x", related_to: ["zzzzz"] }, "not-found"],
  ])("is refused for %s, and writes nothing", { tags: "sampled" }, async (_why, stated, expected) => {
    const world = capturing();
    const cor = await world.correct("Use npm ci", "npm install is fine");
    const before = JSON.stringify(world.files());
    const whole = "category" in stated ? stated : { ...stated, category: "fact" };
    const said = JSON.parse(JSON.stringify(whole).replace('"COR"', JSON.stringify(cor.id)));
    expect(await code(remember({ ...world }, said))).toBe(expected);
    expect(JSON.stringify(world.files())).toBe(before);
    expect(await userContext({ ...world })).toBeUndefined();
  });

  it("row 25: a secret is taken out before anything is written", async () => {
    const world = capturing();
    const secret = `ghp_${"aB3dE5fG7hJ9".repeat(3)}`;
    const { text } = await say(world, `The token is ${secret} for staging`);
    expect(text).not.toContain(secret);
    expect(JSON.stringify(world.files())).not.toContain(secret);
  });

  it("what tenet printed is not remembered", async () => {
    const world = capturing();
    const { id = "" } = await say(world, "Indent Go with tabs");
    const echo = await say(world, `## ${id} · Indent Go with tabs`);
    expect(echo).toMatchObject({ decision: "counted", id });
    expect(await world.entries()).toHaveLength(1);
  });

  it("add takes memories in a list, each where it belongs, and names what it refuses by its place", async () => {
    const world = as(capturing(), user("bridget"));
    const text = JSON.stringify([
      { type: "memory", content: "Answer in short sentences", category: "preference", scope: "user" },
      { type: "memory", content: "Indent Go with tabs", category: "convention", group: "style", scope: "project" },
    ]);
    const { results } = await add({ ...world }, { text, keepGoing: false });
    expect(results.map((one) => (one.ok ? one.file : one.error.code))).toEqual([
      "user:memory/facts/preferences.md",
      "memory/facts/style.md",
    ]);
    const bad = JSON.stringify([
      { type: "memory", content: "Lunch is at noon", category: "fact" },
      { type: "memory", content: "x", category: "fact", scope: "user", derived_from: ["zzzzz"] },
    ]);
    await expect(add({ ...world }, { text: bad, keepGoing: false })).rejects.toThrow(/^entry 2: /);
  });

  it("in a run it waits, and finishes in its own tree, twice is once", async () => {
    const world = as(capturing(), user("bridget"));
    await startRun({ ...world }, "r1");
    const running = as(world, { run: "r1" });
    const mine = await say(running, "Answer in short sentences", { scope: "user", group: "style" });
    const ours = await say(running, "Indent Go with tabs", { group: "style" });
    expect([mine.decision, ours.decision]).toEqual(["buffered", "buffered"]);
    expect((await memories({ ...world })).total).toBe(0);
    await finishRun({ ...world }, "r1");
    const { memories: found } = await memories({ ...world });
    expect(found.map(({ id, file }) => [id, file]).sort()).toEqual(
      [
        [mine.id, "user:memory/facts/style.md"],
        [ours.id, "memory/facts/style.md"],
      ].sort(),
    );
    await finishRun({ ...world }, "r1");
    expect((await memories({ ...world })).total).toBe(2);
  });
});

describe("the user tree", () => {
  it("is made by the first memory of scope user, for its owner alone, and never by reading", async () => {
    const world = as(capturing(), user("bridget"));
    const { userTree } = world.places;
    await memories({ ...world });
    await recall({ ...world }, { query: "anything", mode: "keyword" });
    expect(lstatSync(userTree, { throwIfNoEntry: false })).toBeUndefined();
    const { id, file } = await say(world, "Answer in short sentences", { scope: "user" });
    expect(file).toBe("user:memory/facts/facts.md");
    expect(lstatSync(userTree).mode & 0o777).toBe(0o700);
    expect(lstatSync(join(userTree, ".git"), { throwIfNoEntry: false })).toBeUndefined();
    expect(lstatSync(join(world.workspace.root, "memory"), { throwIfNoEntry: false })).toBeUndefined();
    const shown = await show({ ...world }, (id ?? "").slice(-5));
    expect(shown).toMatchObject({ claim: "Answer in short sentences", file: "user:memory/facts/facts.md" });
    expect(shown.entry).toMatchObject({ scope: "user", user: "bridget" });
  });

  it("says once that it cannot be read, and everything else works", async () => {
    const world = as(capturing(), user("bridget"));
    mkdirSync(world.places.userTree, { recursive: true });
    writeFileSync(join(world.places.userTree, "tenet.yaml"), "schema: [\n");
    await say(world, "Indent Go with tabs");
    const ctx = { ...world };
    world.warnings.length = 0;
    expect((await memories(ctx)).total).toBe(1);
    await recall(ctx, { query: "tabs", mode: "keyword" });
    expect(world.warnings).toHaveLength(1);
    expect(world.warnings[0]).toContain(`The user tree in ${world.places.userTree} cannot be read`);
  });

  it.each(["memory/facts", ".tenet/own", "memory/not/yet/there"])("lies not among the records: %s", async (below) => {
    const plain = capturing();
    const userTree = join(plain.workspace.root, below);
    const world: Capturing = { ...as(plain, user("bridget")), places: { ...plain.places, userTree } };
    expect(await code(say(world, "Answer in short sentences", { scope: "user" }))).toBe("user-tree");
    expect(lstatSync(join(userTree, "tenet.yaml"), { throwIfNoEntry: false })).toBeUndefined();
    mkdirSync(userTree, { recursive: true });
    writeFileSync(join(userTree, "tenet.yaml"), "schema: 1\nagent: main\ntimezone: UTC\n");
    expect((await memories({ ...world })).total).toBe(0);
    expect(world.warnings.join("\n")).toContain("among this workspace's own files");
  });

  it("of a workspace that is a home folder, git sees nothing", async () => {
    const world = as(capturing(), user("bridget"));
    expect(world.places.userTree.startsWith(world.workspace.root)).toBe(true);
    await say(world, "Answer in short sentences", { scope: "user" });
    expect(readFileSync(join(world.places.userTree, ".gitignore"), "utf8")).toBe("*\n");
  });

  it("everything from one source is forgotten there as well", async () => {
    const world = as(capturing(), { ...AT_TERMINAL, user: "bridget" });
    const agent = as(world, { atTerminal: false, session: "one" });
    const own = await say(agent, "Answer in short sentences", { scope: "user" });
    const ours = await say(agent, "Indent Go with tabs");
    await say(as(agent, { session: "two" }), "Number the steps of an answer", { scope: "user" });
    const from = { refs: [], selector: { by: "session", value: "one" }, taking: "forget" } as const;
    const tried = await forget({ ...world }, { ...from, dryRun: true });
    expect(tried.entries.map(({ id, file }) => [id, file])).toEqual([
      [ours.id, "memory/facts/facts.md"],
      [own.id, "user:memory/facts/facts.md"],
    ]);
    const done = await forget({ ...world }, { ...from, confirmed: true });
    expect(done).toMatchObject({ decision: "forgotten", entries: tried.entries });
    expect((await memories({ ...world })).memories.map(({ text }) => text)).toEqual(["Number the steps of an answer"]);
    const onlyThere = await forget(
      { ...world },
      { ...from, selector: { by: "session", value: "two" }, confirmed: true },
    );
    expect(onlyThere.entries).toHaveLength(1);
    expect(await code(forget({ ...world }, { ...from, selector: { by: "session", value: "none" } }))).toBe("not-found");
  });

  it("what waits there for a review is listed, counted and decided as in the workspace", async () => {
    const world = as(capturing({ apply_mode: "curated" }), { ...AT_TERMINAL, user: "bridget" });
    const agent = as(world, { atTerminal: false });
    const { id = "", file } = await say(agent, "Answer in short sentences", { scope: "user" });
    expect(file).toBe("user:memory/facts/facts.md");
    await say(agent, "Indent Go with tabs");
    expect((await reviewQueue({ ...world })).queue.map((item) => "file" in item && item.file)).toEqual(
      expect.arrayContaining([file, "memory/facts/facts.md"]),
    );
    expect((await heartbeat({ ...agent }, { dryRun: true })).pending).toMatchObject([{ kind: "review", count: 2 }]);
    expect((await status({ ...agent })).waiting).toMatchObject([{ kind: "review", count: 2 }]);
    expect((await context({ ...agent })).tail.text).toContain("2 entries wait");
    expect((await reviewQueue({ ...as(agent, user("sybil")) })).queue).toHaveLength(1);
    expect((await status({ ...as(agent, user("sybil")) })).waiting).toMatchObject([{ count: 1 }]);
    expect(await decideReview({ ...world }, { ref: id, action: "approve", confirmed: true })).toMatchObject({ file });
    expect((await reviewQueue({ ...world })).queue).toHaveLength(1);
  });

  it("may be the workspace itself", async () => {
    const plain = capturing();
    const world: Capturing = {
      ...as(plain, user("bridget")),
      places: { ...plain.places, userTree: plain.workspace.root },
    };
    const { file } = await say(world, "Answer in short sentences", { scope: "user" });
    expect(file).toBe("memory/facts/facts.md");
    expect((await memories({ ...world })).total).toBe(1);
    expect((await memories({ ...as(world, user("sybil")) })).total).toBe(0);
  });

  it("is asked for used, edit, forget, link and resolve as the workspace is", async () => {
    const world = as(capturing(), user("bridget"));
    const one = await say(world, "Answer in short sentences", { scope: "user" });
    const two = await say(world, "Never answer in bullet points", { scope: "user" });
    const ours = await say(world, "Indent Go with tabs");
    const [a = "", b = "", c = ""] = [one.id, two.id, ours.id];
    expect(await markUsed({ ...as(world, { session: "later" }) }, { ref: a })).toMatchObject({ decision: "counted" });
    expect((await memories({ ...world })).memories[0]).toMatchObject({ id: a, uses: 1 });
    await link({ ...world }, { a, b });
    expect(await code(link({ ...world }, { a, b: c }))).toBe("two-trees");
    await edit({ ...world }, { id: a, fields: { content: "Answer in very short sentences" } });
    expect((await show({ ...world }, a)).claim).toBe("Answer in very short sentences");
    expect(await code(edit({ ...world }, { id: a, fields: { scope: "project" } }))).toBe("wrong-field");
    await resolvePair({ ...world }, { a, b, how: "unrelated" });
    // What a person said is for people to forget.
    expect(await code(forget({ ...world }, { refs: [a], taking: "forget" }))).toBe("needs-person");
    const gone = await forget(as(world, AT_TERMINAL), { refs: [a], taking: "forget", confirmed: true });
    expect(gone.entries[0]).toMatchObject({ id: a, file: "user:memory/facts/facts.md" });
    expect((await memories({ ...world })).memories.map(({ id }) => id)).not.toContain(a);
  });

  it("stands in one ranking with the workspace: a small tree does not win by its own best", async () => {
    const world = as(capturing(), user("bridget"));
    for (const text of ["The lockfile decides which version wins", "Lunch is at noon", "The printer jams on Mondays"]) {
      await say(world, text);
    }
    for (const text of ["Badges open the garage", "Releases go out on Tuesday", "The office is in Porto"]) {
      await say(world, text);
    }
    await say(world, "Mention a lockfile only in long explanations of how things came about here", { scope: "user" });
    for (const mode of ["keyword", "hybrid"]) {
      const { results } = await recall({ ...world }, { query: "lockfile wins", mode });
      expect(results.slice(0, 2).map(({ scope }) => scope)).toEqual(["project", "user"]);
      expect(results[1]).toMatchObject({ category: "fact", confidence: 1, file: "user:memory/facts/facts.md" });
      expect(results[1]?.score).toBeLessThan(0.7 * (results[0]?.score ?? 0));
    }
  });
});

describe("whose it is", () => {
  it.each([
    ["--user", { user: "Bridget" }, "bridget"],
    [
      "the person whose e-mail git has",
      { git: async () => ({ name: "b", email: "BRIDGET@example.invalid" }) },
      "bridget",
    ],
    ["git's own user", { git: async () => ({ name: "walt" }) }, "walt"],
    ["nobody", {}, undefined],
  ])("%s", async (_, actor, expected) => {
    expect((await viewerOf(as(capturing(), actor))).user).toBe(expected);
  });

  it("git is started only where something is somebody's", async () => {
    let asked = 0;
    const git = async () => {
      asked++;
      return { name: "walt" };
    };
    const world = as(capturing(), { user: "bridget" });
    await say(world, "Indent Go with tabs");
    const { user: _, ...nobody } = world.actor;
    const reader = { ...world, actor: { ...nobody, git } };
    await memories({ ...reader });
    await recall({ ...reader }, { query: "tabs", mode: "keyword" });
    await list({ ...reader }, { limit: 10 });
    expect(asked).toBe(0);
    await say(world, "Answer in short sentences", { scope: "user" });
    expect((await memories({ ...reader })).total).toBe(1);
    expect(asked).toBe(1);
  });

  it("one that stands in the workspace by hand is hidden from others just the same, and no neighbour of theirs", async () => {
    const world = capturing();
    world.put(
      "memory/facts/private.md",
      `---\ntype: facts\n---\n\n## MEM-20260214-AAAAA · x\n\n\`\`\`yaml\ntype: memory\nid: MEM-20260214-AAAAA\ntimestamp: 2026-02-14T10:00:00Z\ncontent: "Bridget earns 4242 a month"\ncategory: fact\nscope: user\nuser: bridget\n\`\`\`\n`,
    );
    const sybil = as(world, user("sybil"));
    const told = await say(sybil, "Bridget earns 5000 a month");
    expect(JSON.stringify(told)).not.toContain("4242");
    expect(told.superseded).toBeUndefined();
    expect(await code(show({ ...sybil }, "AAAAA"))).toBe("not-found");
    expect(await code(edit({ ...sybil }, { id: "AAAAA", fields: { content: "x" } }))).toBe("not-found");
    expect(await code(forget({ ...sybil }, { refs: ["AAAAA"], taking: "forget" }))).toBe("not-found");
    expect(await code(markUsed({ ...sybil }, { ref: "AAAAA" }))).toBe("not-found");
    expect((await show({ ...as(world, user("bridget")) }, "AAAAA")).claim).toContain("4242");
  });

  it("the newest one is not quoted by status to others", async () => {
    const world = as(capturing(), { session: "bridgets-talk" });
    await say(world, "Indent Go with tabs");
    const later = { ...world, clock: fixedClock("2026-02-15T15:00:00Z") };
    await say(later, "In this talk the plan is called sextant", { scope: "conversation" });
    expect((await status({ ...world })).newest?.text).toContain("sextant");
    const other = await status({ ...as(world, { session: "walts-talk" }) });
    expect(other.newest?.text).toBe("Indent Go with tabs");
  });

  it("a conversation's memory is for the session that wrote it", async () => {
    const world = capturing();
    await say(world, "The draft is called Walnut", { scope: "conversation" });
    expect((await memories({ ...world })).total).toBe(1);
    expect((await memories({ ...as(world, { session: "another" }) })).total).toBe(0);
  });
});

describe("forgetting the newer of two facts", () => {
  it("says which one holds again, in its words, and it does", async () => {
    const world = capturing();
    const first = await say(world, "The staging limit is 60 requests a minute", { key: "staging.limit" });
    const second = await say(world, "The staging limit is 90 requests a minute", { key: "staging.limit" });
    const done = await forgetMemories(world, { refs: [second.id as string] });
    const text = "The staging limit is 60 requests a minute";
    expect(done.others).toEqual([{ id: first.id, says: ["holds again: what had superseded it is gone"], text }]);
    expect(forgottenMemoriesText(done, PLAIN)).toContain(text);
    expect((await memories(world)).memories.map(({ id }) => id)).toEqual([first.id]);
  });
});

describe("what is for everybody", () => {
  const GLOBAL = { scope: "global" };

  it("is written, changed and forgotten by an owner or admin", async () => {
    const world = capturing();
    expect(await code(say(world, "The company is called Acorn", GLOBAL))).toBe("needs-person");
    expect(await code(say(as(world, user("bridget")), "The company is called Acorn", GLOBAL))).toBe("needs-person");
    const { id = "" } = await say(as(world, AT_TERMINAL), "The company is called Acorn", GLOBAL);
    expect(await world.entry(id)).toMatchObject({ scope: "global", tier: "owner" });
    const agent = { ...world };
    expect(await code(updateMemory(agent, { ref: id, content: "The company is called Oak" }))).toBe("needs-person");
    expect(await code(forgetMemories(agent, { refs: [id] }))).toBe("needs-person");
    expect(await code(edit(agent, { id, fields: { content: "x" } }))).toBe("needs-person");
    expect(await code(say(world, "The company is called Oak", { supersedes: [id] }))).toBe("needs-person");
    const now = await updateMemory(as(world, AT_TERMINAL), { ref: id, content: "The company is called Oak" });
    expect(now).toMatchObject({ decision: "replaced", superseded: [id], scope: "global" });
  });

  it("a member at the terminal is no admin", async () => {
    const member = { name: "walt", role: "member" as const, emails: ["walt@example.invalid"] };
    const world = capturing({ people: [OWNER, member] } as Partial<Profile>);
    const walt = { atTerminal: true, git: async () => ({ name: "walt", email: "walt@example.invalid" }) };
    expect(await code(say(as(world, walt), "The company is called Acorn", GLOBAL))).toBe("needs-person");
  });

  it("an agent cannot make one by way of a run", async () => {
    const world = capturing();
    await startRun({ ...world }, "r1");
    expect(await code(say(as(world, { run: "r1" }), "The company is called Acorn", GLOBAL))).toBe("needs-person");
  });
});

describe("memories", () => {
  it("are listed by use, then newest, within their filters", async () => {
    const world = capturing();
    const a = await say(world, "Lunch is at noon", { timestamp: "2026-02-01T00:00:00Z" });
    const b = await say(world, "The printer is on floor two", {
      timestamp: "2026-02-02T00:00:00Z",
      category: "pattern",
    });
    const c = await say(world, "Badges open the garage", { timestamp: "2026-02-03T00:00:00Z", group: "house" });
    await markUsed({ ...as(world, { session: "other" }) }, { ref: a.id ?? "", result: "worked" });
    const found = async (input = {}) => (await memories({ ...world }, input)).memories.map(({ id }) => id);
    expect(await found()).toEqual([a.id, c.id, b.id]);
    expect(await found({ category: "pattern" })).toEqual([b.id]);
    expect(await found({ group: "house" })).toEqual([c.id]);
    expect(await found({ scope: "user" })).toEqual([]);
    expect(await memories({ ...world }, { limit: 1 })).toMatchObject({ total: 3, memories: [{ id: a.id, uses: 1 }] });
    expect(await code(memories({ ...world }, { category: "rumour" }))).toBe("usage");
    expect(await code(memories({ ...world }, { group: "../x" }))).toBe("wrong-group");
    const listed = await list({ ...world }, { limit: 10, type: "memory" });
    expect(listed.entries.map(({ type }) => type)).toEqual(["memory", "memory", "memory"]);
  });

  it("update makes a new version; forgetting it brings the old one back", async () => {
    const world = capturing();
    const { id = "" } = await say(world, "Lunch is at noon", { group: "house", key: "lunch" });
    expect(await updateMemory({ ...world }, { ref: id, content: "lunch is at noon." })).toMatchObject({
      decision: "known",
    });
    const now = await updateMemory({ ...world }, { ref: id, content: "There is no lunch" });
    expect(now).toMatchObject({
      decision: "replaced",
      superseded: [id],
      file: "memory/facts/house.md",
      key: "lunch",
    });
    expect(await code(updateMemory({ ...world }, { ref: id, content: "x" }))).toBe("not-live");
    await forgetMemories({ ...world }, { refs: [now.id ?? ""] });
    expect((await world.entry(id)).status).toBe("active");
  });

  it("an agent forgets what its own tier said; an owner's words and everything at once need a person", async () => {
    const world = capturing();
    const mine = await say(world, "Lunch is at noon");
    const theirs = await say(as(world, AT_TERMINAL), "The garage closes at ten");
    expect(await code(forgetMemories({ ...world }, { refs: [theirs.id ?? ""] }))).toBe("needs-person");
    expect(await code(forgetMemories({ ...world }, { refs: [], all: true }))).toBe("needs-person");
    expect(await code(forgetMemories({ ...world }, { refs: [] }))).toBe("usage");
    const plan = await forgetMemories({ ...world }, { refs: [], all: true, dryRun: true });
    expect(plan.entries.map(({ id }) => id).sort()).toEqual([mine.id, theirs.id].sort());
    await forgetMemories({ ...world }, { refs: [mine.id ?? ""] });
    expect((await memories({ ...world })).memories.map(({ id }) => id)).toEqual([theirs.id]);
    const person = { ...as(world, { ...AT_TERMINAL, user: "bridget" }) };
    await say(person, "Answer in short sentences", { scope: "user" });
    await forgetMemories(person, { refs: [], all: true, confirmed: true });
    expect((await memories(person)).total).toBe(0);
  });

  it("other entries are no memories", async () => {
    const world = capturing();
    const { id = "" } = await world.correct("Use npm ci", "npm install is fine");
    expect(await code(updateMemory({ ...world }, { ref: id, content: "x" }))).toBe("no-memory");
    expect(await code(forgetMemories({ ...world }, { refs: [id] }))).toBe("no-memory");
  });

  it("never become rules", async () => {
    const world = capturing();
    const { id = "" } = await say(world, "Lunch is at noon");
    expect(await code(promote({ ...world }, { ref: id, dryRun: false }, async () => "because"))).toBe("memory");
  });
});

describe("for a session's start", () => {
  it("come by their group's priority, then use, then newest, without what waits or is another's", async () => {
    const world = as(capturing(), user("bridget"));
    const low = await say(world, "Lunch is at noon", { group: "house" });
    const high = await say(world, "The company is small", { group: "company" });
    const mine = await say(world, "Answer in short sentences", { scope: "user" });
    await say(world, "Rotate keys monthly", { origin: "https://example.invalid/page" });
    const file = world.workspace.factsFile("company");
    writeFileSync(file, readFileSync(file, "utf8").replace("priority: 50", "priority: 90 # first"));
    await markUsed({ ...as(world, { session: "other" }) }, { ref: low.id ?? "" });
    const ctx = { ...world };
    const told = await memoriesForContext(ctx, await openStore(ctx), await viewerOf(ctx));
    expect(told.map(({ id }) => id)).toEqual([high.id, low.id, mine.id]);
    const others = await memoriesForContext(ctx, await openStore(ctx), { user: "sybil" });
    expect(others.map(({ id }) => id)).toEqual([high.id, low.id]);
  });
});

it("a list of several types keeps its order, each in its tree", async () => {
  const world = as(capturing(), user("bridget"));
  const told = await captureAll({ ...world }, [
    { type: "memory", content: "Answer in short sentences", category: "preference", scope: "user" },
    { type: "insight", insight: "Retries hide the flaky test", evidence: "3 of 5 runs", risk: "low: time" },
    { type: "memory", content: "The limit is 30 requests", category: "fact" },
    { type: "memory", content: "The limit is 60 requests", category: "fact" },
  ]);
  expect(told.map(({ type, decision }) => [type, decision])).toEqual([
    ["memory", "stored"],
    ["insight", "stored"],
    ["memory", "stored"],
    ["memory", "stored"],
  ]);
});
