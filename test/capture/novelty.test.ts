import { describe, expect, it } from "vitest";
import { comparable, type NoveltyInput, noveltyOf } from "../../src/capture/policy/novelty.js";
import type { Candidate } from "../../src/entry/bands.js";
import type { Insight, Tier } from "../../src/entry/entry.js";
import { compareTiers } from "../../src/entry/trust.js";
import { correction, insight, likeness, MINILM, TIERS } from "./known-entries.js";

const CLAIM = "Use npm ci in CI";
const EVIDENCE = "It was seen in the release logs.";

function judge(more: Partial<NoveltyInput> & { say?: string; evidence?: string; tier?: Tier; scope?: string } = {}) {
  const { say = CLAIM, evidence = EVIDENCE, tier = "self", scope, ...input } = more;
  return noveltyOf({
    draft: { insight: say, evidence, tier, scope },
    candidates: [],
    sameClaim: [],
    bands: MINILM,
    maxLinks: 5,
    likeness,
    ...input,
  });
}

function near(entry: Candidate["entry"], claim: number | undefined, lexical = 0.1): Candidate {
  return { entry, similarity: claim, claim, lexical };
}

describe("the same canonical claim", () => {
  it("is skipped when the evidence brings nothing new, without any model", () => {
    const known = insight("AAAAA", "Use `npm ci` in CI.");
    const decision = judge({ sameClaim: [known], bands: undefined });
    expect(decision).toMatchObject({ decision: "skipped", target: known.id, linked: [] });
    expect(decision.because[0]).toBe(
      'INS-20260214-AAAAA ("Use `npm ci` in CI.") says the same, and the evidence brings nothing new.',
    );
  });

  it("is skipped onto an evolution item, too", () => {
    const known = insight("AAAAA", "Use lockfiles", {
      evolution: [{ at: "2026-02-14T01:00:00Z", text: "Use npm ci in CI", evidence: EVIDENCE }],
    });
    expect(judge({ sameClaim: [known] })).toMatchObject({ decision: "skipped", target: known.id });
  });

  it("evolves the known one when there is new evidence", () => {
    const known = insight("AAAAA", CLAIM);
    const decision = judge({ sameClaim: [known], evidence: "Release 2.3 broke on 2026-02-14." });
    expect(decision).toMatchObject({ decision: "evolved", target: known.id });
    expect(decision.evolution).toEqual({ text: CLAIM, evidence: "Release 2.3 broke on 2026-02-14." });
  });

  it.each<[string, Partial<Insight>, string]>([
    ["waiting for review", { review: { state: "needs_review" } }, "skipped"],
    ["rejected", { review: { state: "rejected" } }, "skipped"],
    ["expired", { review: { state: "expired" } }, "skipped"],
    ["sensitive", { review: { state: "sensitive" } }, "skipped"],
    ["superseded", { status: "superseded" }, "skipped"],
    ["promoted", { status: "promoted" }, "skipped"],
    ["inconclusive", { status: "inconclusive" }, "skipped"],
    ["forgotten", { status: "forgotten" }, "stored"],
    ["of another scope", { scope: "conversation" }, "stored"],
    ["of the default scope, named", { scope: "project" }, "skipped"],
  ])("%s: %j -> %s", (_what, more, decision) => {
    expect(judge({ sameClaim: [insight("AAAAA", CLAIM, more)] }).decision).toBe(decision);
  });

  it("does not evolve what no longer counts: new evidence is stored beside it", () => {
    const known = insight("AAAAA", CLAIM, { review: { state: "rejected" } });
    expect(judge({ sameClaim: [known], evidence: "Release 2.3 broke on 2026-02-14." })).toMatchObject({
      decision: "linked",
      linked: [known.id],
    });
  });

  it("needs the whole claim, not only its hash, and an insight", () => {
    expect(judge({ sameClaim: [insight("AAAAA", "Use npm install in CI")] }).decision).toBe("stored");
    expect(judge({ sameClaim: [correction("AAAAA", CLAIM)] }).decision).toBe("stored");
  });
});

