import { describe, expect, test } from "vitest";
import { GROUP_NAME, judgeMemory, type MemoryDraft, sameAudience } from "../../src/capture/policy/memories.js";
import type { Bands } from "../../src/config.js";
import type { Memory } from "../../src/entry/entry.js";
import { likeness, MINILM } from "./known-entries.js";

const KNOWN = "MEM-20260210-K7Q2X";

function known(content: string, more: Partial<Memory> = {}): Memory {
  return {
    type: "memory",
    id: KNOWN,
    timestamp: "2026-02-10T09:00:00Z",
    agent: "main",
    tier: "self",
    content,
    category: "fact",
    basis: "explicit",
    confidence: 1,
    status: "active",
    ...more,
  };
}

const draft = (content: string, more: Partial<MemoryDraft> = {}): MemoryDraft => ({
  content,
  category: "fact",
  confidence: 1,
  tier: "self",
  timestamp: "2026-02-15T14:00:00Z",
  ...more,
});

interface Near {
  similarity?: number;
  lexical?: number;
  bands?: Bands | undefined;
}

function judge(mine: MemoryDraft, theirs: Memory, near: Near = {}) {
  const { similarity, lexical = 0 } = near;
  return judgeMemory({
    draft: mine,
    candidates: [{ entry: theirs, lexical, ...(similarity === undefined ? {} : { similarity, claim: similarity }) }],
    sameClaim: [theirs],
    sameKey: theirs.key === undefined ? [] : [theirs],
    bands: "bands" in near ? near.bands : MINILM,
    maxLinks: 5,
    likeness,
  });
}

/** What became of the pair: replaces, contests, linked, counted, apart. */
function fate(mine: MemoryDraft, theirs: Memory, near: Near = {}): string {
  const found = judge(mine, theirs, near);
  if (found.target === theirs.id) return "counted";
  if (found.supersedes.includes(theirs.id)) return "replaces";
  if (found.contests.includes(theirs.id)) return "contests";
  if (found.maybe_same_as === theirs.id) return "maybe";
  return found.linked.includes(theirs.id) ? "linked" : "apart";
}

describe("what differs decides", () => {
  test.each([
    ["a number", "The limit is 30 requests a minute", "The limit is 60 requests a minute", "replaces"],
    ["a version", "The build runs on Node 20.1.0", "The build runs on Node 22.4.0", "replaces"],
    ["a date", "The freeze begins on 2026-03-01", "The freeze begins on 2026-04-01", "replaces"],
    ["a weekday", "Releases go out on Tuesday", "Releases go out on Thursday", "replaces"],
    ["a negation", "Deploys need a sign-off", "Deploys do not need a sign-off", "replaces"],
    ["an opposite", "Telemetry is enabled in staging", "Telemetry is disabled in staging", "replaces"],
    ["how binding it is", "Reviews should come before merging", "Reviews must come before merging", "replaces"],
    ["another place, by name", "Indent with tabs in Go", "Indent with tabs in Python", "linked"],
    ["a path", "Fixtures live in test/fixtures", "Fixtures live in test/data", "contests"],
    ["another place", "Use pnpm for the frontend", "Use pnpm for the backend", "linked"],
    ["a number and what it is about", "The web limit is 30", "The api limit is 60", "linked"],
    ["a version and the place", "Staging runs Postgres 14", "Production runs Postgres 15", "linked"],
    ["an exception", "Squash every merge", "Squash every merge except hotfixes", "contests"],
  ])("%s: %s / %s", (_, before, now, expected) => {
    expect(fate(draft(now), known(before), { similarity: 0.95, lexical: 0.6 })).toBe(expected);
  });

  test("the difference is named, with both ids' sides", () => {
    const found = judge(draft("The limit is 60"), known("The limit is 30"), { similarity: 0.9 });
    expect(found.decision).toBe("superseded");
    expect(found.because.join(" ")).toContain(KNOWN);
    expect(found.because.join(" ")).toContain("30 -> 60");
    expect(found.neighbours[0]?.differs).toEqual(["Differs in a number: 30 -> 60."]);
  });
});

describe("how near it must be", () => {
  const [before, now] = ["The limit is 30 requests", "The limit is 60 requests"];
  test.each([
    [{ similarity: 0.45, lexical: 0 }, "apart"],
    [{ similarity: 0.45001, lexical: 0 }, "replaces"],
    [{ lexical: 0, bands: undefined }, "apart"],
    [{ lexical: 0.1, bands: undefined }, "replaces"],
  ])("a number apart at %o: %s", (near, expected) => {
    expect(fate(draft(now), known(before), near)).toBe(expected);
  });

  test.each([
    [{ similarity: 0.85 }, "linked"],
    [{ similarity: 0.85001 }, "maybe"],
    [{ lexical: 0.9, bands: undefined }, "linked"],
  ])("the guard silent at %o: %s", (near, expected) => {
    const paraphrase = known("Answer in short sentences please");
    expect(fate(draft("Answer in short sentences, and politely"), paraphrase, near)).toBe(expected);
  });
});

