import { describe, expect, it } from "vitest";
import { keysOf, needsWord } from "../../src/review/policy/review-keys.js";
import { inReviewOrder } from "../../src/review/policy/review-order.js";
import type { EntryView, QueueItem } from "../../src/review/review-schemas.js";

const view = (ref: string, more: Partial<EntryView> = {}): EntryView => ({
  id: `INS-20260201-${ref.toUpperCase()}`,
  ref,
  type: "insight",
  text: `Claim ${ref}`,
  tier: "self",
  agent: "main",
  at: "2026-02-01T09:00:00Z",
  says: {},
  file: "memory/learning/insights/2026-02-01.md",
  line: 7,
  ...more,
});

const waits = (day: number, key: string) => ({ key, since: `2026-02-0${day}T09:00:00Z`, days: 9 - day });
const entry = (ref: string, day: number, more: Partial<EntryView> = {}): QueueItem => ({
  ...{ kind: "entry", ...view(ref, more), ...waits(day, `entry ${ref}`), near: [], means: [], hash: "h" },
});
const question = (ref: string, day: number, about: "stick" | "outcome", more: Partial<EntryView> = {}): QueueItem => ({
  ...{
    kind: "question",
    ...view(ref, more),
    ...waits(day, `question ${ref}`),
    about,
    ask: "Any results?",
    answers: [],
  },
});
const facts = (ref: string, day: number, more: Partial<EntryView> = {}): QueueItem => ({
  ...{ kind: "facts", ...view(ref, more), ...waits(day, `facts ${ref}`), missing: [], answers: [] },
});
const pair = (day: number, first: EntryView, second: EntryView): QueueItem => ({
  ...{
    kind: "pair",
    first,
    second,
    by: "claim",
    score: 0.8,
    differs: { known: [], new: [] },
    answers: [],
    ...waits(day, `${first.ref}+${second.ref}`),
  },
});
const version = (ref: string, day: number): QueueItem => ({
  ...{ kind: "version", version: 1, id: `0001-${ref}`, ref, change_summary: "", operations: [], stale: false },
  ...{ diff: "", words: [], ...waits(day, `version ${ref}`) },
});
describe("the order of a review", () => {
  const rows: [why: string, first: QueueItem, second: QueueItem][] = [
    ["more is at stake", entry("b", 5, { stakes: "high" }), entry("a", 1, { stakes: "medium" })],
    ["without a level it counts as medium", entry("b", 5), entry("a", 1, { stakes: "low" })],
    ["it waits longer", entry("b", 1, { stakes: "high" }), entry("a", 2, { stakes: "high" })],
    ["rules count as high", version("b", 5), question("a", 1, "stick", { stakes: "medium" })],
    [
      "a near pair before everything else",
      pair(5, view("a", { stakes: "low" }), view("b")),
      entry("c", 1, { stakes: "high" }),
    ],
    [
      "of two pairs one side at stake is enough",
      pair(5, view("a"), view("b", { stakes: "high" })),
      pair(1, view("c"), view("d")),
    ],
    ["a missing fact waits for everything else", entry("b", 5, { stakes: "low" }), facts("a", 1, { stakes: "high" })],
    ["of missing facts those where more is at stake", facts("b", 5, { stakes: "high" }), facts("a", 1)],
    ["by name where nothing else differs", entry("a", 1), entry("b", 1)],
  ];
  for (const [why, first, second] of rows) {
    it(`${first.key} before ${second.key}: ${why}`, () => {
      for (const queue of [
        [first, second],
        [second, first],
      ])
        expect(inReviewOrder(queue)).toEqual([first, second]);
    });
  }
});

describe("the keys of a review", () => {
  const correction = (ref: string) => view(ref, { type: "correction" });
  const rows: [what: string, item: QueueItem, keys: string][] = [
    ["a correction that may have held", question("a", 1, "stick"), "h held f failed l later d drop"],
    ["an insight", question("a", 1, "outcome"), "w worked n did not m mixed l later d drop"],
    ["an entry", entry("a", 1), "a approve e edit r reject o once s sensitive"],
    [
      "a pair",
      pair(1, view("a"), correction("b")),
      "s same 1 first 2 second e exception g general u unrelated l later",
    ],
    ["a version", version("a", 1), "a approve e edit r reject"],
    ["missing facts", facts("a", 1), "a answer n never"],
  ];
  for (const [what, item, keys] of rows) {
    it(`${what}: ${keys}`, () => {
      const found = keysOf(item);
      expect(found.map(({ key, word }) => `${key} ${word}`).join(" ")).toBe(`${keys} Enter skip q quit ? keys`);
      expect(new Set(found.map(({ key }) => key)).size).toBe(found.length);
    });
  }

  it("a word is typed only for what comes from outside or from another agent", () => {
    expect(["external", "peer", "self", "relayed", "owner"].filter((tier) => needsWord({ tier }))).toEqual([
      "external",
      "peer",
    ]);
  });
});
