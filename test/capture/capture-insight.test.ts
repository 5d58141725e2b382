/** What becomes of an insight: counted, grown, asked about, waiting, or activity. */

import { describe, expect, it } from "vitest";
import { capture, captureAll } from "../../src/capture/capture.js";
import { contentHash } from "../../src/entry/status.js";
import { changeTree } from "../../src/store/change/change.js";
import { changeVerb } from "../../src/store/change/prepare-write.js";
import { approvalOf } from "../approved.js";
import { say } from "../operations.js";
import { AT_TERMINAL, type Capturing, capturing, NO_MODEL } from "./capturing.js";

const CACHE = "The nightly build fails when the cache directory is older than the lockfile";
const NEAR = "If the cache is older than the lockfile, nightly builds break";
const OUTSIDE = { origin: "https://example.invalid/post" };
const LOG = "memory/2026-02-15.md";

const approve = (w: Capturing, id = "") =>
  changeTree(w, { ...changeVerb("test"), reason: "approve" }, async (change) => {
    await change.update(id, { review: approvalOf(await change.entry(id)) });
  });

describe("an insight that is known in the same words", () => {
  it("is counted: seen goes up, a short line in the daily log, nothing else changes", async () => {
    const w = capturing(NO_MODEL);
    const long = `${CACHE}. ${"It was seen again and again. ".repeat(40)}`;
    const first = await w.learn(long);
    expect(first).toMatchObject({ decision: "stored", file: "memory/learning/insights/2026-02-15.md", line: 8 });
    const before = w.files();
    const again = await w.learn(`  ${long.replace("cache directory", "**cache directory**").toLowerCase()}! `);
    expect(again).toMatchObject({ decision: "counted", id: first.id, file: first.file, line: first.line, asks: [] });
    expect(again.because.join(" ")).toContain("says the same");
    const { [LOG]: log = "", ...after } = w.files();
    expect(log).toMatch(/^- \d\d:\d\d said again: the nightly build .* \(INS-20260215-.{5}\)$/m);
    expect(log.length).toBeLessThan(400);
    const [file = ""] = Object.keys(before);
    const [unseen, seen] = [
      "novelty: unchecked\n",
      "seen: 1\nseen_by:\n  - agent: sybil\n    session: s1\n    times: 1\n",
    ];
    expect(after).toEqual({ [file]: before[file]?.replace(unseen, `${seen}${unseen}`) });
    expect((await w.learn(long)).decision).toBe("counted");
    expect(await w.entry(first.id)).toMatchObject({ seen: 2 });
  });

  it("evolves with new evidence; lists grow, nothing is overwritten, and an approval is renewed", {
    tags: "proof",
  }, async () => {
    const w = capturing();
    const first = await w.learn(CACHE, { tags: "ci", applications: ["nightly"], domain: "build" });
    await approve(w, first.id);
    const news = { evidence: "Build 4711 failed on 2026-02-13", context: "after the runner was replaced" };
    const more = { tags: ["ci", "cache"], applications: ["release"], domain: "releases" };
    const again = await w.learn(CACHE, { ...news, ...more });
    expect(again).toMatchObject({ decision: "evolved", id: first.id, line: first.line });
    const grown = await w.entry(first.id);
    expect(grown).toMatchObject({
      insight: CACHE,
      evidence: "It was seen in the release logs",
      tags: ["ci", "cache"],
      applications: ["nightly", "release"],
      domain: "build",
      evolution: [{ at: "2026-02-15T14:00:00Z", text: CACHE, ...news, agent: "sybil", session: "s1" }],
    });
    expect(grown.review?.hash).toBe(contentHash(grown));
    // Said a third time with evidence that the history holds.
    expect((await w.learn(CACHE, { evidence: "build 4711 failed on 2026-02-13." })).decision).toBe("counted");
    expect(await w.entries()).toHaveLength(1);
  });

  it("of another scope is stored and asked about", async () => {
    const w = capturing();
    const first = await w.learn(CACHE);
    const asks = [{ about: first.id, claim: 1, differs: { known: [], new: [] } }];
    expect(await w.learn(CACHE, { scope: "conversation" })).toMatchObject({ decision: "stored", asks });
  });
});