describe("the same words", () => {
  const words = "Indent Go with tabs";
  test.each([
    ["are counted", draft("indent Go with `tabs`."), known(words), "counted"],
    ["are counted when only the category differs", draft(words, { category: "preference" }), known(words), "counted"],
    ["take the place of a less trusted one", draft(words), known(words, { tier: "peer" }), "replaces"],
    ["are counted on a more trusted one", draft(words), known(words, { tier: "owner" }), "counted"],
    ["come back after they were superseded", draft(words), known(words, { status: "superseded" }), "apart"],
    ["come back after they were forgotten", draft(words), known(words, { status: "forgotten" }), "apart"],
    ["stay away once rejected", draft(words), known(words, { review: { state: "rejected" } }), "counted"],
    ["of another scope are another memory", draft(words), known(words, { scope: "global" }), "linked"],
    ["under another key are another memory", draft(words, { key: "a" }), known(words, { key: "b" }), "linked"],
  ])("%s", (_, mine, theirs, expected) => {
    const near = theirs.status === "active" && theirs.review === undefined ? { similarity: 1, lexical: 1 } : {};
    expect(fate(mine, theirs, near)).toBe(expected);
  });

  test("a known category stays, and that is said", () => {
    const found = judge(draft(words, { category: "preference" }), known(words, { category: "convention" }));
    expect(found.because.join(" ")).toContain("It stays a convention.");
  });
});

describe("one key", () => {
  test.each([
    ["the newer counts, whatever it says", {}, {}, "replaces"],
    ["a more trusted one stays, contested", {}, { tier: "owner" as const }, "contests"],
    ["what was said later stays", { timestamp: "2026-02-01T00:00:00Z" }, {}, "contests"],
    ["what waits for review replaces nothing approved", { review: { state: "needs_review" as const } }, {}, "contests"],
    ["another person's key is another", { scope: "user", user: "a" }, { scope: "user", user: "b" }, "apart"],
  ])("%s", (_, mine, theirs, expected) => {
    const before = known("Two spaces", { key: "editor.indent", ...theirs });
    expect(fate(draft("Tabs everywhere", { key: "editor.indent", ...mine }), before)).toBe(expected);
  });
});

describe("trust", () => {
  test.each([
    ["owner", "owner", "replaces"],
    ["self", "relayed", "replaces"],
    ["self", "peer", "replaces"],
    ["peer", "self", "contests"],
    ["relayed", "owner", "contests"],
    ["external", "peer", "contests"],
  ] as const)("%s beside %s: %s", (mine, theirs, expected) => {
    const before = known("The limit is 30", { tier: theirs });
    expect(fate(draft("The limit is 60", { tier: mine }), before, { similarity: 0.95 })).toBe(expected);
  });

  test("words of a memory that waits for review are not quoted", () => {
    const waiting = known("The secret limit is 30", { tier: "external", review: { state: "needs_review" } });
    const found = judge(draft("The secret limit is 60", { tier: "external" }), waiting, { similarity: 0.95 });
    expect(JSON.stringify(found)).not.toContain("30");
  });
});

test.each([
  [{}, {}, true],
  [{ scope: "project" }, {}, true],
  [{ scope: "global" }, {}, false],
  [{ scope: "user", user: "Bridget" }, { scope: "user", user: "bridget " }, true],
  [{ scope: "user", user: "bridget" }, { scope: "user", user: "sybil" }, false],
  [{ scope: "user", user: "bridget" }, { scope: "user" }, false],
  [{ scope: "conversation", session: "a" }, { scope: "conversation", session: "a" }, true],
  [{ scope: "conversation", session: "a" }, { scope: "conversation", session: "b" }, false],
])("one circle: %o and %o: %s", (a, b, expected) => {
  expect(sameAudience(a, b)).toBe(expected);
});

test.each([
  ["preferences", true],
  ["a", true],
  ["9-lives", true],
  ["a".repeat(64), true],
  ["a".repeat(65), false],
  ["", false],
  ["-rf", false],
  ["../x", false],
  ["a/b", false],
  ["a\\b", false],
  ["A", false],
  ["a\u0000", false],
  ["a\n", false],
  [".git", false],
])("row 21: a group named %j: %s", (name, expected) => {
  expect(GROUP_NAME.test(name)).toBe(expected);
});
