import { describe, expect, it } from "vitest";
import { capture, captureAll } from "../../src/capture/capture.js";
import { contentHash } from "../../src/entry/status.js";
import { changeTree } from "../../src/store/change.js";
import { approvalOf } from "../approved.js";
import { AT_TERMINAL, capturing } from "./capturing.js";

const CACHE = "The nightly build fails when the cache directory is older than the lockfile";

describe("an insight that is known in the same words", () => {
  it("is counted: seen goes up, a line in the daily log, nothing else changes", { tags: "proof" }, async () => {
    const w = capturing();
    const first = await w.learn(CACHE);
    expect(first).toMatchObject({ decision: "stored", file: "memory/learning/insights/2026-02-15.md", line: 8 });
    const before = w.files();
    const again = await w.learn(`  the nightly build fails when the **cache directory** is older than the lockfile! `);
    expect(again).toMatchObject({ decision: "counted", id: first.id, file: first.file, line: first.line });
    expect(again.because.join(" ")).toContain("says the same");
    expect(again.asks).toEqual([]);
    const after = w.files();
    expect(Object.keys(after)).toEqual(["memory/2026-02-15.md", ...Object.keys(before)]);
    expect(after["memory/2026-02-15.md"]).toMatch(
      /^- \d\d:\d\d said again: the nightly build .* \(INS-20260215-.{5}\)$/m,
    );
    const [file = ""] = Object.keys(before);
    const seen = "seen: 1\nseen_by:\n  - agent: sybil\n    session: s1\n    times: 1\n";
    expect(after[file]).toBe(before[file]?.replace("status: active", `${seen}status: active`));
    expect((await w.learn(CACHE)).decision).toBe("counted");
    expect(await w.entry(first.id)).toMatchObject({ seen: 2 });
  });

  it("keeps the log short when the text is long", { tags: "proof" }, async () => {
    const w = capturing();
    const long = `${CACHE}. ${"It was seen again and again. ".repeat(400)}`;
    await captureAll(
      w,
      [0, 1].map(() => ({ type: "insight", insight: long, evidence: "seen", risk: "low: noise" })),
    );
    expect(w.files()["memory/2026-02-15.md"]?.length).toBeLessThan(400);
  });

  it("evolves with new evidence; lists grow, nothing is overwritten", async () => {
    const w = capturing();
    const first = await w.learn(CACHE, { tags: "ci", applications: ["nightly"], domain: "build" });
    const again = await w.learn(CACHE, {
      evidence: "Build 4711 failed the same way on 2026-02-13",
      tags: ["ci", "cache"],
      applications: ["release"],
      context: "after the runner was replaced",
      domain: "releases",
    });
    expect(again).toMatchObject({ decision: "evolved", id: first.id, line: first.line });
    expect(await w.entry(first.id)).toMatchObject({
      insight: CACHE,
      evidence: "It was seen in the release logs",
      tags: ["ci", "cache"],
      applications: ["nightly", "release"],
      domain: "build",
      evolution: [
        {
          at: "2026-02-15T14:00:00Z",
          text: CACHE,
          evidence: "Build 4711 failed the same way on 2026-02-13",
          context: "after the runner was replaced",
          agent: "sybil",
          session: "s1",
        },
      ],
    });
    expect(await w.entries()).toHaveLength(1);
    // said a third time with evidence that the history already holds
    const third = await w.learn(CACHE, { evidence: "build 4711 failed the same way on 2026-02-13." });
    expect(third.decision).toBe("counted");
  });

  it("of another scope is stored and asked about", async () => {
    const w = capturing();
    const first = await w.learn(CACHE);
    const other = await w.learn(CACHE, { scope: "conversation" });
    expect(other).toMatchObject({
      decision: "stored",
      asks: [{ about: first.id, claim: 1, differs: { known: [], new: [] } }],
    });
    expect(await w.entries()).toHaveLength(2);
  });

  it("two of one input: the second is counted on the first", async () => {
    const w = capturing();
    const draft = { type: "insight" as const, insight: CACHE, evidence: "seen", risk: "low: noise" };
    const [one, two] = await captureAll(w, [draft, { ...draft, insight: CACHE.toUpperCase() }, draft]);
    expect(one?.decision).toBe("stored");
    expect(two?.decision).not.toBe("counted");
    const entry = await w.entry(one?.id);
    expect(entry.seen).toBe(1);
  });
});