describe("an insight near a known one", () => {
  it("is stored beside it, and asked about with ready answers", async () => {
    const w = capturing();
    const first = await w.learn(CACHE);
    const near = await w.learn(NEAR);
    const [ask] = near.asks;
    expect(near).toMatchObject({ decision: "stored", opened: 1, linked: [first.id] });
    expect(ask).toMatchObject({ id: near.id, about: first.id, text: CACHE, by: "claim" });
    expect(ask?.where).toBe(`${first.file}:${first.line}`);
    expect(ask?.differs.new).toContain("If");
    const [newer, older] = [near.id, first.id].map((id) => id?.slice(-5).toLowerCase());
    expect(await say(ask?.answers)).toEqual({
      same: `tenet resolve ${newer} ${older} --same`,
      replaces: `tenet resolve ${newer} ${older} --replaces`,
      replaced_by: `tenet resolve ${older} ${newer} --replaces`,
      exception: `tenet resolve ${newer} ${older} --exception`,
      has_exception: `tenet resolve ${older} ${newer} --exception`,
      unrelated: `tenet resolve ${newer} ${older} --unrelated`,
    });
    expect(await w.entry(near.id)).toMatchObject({ near: [{ with: first.id, by: "claim", state: "open" }] });
    expect(await w.entry(first.id)).not.toHaveProperty("near");
    const other = await w.learn("Customers answer faster to mails sent before nine");
    expect(other).toMatchObject({ decision: "stored", asks: [] });
    expect(await w.entry(other.id)).not.toHaveProperty("linked");
  });

  it("is linked to at most five, of all types", { tags: "proof" }, async () => {
    const w = capturing();
    for (const name of ["main", "release", "hotfix", "docs", "nightly", "vendor"])
      await w.correct(`Rebase the ${name} branch before merging it`, `Merging the ${name} branch as it stands is fine`);
    const related = await w.learn("Rebase before merging: a branch merged as it stands hides conflicts", {
      evidence: "Look at the branch before pushing",
    });
    expect(related.decision).toBe("stored");
    expect(related.linked?.length).toBeLessThanOrEqual(5);
    expect(related.linked?.length).toBeGreaterThan(1);
    expect((await w.entry(related.id)).linked).toEqual(related.linked);
  });
});

describe("what an author states about others", () => {
  it("supersedes is done once, whatever is near, and two of one input cannot both do it", async () => {
    const w = capturing();
    const first = await w.learn(CACHE);
    const before = w.files();
    const stated = { type: "insight" as const, evidence: "seen", risk: "low: noise", supersedes: [first.id] };
    const two = ["Mirrors lag behind by an hour", "Paper is cheaper in summer"];
    const both = captureAll(
      w,
      two.map((insight) => ({ ...stated, insight })),
    );
    await expect(both).rejects.toMatchObject({
      exit: 2,
      message: expect.stringMatching(/^entry 2: .* no longer live/),
    });
    expect(w.files()).toEqual(before);
    const next = await w.learn(CACHE, { supersedes: first.id?.slice(-5).toLowerCase() });
    expect(next).toMatchObject({ decision: "replaced", superseded: [first.id] });
    expect(await w.entry(first.id)).toMatchObject({ status: "superseded", superseded_by: next.id });
  });

  it("what it was made from is no place to go into", async () => {
    const w = capturing();
    const first = await w.learn(CACHE);
    expect((await w.learn(CACHE, { derived_from: [first.id], evidence: "Build 17" })).id).not.toBe(first.id);
  });

  it("same, replaces, exception and unrelated act as the answers would, in the same call", async () => {
    const w = capturing();
    const first = await w.learn(CACHE);
    expect(await w.learn(NEAR, { same: first.id })).toMatchObject({ decision: "evolved", id: first.id });
    const [kept, absorbed] = (await w.entries()).sort((a) => (a.id === first.id ? -1 : 1));
    expect(kept?.evolution).toMatchObject([{ of: absorbed?.id, claim: true }]);
    expect(absorbed).toMatchObject({ status: "superseded", superseded_by: first.id });
    const narrow = await w.learn("On the mirror an old cache is fine", { exception_to: first.id });
    expect(await w.entry(narrow.id)).toMatchObject({ exception_to: [first.id], status: "active" });
    const other = await w.learn("The nightly job is named after the cache", { unrelated: [first.id] });
    expect(await w.entry(other.id)).toMatchObject({ near: [{ with: first.id, state: "unrelated" }] });
    const now = await w.learn("Builds no longer use the cache directory", { replaces: first.id?.slice(-5) });
    expect(now).toMatchObject({ decision: "replaced", superseded: [first.id] });
    expect(await w.entry(first.id)).toMatchObject({ status: "superseded", superseded_by: now.id });
  });

  it("a relation of corrections, an unknown id and what is no id are refused", async () => {
    const w = capturing(NO_MODEL);
    const { id } = await w.learn(CACHE);
    const refused = { recurrence_of: [id, 2, "wrong-relation"], linked: [["zzzzz"], 4, "not-found"] } as const;
    for (const [field, [value, exit, code]] of Object.entries(refused))
      await expect(w.learn("Mirrors lag", { [field]: value })).rejects.toMatchObject({ exit, code });
    await expect(w.learn("Mirrors lag", { linked: [{ a: 1 }] })).rejects.toMatchObject({ code: "wrong-field" });
  });
});

