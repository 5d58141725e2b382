/** What tenet does by itself with a new claim: the whole table, and by letter what does not act. */
import { describe, expect, it } from "vitest";
import { type SettleInput, settle } from "../../src/capture/policy/settle.js";
import type { Entry, Memory, Tier } from "../../src/entry/entry.js";
import { canonicalClaim, withOneWord } from "../../src/text/claims/canonical.js";

const TAIL: Readonly<Record<string, string>> = { insight: "INS", correction: "COR", memory: "MEM" };

function entry(type: "insight" | "correction" | "memory", claim: string, more: object = {}): Entry {
  const own =
    type === "insight"
      ? { insight: claim, evidence: "seen in the logs", stakes: "medium", at_risk: "drift" }
      : type === "correction"
        ? { corrected_to: claim, stakes: "medium" }
        : { content: claim, category: "fact", basis: "explicit", confidence: 1 };
  const head = { id: `${TAIL[type]}-20260214-K7Q2X`, timestamp: "2026-02-14T10:00:00Z", agent: "main", tier: "self" };
  return { type, ...head, ...own, status: "active", session: "s1", ...more } as unknown as Entry;
}

const newer = { id: "", timestamp: "2026-02-15T10:00:00Z", session: "s2" };

function settled(draft: Entry, known: readonly Entry[], more: Partial<SettleInput> = {}) {
  const said = (one: Entry) => canonicalClaim(String((one as Record<string, unknown>)[CLAIM[one.type] ?? ""]));
  const prior = draft.type === "correction" ? draft.prior_belief : undefined;
  const near = prior === undefined ? [] : [canonicalClaim(prior), ...withOneWord(said(draft), prior)];
  return settle({
    draft,
    changer: { tier: draft.tier },
    sameClaim: known.filter((one) => said(one) === said(draft)),
    believed: known.filter((one) => near.includes(said(one))),
    sameKey: known.filter(
      (one): one is Memory => one.type === "memory" && one.key !== undefined && one.key === (draft as Memory).key,
    ),
    ...more,
  });
}

const CLAIM: Readonly<Record<string, string>> = { insight: "insight", correction: "corrected_to", memory: "content" };

const SAID = "Clients are called before a visit";

describe("equal words", () => {
  it.each([
    ["insight", "count"],
    ["memory", "count"],
    ["correction", "recur"],
  ] as const)("of an %s: %s", (type, act) => {
    const known = entry(type, SAID);
    expect(settled(entry(type, SAID, newer), [known])).toMatchObject({ act, target: known });
  });

  it("with new evidence are an item of the history, with evidence that is known a count", () => {
    const known = entry("insight", SAID);
    expect(settled(entry("insight", SAID, { ...newer, evidence: "Run 7" }), [known])).toMatchObject({ act: "evolve" });
    expect(
      settled(entry("insight", SAID, { ...newer, evidence: "Seen in logs." }), [
        entry("insight", SAID, { evidence: "seen in the logs" }),
      ]).act,
    ).toBe("count");
  });

  it.each([
    ["the same session", { session: "s1" }],
    ["no session", { session: undefined }],
  ])("of a correction in %s are counted", (_, more) => {
    expect(settled(entry("correction", SAID, { ...newer, ...more }), [entry("correction", SAID)]).act).toBe("count");
  });

  const TIERS: Tier[] = ["owner", "relayed", "self", "peer", "external"];
  it.each(TIERS.flatMap((draft, at) => TIERS.map((known, rank) => [draft, known, at < rank] as const)))(
    "%s onto %s: more trusted %s",
    (draft, known, isMore) => {
      const one = entry("memory", SAID, { tier: known });
      const { act, replaces } = settled(entry("memory", SAID, { ...newer, tier: draft }), [one]);
      expect([act, replaces]).toEqual(isMore ? ["store", [one]] : ["count", []]);
    },
  );

  it.each([
    ["self", "owner", true],
    ["peer", "owner", false],
    ["peer", "peer", true],
    ["external", "external", false],
  ] as const)("a %s's repeat of an %s's correction fails it: %s", (draft, known, fails) => {
    const one = entry("correction", SAID, { tier: known });
    expect(settled(entry("correction", SAID, { ...newer, tier: draft }), [one])).toMatchObject({ act: "recur", fails });
  });

  it.each([
    ["another type", entry("correction", SAID)],
    ["another scope", entry("memory", SAID, { scope: "user", user: "sam" })],
    ["other paths", entry("memory", SAID, { paths: ["docs/**"] })],
    ["what waits", entry("memory", SAID, { tier: "external", review: { state: "needs_review" } })],
    ["what a person rejected", entry("memory", SAID, { review: { state: "rejected" } })],
    ["what was superseded", entry("memory", SAID, { status: "superseded" })],
    ["another key", entry("memory", SAID, { key: "hours" })],
    [
      "a copy from a hub",
      entry("memory", SAID, { tier: "peer", origin: `hub://0123456789abcdef/${"a".repeat(16)}/INS-20260101-K7Q2X` }),
    ],
  ])("of %s do not act", (_, known) => {
    const draft = entry("memory", SAID, { ...newer, key: "visits" });
    expect(settled(draft, [known])).toMatchObject({ act: "store", replaces: [] });
  });
});

