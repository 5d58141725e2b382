/** What a body holds of an entry, and that readers take every body that this side makes. */
import { describe, expect, it } from "vitest";
import type { Entry, Insight } from "../../../src/entry/entry.js";
import { anonymise } from "../../../src/screening/anonymise/anonymise.js";
import { acceptRow } from "../../../src/sync/policy/accept-row.js";
import {
  bodyText,
  plainText,
  type SharedBody,
  sharedBodyOf,
  sharedBodySchema,
} from "../../../src/sync/policy/shared-body.js";
import { rounds } from "../../effort.js";
import fc from "../../properties.js";
import { HUB, rowOf } from "./rows.js";

const INSIGHT: Insight = {
  type: "insight",
  id: "INS-20260215-K7Q2X",
  timestamp: "2026-02-15T12:00:00+02:00",
  agent: "main",
  source: "bridget",
  tier: "self",
  session: "s1",
  context: "in the shop",
  insight: "A migration needs a lock",
  evidence: "Jane saw two at once",
  stakes: "high",
  at_risk: "half of each",
  applications: ["take it first", "see ~/x", "take it first"],
  domain: "database",
  tags: ["Jane", "locks"],
  linked: ["INS-20260214-K7Q2X"],
  rule: "Always lock",
};
/** What a body holds of it. */
const WHOLE = {
  ...{ type: "insight", claim: "A migration needs a lock" },
  ...{ stakes: "high", at_risk: "half of each", evidence: "[person] saw two at once" },
  ...{ applications: ["take it first", "see [path]"], domain: "database", tags: ["locks"] },
};
const clean = (text: string) => anonymise(text, { names: ["Jane Doe"] }).text;
const bodyOf = (entry: object, judged?: Parameters<typeof sharedBodyOf>[2]) =>
  sharedBodyOf({ ...INSIGHT, ...entry } as Entry, clean, judged);

describe("sharedBodyOf", () => {
  it("holds what may go, cleaned, and nothing else", () => {
    const judged = { verdict: "validated" as const, score: 8 };
    expect(bodyOf({}, judged)).toEqual({ ...WHOLE, ...judged });
    expect(bodyOf({})).toEqual(WHOLE);
  });

  it("holds a correction and a memory as they are", () => {
    const said = { corrected_to: "Lock", prior_belief: "None", behavioral_change: "Ask Jane" };
    const body = { claim: "Lock", prior_belief: "None", behavioral_change: "Ask [person]" };
    expect(bodyOf({ type: "correction", ...said })).toMatchObject(body);
    const type = "memory";
    const rest = { domain: "database", tags: ["locks"], category: "fact" };
    const memory = bodyOf({ type, content: "Ships on Fridays", category: "fact" });
    expect(memory).toEqual({ type, claim: "Ships on Fridays", ...rest });
  });

  it("is none where nothing is left of the claim, nor of what nobody shares", () => {
    for (const insight of ["Jane", "~/x", "[secret:email]", "[mail] [phone]", "[redacted]", "…"])
      expect(bodyOf({ insight }), insight).toBeUndefined();
    expect(bodyOf({ type: "outcome" })).toBeUndefined();
  });

  it("is none where it is longer than readers take it", () => {
    const wide = "漢".repeat(9000);
    expect(bodyOf({ insight: wide })?.claim).toHaveLength(8000);
    expect(bodyOf({ insight: wide, evidence: wide, at_risk: wide, applications: [wide, wide] })).toBeUndefined();
  });
});

const PIECES = ["a", "1", " ", "\r", "\u0000", "\u200b", "\u200d", "\ufe0f", "\u202e", "\u{e0041}", "\ud800", "\u3164"];
const pieces = fc.array(fc.constantFrom(...PIECES, ..."👩אक한"), { maxLength: 12 });
const texts = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  pieces.map((parts) => parts.join("")),
);

describe("plainText", () => {
  it("leaves what it left", { tags: "more" }, () => {
    const settles = fc.property(texts, fc.integer({ min: 2, max: 20 }), (text, longest) => {
      const plain = plainText(text, longest);
      expect(plainText(plain, longest)).toBe(plain);
      expect(plain.length).toBeLessThanOrEqual(longest);
    });
    fc.assert(settles, { numRuns: rounds(500, 5000) });
  });

  it.each([
    [" a\r\nb\rc ", "a\nb\nc"],
    ["a\u0007b\u001b[31m", "a b [31m"],
    ["a\tb", "a\tb"],
    ["da\u200bta", "data"],
    ["a\u202eb", "ab"],
    ["\ud800a", "\ufffda"],
    ["👩‍💻 نمی‌خواهم", "👩‍💻 نمی‌خواهم"],
  ])("%j is %j", (text, plain) => expect(plainText(text)).toBe(plain));
});

const optional = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
const wording = fc.record({ at: fc.constant("2026-02-16T10:00:00Z"), text: texts, evidence: optional(texts) });
const entries = fc.record({
  insight: texts,
  evidence: optional(texts),
  at_risk: texts,
  applications: optional(fc.array(texts, { maxLength: 4 })),
  domain: optional(texts),
  tags: optional(fc.array(texts, { maxLength: 4 })),
  stakes: fc.constantFrom("high", "medium", "low"),
  timestamp: fc.constantFrom("2026-02-15T10:00:00.123Z", "2026-02-15T10:00:00+13:00"),
  evolution: optional(fc.array(wording, { maxLength: 3 })),
});
const scores = optional(fc.integer({ min: 1, max: 10 }));

describe("a body that is made here", () => {
  it("is taken by every reader, and written in one way", { tags: "more" }, () => {
    const taken = fc.property(entries, scores, (more, score) => {
      const body = bodyOf(more, score === undefined ? undefined : { verdict: "validated", score });
      if (body === undefined) return;
      const text = bodyText(body);
      expect(JSON.parse(text)).toEqual(body);
      expect(sharedBodySchema.parse(body)).toEqual(body);
      expect(bodyText(Object.fromEntries(Object.entries(body).reverse()) as unknown as SharedBody)).toBe(text);
      expect(acceptRow(rowOf({ body }), { hub: HUB, last: 0 })).toHaveProperty("accepted.body", body);
    });
    fc.assert(taken, { numRuns: rounds(40, 500) });
  });

  it("has no empty fields", () => {
    const body = { type: "insight", claim: "x", tags: [], evidence: "", domain: undefined };
    expect(bodyText(body as SharedBody)).toBe('{"type":"insight","claim":"x"}');
  });
});
