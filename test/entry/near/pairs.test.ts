/** What follows from a row about a near claim: at every boundary, and which pairs are open at all. */
import { describe, expect, it } from "vitest";
import type { Near } from "../../../src/entry/entry.js";
import {
  isClose,
  isRaised,
  nearTo,
  openedAt,
  openPairs,
  type PairEntry,
  pairKey,
} from "../../../src/entry/near/pairs.js";

const CUTS = { close: 0.7 };
const OPENED = "2026-02-01T10:00:00Z";
const OLD = "COR-20260101-AAAAA";
const NEW = "COR-20260201-BBBBB";

const row = (more: Partial<Near> = {}): Near => ({ with: OLD, score: 0.7, by: "claim", state: "open", ...more });

describe("a row", () => {
  it.each<[by: Near["by"], score: number, close: boolean]>([
    ["claim", 0.7, true],
    ["claim", 0.69, false],
    ["prior", 0.7, true],
    ["prior", 0.69, false],
    ["lex", 0.6, true],
    ["lex", 0.59, false],
  ])("by %s with %d is close: %s", (by, score, close) => {
    expect(isClose({ by, score }, CUTS)).toBe(close);
  });

  it.each<[what: string, near: Near, raised: boolean]>([
    ["a close one", row(), true],
    ["one that is only near", row({ score: 0.69 }), false],
    ["one found by a prior belief, however far", row({ by: "prior", score: 0.6 }), true],
    ["one with a proposed answer", row({ score: 0.5, proposed: { answer: "same", by: "max", at: OPENED } }), true],
  ])("%s is printed with its partner: %s", (_what, near, raised) => {
    expect(isRaised(near, CUTS)).toBe(raised);
  });
});

describe("openedAt", () => {
  it("counts from the newer entry where no row says when it was opened", () => {
    const at = (near: Near) => openedAt({ newer: { timestamp: OPENED }, near });
    expect([at(row()), at(row({ at: "2026-02-03T10:00:00Z" }))]).toEqual([OPENED, "2026-02-03T10:00:00Z"]);
  });
});

describe("openPairs", () => {
  const entry = (id: string, more: Partial<PairEntry> = {}) =>
    ({
      ...{ id, type: "correction", timestamp: OPENED, status: "active", tier: "self", claims: [`of ${id}`] },
      ...more,
    }) as PairEntry;
  const pairsOf = (...entries: PairEntry[]) =>
    openPairs({
      head: (id) => entries.find((one) => one.id === id),
      withAny: () => entries.filter(({ near }) => near !== undefined),
    }).map(({ newer, older }) => [newer.id, older.id]);

  it.each<[what: string, open: boolean, older: Partial<PairEntry>, newer: Partial<PairEntry>]>([
    ["an open row", true, {}, { near: [row()] }],
    ["an answered one", false, {}, { near: [row({ state: "unrelated" })] }],
    ["with one that was superseded", false, { status: "superseded" }, { near: [row()] }],
    ["of one that was forgotten", false, {}, { near: [row()], status: "forgotten" }],
    ["with one that waits for review", false, { review: { state: "needs_review" } }, { near: [row()] }],
    ["of one that waits for review", false, {}, { near: [row()], review: { state: "needs_review" } }],
    ["of approved ones", true, { review: { state: "approved_for_reuse" } }, { near: [row()] }],
    ["about what is not there", false, { id: "COR-20260101-CCCCC" }, { near: [row()] }],
    ["with the claims as they were compared", true, {}, { near: [row({ hashes: [`of ${NEW}`, `of ${OLD}`] })] }],
    ["with another claim of its own", false, {}, { near: [row({ hashes: ["before", `of ${OLD}`] })] }],
    ["with another claim of the other", false, {}, { near: [row({ hashes: [`of ${NEW}`, "before"] })] }],
  ])("%s: %s", (_what, open, older, newer) => {
    expect(pairsOf(entry(OLD, older), entry(NEW, newer))).toEqual(open ? [[NEW, OLD]] : []);
  });

  it("where both name each other it stands once, under one key, whichever is named first", () => {
    const pairs = pairsOf(entry(OLD, { near: [row({ with: NEW })] }), entry(NEW, { near: [row()] }));
    expect(pairs).toHaveLength(1);
    expect(pairKey(NEW, OLD)).toBe(pairKey(OLD, NEW));
    expect([nearTo({ near: [row()] }, OLD), nearTo({}, OLD)]).toEqual([row(), undefined]);
  });
});