describe("an insight near a known one", () => {
  it("is stored beside it, and asked about with ready answers", async () => {
    const w = capturing();
    const first = await w.learn(CACHE);
    const near = await w.learn("If the cache is older than the lockfile, nightly builds break");
    const [ask] = near.asks;
    expect(near).toMatchObject({ decision: "stored", opened: 1, linked: [first.id] });
    expect(ask).toMatchObject({ id: near.id, about: first.id, text: CACHE, by: "claim" });
    expect(ask?.where).toBe(`${first.file}:${first.line}`);
    expect(ask?.differs.new).toContain("If");
    const [newer, older] = [near.id, first.id].map((id) => id?.slice(-5).toLowerCase());
    expect(ask?.answers).toEqual({
      same: `tenet resolve ${newer} ${older} --same`,
      replaces: `tenet resolve ${newer} ${older} --replaces`,
      replaced_by: `tenet resolve ${older} ${newer} --replaces`,
      exception: `tenet resolve ${newer} ${older} --exception`,
      has_exception: `tenet resolve ${older} ${newer} --exception`,
      unrelated: `tenet resolve ${newer} ${older} --unrelated`,
    });
    expect(await w.entry(near.id)).toMatchObject({ near: [{ with: first.id, by: "claim", state: "open" }] });
    expect(await w.entry(first.id)).not.toHaveProperty("near");
  });

  it.each([
    ["a negation", CACHE.replace("fails", "never fails")],
    ["a number", `${CACHE} by 2 days`],
    ["exchanged roles", "The nightly build fails when the lockfile is older than the cache directory"],
  ])("%s more or less is asked about, and nothing is taken out", async (_, text) => {
    const w = capturing();
    const first = await w.learn(CACHE);
    const other = await w.learn(text);
    expect(other).toMatchObject({ decision: "stored", asks: [{ about: first.id }] });
    expect(other.superseded).toBeUndefined();
    expect(await w.entry(first.id)).toMatchObject({ status: "active" });
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

  it("is stored alone when nothing is close", async () => {
    const w = capturing();
    await w.learn(CACHE);
    const other = await w.learn("Customers answer faster to mails sent before nine");
    expect(other.decision).toBe("stored");
    expect(await w.entry(other.id)).not.toHaveProperty("linked");
  });
});

describe("what an author states about others", () => {
  it("supersedes is done, whatever is near", async () => {
    const w = capturing();
    const first = await w.learn(CACHE);
    const next = await w.learn(CACHE, { supersedes: first.id?.slice(-5).toLowerCase() });
    expect(next).toMatchObject({ decision: "replaced", superseded: [first.id] });
    expect(next.id).not.toBe(first.id);
    expect(await w.entry(first.id)).toMatchObject({ status: "superseded", superseded_by: next.id });
    await expect(w.learn("Caches are cleared nightly", { supersedes: [first.id] })).rejects.toMatchObject({
      exit: 2,
      message: expect.stringContaining("no longer live"),
    });
  });

  it("two drafts of one input cannot both replace the same entry", async () => {
    const w = capturing();
    const first = await w.learn(CACHE);
    const before = w.files();
    const draft = (insight: string) => ({
      type: "insight" as const,
      insight,
      evidence: "seen",
      risk: "low: noise",
      supersedes: [first.id],
    });
    await expect(
      captureAll(w, [draft("Mirrors lag behind by an hour"), draft("Paper is cheaper in summer")]),
    ).rejects.toMatchObject({ exit: 2, message: expect.stringMatching(/^entry 2: .* no longer live/) });
    expect(w.files()).toEqual(before);
  });

  it("what it was made from is no place to go into", async () => {
    const w = capturing();
    const first = await w.learn(CACHE);
    const made = await w.learn(CACHE, { derived_from: [first.id], evidence: "Build 17" });
    expect(made.id).not.toBe(first.id);
  });

  it("same, replaces, exception and unrelated act as the answers would, in the same call", async () => {
    const w = capturing();
    const first = await w.learn(CACHE);
    const same = await w.learn("If the cache is older than the lockfile, nightly builds break", { same: first.id });
    expect(same).toMatchObject({ decision: "evolved", id: first.id });
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

  for (const field of ["recurrence_of"]) {
    it(`${field} is for corrections`, async () => {
      const w = capturing();
      const known = await w.learn(CACHE);
      await expect(w.learn("Mirrors lag by an hour", { [field]: known.id })).rejects.toMatchObject({
        exit: 2,
        code: "wrong-relation",
      });
    });
  }

  it("an unknown id is exit 4, what is no id exit 2", async () => {
    const w = capturing();
    await w.learn(CACHE);
    await expect(w.learn("Mirrors lag", { linked: ["zzzzz"] })).rejects.toMatchObject({ exit: 4 });
    await expect(w.learn("Mirrors lag", { linked: [{ a: 1 }] })).rejects.toMatchObject({
      exit: 2,
      code: "wrong-field",
    });
  });
});

describe("tiers and review", () => {
  it("what comes from outside waits, never counts, and is not quoted", async () => {
    const w = capturing();
    const outside = await w.learn(CACHE, { origin: "https://example.invalid/post" });
    expect(outside.waits).toMatch(/outside/);
    expect(await w.entry(outside.id)).toMatchObject({
      tier: "external",
      review: { state: "needs_review", at: "2026-02-15T14:00:00Z" },
    });
    // What waits is neither counted on nor replaced: a person who says the same says it on their own.
    const own = await w.learn(CACHE, { source: "bridget" });
    expect(own).toMatchObject({ decision: "stored", asks: [] });
    expect(await w.entry(outside.id)).toMatchObject({ status: "active" });
    // The same from outside again is known already.
    const again = await w.learn(CACHE, { origin: "https://example.invalid/other" });
    expect(again).toMatchObject({ decision: "counted", id: own.id });
  });

  it("from outside is trusted no more for being said again by an agent", async () => {
    const w = capturing();
    const outside = await w.learn(CACHE, { origin: "https://example.invalid/post" });
    const again = await w.learn(CACHE);
    expect(again.waits).toBeDefined();
    expect(await w.entry(again.id)).toMatchObject({ tier: "external", derived_from: [outside.id] });
  });

  it("an origin inside the workspace is no outside", async () => {
    const w = capturing();
    w.put("notes.md", "x");
    expect((await w.entry((await w.learn(CACHE, { origin: "notes.md:3" })).id)).tier).toBe("self");
  });

  it("equal words of a less trusted source are counted, of a more trusted one they replace", async () => {
    const w = capturing();
    w.as({ agent: "wanderer" });
    const peer = await w.learn(CACHE);
    w.as({ agent: "sybil" });
    const own = await w.learn(CACHE);
    expect(own).toMatchObject({ decision: "replaced", superseded: [peer.id] });
    w.as({ agent: "wanderer" });
    expect(await w.learn(CACHE)).toMatchObject({ decision: "counted", id: own.id });
  });

  it("the least trusted parent decides", async () => {
    const w = capturing();
    w.as({ agent: "wanderer" });
    const peer = await w.learn(CACHE);
    w.as({ agent: "sybil" });
    const made = await w.learn("Clearing caches at noon helps", { derived_from: [peer.id] });
    expect((await w.entry(made.id)).tier).toBe("peer");
  });

  it("is lowered by hand, never raised", async () => {
    const w = capturing();
    expect((await w.entry((await w.learn(CACHE, { tier: "peer" })).id)).tier).toBe("peer");
    await expect(w.learn("Mirrors lag", { tier: "owner" })).rejects.toMatchObject({ exit: 2, code: "tier-raised" });
    await expect(w.learn("Mirrors lag", { tier: "boss" })).rejects.toMatchObject({ exit: 2 });
  });

  it("an owner at a terminal is owner, told by an agent relayed, an unknown name a peer", async () => {
    const w = capturing();
    const told = await w.learn("Invoices go out on Mondays", { source: "bridget" });
    expect(await w.entry(told.id)).toMatchObject({ tier: "relayed", source: "bridget" });
    const stranger = await w.learn("Paper is cheaper in summer", { source: "somebody" });
    expect(await w.entry(stranger.id)).toMatchObject({ tier: "peer", source: "somebody" });
    expect(w.warnings.join(" ")).toContain("somebody is not listed under people");
    w.as(AT_TERMINAL);
    const typed = await w.learn("Mirrors lag behind by an hour");
    expect(await w.entry(typed.id)).toMatchObject({ tier: "owner", source: "bridget" });
  });

  it("in curated mode an agent's words wait alone and take nothing approved away", async () => {
    const w = capturing({ apply_mode: "curated" });
    w.as(AT_TERMINAL);
    const owner = await w.learn(CACHE, { tier: "self" });
    await changeTree(w, { op: "test", reason: "approve" }, async (change) => {
      const entry = await change.entry(owner.id ?? "");
      await change.update(entry.id, { review: approvalOf(entry) });
    });
    w.as({ atTerminal: false });
    const waiting = await w.learn("If the cache is older than the lockfile, nightly builds break");
    expect(waiting.waits).toMatch(/curated/);
    expect(waiting).toMatchObject({ decision: "stored", linked: [owner.id] });
    const stated = await w.learn("Mirrors lag", { replaces: [owner.id] });
    expect(stated).toMatchObject({ decision: "stored", proposed: [owner.id] });
    expect(await w.entry(owner.id)).toMatchObject({ status: "active" });
  });

  it("an approval is renewed by what an entry grows by", async () => {
    const w = capturing();
    const first = await w.learn(CACHE);
    await changeTree(w, { op: "test", reason: "approve" }, async (change) => {
      const entry = await change.entry(first.id ?? "");
      await change.update(entry.id, { review: approvalOf(entry) });
    });
    expect((await w.learn(CACHE, { evidence: "Build 4711" })).decision).toBe("evolved");
    const grown = await w.entry(first.id);
    expect(grown.review?.hash).toBe(contentHash(grown));
  });
});

describe("the stakes gate", () => {
  const SHRUGS = ["idk", "meh", "Kinda.", "whatever", "unknown", "high: unknown"];
  for (const risk of ["none", "", "nothing", "n/a", "low: none", ...SHRUGS]) {
    it(`risk ${JSON.stringify(risk)} is activity`, async () => {
      const w = capturing();
      const logged = await capture(w, { type: "insight", insight: "npm ci printed\n3 warnings", risk });
      expect(logged).toMatchObject({ decision: "logged", file: "memory/2026-02-15.md", line: 3, asks: [] });
      expect(logged.id).toBeUndefined();
      expect(Object.keys(w.files())).toEqual(["memory/2026-02-15.md"]);
      expect(w.files()["memory/2026-02-15.md"]).toMatch(/^- \d\d:\d\d not learned: npm ci printed 3 warnings$/m);
    });
  }

  it("activity is logged with its evidence, whatever field says that nothing is at risk", async () => {
    const w = capturing();
    const said = { type: "insight" as const, insight: "npm ci printed 3 warnings", evidence: "seen in build 12" };
    for (const risk of [{ at_risk: "meh" }, { stakes: "meh" }, { stakes: "low", at_risk: "idk" }]) {
      expect(await capture(w, { ...said, ...risk })).toMatchObject({ decision: "logged", text: said.insight });
    }
    const line = "not learned: npm ci printed 3 warnings; seen in build 12";
    expect(w.files()["memory/2026-02-15.md"]?.split(line)).toHaveLength(4);
  });

  it("a correction whose risk is a doubt is stored, and the question stays open", async () => {
    const w = capturing();
    const { id } = await capture(w, { type: "correction", corrected_to: "Use npm ci in CI", risk: "high: idk" });
    expect(await w.entry(id)).toMatchObject({ stakes: "high" });
    expect(await w.entry(id)).not.toHaveProperty("at_risk");
  });

  it("more than half of the last twenty rated low: a warning", async () => {
    const w = capturing();
    const draft = (n: number) => ({
      type: "insight" as const,
      insight: `Shelf ${n} in hall ${n} holds ${n} boxes`,
      evidence: "counted",
      risk: "low: a box is lost",
    });
    await captureAll(
      w,
      Array.from({ length: 10 }, (_, n) => draft(n + 11)),
    );
    expect(w.warnings).toEqual([]);
    await captureAll(w, [draft(77)]);
    expect(w.warnings.join(" ")).toContain("no dumping ground");
  });
});

describe("texts as they come", () => {
  const texts = [
    ["several lines", "First line\n\n```yaml\nid: COR-20260215-K7Q2X\ntype: correction\n```\nlast line"],
    ["emoji", "👩‍🔬 says: the 🧪 needs 2 °C 🇪🇺"],
    ["Chinese", "缓存目录比锁文件旧时，夜间构建会失败"],
    ["Hebrew", "הבנייה נכשלת כאשר המטמון ישן"],
    ["quotes, back-ticks, dollars", "\"a\" 'b' `c` $d $(e) \\n # not a heading --- \t tab"],
    ["10 KB", `Long: ${"the cache was stale again, ".repeat(370)}`],
    ["200 KB", `Longer: ${"the cache was stale again and again, ".repeat(5400)}`],
  ] as const;
  for (const [name, text] of texts) {
    it(`${name} is kept as written, and counted when said again`, { tags: "sampled" }, async () => {
      const w = capturing();
      const first = await w.learn(text);
      expect((await w.entry(first.id)).insight).toBe(text.trim());
      expect((await w.learn(text)).decision).toBe("counted");
      expect(await w.entries()).toHaveLength(1);
    });
  }

  it("a text the model cannot read is compared by its words alone, and that is said", async () => {
    const w = capturing();
    const first = await w.learn("缓存目录比锁文件旧时，夜间构建会失败");
    expect(await w.entry(first.id)).not.toHaveProperty("novelty");
    expect(w.warnings.join(" ")).toMatch(/Latin/);
  });

  it("broken records elsewhere do not stand in the way", async () => {
    const w = capturing();
    w.put(
      "memory/learning/insights/2026-02-14.md",
      "## x\n```yaml\ntype: insight\nid: INS-20260214-AAAAA\n\tbroken: [\n```\n",
    );
    w.put("memory/learning/corrections/2026-02-13.md", "<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n");
    expect((await w.learn(CACHE)).decision).toBe("stored");
  });
});
