/** Who may change what, every cell written out: a row for each changer, a column for each entry, both from owner to external. */
import { describe, expect, it } from "vitest";
import {
  answererTier,
  CHANGES,
  type ChangeVerb,
  mayChange,
  type Permission,
} from "../../../src/entry/gates/may-change.js";
import { TIERS } from "../../../src/entry/words.js";

/** `y`: yes, `o`: proposed, `P`: a person, `n`: no. */
const LETTERS: Readonly<Record<string, Permission>> = { y: "yes", o: "proposed", P: "person", n: "no" };

type Square = readonly [owner: string, relayed: string, self: string, peer: string, external: string];

const ALL_NO: Square = ["nnnnn", "nnnnn", "nnnnn", "nnnnn", "nnnnn"];
const ALL_PERSON: Square = ["PPPPP", "PPPPP", "PPPPP", "PPPPP", "PPPPP"];
const COUNT: Square = ["ynnnn", "yynnn", "yyynn", "yyyyn", "yyyyy"];
const PROPOSED: Square = ["yyyyy", "oyyyy", "ooyyy", "oooyy", "ooooy"];
const REFUSED: Square = ["yyyyy", "nyyyy", "nnyyy", "nnnyy", "nnnny"];
const PERSONS: Square = ["yyyyy", "Pyyyy", "PPyyy", "PPPyy", "PPPPy"];
const REWORD_PINNED: Square = ["PPPPP", "nPPPP", "nnPPP", "nnnPP", "nnnnP"];
const RELAPSE: Square = ["yyyyy", "yyyyy", "yyyyy", "nnnyy", "nnnnn"];

/** Plain; the entry is pinned; the changer waits for review and the entry is approved; both. */
const TABLE: Readonly<Record<ChangeVerb, readonly [plain: Square, pinned: Square, waiting: Square, both: Square]>> = {
  count: [COUNT, COUNT, COUNT, COUNT],
  grow: [["ynnnn", "nynnn", "nnynn", "nnnyn", "nnnny"], ALL_NO, ALL_NO, ALL_NO],
  retire: [PROPOSED, ALL_PERSON, ALL_PERSON, ALL_PERSON],
  fail: [REFUSED, REFUSED, ALL_NO, ALL_NO],
  relapse: [RELAPSE, RELAPSE, ALL_NO, ALL_NO],
  except: [PROPOSED, PROPOSED, ALL_PERSON, ALL_PERSON],
  settle: [PROPOSED, PROPOSED, PROPOSED, PROPOSED],
  reword: [REFUSED, REWORD_PINNED, REFUSED, REWORD_PINNED],
  forget: [PERSONS, ALL_PERSON, PERSONS, ALL_PERSON],
  redact: [PERSONS, ALL_PERSON, PERSONS, ALL_PERSON],
};

const SITUATIONS = [
  { pinned: false, waits: false },
  { pinned: true, waits: false },
  { pinned: false, waits: true },
  { pinned: true, waits: true },
] as const;

describe("mayChange", () => {
  it("has a row for every verb", () => {
    expect(Object.keys(TABLE).sort()).toEqual(Object.keys(CHANGES).sort());
  });

  for (const [verb, squares] of Object.entries(TABLE) as [ChangeVerb, (typeof TABLE)[ChangeVerb]][]) {
    it.each(SITUATIONS.map((situation, at) => ({ ...situation, square: squares[at] as Square })))(
      `${verb}: pinned $pinned, waiting $waits`,
      ({ pinned, waits, square }) => {
        const asked = (typed: boolean) =>
          TIERS.map((tier) => TIERS.map((entry) => mayChange({ tier, typed, waits }, { tier: entry, pinned }, verb)));
        const meant = square.map((row) => [...row].map((letter) => LETTERS[letter]));
        expect(asked(false)).toEqual(meant);
        // Whoever types is the person that is asked for; nothing else becomes easier by it.
        expect(asked(true)).toEqual(meant.map((row) => row.map((one) => (one === "person" ? "yes" : one))));
      },
    );

    it(`${verb}: onto what waits itself, whoever waits may do what others may`, () => {
      for (const [tier, entry] of TIERS.flatMap((one) => TIERS.map((other) => [one, other] as const))) {
        const known = { tier: entry, review: { state: "needs_review" } } as const;
        expect(mayChange({ tier, waits: true }, known, verb)).toBe(mayChange({ tier }, known, verb));
      }
    });
  }
});

describe("answererTier", () => {
  it.each([
    ["a person's own, typed", "owner", { typed: true, inSession: true }, "external", "owner"],
    ["the newer entry's in its session", "self", { typed: false, inSession: true }, "peer", "peer"],
    ["in its session never more than relayed", "self", { typed: false, inSession: true }, "owner", "relayed"],
    ["relayed in its session", "self", { typed: false, inSession: true }, "relayed", "relayed"],
    ["the agent's own later", "self", { typed: false, inSession: false }, "owner", "self"],
  ] as const)("%s", (_what, own, how, newer, expected) => {
    expect(answererTier(own, how, { tier: newer })).toBe(expected);
  });
});
