import { describe, expect, it } from "vitest";
import type { Correction, Entry, Insight, Outcome, Tier } from "../../src/entry/entry.js";
import { type Attribution, isEntryFrom, isFrom, type Selector } from "../../src/entry/gates/attribution.js";
import { erasedEntry, redactedEntry, wordsOf } from "../../src/entry/gates/redaction.js";
import { changeOfRemaining, type ForgottenEntries, type RelatedEntries } from "../../src/forget/consequences.js";
import { reasonForPerson } from "../../src/forget/needs-person.js";
import { TextMatcher } from "../../src/forget/text-matcher.js";
import { distilled } from "../../src/rules/policy/rule-line.js";
import { mergeEntries } from "../../src/store/merge/merge-fields.js";
import { approvalOf } from "../approved.js";
import { correction, insight, outcome } from "../store/entries.js";

const OWN = ["main", "helper"];
const from = (speaker: Attribution, by: Selector["by"], value: string) => isFrom(speaker, { by, value }, OWN);

describe("what comes from a source", () => {
  it.each<[says: string, speaker: Attribution, name: string, expected: boolean]>([
    ["a person, as an agent tells", { agent: "main", source: "mallory" }, "mallory", true],
    ["in any case and composition", { agent: "main", source: "Mallory" }, " mallory ", true],
    ["another person", { agent: "main", source: "bridget" }, "mallory", false],
    ["what another agent found out", { agent: "mallory" }, "mallory", true],
    ["what another agent says that somebody said", { agent: "mallory", source: "bridget" }, "mallory", true],
    ["that somebody, too", { agent: "mallory", source: "bridget" }, "bridget", true],
    ["what an own agent heard is not its own", { agent: "main", source: "bridget" }, "main", false],
    ["what an own agent found out", { agent: "main" }, "main", true],
    ["self is every own agent", { agent: "helper", source: "self" }, "self", true],
    ["self is no other agent", { agent: "mallory", source: "self" }, "self", false],
    ["self is nobody who is quoted", { agent: "main", source: "bridget" }, "self", false],
    ["a name that only begins the same", { agent: "main", source: "mallory2" }, "mallory", false],
  ])("%s", (_, speaker, name, expected) => {
    expect(from(speaker, "source", name)).toBe(expected);
  });

  it.each<[origin: string | undefined, place: string, expected: boolean]>([
    ["https://evil.example/a/b", "https://evil.example/a/b", true],
    ["https://evil.example/a/b", "https://evil.example/a", true],
    ["https://evil.example/ab", "https://evil.example/a", false],
    ["https://evil.example/a?x=1", "https://evil.example/a", true],
    ["https://Evil.example/a", "evil.example", true],
    ["https://user@evil.example:8080/a", "evil.example", true],
    ["https://evil.example.org/a", "evil.example", false],
    ["https://good.example/evil.example", "evil.example", false],
    ["docs/a.md", "docs", true],
    ["docs2/a.md", "docs", false],
    ["web-search", "web-search", true],
    [undefined, "web-search", false],
  ])("origin %s is beneath %s: %s", (origin, place, expected) => {
    expect(from({ agent: "main", ...(origin === undefined ? {} : { origin }) }, "origin", place)).toBe(expected);
  });

  it("a session is exact, and an entry that names none was written in its agent's of that day", () => {
    const session: Selector = { by: "session", value: "adhoc-main-2026-02-01" };
    expect(from({ agent: "main", session: "s1" }, "session", "s1")).toBe(true);
    expect(from({ agent: "main", session: "s10" }, "session", "s1")).toBe(false);
    expect(isEntryFrom({ agent: "main" }, session, OWN, "adhoc-main-2026-02-01")).toBe(true);
    expect(isEntryFrom({ agent: "main", session: "s1" }, session, OWN, "adhoc-main-2026-02-01")).toBe(false);
  });

  it("an import came from its file", () => {
    const imported = { from: ".learnings/LEARNINGS.md:7" };
    const origin = (value: string): Selector => ({ by: "origin", value });
    expect(isEntryFrom({ agent: "main", imported }, origin(".learnings/LEARNINGS.md"), OWN, "")).toBe(true);
    expect(isEntryFrom({ agent: "main", imported }, origin(".learnings"), OWN, "")).toBe(true);
    expect(isEntryFrom({ agent: "main", imported }, origin(".learnings/ERRORS.md"), OWN, "")).toBe(false);
  });
});

const GONE = "COR-20260301-GGGGG";
const NONE: RelatedEntries = { outcomes: [], repeats: [] };
const isMallory = ({ source, agent }: Attribution) => source === "mallory" || agent === "mallory";

function gone(entries: Entry[] = [], meant: ForgottenEntries["meant"] = isMallory): ForgottenEntries {
  return { entries: new Map(entries.map((entry) => [entry.id, entry])), meant };
}

