/** What becomes of an insight: counted, grown, asked about or waiting. Sessions `capture/*` have what needs no model. */

import { describe, expect, it } from "vitest";
import { changeTree } from "../../src/store/change/change.js";
import { changeVerb } from "../../src/store/change/prepare-write.js";
import { approvalOf } from "../approved.js";
import { say } from "../operations.js";
import { AT_TERMINAL, type Capturing, capturing, NO_MODEL } from "./capturing.js";

const CACHE = "The nightly build fails when the cache directory is older than the lockfile";
const NEAR = "If the cache is older than the lockfile, nightly builds break";
const LOG = "memory/2026-02-15.md";

const approve = (w: Capturing, id = "") =>
  changeTree(w, { ...changeVerb("test"), reason: "approve" }, async (change) => {
    await change.update(id, { review: approvalOf(await change.entry(id)) });
  });

describe("an insight that is known in the same words", () => {
  it("is counted: once a session, a short line in the daily log, nothing else changes", async () => {
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
    const said = "said:\n  - at: 2026-02-15T14:00:00Z\n    session: s1\n    tier: self\n    agent: sybil\n";
    expect(after).toEqual({ [file]: before[file]?.replace("status: active\n", `${said}status: active\n`) });
    expect((await w.learn(long)).decision).toBe("counted");
    expect((await w.entry(first.id)).said).toHaveLength(1);
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
      evolution: [{ at: "2026-02-15T14:00:00Z", ...news, agent: "sybil", session: "s1" }],
    });
    expect(grown.review).toMatchObject({ state: "approved_for_reuse" });
    // Said a third time with evidence that the history holds.
    expect((await w.learn(CACHE, { evidence: "build 4711 failed on 2026-02-13." })).decision).toBe("counted");
    expect(await w.entries()).toHaveLength(1);
  });
});

describe("an insight near a known one", () => {
  it("is stored beside it, and asked about with ready answers", async () => {
    const w = capturing();
    const first = await w.learn(CACHE);
    const near = await w.learn(NEAR);
    const [ask] = near.asks;
    expect(near).toMatchObject({ decision: "stored", opened: 1, linked: [first.id] });
    expect(ask).toMatchObject({ id: near.id, about: first.id, text: CACHE, found: "claim" });
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
    expect(await w.entry(near.id)).toMatchObject({ near: [{ with: first.id, found: "claim" }] });
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
  expect(stated).toMatchObject({ decision: "stored", waits: expect.stringMatching(/curated/) });
  expect(await w.entry(owner.id)).toMatchObject({ status: "active" });
});

describe("texts as they come", () => {
  it.each([
    ["several lines", "First line\n\n```yaml\nid: COR-20260215-K7Q2X\ntype: correction\n```\nlast line"],
    ["emoji and another script", "👩‍🔬 says: the 🧪 needs 2 °C 🇪🇺 缓存目录"],
    ["quotes, back-ticks, dollars", "\"a\" 'b' `c` $d $(e) \\n # not a heading --- \t tab"],
    ["50 KB", `Longer: ${"the cache was stale again and again, ".repeat(1400)}`],
  ])("%s: kept as written, and counted when said again", { tags: "proof" }, async (_name, text) => {
    const w = capturing(NO_MODEL);
    const first = await w.learn(text);
    expect((await w.entry(first.id)).insight).toBe(text.trim());
    expect((await w.learn(text)).decision).toBe("counted");
    expect(await w.entries()).toHaveLength(1);
  });

  it("longer than a record may be: refused, nothing is written", async () => {
    const w = capturing(NO_MODEL);
    const refusal = expect.objectContaining({ failure: "usage", message: expect.stringMatching(/64 KB/) });
    await expect(w.learn("the cache was stale again, ".repeat(3000))).rejects.toThrowError(refusal);
    expect(await w.entries()).toEqual([]);
  });
});

it("what a correction refutes in other words is asked about, and nothing is taken out", async () => {
  const w = capturing();
  const first = await w.correct("Use npm ci in CI", "npm install is fine everywhere");
  const next = await w.correct("Install packages with pnpm and a frozen lockfile", "Use npm ci in CI always");
  expect(next).toMatchObject({ decision: "stored", asks: [{ about: first.id, found: "prior" }] });
  expect(await w.entry(next.id)).toMatchObject({ near: [{ with: first.id, found: "prior" }] });
  expect(await w.entry(first.id)).toMatchObject({ status: "active" });
});
