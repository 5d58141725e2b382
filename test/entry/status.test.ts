import { describe, expect, it } from "vitest";
import type { Correction, Entry, Insight } from "../../src/entry/entry.js";
import { TIERS } from "../../src/entry/entry-schema.js";
import { bornReview, contentHash, countingReview } from "../../src/entry/status.js";
import { approvalOf } from "../approved.js";
import { correction, insight } from "../store/entries.js";

describe("review", () => {
  it.each(["auto", "approval", "curated"] as const)("is born with who waits in %s", (mode) => {
    const waiting = TIERS.filter((tier) => bornReview(mode, tier, "insight")?.state === "needs_review");
    expect(waiting).toEqual(
      mode === "curated"
        ? TIERS.filter((tier) => tier !== "owner")
        : mode === "approval"
          ? ["peer", "external"]
          : ["external"],
    );
  });

  const entry = correction({ tier: "self" });

  it("hashes what an author says and nothing that tenet writes", () => {
    const hash = contentHash(entry);
    const same: Partial<Correction>[] = [
      { said: [{ at: "2026-03-01T00:00:00Z", tier: "self" }] },
      { linked: ["INS-20260214-M2XBA"] },
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

  it("binds approvals to the words of its author, in whatever order, and to nothing that tenet writes", () => {
    const words = { insight: "b", evidence: "c", stakes: "high", rule: "d", by: "e", stick: "held", source: "f" };
    const said = insight(words as Partial<Insight>);
    const hashWith = (field: string) => contentHash({ ...said, [field]: "another" } as Entry);
    for (const field of [...Object.keys(words), "triggers"]) expect(hashWith(field), field).not.toBe(contentHash(said));
    for (const field of ["tier", "session", "linked", "near", "uses", "imported", "folded"])
      expect(hashWith(field), field).toBe(contentHash(said));
    expect(contentHash(Object.fromEntries(Object.entries(said).reverse()) as Entry)).toBe(contentHash(said));
  });

  it("covers the texts of the evolution", () => {
    const grown = (at: string, text: string) => contentHash(insight({ evolution: [{ at, text }] }));
    expect(grown("2026-03-01T00:00:00Z", "more")).not.toBe(contentHash(insight()));
    expect(grown("2026-04-01T00:00:00Z", "more")).toBe(grown("2026-03-01T00:00:00Z", "more"));
  });

  it("lets an approval lapse with its words", () => {
    const approved = { ...entry, review: approvalOf(entry) };
    expect(countingReview(approved)).toBe(approved.review);
    expect(countingReview({ ...approved, corrected_to: "other" })).toBeUndefined();
    expect(countingReview({ ...approved, review: { state: "approved_for_reuse", by: "bridget" } })).toBeUndefined();
    expect(countingReview({ ...approved, review: { state: "rejected", by: "bridget" } })).toBeDefined();
  });
});
