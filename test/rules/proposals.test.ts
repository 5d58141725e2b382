/** What somebody words is held against what was found out: words are theirs, what qualifies is not. */

import { describe, expect, it } from "vitest";
import { planRules } from "../../src/rules/policy/plan-rules.js";
import { checkProposals, type Material } from "../../src/rules/policy/proposals.js";
import { lineTroubles, wordingTroubles } from "../../src/rules/policy/rule-line.js";
import type { ProposedLine } from "../../src/rules/text/digest-schemas.js";
import { CAPS, cor, evidence, ins, pass, ruleOf, sessions } from "./facts.js";

const says = (line: string, more: string[] = []) => ({ line, statements: [line], words: [line, ...more] });

const STRUCTURE = "begins or holds a structure of its own (a list, a heading, a quote, a fence)";
const MARK = "holds a comment mark or a mark of tenet's own";

it.each([
  ["Check the lockfile first", []],
  ["a".repeat(240), []],
  ["a".repeat(241), ["has 241 characters, 240 at most"]],
  ["", ["says nothing"]],
  [" . ", ["says nothing"]],
  ["Look\nfirst", ["has several lines"]],
  ["Look\u2028first", ["has several lines"]],
  ["Look\tfirst", ["holds control characters"]],
  ["Look\u202efirst", ["holds control characters"]],
  ["Look <!-- first", [MARK]],
  ["Look --> first", [MARK]],
  ["Look tenet:end rules", [MARK]],
  ["Look as COR-20260201-K7Q2X says", ["holds an entry's id; the ids are added by tenet"]],
  ["- look", [STRUCTURE]],
  ["## look", [STRUCTURE]],
  ["> look", [STRUCTURE]],
  ["1. look", [STRUCTURE]],
  ["Run ```x", [STRUCTURE]],
  ["-5 is below zero", []],
  ["#4 is fixed", []],
  ["Use a < b and c > d", []],
])("of a line %j: %j", (text, troubles) => {
  expect(lineTroubles(text)).toEqual(troubles);
});

describe("numbers and negations of a wording", () => {
  it.each([
    ["Look for npm install in the CI file before pushing", "Before pushing, check the CI file for npm install."],
    ["Wait 30 seconds before the second call", "Wait before the second call"],
    ["Ship without the debug symbols", "Don't ship debug symbols"],
    ["Nie freitags ausrollen, das bricht die Anzeige", "Kein Rollout freitags: die Anzeige bricht"],
    // What the words mean beyond these two is for whoever decides on the rule.
    ["Enable the cache for CI", "Disable the cache for CI"],
  ])("hold: %s -> %s", (line, text) => {
    expect(wordingTroubles(text, [says(line)])).toEqual([]);
  });

  const TURNED = "It is negated, and none of its entries is.";
  const LOST = "It is not negated, and what its entries say is.";
  it.each([
    ["a changed number", "Wait 30 seconds", "Wait 300 seconds", ['"300" stands in none of its entries.']],
    ["an invented number", "Look at the run", "Look at the run 3 times", ['"3" stands in none of its entries.']],
    ["part of a version", "Use 2.3.1", "Use 2.3", ['"2.3" stands in none of its entries.']],
    ["a changed day", "Due on 2026-02-15", "Due on 2026-02-16", ['"2026-02-16" stands in none of its entries.']],
    ["a lost negation", "Never push on Friday", "Push on Friday", [LOST]],
    ["a lost contraction", "Don’t push on Friday", "Push on Friday", [LOST]],
    ["an added negation", "Push on Friday", "Never push on Friday", [TURNED]],
    ["eine verlorene Verneinung", "Nicht freitags ausrollen", "Freitags ausrollen", [LOST]],
    ["eine neue Verneinung", "Freitags ausrollen", "Keinesfalls freitags ausrollen", [TURNED]],
    ["both", "Push 2 tags", "Never push 3 tags", ['"3" stands in none of its entries.', TURNED]],
  ])("but for %s", (_, line, text, troubles) => {
    expect(wordingTroubles(text, [says(line)])).toEqual(troubles);
  });

  it("may come from anything its author wrote", () => {
    expect(wordingTroubles("Wait 30 seconds", [says("Wait before the call", ["It took 30 seconds"])])).toEqual([]);
    expect(wordingTroubles("Never wait", [says("Call at once", ["We should not wait"])])).toEqual([]);
  });

  it("are lost only where the line of every source is negated", () => {
    const both = [says("Never push on Friday"), says("Wait 30 seconds before the second call")];
    expect(wordingTroubles("Push early, and wait 30 seconds before the second call", both)).toEqual([]);
    expect(wordingTroubles("Push early", [says("Never push on Friday"), says("No deploys at night")])).toEqual([LOST]);
    const entry = { line: "Look; next time: never push unseen", statements: ["Look"], words: ["Never push unseen"] };
    expect(wordingTroubles("Push unseen", [entry])).toEqual([LOST]);
  });
});

