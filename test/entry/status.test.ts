import { describe, expect, it } from "vitest";
import type { Correction, ReviewState, Status, Tier } from "../../src/entry/entry.js";
import { REVIEW_STATES, STATUSES, TIERS } from "../../src/entry/entry-schema.js";
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

const MOVERS: Mover[] = ["tenet", "person", "undo", "time", "change"];

/** Written out by hand from the design: from, to, by whom. Everything else is illegal. */
const LEGAL_STATUS = `
active inconclusive tenet
inconclusive active tenet
active promoted tenet
inconclusive promoted tenet
resolved promoted tenet
promoted active tenet
promoted inconclusive tenet
promoted resolved tenet
active superseded tenet
inconclusive superseded tenet
promoted superseded tenet
resolved superseded tenet
superseded active undo
superseded inconclusive undo
superseded promoted undo
superseded resolved undo
active forgotten tenet
inconclusive forgotten tenet
promoted forgotten tenet
resolved forgotten tenet
superseded forgotten tenet
forgotten active person
forgotten inconclusive person
forgotten promoted person
forgotten resolved person
forgotten superseded person`;

const LEGAL_REVIEW = `
needs_review approved_for_reuse person
needs_review rejected person
needs_review one_time_exception person
needs_review sensitive person
needs_review expired time
approved_for_reuse needs_review change
approved_for_reuse rejected person
approved_for_reuse sensitive person
approved_for_reuse one_time_exception person
rejected needs_review person
expired needs_review person
one_time_exception needs_review person
sensitive approved_for_reuse person`;

const rows = (table: string) => new Set(table.trim().split("\n"));

describe("transitions of status", () => {
  const legal = rows(LEGAL_STATUS);
  const pairs = STATUSES.flatMap((from) => STATUSES.flatMap((to) => MOVERS.map((by) => [from, to, by] as const)));

  it.each(pairs)("%s → %s by %s", (from: Status, to: Status, by: Mover) => {
    const why = illegalStatus(from, to, by);
    if (from === to || legal.has(`${from} ${to} ${by}`)) expect(why).toBeUndefined();
    else expect(why).toMatch(new RegExp(`${from}.*${to}`));
  });

  it("has a row for each that is legal", () => {
    expect(pairs.filter(([from, to, by]) => from !== to && illegalStatus(from, to, by) === undefined)).toHaveLength(
      legal.size,
    );
  });
});

describe("transitions of review", () => {
  const legal = rows(LEGAL_REVIEW);
  const pairs = REVIEW_STATES.flatMap((from) =>
    REVIEW_STATES.flatMap((to) => MOVERS.map((by) => [from, to, by] as const)),
  );

  it.each(pairs)("%s → %s by %s", (from: ReviewState, to: ReviewState, by: Mover) => {
    const why = illegalReview(from, to, by);
    if (from === to || legal.has(`${from} ${to} ${by}`)) expect(why).toBeUndefined();
    else expect(why).toMatch(new RegExp(`${from}.*${to}`));
  });

  it("takes no review for approved", () => {
    expect(illegalReview(undefined, "sensitive", "person")).toBeUndefined();
    expect(illegalReview(undefined, "expired", "time")).toContain("from approved_for_reuse to expired");
  });
});

describe("review", () => {
  it.each(
    (["auto", "approval", "curated"] as const).flatMap((mode) =>
      TIERS.map((tier) => [mode, tier] as [typeof mode, Tier]),
    ),
  )("born in %s with tier %s", (mode, tier) => {
    const waits = tier === "external" || (mode === "curated" && tier !== "owner");
    expect(bornReview(mode, tier, "insight")?.state).toBe(waits ? "needs_review" : undefined);
  });

  const since = "2026-02-01T12:00:00Z";
  it.each<[now: string, expired: boolean]>([
    ["2026-03-03T11:59:59Z", false],
    ["2026-03-03T12:00:00Z", true],
    ["2027-01-01T00:00:00Z", true],
    ["2026-01-01T00:00:00Z", false],
  ])("30 days at %s", (now, expired) => {
    expect(isExpired({ state: "needs_review", since }, 30, new Date(now))).toBe(expired);
  });

  it("expires neither imports nor what does not wait", () => {
    const late = new Date("2030-01-01T00:00:00Z");
    expect(isExpired({ state: "needs_review", since, imported: true }, 30, late)).toBe(false);
    expect(isExpired({ state: "rejected", since }, 30, late)).toBe(false);
    expect(isExpired({ state: undefined, since }, 30, late)).toBe(false);
  });

  const entry: Correction = {
    type: "correction",
    id: "COR-20260215-K7Q2X",
    timestamp: "2026-02-15T14:00:00Z",
    agent: "main",
    tier: "self",
    prior_belief: "a",
    corrected_to: "b",
    stakes: "high",
    at_risk: "c",
    behavioral_change: "d",
    status: "active",
  };

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
    const other: Partial<Correction>[] = [
      { corrected_to: "B" },
      { prior_belief: "x" },
      { stakes: "low" },
      { at_risk: "x" },
      { behavioral_change: "x" },
      { tags: ["x"] },
      { context: "x" },
      { rule: "x" },
      { source: "x" },
      { scope: "global" },
    ];
    const hashes = other.map((patch) => contentHash({ ...entry, ...patch }));
    expect(new Set([hash, ...hashes]).size).toBe(other.length + 1);
  });

  it("covers the texts of the evolution", () => {
    const insight = {
      ...entry,
      type: "insight" as const,
      id: "INS-20260215-K7Q2X",
      insight: "i",
      evidence: "e",
      at_risk: "r",
    };
    const grown = { ...insight, evolution: [{ at: "2026-03-01T00:00:00Z", text: "more" }] };
    expect(contentHash(grown)).not.toBe(contentHash(insight));
    const later = { ...insight, evolution: [{ at: "2026-04-01T00:00:00Z", text: "more" }] };
    expect(contentHash(later)).toBe(contentHash(grown));
  });

  it("lets an approval lapse with its words", () => {
    const approved = { ...entry, review: approvalOf(entry) };
    expect(approvalLapsed(approved)).toBe(false);
    expect(approvalLapsed({ ...approved, corrected_to: "other" })).toBe(true);
    expect(approvalLapsed({ ...entry, corrected_to: "other" })).toBe(false);
  });
});
