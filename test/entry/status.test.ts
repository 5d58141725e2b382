import { describe, expect, it } from "vitest";
import type { Correction, Entry, ReviewState, Status } from "../../src/entry/entry.js";
import { ENTRY_TYPES, REVIEW_STATES, STATUSES, TIERS } from "../../src/entry/entry-schema.js";
import {
  approvalLapsed,
  bornReview,
  contentHash,
  illegalReview,
  illegalStatus,
  isExpired,
  type Mover,
} from "../../src/entry/status.js";
import { approvalOf } from "../approved.js";
import { correction, insight } from "../store/entries.js";

const MOVERS: Mover[] = ["tenet", "person", "undo", "time", "change"];

/** Written out by hand from the design: to, by whom and from what. Everything else is illegal. */
const LEGAL_STATUS: [to: Status, by: Mover, from: string][] = [
  ["active", "tenet", "inconclusive promoted"],
  ["active", "undo", "superseded"],
  ["active", "person", "forgotten"],
  ["inconclusive", "tenet", "active promoted"],
  ["inconclusive", "undo", "superseded"],
  ["inconclusive", "person", "forgotten"],
  ["promoted", "tenet", "active inconclusive resolved"],
  ["promoted", "undo", "superseded"],
  ["promoted", "person", "forgotten"],
  ["resolved", "tenet", "promoted"],
  ["resolved", "undo", "superseded"],
  ["resolved", "person", "forgotten"],
  ["superseded", "tenet", "active inconclusive promoted resolved"],
  ["superseded", "person", "forgotten"],
  ["forgotten", "tenet", "active inconclusive promoted resolved superseded"],
];
const LEGAL_REVIEW: [to: ReviewState, by: Mover, from: string][] = [
  ["needs_review", "person", "rejected expired one_time_exception"],
  ["needs_review", "change", "approved_for_reuse"],
  ["approved_for_reuse", "person", "needs_review sensitive"],
  ["rejected", "person", "needs_review approved_for_reuse"],
  ["one_time_exception", "person", "needs_review approved_for_reuse"],
  ["sensitive", "person", "needs_review approved_for_reuse"],
  ["expired", "time", "needs_review"],
];

/** Tries each move of each mover against the table of those that are legal. */
function expectOnly<S extends string>(
  states: readonly S[],
  legal: readonly [to: S, by: Mover, from: string][],
  illegal: (from: S, to: S, by: Mover) => string | undefined,
): void {
  for (const to of states)
    for (const by of MOVERS) {
      const from = legal.find(([one, mover]) => one === to && mover === by)?.[2].split(" ") ?? [];
      const allowed = states.filter((state) => state === to || from.includes(state));
      expect(
        states.filter((state) => illegal(state, to, by) === undefined),
        `to ${to} by ${by}`,
      ).toEqual(allowed);
      for (const state of states) expect(illegal(state, to, by) ?? `${state} to ${to}`).toMatch(`${state} to ${to}`);
    }
}

it("a status moves as the table says, and in no other way", () => {
  expectOnly(STATUSES, LEGAL_STATUS, illegalStatus);
});

it("a review moves as the table says, and in no other way; no review counts as approved", () => {
  expectOnly(REVIEW_STATES, LEGAL_REVIEW, illegalReview);
  expect(illegalReview(undefined, "sensitive", "person")).toBeUndefined();
  expect(illegalReview(undefined, "expired", "time")).toContain("from approved_for_reuse to expired");
});

describe("review", () => {
  it.each(["auto", "approval", "curated"] as const)("is born with who waits in %s", (mode) => {
    const waiting = TIERS.filter((tier) => bornReview(mode, tier, "insight")?.state === "needs_review");
    expect(waiting).toEqual(mode === "curated" ? TIERS.filter((tier) => tier !== "owner") : ["external"]);
  });

  const since = "2026-02-01T12:00:00Z";
  it("expires after 30 days, neither an import nor what does not wait", () => {
    const expired = (now: string, more: Partial<Parameters<typeof isExpired>[0]> = {}) =>
      isExpired({ state: "needs_review", since, ...more }, 30, new Date(now));
    expect([expired("2026-03-03T11:59:59Z"), expired("2026-03-03T12:00:00Z")]).toEqual([false, true]);
    for (const more of [{ imported: true }, { state: "rejected" as const }, { state: undefined }])
      expect(expired("2030-01-01T00:00:00Z", more)).toBe(false);
  });

  const entry = correction({ tier: "self" });

  it("hashes what an author says and nothing that tenet writes", () => {
    const hash = contentHash(entry);
    const same: Partial<Correction>[] = [
      { status: "promoted" },
      { seen: 3 },
      { linked: ["INS-20260214-M2XBA"] },
      { outcome: "validated", outcome_date: "2026-03-01T00:00:00Z" },
      { stick: { verdict: "held", at: "2026-03-01T00:00:00Z" } },
      { promoted_to: "SOUL.md" },
      { review: { state: "approved_for_reuse" } },
      { tier: "peer" },
      { id: "COR-20260215-ZZZZ2" },
    ];
    for (const patch of same) expect(contentHash({ ...entry, ...patch })).toBe(hash);
    const texts = ["corrected_to", "prior_belief", "at_risk", "behavioral_change", "context", "rule", "source"];
    const other: Partial<Correction>[] = [
      ...texts.map((field) => ({ [field]: "x" })),
      ...[{ stakes: "low" as const }, { tags: ["x"] }, { scope: "global" }],
    ];
    const hashes = other.map((patch) => contentHash({ ...entry, ...patch }));
    expect(new Set([hash, ...hashes]).size).toBe(other.length + 1);
  });

  it("binds approvals to the words of each type by the hash that always was", () => {
    const FIELDS = `prior_belief corrected_to insight evidence decision result verdict score lesson stakes at_risk rule
      behavioral_change applications triggers check context alternatives domain tags scope paths source origin references
      content category basis key valid_from valid_to sensitivity question because situation action rationale by reflexion
      entities original final why kind run session user about note linked host`.split(/\s+/);
    const said = Object.fromEntries(FIELDS.map((field) => [field, `the ${field}`]));
    const hashes = ENTRY_TYPES.map((type) => contentHash({ ...said, type, evolution: [] } as unknown as Entry));
    expect(hashes.map((hash) => hash.slice(0, 16))).toEqual([
      "8044720c1137cbe3",
      "e824cd51d639b9ba",
      "e43d7b69468aa976",
      "8b97eadac8badc0e",
      "a1ac2ee9044c8472",
      "a05f1863688872d0",
      "1f3d6e5cae7874f1",
      "c3e82ee2d54f6725",
    ]);
  });

  it("covers the texts of the evolution", () => {
    const grown = (at: string, text: string) => contentHash(insight({ evolution: [{ at, text }] }));
    expect(grown("2026-03-01T00:00:00Z", "more")).not.toBe(contentHash(insight()));
    expect(grown("2026-04-01T00:00:00Z", "more")).toBe(grown("2026-03-01T00:00:00Z", "more"));
  });

  it("lets an approval lapse with its words", () => {
    const approved = { ...entry, review: approvalOf(entry) };
    expect(approvalLapsed(approved)).toBe(false);
    expect(approvalLapsed({ ...approved, corrected_to: "other" })).toBe(true);
    expect(approvalLapsed({ ...entry, corrected_to: "other" })).toBe(false);
  });
});
