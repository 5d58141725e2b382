/** Who may answer about a pair: what takes effect, and what is only proposed. */
import { describe, expect, it } from "vitest";
import type { Near, Tier } from "../../src/entry/entry.js";
import type { Resolution } from "../../src/review/answering.js";
import { resolveList, resolvePair } from "../../src/review/resolve.js";
import { undo } from "../../src/review/undo.js";
import { AT_TERMINAL, type Capturing, capturing } from "../capture/capturing.js";
import fc from "../properties.js";
import { stored } from "../store/workspace.js";
import { type Kind, pairOf } from "./near-pairs.js";

const NOW = "2026-02-15T14:00:00Z";
type Answer = "same" | "replaces" | "exception" | "unrelated";

const OWNER = { name: "the owner, who types it", act: (w: Capturing) => w.as({ ...AT_TERMINAL, session: "s9" }) };
const CAPTURER = { name: "an agent in the session of the capture", act: (w: Capturing) => w.as({ session: "s1" }) };
const LATER = { name: "the agent in another session", act: (w: Capturing) => w.as({ session: "s9" }) };
const OTHER = { name: "another agent", act: (w: Capturing) => w.as({ session: "s9", agent: "other" }) };

/** The newer entry was captured in session s1. A row that is nearer than 0.7 holds both back until it is answered. */
type Row = readonly [answer: Answer, older: Tier, newer: Tier, decision: string, score?: number];
const RIGHTS: readonly (readonly [typeof OWNER, readonly Row[]])[] = [
  [
    OWNER,
    [
      ["same", "owner", "owner", "same"],
      ["replaces", "owner", "external", "replaced"],
      ["exception", "owner", "self", "exception"],
      ["unrelated", "owner", "owner", "unrelated"],
    ],
  ],
  // The trust of what was captured there, relayed at the most.
  [
    CAPTURER,
    [
      ["same", "relayed", "owner", "same"],
      ["same", "owner", "owner", "proposed"],
      ["replaces", "relayed", "owner", "replaced"],
      ["replaces", "owner", "owner", "proposed"],
      ["replaces", "relayed", "relayed", "replaced"],
      ["replaces", "relayed", "self", "proposed"],
      ["replaces", "self", "peer", "proposed"],
      ["exception", "peer", "peer", "exception"],
      ["exception", "peer", "external", "proposed"],
      ["unrelated", "external", "external", "unrelated"],
      ["unrelated", "peer", "external", "proposed"],
    ],
  ],
  [
    LATER,
    [
      // The less trusted one is absorbed; of two that are trusted the same both change.
      ["same", "self", "self", "same"],
      ["same", "self", "owner", "same"],
      ["same", "owner", "self", "same"],
      ["same", "relayed", "owner", "proposed"],
      ["same", "relayed", "relayed", "proposed"],
      ["replaces", "self", "owner", "replaced"],
      ["replaces", "relayed", "self", "proposed"],
      ["exception", "self", "owner", "proposed"],
      ["exception", "self", "owner", "exception", 0.6],
      ["exception", "owner", "self", "proposed"],
      ["unrelated", "self", "self", "unrelated"],
      ["unrelated", "relayed", "self", "proposed"],
      ["unrelated", "self", "relayed", "proposed"],
      ["unrelated", "owner", "owner", "unrelated", 0.6],
    ],
  ],
  [
    OTHER,
    [
      ["same", "self", "self", "proposed"],
      ["replaces", "peer", "self", "replaced"],
      ["replaces", "self", "self", "proposed"],
      ["exception", "external", "self", "proposed"],
    ],
  ],
];

