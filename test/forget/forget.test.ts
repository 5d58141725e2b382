/** Forgetting, redacting and erasing single entries: what goes, what stays, who may, what comes back. */

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { logActivity } from "../../src/capture/log.js";
import { fixedClock } from "../../src/clock.js";
import { countingReview } from "../../src/entry/status.js";
import { type ForgetInput, forget } from "../../src/forget/forget.js";
import { keyOfLine } from "../../src/forget/lines-elsewhere.js";
import { verify } from "../../src/health/verify.js";
import { importFrom } from "../../src/import/import.js";
import { markUsed } from "../../src/loop/used.js";
import { answer } from "../../src/questions/answer.js";
import { list } from "../../src/recall/list.js";
import { recall } from "../../src/recall/recall.js";
import { resolvePair } from "../../src/review/resolve.js";
import { decideReview } from "../../src/review/review.js";
import { undo } from "../../src/review/undo.js";
import { digest } from "../../src/rules/digest.js";
import { openStore } from "../../src/store/open-store.js";
import { readLedger, recordEvent } from "../../src/store/state/ledger.js";
import { AT_TERMINAL, type Capturing, capturing, EVERY_LINE } from "../capture/capturing.js";
import { heartbeat } from "../operations.js";

const CLAIM = "The nightly build fails when the cache directory is older than the lockfile";
const OTHER = "Sockets close late when nobody reads from them";

function at(w: Capturing, day: number, session = `day-${day}`): void {
  w.clock = fixedClock(`2026-02-${String(day).padStart(2, "0")}T09:00:00Z`);
  w.actor = { ...w.actor, session };
}

/** The workspace is a repository from here on. */
function inGit(w: Capturing): (...args: string[]) => string {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: w.workspace.root, encoding: "utf8" });
  git("init", "-q");
  git("config", "user.name", "sybil");
  git("config", "user.email", "sybil@example.invalid");
  return git;
}

const started = (profile = {}) => capturing(profile, "2026-02-01T09:00:00Z");

async function asPerson(w: Capturing, input: Partial<ForgetInput> & Pick<ForgetInput, "refs">) {
  const before = w.actor;
  w.as(AT_TERMINAL);
  try {
    return await forget(w, { taking: "forget", confirmed: true, ...input });
  } finally {
    w.actor = before;
  }
}

async function ruleOf(w: Capturing, id: string): Promise<void> {
  for (const day of [2, 3, 4]) {
    at(w, day);
    await markUsed(w, { ref: id, result: "worked" });
  }
  at(w, 5);
  expect((await digest(w)).operations).toHaveLength(1);
}

/** Every file of the workspace that holds a text, git's own apart; bytes, so that no encoding hides it. */
function holding(w: Capturing, text: string): string[] {
  const { root } = w.workspace;
  const all = readdirSync(root, { recursive: true, withFileTypes: true });
  return all
    .filter((one) => one.isFile() && !`${one.parentPath}/`.includes("/.git/"))
    .map((one) => join(one.parentPath, one.name))
    .filter((path) => readFileSync(path).includes(text))
    .map((path) => path.slice(root.length + 1))
    .sort();
}

