import { describe, expect, it } from "vitest";
import { type CorrectionInput, judgeCorrection } from "../../src/capture/policy/corrections.js";
import type { Candidate } from "../../src/entry/bands.js";
import type { Correction, Tier } from "../../src/entry/entry.js";
import { compareTiers } from "../../src/entry/trust.js";
import type { Likeness } from "../../src/search/words/bm25.js";
import { correction, insight, likeness, MINILM, TIERS } from "./known-entries.js";

function judge(now: string, before: string, more: Partial<CorrectionInput> & { tier?: Tier } = {}) {
  const { tier = "self", ...input } = more;
  return judgeCorrection({
    draft: { corrected_to: now, prior_belief: before, tier },
    candidates: [],
    sameClaim: [],
    bands: MINILM,
    maxLinks: 5,
    likeness,
    ...input,
  });
}

function near(entry: Candidate["entry"], lexical: number, claim?: number): Candidate {
  return { entry, similarity: claim, claim, lexical };
}

const NOW = "Use npm ci in CI";
const BEFORE = "npm install is fine everywhere";

describe("overturning", () => {
  const earlier = correction("AAAAA", NOW);

  it("supersedes the correction whose teaching is now the wrong belief", () => {
    const decision = judge("Use pnpm with a frozen lockfile", "Use npm ci in CI.", { sameClaim: [earlier] });
    expect(decision).toMatchObject({ decision: "superseded", supersedes: [earlier.id], failed: [], contests: [] });
    expect(decision.recurrence_of).toBeUndefined();
    expect(decision.because[0]).toBe(`It takes back ${earlier.id} ("${NOW}"), which is superseded.`);
  });

  it.each<[string, Likeness, string, string | undefined]>([
    ["both ways", { lex: 0.65, common: 0.65, shared: 2 }, "superseded", undefined],
    ["less from one side", { lex: 0.9, common: 0.649, shared: 5 }, "linked", earlier.id],
    ["one word in common", { lex: 1, common: 1, shared: 1 }, "stored", undefined],
    ["just enough to ask", { lex: 0.9, common: 0.45, shared: 2 }, "linked", earlier.id],
    ["too little to ask", { lex: 0.9, common: 0.449, shared: 2 }, "stored", undefined],
  ])("belief and teaching alike %s", (_what, alike, expected, maybe) => {
    const none = { lex: 0, common: 0, shared: 0 };
    const decision = judge("Pin pnpm with a frozen lockfile", "Using npm ci in CI", {
      candidates: [near(earlier, 0)],
      likeness: (a, b) => (a === "Using npm ci in CI" && b === NOW ? alike : none),
    });
    expect(decision.decision).toBe(expected);
    expect(decision.maybe_supersedes).toBe(maybe);
  });

  it("asks about what it may take back and about what it may repeat, of two entries", () => {
    const [taught, said] = [
      correction("AAAAA", "Use npm ci in CI"),
      correction("BBBBB", "Take debug prints out before you commit"),
    ];
    const decision = judge("Take debug output out before you commit", "Using npm ci in CI", {
      candidates: [near(taught, 0.1, 0.3), near(said, 0.1, 0.8)],
      likeness: (a, b) => ({ lex: 0, common: a === "Using npm ci in CI" && b === NOW ? 0.5 : 0, shared: 3 }),
    });
    expect(decision).toMatchObject({ maybe_supersedes: taught.id, maybe_recurrence_of: said.id });
    expect(decision.because.filter((reason) => reason.includes("asked once"))).toHaveLength(2);
  });

  it("takes nothing back that a short belief is merely found in", () => {
    const never = correction("AAAAA", "Never push to main directly");
    const decision = judge("Log out users after 30 minutes", "never", { candidates: [near(never, 0.3, 0.1)] });
    expect(decision).toMatchObject({ decision: "stored", supersedes: [], contests: [] });
    expect(decision.maybe_supersedes).toBeUndefined();
  });

  it("is none when the new one teaches the same", () => {
    const decision = judge(NOW, NOW, { sameClaim: [earlier] });
    expect(decision).toMatchObject({ decision: "recurrence", recurrence_of: earlier.id, supersedes: [] });
  });

  it("is none when the belief is the opposite of what was taught", () => {
    const decision = judge(NOW, "Do not use npm ci in CI", { candidates: [near(earlier, 0.8)] });
    expect(decision).toMatchObject({ decision: "recurrence", recurrence_of: earlier.id, supersedes: [] });
  });

  it("is overturning, not recurrence, when only a negation was added", () => {
    const decision = judge("Do not use npm ci in CI", NOW, { candidates: [near(earlier, 0.9, 0.97)] });
    expect(decision).toMatchObject({ decision: "superseded", supersedes: [earlier.id], failed: [] });
  });

  it.each(TIERS.flatMap((draft) => TIERS.map((known): [Tier, Tier] => [draft, known])))(
    "%s overturns %s only when trusted as much",
    (tier, known) => {
      const one = correction("AAAAA", NOW, { tier: known });
      const decision = judge("Do not use npm ci in CI", NOW, { tier, candidates: [near(one, 0.9)] });
      if (compareTiers(tier, known) >= 0) {
        expect(decision).toMatchObject({ decision: "superseded", supersedes: [one.id], contests: [] });
      } else {
        expect(decision).toMatchObject({ decision: "linked", supersedes: [], contests: [one.id], linked: [one.id] });
      }
    },
  );

  it.each<[string, Partial<Correction>]>([
    ["superseded", { status: "superseded" }],
    ["forgotten", { status: "forgotten" }],
    ["rejected", { review: { state: "rejected" } }],
  ])("leaves a %s correction alone", (_what, more) => {
    const gone = correction("AAAAA", NOW, more);
    expect(judge("Use pnpm", NOW, { sameClaim: [gone], candidates: [near(gone, 0.9)] }).decision).toBe("stored");
  });
});