describe("a stated belief", () => {
  const known = entry("correction", "Use npm in every repository");
  const draft = (prior_belief: string, more: object = {}) =>
    entry("correction", "Use pnpm in every repository", { ...newer, prior_belief, ...more });

  it("replaces, where it is the one word that differs, or the whole claim", () => {
    expect(settled(draft("npm"), [known])).toMatchObject({ act: "store", replaces: [known] });
    expect(settled(draft("use npm in every repository."), [known])).toMatchObject({ act: "store", replaces: [known] });
  });

  it.each(["insight", "memory"] as const)("replaces across types: an %s", (type) => {
    const other = entry(type, "Use npm in every repository");
    expect(settled(draft("npm"), [other]).replaces).toEqual([other]);
    expect(settled(draft("Use npm in every repository"), [other]).replaces).toEqual([other]);
  });

  it("replaces what it names also where the claim itself is a repeat", () => {
    const said = entry("correction", "Use pnpm in every repository", { id: "COR-20260214-K7Q2Y" });
    const settledBoth = settled(draft("npm"), [said, known]);
    expect(settledBoth).toMatchObject({ act: "recur", target: said, replaces: [known] });
  });

  it("of somebody trusted less is asked about", () => {
    const owners = entry("correction", "Use npm in every repository", { tier: "owner" });
    expect(settled(draft("Use npm in every repository"), [owners])).toMatchObject({ replaces: [], asks: [owners] });
  });

  it.each([
    ["another word", draft("yarn"), known],
    ["a less trusted source", draft("npm", { tier: "peer" }), known],
    ["another scope", draft("npm", { scope: "user", user: "sam" }), known],
    [
      "an exception of one word",
      entry("correction", "Use npm in every repository but docs", { ...newer, prior_belief: "docs" }),
      known,
    ],
  ])("%s does not act", (_, one, other) => {
    expect(settled(one, [other]).replaces).toEqual([]);
  });
});

describe("one key", () => {
  const known = entry("memory", "The editor indents by 2", { key: "editor.indent" });
  const draft = (more: object = {}) =>
    entry("memory", "The editor indents by 4", { ...newer, key: "editor.indent", ...more });

  it("replaces what is said of it by a source trusted no more", () => {
    expect(settled(draft(), [known])).toMatchObject({ act: "store", replaces: [known] });
    expect(settled(draft({ tier: "owner" }), [known]).replaces).toEqual([known]);
  });

  it("of a less trusted source, or of what is pinned, is asked about", () => {
    expect(settled(draft({ tier: "peer" }), [known])).toMatchObject({ replaces: [], asks: [known] });
  });

  it("of another user is another key", () => {
    expect(settled(draft({ scope: "user", user: "sam" }), [known])).toEqual({
      act: "store",
      replaces: [],
      because: [],
    });
  });
});

describe("the files that it holds for", () => {
  const [api, web] = [{ paths: ["packages/api/**", "*.sql"] }, { paths: ["packages/web/**"] }];

  it.each<[what: string, known: object, own: object, acts: boolean]>([
    ["the same, in another order", api, { paths: ["*.sql", "packages/api/**"] }, true],
    ["others", api, web, false],
    ["some, and all", api, {}, false],
    ["all, and some", {}, api, false],
  ])("%s", (_, known, own, acts) => {
    expect(settled(entry("memory", SAID, { ...newer, ...own }), [entry("memory", SAID, known)]).act).toBe(
      acts ? "count" : "store",
    );
    const [indent, other] = [
      { key: "indent", ...known },
      { ...newer, key: "indent", ...own },
    ];
    const keyed = settled(entry("memory", "Two spaces", other), [entry("memory", "Tabs", indent)]);
    expect(keyed.replaces).toHaveLength(acts ? 1 : 0);
    expect(keyed.asks ?? []).toEqual([]);
  });
});
