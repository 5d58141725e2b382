import { describe, expect, it } from "vitest";
import type { Insight, Tier } from "../../src/entry/entry.js";
import { redactedEntry, wordsOf } from "../../src/entry/gates/redaction.js";
import { erasedEntry } from "../../src/forget/erased-entry.js";
import { HeldWords, telling } from "../../src/forget/held-words.js";
import {
  type Attribution,
  type ForgetMode,
  isEntryFrom,
  isFrom,
  reasonForPerson,
  type Selector,
} from "../../src/forget/selection.js";
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
    const entry = { id: "INS-20260201-AAAAA", agent: "main" };
    const session: Selector = { by: "session", value: "adhoc-main-2026-02-01" };
    expect(from({ agent: "main", session: "s1" }, "session", "s1")).toBe(true);
    expect(from({ agent: "main", session: "s10" }, "session", "s1")).toBe(false);
    expect(isEntryFrom(entry, session, OWN)).toBe(true);
    expect(isEntryFrom({ ...entry, session: "s1" }, session, OWN)).toBe(false);
  });

  it.each([
    [".learnings/LEARNINGS.md", true],
    [".learnings", true],
    [".learnings/ERRORS.md", false],
  ])("an import came from its file: %s", (value, expected) => {
    const imported = { at: "2026-02-14T00:00:00Z", from: ".learnings/LEARNINGS.md:7", hash: "" };
    const entry = { id: "INS-20260201-AAAAA", agent: "main", imported };
    expect(isEntryFrom(entry, { by: "origin", value }, OWN)).toBe(expected);
  });
});

it.each<[taking: ForgetMode, tier: Tier, needs: boolean]>([
  ["forget", "owner", true],
  ["forget", "relayed", true],
  ["forget", "self", false],
  ["forget", "peer", false],
  ["forget", "external", false],
  ["redact", "external", true],
  ["erase", "external", true],
])("who may %s %s: what people said, and all words, need a person", (taking, tier, needs) => {
  const rows = [{ type: "insight" as const, tier, scope: undefined }];
  expect(reasonForPerson({ taking, refs: [] }, rows) !== undefined).toBe(needs);
});

const FULL = insight({
  ...{ insight: "The vault opens with KANARI-77X", evidence: "tried it twice", at_risk: "the vault stays shut" },
  ...{ applications: ["open the vault"], rule: "Open it with KANARI-77X", triggers: ["vault"], domain: "vaults" },
  ...{ context: "late at night", alternatives: ["a crowbar"], tags: ["ci"], paths: ["packages/api/**"] },
  ...{ source: "bridget", origin: "https://example.invalid/x", session: "s1", linked: ["COR-20260215-K7Q2X"] },
  near: [
    { with: "COR-20260215-K7Q2X", score: 0.7, answer: "same", by: "sybil", tier: "self", reason: "both are vaults" },
  ],
  evolution: [
    { at: "2026-02-16T00:00:00Z", text: "it also closes", evidence: "once", agent: "sybil", context: "at noon" },
  ],
  said: [{ at: "2026-02-16T00:00:00Z", session: "s2", tier: "self" }],
  uses: [{ at: "2026-02-17T00:00:00Z", session: "s2", result: "worked", note: "opened" }],
  review: { state: "approved_for_reuse", by: "bridget", reason: "is so", hash: "0".repeat(64) },
  imported: { at: "2026-02-14T00:00:00Z", from: "a.md:7", hash: "f".repeat(64), title: "On vaults" },
  aliases: ["LRN-20250115-001"],
  ["x_own"]: { deep: ["words of a team"] },
} as Partial<Insight>);

const TAKEN = { at: "2026-03-01T00:00:00Z", by: "bridget", reason: "told in confidence" };
const secret = /vault|kanari|crowbar|tried|opened|night|noon|closes|once|team|is so|"ci"|0000/i;

describe("words taken out", () => {
  it("redacted: every word of the author, and nothing of the record", () => {
    const entry = redactedEntry(FULL, TAKEN);
    expect(JSON.stringify(entry)).not.toMatch(secret);
    expect(entry).toMatchObject({
      ...{ id: FULL.id, redacted: TAKEN, insight: "[redacted]", evidence: "[redacted]", applications: ["[redacted]"] },
      near: [{ with: "COR-20260215-K7Q2X", answer: "same", tier: "self", reason: "[redacted]" }],
      evolution: [{ at: "2026-02-16T00:00:00Z", text: "[redacted]", evidence: "[redacted]", agent: "sybil" }],
      uses: [{ session: "s2", result: "worked", note: "[redacted]" }],
      ...{ said: FULL.said, source: "bridget", origin: "https://example.invalid/x" },
      ...{ paths: ["packages/api/**"], linked: ["COR-20260215-K7Q2X"] },
      imported: { from: "a.md:7", hash: "f".repeat(64), title: "[redacted]" },
      x_own: { deep: ["[redacted]"] },
    });
    expect(redactedEntry(entry, TAKEN)).toEqual(entry);
  });

  it("erased: a stone with id, time, tier, session, rows without reasons, and what an import is known by", () => {
    expect(erasedEntry(FULL, TAKEN)).toEqual({
      ...{ type: "insight", id: FULL.id, timestamp: FULL.timestamp, agent: FULL.agent, tier: "self", session: "s1" },
      ...{ insight: "[erased]", stakes: "medium", erased: TAKEN },
      near: [{ with: "COR-20260215-K7Q2X", score: 0.7, answer: "same", by: "sybil", tier: "self" }],
      imported: { at: "2026-02-14T00:00:00Z", from: "[erased]", hash: "f".repeat(64) },
      aliases: ["LRN-20250115-001"],
    });
    for (const entry of [correction(), outcome()]) expect(wordsOf(erasedEntry(entry, TAKEN))).toEqual([]);
  });
});

describe("words elsewhere", () => {
  const held = new HeldWords({ texts: telling([FULL]) });
  it.each<[says: string, line: string, without: string]>([
    ["the text itself", "The vault opens with KANARI-77X", "[erased]"],
    ["in other markup and case", "- **the vault** opens `with` kanari-77x.", "- **[erased]."],
    ["within a sentence", "They say the vault stays shut, all of them", "They say [erased], all of them"],
    ["in JSON", JSON.stringify({ q: 'say "the vault stays shut"' }), '{"q":"say \\"[erased]\\""}'],
    ["on two lines", "late\nat night", "[erased]"],
    ["a short word", "vault", "vault"],
    ["a label that others share", "vaults ci", "vaults ci"],
    ["something else", "The lockfile drifts when nobody looks at it", "The lockfile drifts when nobody looks at it"],
    ["its id alone", FULL.id, FULL.id],
  ])("%s", (_, line, without) => {
    expect(held.replaced(line, "[erased]")).toBe(without);
    expect(held.holds(line)).toBe(line !== without);
  });
});