describe("a list of worded rules", () => {
  const held = evidence(cor("AAAA1", { behavioral_change: "Look at the lockfile before pushing" }), {
    held: "2026-02-09T09:00:00Z",
  });
  const used = evidence(ins("BBBB2", { insight: "Retries hide the flaky test" }), { sessions: sessions(3) });
  const stands = evidence(ins("CCCC3", { insight: "Pin the base image" }), { sessions: sessions(3) });
  const theirs = evidence(ins("DDDD4", { insight: "Keep entries short" }), { sessions: sessions(3) });
  const weak = evidence(ins("EEEE5"), { sessions: sessions(1) });
  const rules = [
    ruleOf(stands),
    ruleOf(theirs, { decided_by: { by: "bridget", how: "edited", at: "2026-02-01T00:00:00Z" } }),
  ];
  const input = { ...pass([held, used, stands, theirs, weak]), rules };
  const material: Material = {
    operations: planRules(input).operations.filter(({ op }) => op !== "keep"),
    rules,
    behind: input.behind,
    out: new Map([[weak.id, "No reason of the table holds yet (used in 1 of 3 sessions)."]]),
    caps: CAPS,
    wordedBy: "self",
  };
  const keep: ProposedLine = {
    op: "keep",
    target: "MEMORY.md",
    text: "Pin the base image",
    ids: [stands.id],
    reason: "",
  };
  const add = (more: Partial<ProposedLine> = {}): ProposedLine => ({
    op: "add",
    target: "SOUL.md",
    text: "Before pushing, look at the lockfile",
    ids: [held.id],
    reason: "shorter",
    ...more,
  });
  const found = (...list: ProposedLine[]) =>
    checkProposals(list, material).findings.map(({ line, field, message }) => `${line} ${field}: ${message}`);

  it("is taken when it words what was found out", () => {
    const { findings, wordings } = checkProposals([add(), keep], material);
    expect(findings).toEqual([]);
    expect(wordings).toEqual([
      { ids: [held.id], text: "Before pushing, look at the lockfile", because: "Worded: shorter", tier: "self" },
    ]);
    expect(found(keep)).toEqual([]);
    expect(found({ ...keep, op: "update", text: "Pin every base image", reason: "clearer" })).toEqual([]);
  });

  it.each<[string, ProposedLine[], RegExp]>([
    [
      "what does not qualify",
      [add({ ids: [weak.id] }), keep],
      /1 ids: INS-20260201-EEEE5 does not become a rule: No reason .*used in 1 of 3/,
    ],
    ["an add of a rule in force", [add({ ids: [stands.id] }), keep], /is a rule in MEMORY\.md already/],
    ["an add of nothing", [add({ ids: [] }), keep], /names the entries/],
    ["another file", [add({ target: "MEMORY.md" }), keep], /1 target: COR-20260201-AAAA1 belongs in SOUL\.md/],
    ["a rule dropped without a word", [add()], /0 ids: The rule "Pin the base image" .* is missing/],
    [
      "a deletion that nothing speaks for",
      [{ ...keep, op: "delete", reason: "old" }],
      /1 op: Nothing speaks against this rule/,
    ],
    ["a kept rule in other words", [{ ...keep, text: "Pin all images" }], /1 op: Its words differ/],
    [
      "a change of a person's line",
      [keep, { op: "update", target: "MEMORY.md", text: "Keep all entries short", ids: [theirs.id], reason: "x" }],
      /2 op: A person wrote this line/,
    ],
    [
      "one entry twice",
      [add(), add({ text: "Look at the lockfile, then push" }), keep],
      /2 ids: Another line of the list speaks of it already/,
    ],
    [
      "two lines that say the same",
      [add(), { ...add({ ids: [used.id], target: "MEMORY.md" }) }, keep],
      /2 text: Line 1 of the list says the same/,
    ],
    ["a long reason", [add({ reason: "x".repeat(301) }), keep], /1 reason: It has more than 300/],
    [
      "a rule that is not there",
      [keep, { ...keep, ids: ["COR-20260101-GNE99"], text: "x" }],
      /2 ids: No rule in force is made of COR-20260101-GNE99/,
    ],
    ["two lines in one", [add({ text: "Look\n- and push" }), keep], /1 text: The line has several lines/],
    [
      "an added negation",
      [add({ text: "Never look at the lockfile before pushing" }), keep],
      /1 text: It is negated, and none of its entries is/,
    ],
  ])("is refused with %s", (_, list, expected) => {
    expect(found(...list).join("\n")).toMatch(expected);
  });

  it("is refused with too many rules for a file", () => {
    const caps = { ...CAPS, "MEMORY.md": 1 };
    expect(checkProposals([add(), keep], { ...material, caps }).findings).toEqual([
      { line: 0, field: "target", message: "2 rules for MEMORY.md, 1 at most." },
    ]);
  });
});