describe("tiers at the same claim", () => {
  const pairs = TIERS.flatMap((draft) => TIERS.map((known): [Tier, Tier] => [draft, known]));

  it.each(pairs)("%s repeats what %s said, nothing new", (draft, tier) => {
    const known = insight("AAAAA", CLAIM, { tier });
    const decision = judge({ tier: draft, sameClaim: [known] });
    if (compareTiers(draft, tier) > 0) {
      expect(decision).toMatchObject({ decision: "stored", supersedes: [known.id] });
    } else {
      expect(decision).toMatchObject({ decision: "skipped", target: known.id, supersedes: [] });
    }
  });

  it.each(pairs)("%s repeats what %s said, with new evidence", (draft, tier) => {
    const known = insight("AAAAA", CLAIM, { tier });
    const decision = judge({ tier: draft, sameClaim: [known], evidence: "Release 2.3 broke on 2026-02-14." });
    const rank = compareTiers(draft, tier);
    if (rank === 0) expect(decision).toMatchObject({ decision: "evolved", target: known.id });
    else if (rank > 0) expect(decision).toMatchObject({ decision: "stored", supersedes: [known.id] });
    else expect(decision).toMatchObject({ decision: "linked", linked: [known.id], supersedes: [] });
  });

  it.each(pairs)("%s says it in other words than %s", (draft, tier) => {
    const known = insight("AAAAA", "In CI one should run npm's clean install", { tier });
    const decision = judge({
      tier: draft,
      say: "In CI one should run npm's clean install, seen in 3 of 3 runs",
      candidates: [near(known, 0.9)],
    });
    if (compareTiers(draft, tier) === 0) expect(decision).toMatchObject({ decision: "evolved", target: known.id });
    else expect(decision).toMatchObject({ decision: "linked", linked: [known.id], supersedes: [], contests: [] });
  });

  it.each(pairs)("%s contradicts %s: only the guard contests, whatever the tiers", (draft, tier) => {
    const known = insight("AAAAA", CLAIM, { tier });
    const decision = judge({ tier: draft, say: "Do not use npm ci in CI", candidates: [near(known, 0.97)] });
    expect(decision).toMatchObject({ decision: "stored", contests: [known.id], linked: [known.id], supersedes: [] });
  });

  it("prefers a live holder of its own tier to a dead one", () => {
    const dead = insight("DEAD1", CLAIM, { status: "superseded", tier: "owner" });
    const live = insight("LVVE1", CLAIM);
    expect(judge({ sameClaim: [dead, live] })).toMatchObject({ decision: "skipped", target: live.id });
  });
});