describe("a forgotten entry", () => {
  it("stays in the tree and is used nowhere any more", { tags: "proof" }, async () => {
    const w = started();
    const id = (await w.learn(CLAIM)).id as string;
    const other = (await w.learn(OTHER)).id;
    const done = await forget(w, { refs: [id.slice(-5).toLowerCase()], taking: "forget", reason: "another project" });
    const entries = [{ id, status: "active", tier: "self" }];
    expect(done).toMatchObject({ decision: "forgotten", entries, others: [] });
    expect(await w.entry(id)).toMatchObject({
      insight: CLAIM,
      forgotten: { at: "2026-02-01T09:00:00Z", by: "sybil", tier: "self", reason: "another project" },
    });
    expect((await recall(w, { query: "nightly build cache" })).results.map((one) => one.id)).not.toContain(id);
    expect((await list(w, { status: "live", limit: 50 })).entries.map((one) => one.id)).toEqual([other]);
    at(w, 20);
    expect((await heartbeat(w)).due.map((one) => one.id)).not.toContain(id);
    expect(await w.learn(CLAIM)).toMatchObject({ decision: "stored" });
  });

  it("takes its rule along where the mode lets anybody, and by a person's word; else that waits for a person", {
    tags: "proof",
  }, async () => {
    for (const [mode, forgetting, fate] of [
      ["auto", forget, "active"],
      ["approval", forget, "waits"],
      ["approval", (w: Capturing, { refs }: ForgetInput) => asPerson(w, { refs }), "active"],
    ] as const) {
      const w = started({ apply_mode: "auto" });
      const id = (await w.learn(CLAIM)).id as string;
      await ruleOf(w, id);
      const page = join(w.workspace.root, "memory/core/procedures.md");
      w.profile = { ...w.profile, apply_mode: mode };
      const done = await forgetting(w, { refs: [id], taking: "forget" });
      expect(done.rules).toMatchObject([{ op: "delete", fate }]);
      expect(readFileSync(page, "utf8").includes(id)).toBe(fate === "waits");
      const next = (await digest(w)).operations.map((one) => `${one.op} ${one.fate}`);
      expect(next).toEqual(fate === "active" ? [] : ["delete pending"]);
    }
  });

  it("leaves what it replaced replaced, is taken back by undo, and again changes nothing", async () => {
    const w = started();
    const tuesdays = "Deploy on Tuesdays when the team is there";
    const first = (await w.correct(tuesdays, "Deploy on Fridays")).id as string;
    const newer = (await w.correct("Deploy on any day", tuesdays, { replaces: first })).id as string;
    const before = w.files();
    expect(await forget(w, { refs: [newer], taking: "forget" })).toMatchObject({ others: [] });
    expect((await openStore(w)).head(first)).toMatchObject({ status: "superseded", superseded_by: newer });
    const files = w.files();
    expect(await forget(w, { refs: [newer], taking: "forget" })).toMatchObject({ decision: "unchanged" });
    expect(w.files()).toEqual(files);
    w.as(AT_TERMINAL);
    await undo(w, { confirmed: true });
    expect(w.files()).toEqual(before);
    await expect(forget(w, { refs: ["ZZZZZ"], taking: "forget" })).rejects.toMatchObject({ exit: 4 });
    await expect(forget(w, { refs: ["A.md:1"], taking: "forget" })).rejects.toMatchObject({ exit: 4 });
    await expect(forget(w, { refs: [], taking: "forget" })).rejects.toMatchObject({ exit: 2 });
  });
});