const goneCorrection = (more: Partial<Correction> = {}) => correction({ id: GONE, source: "mallory", ...more });

describe("what others lose and get back", () => {
  /** What of an entry changes when others go. */
  const patchOf = (entry: Entry, what: ForgottenEntries, around: Partial<RelatedEntries> = {}) =>
    changeOfRemaining(entry, what, { ...NONE, ...around })?.patch;
  const use = { at: "2026-02-15T00:00:00Z", session: "s", result: "worked" as const };
  const held = { verdict: "held" as const, at: "2026-02-20T00:00:00Z", evidence: "two releases" };
  const judged = outcome({ id: "OUT-20260220-GGGGG", references: [insight().id], verdict: "invalidated" });
  const near = (other: string) => ({ with: other, score: 0.8, by: "claim", state: "open" }) as const;
  const first = "COR-20260101-FFFFF";
  const paired = correction({ near: [near(GONE), near(first)] });
  const alone = { entries: new Map([[GONE, goneCorrection()]]) };

  it.each<[says: string, entry: Entry, what: ForgottenEntries]>([
    ["what has nothing of theirs", insight({ uses: [use] }), gone()],
    ["links of others to single entries", correction({ linked: [GONE] }), alone],
    ["pairs with what is only forgotten", paired, { ...alone, words: false }],
    ["pairs with what comes from a source that is only forgotten", paired, { ...alone, meant: () => true }],
    ["one that it superseded", correction({ status: "superseded", superseded_by: GONE }), gone([goneCorrection()])],
    ["an answer of somebody else", correction({ stick: { ...held, agent: "main" } }), gone([goneCorrection()])],
  ])("nothing changes of %s", (_, entry, what) => {
    expect(patchOf(entry, what)).toBe(undefined);
  });

  it("items of a history go with the lists they brought, unless another item brought the same", () => {
    const item = { at: "2026-02-16T00:00:00Z", text: "more of it" };
    const theirs = { tags: ["shared", "theirs"], applications: ["theirs alone"] };
    const ours = { ...item, text: "ours", brought: { tags: ["shared"] } };
    const entry = insight({
      tags: ["own", "shared", "theirs"],
      applications: ["theirs alone"],
      evolution: [{ ...item, source: "mallory", brought: theirs }, ours],
    });
    const change = changeOfRemaining(entry, gone(), NONE);
    expect(change?.patch).toEqual({ evolution: [ours], tags: ["own", "shared"], applications: undefined });
    expect(change?.says).toEqual(["1 item of its history struck"]);
  });

  it("an approval that covered the words covers what is left of them", () => {
    const plain = insight({ review: approvalOf(insight()) });
    const item = { at: "2026-02-16T00:00:00Z", text: "more of it", source: "mallory" };
    const grown: Insight = { ...plain, evolution: [item] };
    const approved = { ...grown, review: approvalOf(grown) };
    expect(patchOf(approved, gone())).toEqual({ evolution: undefined, review: plain.review });
    expect(patchOf({ ...grown, review: plain.review }, gone())).toEqual({ evolution: undefined });
  });

  it.each([
    [3, 3, undefined],
    [3, 2, 1],
    [1, 2, undefined],
  ])("said again %i times, %i of them by who is meant, leaves %s", (seen, times, left) => {
    const entry = insight({ seen, seen_by: [{ agent: "mallory", times }] });
    expect(patchOf(entry, gone())).toEqual({ seen: left, seen_by: undefined });
  });

  it("uses by who is meant are struck, links to it go, a repeat of it repeats what it repeated, a ring of them nothing", () => {
    expect(patchOf(insight({ uses: [use, { ...use, agent: "mallory" }] }), gone())).toEqual({ uses: [use] });
    const links = { linked: [GONE, first], supersedes: [GONE], exception_to: [GONE], recurrence_of: GONE };
    expect(patchOf(correction(links), gone([goneCorrection({ recurrence_of: first })]))).toEqual({
      linked: [first],
      supersedes: undefined,
      exception_to: undefined,
      recurrence_of: first,
    });
    const other = goneCorrection({ id: "COR-20260301-HHHHH", recurrence_of: GONE });
    const ring = gone([goneCorrection({ recurrence_of: other.id }), other]);
    expect(patchOf(correction({ recurrence_of: GONE }), ring)).toEqual({ recurrence_of: undefined });
    expect(patchOf(paired, { ...alone, words: true })).toEqual({ near: [near(first)] });
  });

  const repeated = { verdict: "failed" as const, at: "2026-03-01T00:00:00Z", evidence: `repeated as ${GONE}` };
  const repeat = correction({ id: "COR-20260228-RRRRR", timestamp: "2026-02-28T00:00:00Z", tier: "self" });
  const again = { verdict: "failed", at: repeat.timestamp, evidence: `repeated as ${repeat.id}` };
  it.each<[says: string, stick: Correction["stick"], repeats: Correction[], expected: unknown]>([
    ["is not failed any more", repeated, [], undefined],
    ["held again, as before", { ...repeated, was: held }, [], held],
    ["failed by another repeat", repeated, [repeat], again],
    ["not by one that proves nothing", repeated, [{ ...repeat, tier: "external" }], undefined],
    ["an answer of who is meant is struck", { ...held, agent: "mallory" }, [], undefined],
    ["an answer before somebody else's too", { ...held, was: { ...repeated } }, [], held],
  ])("what it repeated: %s", (_, stick, repeats, expected) => {
    expect(patchOf(correction({ stick }), gone([goneCorrection()]), { repeats })).toEqual({ stick: expected });
  });

  const other: Outcome = { ...judged, id: "OUT-20260218-OTHER", timestamp: "2026-02-18T00:00:00Z", verdict: "mixed" };
  const unjudged = { outcome: undefined, outcome_date: undefined };
  it.each<[says: string, outcomes: Outcome[], at: string, patch: object | undefined]>([
    ["none is left", [judged], judged.timestamp, unjudged],
    [
      "the newest of the others counts",
      [judged, other],
      judged.timestamp,
      { outcome: "mixed", outcome_date: other.timestamp },
    ],
    ["one that no longer counts does not", [judged, { ...other, status: "superseded" }], judged.timestamp, unjudged],
    ["one told by somebody else stays, also when it says the same", [judged], "2026-02-21T00:00:00Z", undefined],
  ])("what it judged: %s", (_, outcomes, outcome_date, patch) => {
    const entry = insight({ outcome: "invalidated", outcome_date });
    expect(patchOf(entry, gone([judged]), { outcomes })).toEqual(patch);
  });
});

