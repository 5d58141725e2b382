import { describe, expect, it } from "vitest";
import { type CorrectionInput, judgeCorrection } from "../../src/capture/policy/corrections.js";
import type { Candidate } from "../../src/entry/bands.js";
import type { Correction, Tier } from "../../src/entry/entry.js";
import { compareTiers } from "../../src/entry/trust.js";
import { correction, insight, MINILM, TIERS } from "./known-entries.js";

/** Share of words in common: enough of a `lex` where no word frequencies matter. */
function lex(a: string, b: string): number {
  const mine = new Set(a.toLowerCase().match(/\p{L}+/gu));
  const theirs = new Set(b.toLowerCase().match(/\p{L}+/gu));
  const common = [...mine].filter((word) => theirs.has(word)).length;
  return (2 * common) / (mine.size + theirs.size);
}

function judge(now: string, before: string, more: Partial<CorrectionInput> & { tier?: Tier } = {}) {
  const { tier = "self", ...input } = more;
  return judgeCorrection({
    draft: { corrected_to: now, prior_belief: before, tier },
    candidates: [],
    sameClaim: [],
    bands: MINILM,
    maxLinks: 5,
    lex,
    ...input,
  });
}

function near(entry: Candidate["entry"], lexical: number, similarity?: number): Candidate {
  return { entry, similarity, lexical };
}

const NOW = "Use npm ci in CI";
const BEFORE = "npm install is fine everywhere";

describe("overturning", () => {
  const earlier = correction("AAAAA", NOW);

  it("supersedes the correction whose teaching is now the wrong belief", () => {
    const decision = judge("Use pnpm with a frozen lockfile", "Use npm ci in CI.", { sameClaim: [earlier] });
    expect(decision).toMatchObject({ decision: "superseded", supersedes: [earlier.id], failed: [], contests: [] });
    expect(decision.recurrence_of).toBeUndefined();
    expect(decision.because[0]).toBe(`It takes back what ${earlier.id} taught; ${earlier.id} is superseded.`);
  });

  it.each<[number, string]>([
    [0.449, "stored"],
    [0.45, "superseded"],
  ])("belief and teaching at lex %d: %s", (value, expected) => {
    const words = (a: string, b: string) => (a === "npm ci in CI it is" && b === NOW ? value : 0);
    const decision = judge("Use pnpm with a frozen lockfile", "npm ci in CI it is", {
      candidates: [near(earlier, 0)],
      lex: words,
    });
    expect(decision.decision).toBe(expected);
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
    expect(decision.because[0]).toBe(`${earlier.id} said the same.`);
  });

  it.each<[number, number | undefined, string | undefined]>([
    [0.449, undefined, undefined],
    [0.45, undefined, "likely"],
    [0.1, 0.85, undefined],
    [0.1, 0.850001, "likely"],
  ])("lex %d, cosine %s: %s", (lexical, similarity, expected) => {
    const decision = judge("npm ci belongs in every CI pipeline", BEFORE, {
      candidates: [near(correction("AAAAA", "CI pipelines want npm ci"), lexical, similarity)],
    });
    expect(decision.recurrence_of !== undefined).toBe(expected === "likely");
  });

  it("counts a stronger wording as the same lesson", () => {
    const decision = judge("Always use npm ci in CI", "npm install is fine", { candidates: [near(earlier, 0.6)] });
    expect(decision).toMatchObject({ decision: "recurrence", recurrence_of: earlier.id, failed: [earlier.id] });
  });

  it.each<[string, string, boolean]>([
    ["Set the timeout to 500 s", "Set the timeout to 300 s", true],
    ["Use driver v1.2.3", "Use driver v1.2.4", true],
    ["Edit src/a.ts", "Edit src/b.ts", false],
    ["Store sessions in Redis", "Store sessions in Postgres", false],
    ["Use npm ci in CI", "Do not use npm ci in CI", true],
    ["Enable the cache", "Disable the cache", true],
    ["The lock is held by the worker", "The lock is held by the scheduler", false],
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

  it("is possible under the link rule, and asked later", () => {
    const one = correction("AAAAA", "Lockfiles decide what a pipeline installs");
    const decision = judge("npm ci belongs in every pipeline", BEFORE, { candidates: [near(one, 0.27, 0.3)] });
    expect(decision).toMatchObject({ decision: "linked", maybe_recurrence_of: one.id, failed: [], contests: [] });
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