describe("who may", () => {
  it("an agent forgets nothing of an owner, redacts and erases nothing, whatever it claims", async () => {
    const w = started();
    w.as(AT_TERMINAL);
    const owners = (await w.correct("Ask before deleting a shared branch", "Branches may go at once")).id as string;
    w.as({ atTerminal: false, git: async () => ({}) });
    const own = (await w.learn(CLAIM)).id as string;
    const before = [w.files(), readdirSync(w.workspace.local)];
    for (const input of [
      { refs: [owners], taking: "forget" },
      { refs: [own], taking: "redact" },
      { refs: [own], taking: "erase" },
      { refs: [], selector: { by: "source", value: "bridget" }, taking: "forget" },
    ] as const) {
      for (const confirmed of [false, true]) {
        const refused = await forget(w, { ...input, confirmed }).catch((error) => error);
        expect(refused).toMatchObject({ failure: "refused", code: "needs-person" });
        const told = `${refused.message} ${refused.hint}`;
        expect(told).not.toMatch(/branch|nightly|tenet forget|approval|non_interactive|terminal and/i);
      }
      const dry = await forget(w, { ...input, dryRun: true });
      expect(dry.needs_person).toBeDefined();
      expect(JSON.stringify(dry)).not.toMatch(/shared branch|nightly/);
    }
    expect([w.files(), readdirSync(w.workspace.local)]).toEqual(before);
  });

  it("neither a team's script nor a person who did not type the word erases anything", async () => {
    const w = started();
    const id = (await w.learn(CLAIM)).id as string;
    const files = w.files();
    await expect(asPerson(w, { refs: [id], taking: "erase", confirmed: false })).rejects.toMatchObject({ exit: 5 });
    w.as({ user: "bridget" });
    await expect(forget(w, { refs: [id], taking: "erase", confirmed: true })).rejects.toMatchObject({ exit: 5 });
    expect(w.files()).toEqual(files);
  });

  it("row 25: a secret in the reason reaches neither tree nor ledger", async () => {
    const w = started();
    const id = (await w.learn(CLAIM)).id as string;
    const key = `ghp_${"a1B2c3D4e5".repeat(3)}f6G7h8`;
    await forget(w, { refs: [id], taking: "forget", reason: `it held ${key}` });
    expect(holding(w, key)).toEqual([]);
    expect(readLedger(w.workspace).at(-1)?.reason).toMatch(/^it held \[secret:/);
  });
});

describe("a redacted entry", () => {
  it("keeps record, links and reason; its words are gone from rule, versions, log and caches", {
    tags: "proof",
  }, async () => {
    const w = started();
    const id = (await w.learn(CLAIM, { rule: "Compare cache and lockfile by their dates first" })).id as string;
    await w.learn(OTHER);
    await w.learn(CLAIM);
    await ruleOf(w, id);
    await recall(w, { query: "nightly build" });
    const others = Object.entries(w.files()).filter(([file]) => file.includes("insights"));
    const told = { reason: "told in confidence", ticked: EVERY_LINE };
    const done = await asPerson(w, { refs: [id], taking: "redact", ...told });
    expect(done).toMatchObject({ decision: "redacted", rules: [{ op: "delete", fate: "active" }] });
    for (const text of ["cache directory", "Compare cache"]) expect(holding(w, text), text).toEqual([]);
    expect(await w.entry(id)).toMatchObject({
      insight: "[redacted]",
      evidence: "[redacted]",
      rule: "[redacted]",
      said: [expect.anything()],
      redacted: { by: "bridget", reason: "told in confidence" },
    });
    const text = w.files()["memory/learning/insights/2026-02-01.md"] ?? "";
    expect(text).toContain(`## ${id} · (redacted)\n`);
    expect(text).toContain(OTHER);
    expect(others.length).toBeGreaterThan(0);
    const { findings } = await verify(w);
    expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
  });
});

const learning = (id: string, summary: string, details: string): string =>
  `## [${id}] best_practice\n\n**Logged**: 2025-01-16T10:00:00Z\n**Priority**: medium\n**Status**: pending\n\n### Summary\n${summary}\n\n### Details\n${details}\n\n---\n\n`;
const SEED =
  "Three runs with one seed failed at the same assertion.\n\n### Suggested Action\nPrint the seed with each failure.";
const LEARNING = `# Learnings\n\n${learning("LRN-20250116-001", "Seeding the random generator makes failures repeat", SEED)}${learning("LRN-20250117-001", OTHER, "Two of five did.")}`;

describe("an erased entry", () => {
  it("leaves a tombstone, and the rest of its file byte for byte", async () => {
    const w = started();
    const before = await w.learn(OTHER);
    const id = (await w.learn(CLAIM, { tags: ["ci"], context: "late at night in the build room" })).id as string;
    const file = before.file as string;
    const text = w.files()[file] ?? "";
    const rest = text.slice(0, text.indexOf(`## ${id}`));
    w.put(file, `${text}\nA person's note about sockets stays.\n\nThey say: **${CLAIM}**.\n`);
    const dry = await asPerson(w, { refs: [id], taking: "erase", dryRun: true });
    expect(dry.named).toMatchObject([{ file, text: `They say: **${CLAIM}**.`, replaced: false }]);
    const done = await asPerson(w, { refs: [id], taking: "erase", ticked: EVERY_LINE });
    expect(done).toMatchObject({ decision: "erased", entries: [{ id }], commits: [] });
    expect(w.files()[file]).toContain("They say: **[erased]**.");
    const after = w.files()[file] ?? "";
    expect(after.startsWith(rest)).toBe(true);
    expect(after).toContain(`## ${id} · (erased)\n`);
    expect(after).toContain("A person's note about sockets stays.");
    expect(holding(w, "cache directory")).toEqual([]);
    expect(holding(w, "build room")).toEqual([]);
    expect(await asPerson(w, { refs: [id], taking: "erase" })).toMatchObject({ decision: "unchanged" });
    expect((await recall(w, { query: "sockets" })).results).toHaveLength(1);
  });

  it("is not brought back by an import, or an id that is drawn again", async () => {
    const w = started();
    w.put("old/LEARNINGS.md", LEARNING);
    await importFrom(w, { paths: [join(w.workspace.root, "old")], dryRun: false });
    const id = (await openStore(w)).resolve("LRN-20250116-001").id;
    await asPerson(w, { refs: [id], taking: "erase" });
    const again = await importFrom(w, { paths: [join(w.workspace.root, "old")], dryRun: false });
    expect(again.totals).toMatchObject({ found: 2, imported: 0, skipped: 2 });
    expect((await openStore(w)).idsNamed(id.slice(-5))).toHaveLength(1);
  });

  it("goes with all that says the same; what its chain says otherwise is listed, and goes where it is ticked", async () => {
    for (const ticked of [new Set<string>(), EVERY_LINE]) {
      const w = started();
      const other = "Stale caches ruin the package that a clean checkout would make";
      const older = (await w.learn(other)).id as string;
      const newer = (await w.learn(CLAIM)).id as string;
      const equal = (await w.correct(CLAIM, "Caches never matter")).id as string;
      await resolvePair(w, { a: newer, b: older, how: "same" });
      const done = await asPerson(w, { refs: [newer], taking: "erase", ticked });
      expect(done.named).toMatchObject([{ id: older, replaced: ticked === EVERY_LINE }]);
      expect(holding(w, "cache directory")).toEqual([]);
      expect(holding(w, "clean checkout").length > 0).toBe(ticked !== EVERY_LINE);
      for (const id of [newer, equal]) expect(await w.entry(id)).toHaveProperty("erased");
    }
  });

  it("leaves lines of the daily log that hold it as they are, unless they are ticked", async () => {
    const w = started();
    const id = (await w.learn(CLAIM)).id as string;
    await logActivity(w, { text: `${CLAIM}, says Bob` });
    await logActivity(w, { text: "npm ci printed 3 warnings" });
    const dry = await asPerson(w, { refs: [id], taking: "erase", dryRun: true });
    expect(dry.named).toEqual([
      { file: "memory/2026-02-01.md", line: 3, text: `- 09:00 ${CLAIM}, says Bob`, replaced: false },
    ]);
    const ticked = new Set((dry.named ?? []).map(keyOfLine));
    await asPerson(w, { refs: [id], taking: "erase", ticked });
    expect(w.files()["memory/2026-02-01.md"]).toMatch(/- 09:00 \[erased\], says Bob\n- 09:00 npm ci printed/);
  });

  it("where all is ticked is quoted neither by decisions nor by the answer to it, which go on counting", {
    tags: "proof",
  }, async () => {
    const w = started();
    const id = (await w.learn("Bay q7-4711 is kept free")).id as string;
    const asked = (await w.draft({ type: "question", question: "May vans use bay zq-8842?", because: "one waits" })).id;
    w.as(AT_TERMINAL);
    const { recorded } = await decideReview(w, { ref: id, action: "approve", reason: "ok", confirmed: true });
    const { captured } = await answer(w, { ref: asked as string, text: "yes, in the mornings" });
    expect(await w.entry(recorded)).toMatchObject({ situation: expect.stringContaining("q7-4711") });
    await asPerson(w, { refs: [id, asked as string], taking: "erase", ticked: EVERY_LINE });
    for (const text of ["q7-4711", "zq-8842"]) expect(holding(w, text), text).toEqual([]);
    const { entry: decision } = await (await openStore(w)).one(recorded ?? "");
    expect(decision).toMatchObject({ situation: expect.stringContaining("[erased]"), rationale: "ok" });
    expect(countingReview(decision)).toBeDefined();
    const { entry: fact } = await (await openStore(w)).one(captured[0]?.id ?? "");
    expect(fact).toMatchObject({ content: expect.stringMatching(/^\[erased\].* yes, in the mornings$/) });
    expect(fact).toHaveProperty("pinned");
  });

  it("names the commits that hold it", { tags: "proof" }, async () => {
    const w = started({ git: { commit: true } });
    const git = inGit(w);
    await w.learn(OTHER);
    const id = (await w.learn(CLAIM)).id as string;
    const commit = git("rev-parse", "HEAD").trim();
    git("branch", "elsewhere");
    const done = await asPerson(w, { refs: [id], taking: "erase", reason: "not ours to keep" });
    expect(done.commits).toEqual([{ hash: commit, date: expect.any(String) }]);
    expect(done.more_commits).toBe(false);
    expect(git("log", "-1", "--format=%s").trim()).toBe(`erase: ${id} (not ours to keep)`);
    expect(git("status", "--porcelain", "--", "memory/learning/insights")).toBe("");
  });

  it("that judged others takes the rule along that its lesson became", { tags: "proof" }, async () => {
    const w = started({ git: { commit: true } });
    inGit(w);
    const known = (await w.learn(CLAIM, { risk: "high: releases break" })).id as string;
    at(w, 4);
    const lesson = "Compare the dates of cache and lockfile before each build";
    const id = (await w.judge(known, "validated", { score: 9, lesson })).id as string;
    expect((await digest(w)).operations).toMatchObject([{ op: "add", reason: "outcome" }]);
    expect(holding(w, "Compare the dates").length).toBeGreaterThan(3);
    const done = await asPerson(w, { refs: [id], taking: "erase" });
    expect(done.rules).toMatchObject([{ op: "delete", target: "MEMORY.md", ids: expect.arrayContaining([id, known]) }]);
    expect(holding(w, "Compare the dates")).toEqual([]);
    expect(await w.entry(known)).toMatchObject({ insight: CLAIM, status: "active" });
    const { findings } = await verify(w);
    expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  it("takes words out of the ledger", async () => {
    const w = started();
    const id = (await w.learn(CLAIM)).id as string;
    for (const reason of [`is it so: ${CLAIM}`, "release pipeline"])
      recordEvent(w, { kind: "read", op: "recall", ids: [], reason });
    await asPerson(w, { refs: [id], taking: "erase" });
    const kept = readLedger(w.workspace).map(({ reason = "" }) => reason);
    expect(kept).toContain("release pipeline");
    expect(kept.join()).not.toContain("cache directory");
  });
});