describe("who may", () => {
  it.each<[tier: Tier, needs: boolean]>([
    ["owner", true],
    ["relayed", true],
    ["self", false],
    ["peer", false],
    ["external", false],
  ])("plainly forget %s: only what people said needs a person", (tier, needs) => {
    expect(reasonForPerson({ taking: "forget", tiers: [tier], rests: true }) !== undefined).toBe(needs);
  });

  it.each([true, false])("everything from one source needs a person where a rule rests on it: %s", (rests) => {
    const selector: Selector = { by: "source", value: "x" };
    const needs = reasonForPerson({ taking: "forget", tiers: ["external"], selector, rests });
    expect(needs !== undefined).toBe(rests);
  });

  it.each(["redact", "erase", "restore"] as const)("%s is for people, whatever it is about", (taking) => {
    expect(reasonForPerson({ taking, tiers: ["external"], rests: false })).toBeDefined();
  });
});

const FULL = insight({
  ...{ insight: "The vault opens with KANARI-77X", evidence: "tried it twice", at_risk: "the vault stays shut" },
  ...{ applications: ["open the vault"], rule: "Open it with KANARI-77X", triggers: ["vault"], domain: "vaults" },
  ...{ context: "late at night", alternatives: ["a crowbar"], tags: ["ci"], paths: ["packages/api/**"] },
  ...{ source: "bridget", origin: "https://example.invalid/x", session: "s1", linked: ["COR-20260215-K7Q2X"] },
  evolution: [
    { at: "2026-02-16T00:00:00Z", text: "it also closes", evidence: "once", agent: "sybil", context: "at noon" },
  ],
  uses: [{ at: "2026-02-17T00:00:00Z", session: "s2", result: "worked", note: "opened" }],
  stick: { verdict: "held", at: "2026-02-18T00:00:00Z", evidence: "no crowbar" },
  outcome_note: "it opened",
  review: { state: "approved_for_reuse", by: "bridget", reason: "is so", hash: "0".repeat(64) },
  imported: { at: "2026-02-14T00:00:00Z", from: "a.md:7", hash: "f".repeat(64), title: "On vaults" },
  ...{ folded: ["e".repeat(64)], aliases: ["LRN-20250115-001", "vault opener"] },
  ["x_own"]: { deep: ["words of a team"] },
} as Partial<Insight>);

const TAKEN = { at: "2026-03-01T00:00:00Z", by: "bridget", reason: "told in confidence" };
const secret = /vault|kanari|crowbar|tried|opened|night|noon|closes|once|team|is so|"ci"|0000/i;