describe("above evolve", () => {
  const known = insight("AAAAA", "npm ci keeps the lockfile in CI");

  it.each<[number, string]>([
    [0.66, "stored"],
    [0.6600001, "maybe"],
    [0.85, "maybe"],
    [0.8500001, "evolved"],
    [0.99, "evolved"],
  ])("cosine of the claims %d: strictly greater -> %s", (claim, expected) => {
    const decision = judge({
      say: "npm ci keeps the lockfile in CI, tested on 12 releases",
      candidates: [{ entry: known, claim, similarity: 0, lexical: 0 }],
      bands: { ...MINILM, blend: 2 },
    });
    expect(decision.decision).toBe(expected === "maybe" ? "stored" : expected);
    expect(decision.maybe_same_as).toBe(expected === "maybe" ? known.id : undefined);
  });

  it("what is near and differs in nothing that is known is related, with its reason", () => {
    const say = "npm ci keeps the lockfile in CI, tested on 12 releases";
    const few = () => ({ lex: 0.1, common: 0.1, shared: 1 });
    const decision = judge({ say, candidates: [near(known, 0.6, 0.3)], likeness: few });
    expect(decision).toMatchObject({ decision: "linked", linked: [known.id] });
    expect(decision.because).toEqual([`Related to ${known.id} ("${known.insight}").`]);
    const apart = judge({ say, candidates: [near(known, 0.5, 0)] });
    expect(apart.because).toEqual([`Nothing known says the same; the nearest is ${known.id} ("${known.insight}").`]);
  });

  it("evidence in common makes no claim the same", () => {
    const decision = judge({
      say: "Windows opens a second console",
      candidates: [{ entry: known, claim: 0.2, similarity: 0.97, lexical: 0.7 }],
    });
    expect(decision).toMatchObject({ decision: "linked", linked: [known.id], contests: [] });
    expect(decision.maybe_same_as).toBeUndefined();
  });

  it("is restated when it adds no evidence: the words are kept", () => {
    const moved = judge({ say: "In CI npm ci keeps lockfiles", candidates: [near(known, 0.9)] });
    expect(moved.decision).toBe("restated");
    const same = judge({ say: "npm ci is what keeps the lockfile in CI", candidates: [near(known, 0.9)] });
    expect(same).toMatchObject({
      decision: "restated",
      target: known.id,
      evolution: { text: "npm ci is what keeps the lockfile in CI", evidence: EVIDENCE, restated: true },
    });
  });

  it("stores, links and contests what differs by a number in otherwise equal text, and says so", () => {
    const timeout = insight("AAAAA", "Set the telegram timeout to 500 s");
    const decision = judge({ say: "Set the telegram timeout to 300 s", candidates: [near(timeout, 0.98)] });
    expect(decision).toMatchObject({ decision: "stored", contests: [timeout.id], linked: [timeout.id] });
    expect(decision.because).toContain("Differs in a number: 500 s -> 300 s.");
    expect(decision.neighbours[0]).toEqual({
      id: timeout.id,
      text: timeout.insight,
      similarity: 0.98,
      claim: 0.98,
      lexical: 0.1,
      band: "same",
      differs: ["Differs in a number: 500 s -> 300 s."],
    });
  });

  it("only links what differs in a name", () => {
    const web = insight("AAAAA", "Use pnpm in the web repo");
    const decision = judge({ say: "Use pnpm in the api repo", candidates: [near(web, 0.95)] });
    expect(decision).toMatchObject({ decision: "stored", contests: [], linked: [web.id] });
  });

  it("asks about every neighbour and evolves the nearest silent one", () => {
    const loud = insight("AAAAA", "npm ci never keeps the lockfile in CI");
    const silent = insight("BBBBB", "npm ci keeps the lockfile in CI");
    const further = insight("CCCCC", "npm ci keeps lockfiles in CI");
    const decision = judge({
      say: "npm ci keeps the lockfile in CI, tested on 12 releases",
      candidates: [near(further, 0.86), near(loud, 0.95), near(silent, 0.9)],
    });
    expect(decision).toMatchObject({ decision: "evolved", target: silent.id, contests: [] });
  });

  it("asks about evolution items; the newest wording that agrees or contradicts decides", () => {
    const grown = (texts: string[]) =>
      insight("AAAAA", texts[0] ?? "", {
        evolution: texts.slice(1).map((text, at) => ({ at: `2026-02-15T0${at}:00:00Z`, text })),
      });
    const say = "Set the telegram timeout to 30 s, measured on 12 runs";
    const agrees = grown(["Set the telegram timeout to 500 s", "Set the telegram timeout to 30 s"]);
    expect(judge({ say, candidates: [near(agrees, 0.95)] })).toMatchObject({ decision: "evolved", target: agrees.id });
    const denies = grown(["The telegram timeout is set", "The telegram timeout is not set"]);
    expect(
      judge({ say: "The telegram timeout is set, seen on 2 hosts", candidates: [near(denies, 0.95)] }),
    ).toMatchObject({
      decision: "stored",
      contests: [denies.id],
    });
  });

  it.each<[string, Partial<Insight>, boolean]>([
    ["another scope", { scope: "user" }, false],
    ["superseded", { status: "superseded" }, false],
    ["forgotten", { status: "forgotten" }, false],
    ["rejected", { review: { state: "rejected" } }, false],
    ["waiting, same tier", { review: { state: "needs_review" } }, true],
    ["waiting, other tier", { review: { state: "needs_review" }, tier: "external" }, false],
    ["approved, other tier", { tier: "peer" }, true],
    ["approved", { review: { state: "approved_for_reuse" } }, true],
  ])("%s: comparable %j -> %s", (_what, more, expected) => {
    expect(comparable(insight("AAAAA", CLAIM, more), { insight: CLAIM, evidence: EVIDENCE, tier: "self" })).toBe(
      expected,
    );
  });

  it("never compares with corrections, but links to them", () => {
    const lesson = correction("AAAAA", CLAIM);
    expect(judge({ say: "Use npm ci everywhere", candidates: [near(lesson, 0.95, 0.6)] })).toMatchObject({
      decision: "linked",
      linked: [lesson.id],
      contests: [],
    });
  });

  it("does not quote what waits for review", () => {
    const waiting = insight("AAAAA", "Set the timeout to 500 s", { review: { state: "sensitive" } });
    const decision = judge({ say: "Set the timeout to 300 s", candidates: [near(waiting, 0.98)] });
    expect(decision.contests).toEqual([waiting.id]);
    expect(JSON.stringify(decision)).not.toContain("500");
  });
});