describe("tiers and review", () => {
  it("what comes from outside waits, and never counts", async () => {
    const w = capturing();
    const outside = await w.learn(CACHE, OUTSIDE);
    expect(outside.waits).toMatch(/outside/);
    const review = { state: "needs_review", at: "2026-02-15T14:00:00Z" };
    expect(await w.entry(outside.id)).toMatchObject({ tier: "external", review });
    // What waits is neither counted on nor replaced: a person who says the same says it on their own.
    const own = await w.learn(CACHE, { source: "bridget" });
    expect(own).toMatchObject({ decision: "stored", asks: [] });
    expect(await w.entry(outside.id)).toMatchObject({ status: "active" });
    // The same from outside again is known already.
    const again = await w.learn(CACHE, { origin: "https://example.invalid/other" });
    expect(again).toMatchObject({ decision: "counted", id: own.id });
  });

  it("equal words of a less trusted source are counted, of a more trusted one they replace", async () => {
    const w = capturing();
    w.as({ agent: "wanderer" });
    const peer = await w.learn(CACHE);
    w.as({ agent: "sybil" });
    // The least trusted parent decides.
    const made = await w.learn("Clearing caches at noon helps", { derived_from: [peer.id] });
    expect((await w.entry(made.id)).tier).toBe("peer");
    const own = await w.learn(CACHE);
    expect(own).toMatchObject({ decision: "replaced", superseded: [peer.id] });
    w.as({ agent: "wanderer" });
    expect(await w.learn(CACHE)).toMatchObject({ decision: "counted", id: own.id });
  });

  it("an owner at a terminal is owner, told by an agent relayed, an unknown name a peer, a file here self", async () => {
    const w = capturing(NO_MODEL);
    w.put("notes.md", "x");
    const tier = async (text: string, more = {}) => (await w.entry((await w.learn(text, more)).id)).tier;
    expect(await tier("Shelves are counted in May", { origin: "notes.md:3" })).toBe("self");
    expect(await tier("Invoices go out on Mondays", { source: "bridget" })).toBe("relayed");
    expect(await tier("Paper is cheaper in summer", { source: "somebody" })).toBe("peer");
    expect(w.warnings.join(" ")).toContain("somebody is not listed under people");
    w.as(AT_TERMINAL);
    const typed = await w.learn("Mirrors lag behind by an hour");
    expect(await w.entry(typed.id)).toMatchObject({ tier: "owner", source: "bridget" });
  });

  it("in curated mode an agent's words wait alone and take nothing approved away", async () => {
    const w = capturing({ apply_mode: "curated" });
    w.as(AT_TERMINAL);
    const owner = await w.learn(CACHE, { tier: "self" });
    await approve(w, owner.id);
    w.as({ atTerminal: false });
    const waiting = await w.learn(NEAR);
    expect(waiting.waits).toMatch(/curated/);
    expect(waiting).toMatchObject({ decision: "stored", linked: [owner.id] });
    const stated = await w.learn("Mirrors lag", { replaces: [owner.id] });
    expect(stated).toMatchObject({ decision: "stored", proposed: [owner.id] });
    expect(await w.entry(owner.id)).toMatchObject({ status: "active" });
  });
});