describe("an answer takes effect over what is trusted no more than who gives it, and is a proposal over the rest", () => {
  it.each(RIGHTS.map(([who, rows]) => ({ ...who, rows })))("$name", { tags: "proof" }, async ({ act, rows }) => {
    const w = capturing({}, NOW);
    const pairs = rows.map(([, older, newer, , score = 0.8], at) =>
      pairOf({ tier: older, session: "s0" }, { tier: newer, session: "s1" }, `${"AB"[at > 9 ? 1 : 0]}${at % 10}`, {
        score,
      }),
    );
    await stored(w, ...pairs.flat());
    act(w);
    const asked = rows.map(([how], at) => ({ a: pairs[at]?.[1].id ?? "", b: pairs[at]?.[0].id ?? "", how }));
    const answered = await resolveList(w, asked);
    expect(rows.map(([how, older, newer], at) => [how, older, newer, answered[at]?.decision])).toEqual(
      rows.map(([how, older, newer, decision]) => [how, older, newer, decision]),
    );
    for (const [at, [how, , , decision]] of rows.entries()) {
      const [older, newer] = [await w.entry(pairs[at]?.[0].id), await w.entry(pairs[at]?.[1].id)];
      if (decision === "proposed") {
        expect([older.status, newer.status]).toEqual(["active", "active"]);
        expect(newer.open).toMatchObject([{ proposed: how }]);
      }
    }
  });

  it("closing a pair that an owner's words refute is proposed, and the pair stays printed", async () => {
    const w = capturing({}, NOW);
    const [older, newer] = pairOf({ kind: "memory" }, { kind: "correction", tier: "owner" }, "A0", { found: "prior" });
    await stored(w, older, newer);
    w.as({ session: "s9" });
    const how = "unrelated";
    expect(await resolvePair(w, { a: newer.id, b: older.id, how })).toMatchObject({ decision: "proposed" });
    expect((await w.entry(newer.id)).open).toMatchObject([{ with: older.id, proposed: how }]);
  });
});

describe("an answer about any pair", () => {
  const side = fc.record({
    kind: fc.constantFrom<Kind>("correction", "insight", "memory"),
    tier: fc.constantFrom<Tier>("self", "relayed", "owner"),
    session: fc.constantFrom("s1", "s2"),
  });
  const any = fc.record({
    sides: fc.tuple(side, side),
    answer: fc.constantFrom<Answer>("same", "replaces", "exception", "unrelated"),
    isFirst: fc.boolean(),
    found: fc.constantFrom<Near["found"]>("claim", "words", "prior"),
    score: fc.constantFrom(0.55, 0.71),
  });
  const state = async (w: Capturing, id: string) => {
    const { near: _, open: __, ...rest } = await w.entry(id);
    return rest;
  };

  it("is taken back by undo to the byte, and by reopen to both as they were, with an open row", {
    tags: "proof",
  }, async () => {
    const tried = fc.asyncProperty(any, async ({ sides, answer, isFirst, found, score }) => {
      const w = capturing({}, NOW);
      const pair = pairOf(sides[0], sides[1], "A0", { found, score });
      await stored(w, ...pair);
      const [older, newer] = [pair[0].id, pair[1].id];
      w.as({ ...AT_TERMINAL, session: "s1" });
      const [files, before] = [w.files(), [await state(w, older), await state(w, newer)]];
      const [a, b] = isFirst ? [newer, older] : [older, newer];
      const give = (how: Resolution) => resolvePair(w, { a, b, how });
      const first = await give(answer);
      expect(first.next).toMatchObject({ verb: "resolve", args: { a: first.id, b: first.other, open: true } });
      await undo(w, { confirmed: true });
      expect(w.files()).toEqual(files);
      await give(answer);
      expect(await give("open")).toMatchObject({ decision: "reopened" });
      expect([await state(w, older), await state(w, newer)]).toEqual(before);
      expect((await w.entry(newer)).near).toMatchObject([{ with: older }]);
      expect((await w.entry(older)).near).toBeUndefined();
      await expect(give("open")).rejects.toMatchObject({ exit: 2 });
    });
    await fc.assert(tried, { numRuns: 25 });
  });
});