describe("without bands or model", () => {
  const known = insight("AAAAA", "npm ci keeps the lockfile in CI");

  it("uses canonical and lexical rules only and says unchecked", () => {
    const alike = (lex: number) => () => ({ lex, common: 0, shared: 3 });
    const say = "npm ci keeps lockfiles";
    const maybe = judge({ say, candidates: [near(known, 0.99, 0.1)], bands: undefined, likeness: alike(0.45) });
    expect(maybe).toMatchObject({ decision: "stored", maybe_same_as: known.id, novelty: "unchecked" });
    const none = alike(0.449);
    const decision = judge({ say, candidates: [near(known, 0.99, 0.27)], bands: undefined, likeness: none });
    expect(decision).toMatchObject({ decision: "linked", linked: [known.id], novelty: "unchecked" });
    expect(decision.neighbours[0]?.similarity).toBeUndefined();
    expect(judge({ say, candidates: [near(known, 0.99, 0.269)], bands: undefined, likeness: none }).decision).toBe(
      "stored",
    );
  });

  it("gives a text of more than 30 % non-Latin letters no bands", () => {
    const chinese = insight("AAAAA", "缓存总是要先预热再发布");
    const decision = judge({ say: "缓存总是要先预热再发布到线上", candidates: [near(chinese, 0.99, 0.1)] });
    expect(decision).toMatchObject({ decision: "stored", novelty: "unchecked" });
    expect(decision.because.at(-1)).toMatch(/letters the model does not know/);
    const latin = judge({ say: "npm ci keeps the lockfile in CI, 3 of 3 runs 缓存", candidates: [near(known, 0.9)] });
    expect(latin).toMatchObject({ decision: "evolved" });
    expect(latin.novelty).toBeUndefined();
  });

  it("stores what nothing is close to", () => {
    expect(judge()).toEqual({
      decision: "stored",
      linked: [],
      contests: [],
      supersedes: [],
      because: ["Nothing known is close to it."],
      neighbours: [],
    });
  });

  it("names no band in any reason", () => {
    const decisions = [
      judge({ say: "npm ci keeps lockfiles", candidates: [near(known, 0.9)] }),
      judge({ candidates: [near(known, 0.5, 0.3)] }),
      judge({ bands: undefined }),
    ];
    for (const { because } of decisions) expect(because.join(" ")).not.toMatch(/band|evolve|blend|cosine/i);
  });
});
