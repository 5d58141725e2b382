/** What somebody words is held against what was found out: words are theirs, what qualifies is not. */

import { describe, expect, it } from "vitest";
import { applied } from "../../src/rules/policy/operations.js";
import { planRules } from "../../src/rules/policy/plan-rules.js";
import { checkedWording, type Material } from "../../src/rules/policy/proposals.js";
import { lineTroubles, wordingTroubles } from "../../src/rules/policy/rule-line.js";
import { cor, evidence, ins, pass, ruleOf, sessions } from "./facts.js";

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

describe("words for a rule", () => {
  const held = evidence(cor("AAAA1", { behavioral_change: "Look at the lockfile before pushing" }), {
    held: "2026-02-09T09:00:00Z",
  });
  const stands = evidence(ins("CCCC3", { insight: "Pin the base image" }), { sessions: sessions(3) });
  const theirs = evidence(ins("DDDD4", { insight: "Keep entries short" }), { sessions: sessions(3) });
  const weak = evidence(ins("EEEE5"), { sessions: sessions(1) });
  const gone = evidence(ins("FFFF6", { insight: "Cache the image" }), { stands: { status: "forgotten" } });
  const rules = [
    ruleOf(stands),
    ruleOf(theirs, { decided_by: { by: "bridget", how: "edited", at: "2026-02-01T00:00:00Z" } }),
    ruleOf(gone),
  ];
  const input = { ...pass([held, stands, theirs, weak, gone]), rules };
  const operations = planRules(input).operations.filter(({ op }) => op !== "keep");
  const material: Material = {
    operations,
    rules: applied(rules, operations, ""),
    behind: input.behind,
    out: new Map([[weak.id, "No reason of the table holds yet (used in 1 of 3 sessions)."]]),
    wordedBy: "self",
  };

  it("are taken for what becomes a rule and for what is one; the same words again say nothing", () => {
    const text = "Before pushing, look at the lockfile";
    const wording = { ids: [held.id], text, because: "Worded anew.", tier: "self" };
    expect(checkedWording({ id: held.id, text: ` ${text} ` }, material)).toEqual({ troubles: [], wording });
    expect(checkedWording({ id: stands.id, text: "Pin every base image" }, material).wording?.ids).toEqual([stands.id]);
    expect(checkedWording({ id: stands.id, text: "Pin the base image" }, material)).toEqual({ troubles: [] });
  });

  it.each([
    [
      "what does not qualify",
      weak.id,
      "x",
      "EEEE5 does not become a rule: No reason of the table holds yet (used in 1",
    ],
    ["what is not there", "COR-20260101-GNE99", "x", "does not become a rule: Nothing has proved it yet."],
    ["a rule that leaves", gone.id, "x", "Its rule leaves: INS-20260201-FFFF6 was forgotten."],
    ["a person's line", theirs.id, "Keep all entries short", "A person wrote this line; only a person changes it."],
    ["two lines in one", held.id, "Look\n- and push", "The line has several lines"],
    ["an added negation", held.id, "Never look at the lockfile", "It is negated, and none of its entries is."],
  ])("are refused for %s", (_, id, text, trouble) => {
    expect(checkedWording({ id, text }, material).troubles.join("\n")).toContain(trouble);
  });
});