describe("words taken out", () => {
  it("redacted: every word of the author, and nothing of the record", () => {
    const entry = redactedEntry(FULL, TAKEN);
    expect(JSON.stringify({ ...entry, aliases: [] })).not.toMatch(secret);
    expect(entry).toMatchObject({
      ...{ id: FULL.id, status: "forgotten", redacted: TAKEN },
      ...{ insight: "[redacted]", evidence: "[redacted]", applications: ["[redacted]"] },
      evolution: [{ at: "2026-02-16T00:00:00Z", text: "[redacted]", evidence: "[redacted]", agent: "sybil" }],
      uses: [{ session: "s2", result: "worked", note: "[redacted]" }],
      stick: { verdict: "held", evidence: "[redacted]" },
      ...{ source: "bridget", origin: "https://example.invalid/x" },
      ...{ paths: ["packages/api/**"], linked: ["COR-20260215-K7Q2X"] },
      imported: { from: "a.md:7", hash: "f".repeat(64), title: "[redacted]" },
      folded: ["e".repeat(64)],
      x_own: { deep: ["[redacted]"] },
    });
    expect(redactedEntry(entry, TAKEN)).toEqual(entry);
    // That it was repeated says only an id.
    const stick = { verdict: "failed" as const, at: "2026-02-18T00:00:00Z", evidence: `repeated as ${GONE}` };
    expect(redactedEntry(correction({ stick }), TAKEN)).toMatchObject({ stick });
  });

  it("erased: a tombstone with the id, and what an import is known by", () => {
    expect(erasedEntry(FULL, TAKEN)).toEqual({
      ...{ type: "insight", id: FULL.id, timestamp: FULL.timestamp, agent: FULL.agent, tier: "self" },
      ...{ insight: "[erased]", evidence: "[erased]", stakes: "medium", at_risk: "[erased]", erased: TAKEN },
      imported: { at: "2026-02-14T00:00:00Z", from: "[erased]", hash: "f".repeat(64) },
      ...{ folded: ["e".repeat(64)], aliases: ["LRN-20250115-001"], status: "forgotten" },
    });
    for (const entry of [correction(), outcome()]) expect(wordsOf(erasedEntry(entry, TAKEN), undefined)).toEqual([]);
  });

  it("row 16: an erased entry stays erased, whatever the other branch did to it", () => {
    const tombstone = erasedEntry(FULL, TAKEN);
    for (const theirs of [{ ...FULL, evidence: "tried it again" }, { ...FULL, seen: 3 }, FULL]) {
      expect(mergeEntries(FULL, tombstone, theirs)).toEqual({ fields: tombstone, conflicts: [] });
      expect(mergeEntries(FULL, theirs, tombstone)).toEqual({ fields: tombstone, conflicts: [] });
      expect(mergeEntries(undefined, theirs, tombstone).fields).toEqual(tombstone);
    }
  });

  it("row 16: what was redacted stays so, and what the other branch added goes too", () => {
    const redacted = redactedEntry(FULL, TAKEN);
    const theirs = {
      ...FULL,
      evidence: "tried it again",
      evolution: [...(FULL.evolution ?? []), { at: "2026-02-20T00:00:00Z", text: "a crowbar works", agent: "sybil" }],
      seen: 2,
    };
    for (const merged of [mergeEntries(FULL, redacted, theirs), mergeEntries(FULL, theirs, redacted)]) {
      expect(merged.conflicts).toEqual([]);
      expect(JSON.stringify({ ...merged.fields, aliases: [] })).not.toMatch(secret);
      expect(merged.fields).toMatchObject({ status: "forgotten", redacted: TAKEN, seen: 2 });
    }
  });
});

describe("words elsewhere", () => {
  const traces = new TextMatcher({ ids: [FULL.id], texts: wordsOf(FULL, distilled(FULL)) });
  it.each<[says: string, line: string, expected: boolean]>([
    ["the text itself", "The vault opens with KANARI-77X", true],
    ["in other markup", "- **the vault** opens `with` KANARI-77X.", true],
    ["in JSON", JSON.stringify({ q: 'say "the vault stays shut"' }), true],
    ["on a broken line of JSON", '{"text":"late\\nat night', true],
    ["a short word", "vault", false],
    ["something else", "The lockfile drifts when nobody looks at it", false],
    ["nothing", "", false],
    ["its id alone", FULL.id, false],
  ])("%s: %s", (_, line, expected) => {
    expect(traces.matches(line)).toBe(expected);
  });

  it("a text on several lines is known by each of them, by one line as a whole only", () => {
    const long = new TextMatcher({
      ids: [],
      texts: ["One long sentence that stands on\nseveral lines of a file"],
    });
    expect(long.matches("One long sentence that stands on")).toBe(true);
    expect(long.matchesWhole("One long sentence that stands on")).toBe(false);
  });

  it("replaces texts within a value and keeps what holds none as it is", () => {
    const clean = { a: ["x"], b: { c: 1 } };
    expect(traces.without(clean, "[erased]")).toBe(clean);
    expect(traces.without({ a: ["the vault stays shut", "x"], b: null }, "[erased]")).toEqual({
      a: ["[erased]", "x"],
      b: null,
    });
  });
});