describe("recurrence", () => {
  const earlier = correction("AAAAA", NOW);

  it("is likely on the same canonical claim, without a model", () => {
    const decision = judge("use `npm ci` in CI!", BEFORE, { sameClaim: [earlier], bands: undefined });
    expect(decision).toMatchObject({
      decision: "recurrence",
      recurrence_of: earlier.id,
      failed: [earlier.id],
      novelty: "unchecked",
    });
    expect(decision.because[0]).toBe(`${earlier.id} ("${NOW}") said the same.`);
  });

  it.each<[number, number | undefined, string | undefined, number?]>([
    [0.449, undefined, undefined],
    [0.45, undefined, "asked"],
    [0.1, 0.66, undefined],
    [0.1, 0.660001, "asked"],
    [0.1, 0.85, "asked"],
    [0.1, 0.850001, "likely"],
    [0.1, 0.99, "asked", 0.599],
    [0.79, 0.5, undefined],
    [0.8, 0.5, "asked"],
  ])("claims with lex %d, cosine %s: %s", (lex, claim, expected, common = 0.6) => {
    const one = correction("AAAAA", "CI pipelines want npm ci");
    const decision = judge("npm ci belongs in the CI pipelines", BEFORE, {
      candidates: [near(one, 0.1, claim)],
      bands: claim === undefined ? undefined : MINILM,
      likeness: (from) => ({ lex: from === BEFORE ? 0 : lex, common: from === BEFORE ? 0 : common, shared: 3 }),
    });
    expect(decision.recurrence_of).toBe(expected === "likely" ? one.id : undefined);
    expect(decision.maybe_recurrence_of).toBe(expected === "asked" ? one.id : undefined);
  });

  it("counts a stronger wording as the same lesson", () => {
    const decision = judge("Always use npm ci in CI", "npm install is fine", { candidates: [near(earlier, 0.6, 0.9)] });
    expect(decision).toMatchObject({ decision: "recurrence", recurrence_of: earlier.id, failed: [earlier.id] });
  });

  it.each<[string, string, boolean]>([
    ["Set the timeout to 500 s", "Set the timeout to 300 s", true],
    ["Use driver v1.2.3", "Use driver v1.2.4", true],
    ["Edit src/a.ts", "Edit src/b.ts", false],
    ["Store sessions in Redis", "Store sessions in Postgres", false],
    ["Use npm ci in CI", "Do not use npm ci in CI", true],
    ["Enable the cache", "Disable the cache", true],
  ])("is none where the guard speaks: %j -> %j, contested: %s", (known, now, contested) => {
    const one = correction("AAAAA", known);
    const decision = judge(now, BEFORE, { candidates: [near(one, 0.8, 0.98)] });
    expect(decision).toMatchObject({
      decision: "linked",
      linked: [one.id],
      contests: contested ? [one.id] : [],
      supersedes: [],
      failed: [],
    });
    expect(decision.recurrence_of).toBeUndefined();
    expect(decision.maybe_recurrence_of).toBeUndefined();
    expect(decision.because.some((reason) => reason.startsWith("Differs in"))).toBe(true);
  });

  it.each(TIERS.flatMap((draft) => TIERS.map((known): [Tier, Tier] => [draft, known])))(
    "%s repeats %s: does the earlier one fail?",
    (tier, known) => {
      const one = correction("AAAAA", NOW, { tier: known });
      const decision = judge(NOW, BEFORE, { tier, sameClaim: [one] });
      const fails = tier === "external" ? false : tier === "peer" ? known === "peer" || known === "external" : true;
      expect(decision).toMatchObject({ decision: "recurrence", recurrence_of: one.id, failed: fails ? [one.id] : [] });
    },
  );

  it("repeats the newest of a chain", () => {
    const first = correction("AAAAA", NOW);
    const second = correction("BBBBB", "In CI use npm ci", { recurrence_of: first.id });
    const third = correction("CCCCC", "npm ci it is, in CI", { recurrence_of: second.id });
    const decision = judge(NOW, BEFORE, {
      sameClaim: [first],
      candidates: [near(first, 0.9), near(second, 0.2), near(third, 0.6)],
    });
    expect(decision).toMatchObject({ recurrence_of: third.id, failed: [third.id], linked: [first.id] });
  });

  it("is asked about where the nearest differ in a word that may mean the same", () => {
    const one = correction("AAAAA", "Take debug prints out before you commit");
    const again = "Take debug output out before you commit";
    expect(judge(again, BEFORE, { candidates: [near(one, 0.8, 0.756)] }).maybe_recurrence_of).toBe(one.id);
    expect(judge(again, BEFORE, { candidates: [near(one, 0.8, 0.755)] }).maybe_recurrence_of).toBeUndefined();
  });

  it("is none of what is merely related", () => {
    const one = correction("AAAAA", "Lockfiles decide what a pipeline installs");
    const decision = judge("npm ci belongs in every pipeline", BEFORE, { candidates: [near(one, 0.27, 0.3)] });
    expect(decision).toMatchObject({ decision: "linked", linked: [one.id], failed: [], contests: [] });
    expect(decision.maybe_recurrence_of).toBeUndefined();
    expect(judge("npm ci belongs in every pipeline", BEFORE, { candidates: [near(one, 0.26, 0.3)] }).decision).toBe(
      "stored",
    );
  });

  it("is never found among insights, which are only linked", () => {
    const idea = insight("AAAAA", NOW);
    expect(judge(NOW, BEFORE, { sameClaim: [idea], candidates: [near(idea, 0.9, 0.99)] })).toMatchObject({
      decision: "linked",
      linked: [idea.id],
      failed: [],
    });
  });

  it("is stored when nothing is close", () => {
    expect(judge(NOW, BEFORE)).toEqual({
      decision: "stored",
      supersedes: [],
      failed: [],
      contests: [],
      linked: [],
      because: ["Nothing known is close to it."],
      neighbours: [],
    });
  });
});