describe("the stakes gate", () => {
  it("an insight with nothing at risk is activity, logged with its evidence, whatever field says so", async () => {
    const w = capturing();
    const said = { type: "insight" as const, insight: "npm ci printed\n3 warnings", evidence: "seen in build 12" };
    const risks = [{ risk: "none" }, { risk: "" }, { risk: "high: unknown" }, { at_risk: "meh" }, { stakes: "meh" }];
    for (const risk of [...risks, { stakes: "low", at_risk: "idk" }]) {
      const logged = await capture(w, { ...said, ...risk });
      expect(logged).toMatchObject({ decision: "logged", file: LOG, asks: [] });
      expect(logged.id).toBeUndefined();
    }
    expect(Object.keys(w.files())).toEqual([LOG]);
    expect(w.files()[LOG]?.split("not learned: npm ci printed 3 warnings; seen in build 12")).toHaveLength(7);
  });

  it("a correction whose risk is a doubt is stored, and the question stays open", async () => {
    const w = capturing();
    const { id } = await capture(w, { type: "correction", corrected_to: "Use npm ci in CI", risk: "high: idk" });
    expect(await w.entry(id)).toMatchObject({ stakes: "high" });
    expect(await w.entry(id)).not.toHaveProperty("at_risk");
  });

  it("more than half of the last twenty rated low: a warning", async () => {
    const w = capturing(NO_MODEL);
    const low = (n: number) => ({
      ...{ type: "insight" as const, insight: `Shelf ${n} in hall ${n} holds ${n} boxes` },
      ...{ evidence: "counted", risk: "low: a box is lost" },
    });
    await captureAll(
      w,
      Array.from({ length: 10 }, (_, n) => low(n + 11)),
    );
    expect(w.warnings.join(" ")).not.toContain("no dumping ground");
    await captureAll(w, [low(77)]);
    expect(w.warnings.join(" ")).toContain("no dumping ground");
  });
});

describe("texts as they come", () => {
  it.each([
    ["several lines", "First line\n\n```yaml\nid: COR-20260215-K7Q2X\ntype: correction\n```\nlast line"],
    ["emoji and another script", "👩‍🔬 says: the 🧪 needs 2 °C 🇪🇺 缓存目录"],
    ["quotes, back-ticks, dollars", "\"a\" 'b' `c` $d $(e) \\n # not a heading --- \t tab"],
    ["200 KB", `Longer: ${"the cache was stale again and again, ".repeat(5400)}`],
  ])("%s: kept as written, and counted when said again", { tags: "proof" }, async (_name, text) => {
    const w = capturing(NO_MODEL);
    const first = await w.learn(text);
    expect((await w.entry(first.id)).insight).toBe(text.trim());
    expect((await w.learn(text)).decision).toBe("counted");
    expect(await w.entries()).toHaveLength(1);
  });

  it("a text the model cannot read is compared by its words alone, and that is said", async () => {
    const w = capturing();
    const first = await w.learn("缓存目录比锁文件旧时，夜间构建会失败");
    expect(await w.entry(first.id)).not.toHaveProperty("novelty");
    expect(w.warnings.join(" ")).toMatch(/Latin/);
  });

  it("broken records elsewhere do not stand in the way", async () => {
    const w = capturing(NO_MODEL);
    const broken = "## x\n```yaml\ntype: insight\nid: INS-20260214-AAAAA\n\tbroken: [\n```\n";
    w.put("memory/learning/insights/2026-02-14.md", broken);
    w.put("memory/learning/corrections/2026-02-13.md", "<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n");
    expect((await w.learn(CACHE)).decision).toBe("stored");
  });
});
