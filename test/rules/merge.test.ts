import { describe, expect, it } from "vitest";
import { lineChanges } from "../../src/rules/planning/rule-files.js";
import { handEdits } from "../../src/rules/planning/rulebook.js";
import { mergeRules, type PlacedLine } from "../../src/rules/policy/merge-rules.js";
import type { Rule, Target } from "../../src/rules/policy/rule.js";

const A = "COR-20260215-AAAAA";
const B = "COR-20260215-BBBBB";
const SOUL = "SOUL.md";
const MEMORY = "MEMORY.md";
const rule = (text: string, ids: string[] = [A], more: Partial<Rule> = {}): Rule => ({
  ...{ target: SOUL, text, ids, since: "0001-AAAAA" },
  ...more,
});
const byHand = { by: "bridget", how: "edited", at: "2026-02-15T14:00:00Z" } as const;
const theirs = (text: string, ids: string[] = [A], more: Partial<Rule> = {}) =>
  rule(text, ids, { decided_by: byHand, ...more });
const line = (text: string, ids: string[] = [A], target: Target = SOUL): PlacedLine => ({ target, text, ids });

describe("what people did", () => {
  const told = (active: Rule[], lines: PlacedLine[]) =>
    handEdits(active, lines).map(({ kind, before, after }) =>
      [kind, before?.text, after?.text].filter(Boolean).join(" "),
    );
  it.each<[string, Rule[], PlacedLine[], string[]]>([
    ["nothing", [rule("One"), rule("Two", [B])], [line("Two", [B]), line("One")], []],
    ["layout is nothing", [rule("Use *npm ci*, always.")], [line("Use _npm ci_, always")], []],
    ["ids taken off are nothing", [rule("One")], [line("One", [])], []],
    ["more ids are nothing", [rule("One")], [line("One", [A, B])], []],
    ["other words", [rule("One")], [line("Two")], ["changed One Two"]],
    ["another file", [rule("One")], [line("One", [A], MEMORY)], ["moved One One"]],
    ["other words in another file", [rule("One")], [line("Two", [A], MEMORY)], ["changed One Two"]],
    ["gone", [rule("One")], [], ["removed One"]],
    ["new, without ids", [], [line("Mine", [])], ["added Mine"]],
    ["new, with ids", [], [line("Mine", [B])], ["added Mine"]],
    ["a second copy is nothing", [rule("One")], [line("One"), line("One")], []],
    ["a copy without its ids is a line of theirs", [rule("One")], [line("One"), line("One", [])], ["added One"]],
    [
      "ids and some words gone at once: nobody says which rule that was",
      [rule("Check the lockfile first")],
      [line("Check the lockfile last", [])],
      ["removed Check the lockfile first", "added Check the lockfile last"],
    ],
  ])("%s", (_, active, lines, expected) => {
    expect(told(active, lines)).toEqual(expected);
  });
});

describe("merging by rule", () => {
  const [one, two, more, mine] = [rule("One"), rule("Two"), rule("One", [A, B]), theirs("Mine")];
  const [moved, movedByHand] = [rule("One", [A], { target: MEMORY }), theirs("One", [A], { target: MEMORY })];
  const next = { since: "0002-BBBBB" };
  const told = (base: Rule[], now: Rule[], plan: Rule[]) => {
    const { rules, kept } = mergeRules(base, now, plan);
    const told = ({ text, target, ids, decided_by }: Rule) => [
      text,
      ...(target === SOUL ? [] : [`in ${target}`]),
      ...(ids.length <= 1 ? [] : [`${ids.length} ids`]),
      ...(decided_by === undefined ? [] : [`by ${decided_by.by}`]),
    ];
    return [
      rules.map((one) => told(one).join(" ")).join(", "),
      kept.map(({ rule: held, planned }) => `${held.text} not ${planned?.text ?? "gone"}`).join(", "),
    ];
  };
  it.each<[string, Rule[], Rule[], Rule[], [string, string]]>([
    ["unchanged on both sides", [one], [one], [one], ["One", ""]],
    ["unchanged, planned other words", [one], [one], [rule("Two", [A], next)], ["Two", ""]],
    ["unchanged, planned to move", [one], [one], [moved], ["One in MEMORY.md", ""]],
    ["unchanged, planned to leave", [one], [one], [], ["", ""]],
    ["unchanged, planned more ids", [one], [one], [more], ["One 2 ids", ""]],
    ["changed by a person, nothing planned", [one], [mine], [one], ["Mine by bridget", ""]],
    ["changed by a person, other words planned", [one], [mine], [two], ["Mine by bridget", "Mine not Two"]],
    ["changed by a person, planned to leave", [one], [mine], [], ["Mine by bridget", "Mine not gone"]],
    ["changed by a person, planned to move", [one], [mine], [moved], ["Mine by bridget", "Mine not One"]],
    ["changed by a person, planned more ids", [one], [mine], [more], ["Mine by bridget", "Mine not One"]],
    [
      "moved by a person, other words planned",
      [one],
      [movedByHand],
      [two],
      ["One in MEMORY.md by bridget", "One not Two"],
    ],
    ["moved by a person, planned to leave", [one], [movedByHand], [], ["One in MEMORY.md by bridget", "One not gone"]],
    ["removed, nothing planned", [one], [], [one], ["", ""]],
    ["removed, other words planned", [one], [], [two], ["", ""]],
    ["removed, planned to move", [one], [], [moved], ["", ""]],
    ["removed on both sides", [one], [], [], ["", ""]],
    ["added by a person", [], [theirs("Mine", [])], [], ["Mine by bridget", ""]],
    ["added on both sides, the same", [], [one], [one], ["One", ""]],
    ["added on both sides, the same words for other entries", [], [one], [rule("One", [B])], ["One 2 ids", ""]],
    ["added on both sides, other words for one entry", [], [one], [two], ["One", "One not Two"]],
    ["added on both sides, one of them a person's", [], [one], [theirs("Two")], ["Two by bridget", ""]],
    ["added by a person in the words of a plan", [], [theirs("One", [])], [one], ["One by bridget", "One not One"]],
    ["added by a plan alone", [], [], [one], ["One", ""]],
    ["other words since, more ids planned", [one], [rule("Two", [A], next)], [more], ["Two 2 ids", ""]],
    ["more ids since, other words planned", [one], [rule("One", [A, B], next)], [two], ["Two 2 ids", ""]],
    ["moved since, other words planned", [one], [moved], [two], ["Two in MEMORY.md", ""]],
    ["other words on both sides", [one], [two], [rule("Three")], ["Two", "Two not Three"]],
    ["the same words on both sides", [one], [two], [two], ["Two", ""]],
    ["other words since, planned to leave", [one], [two], [], ["Two", "Two not gone"]],
    ["other words since, a person's on the other side", [one], [two], [mine], ["Mine by bridget", ""]],
    ["an id taken off on one side", [more], [rule("One", [B])], [more], ["One", ""]],
    ["an id taken off on one side, words on the other", [more], [rule("One", [B])], [rule("Two", [A, B])], ["Two", ""]],
    ["an id taken off on each side", [more], [rule("One", [B])], [rule("One")], ["", ""]],
    ["a person's line, its removal planned", [mine], [mine], [], ["Mine by bridget", "Mine not gone"]],
    ["the order in force stays", [one, rule("B", [B])], [rule("B", [B]), one], [one, rule("B", [B])], ["B, One", ""]],
  ])("%s", (_, base, now, plan, expected) => {
    expect(told(base, now, plan)).toEqual(expected);
  });
});

describe("merging the rules of two branches", () => {
  const merged = (base: Rule[], a: Rule[], b: Rule[]) => {
    const { rules, kept } = mergeRules(base, a, b, "branches");
    const beside = kept.flatMap(({ planned }) => planned?.text ?? []);
    return [rules.map(({ text }) => text), beside].map((texts) => texts.sort().join(", "));
  };
  const [one, two, _three, mine, other] = [rule("One"), rule("Two"), rule("Three"), theirs("Mine"), theirs("Other")];
  const nobodys = rule("Nobody's", [A], { decided_by: { ...byHand, by: "unproven" } });
  it.each<[string, Rule[], Rule[], Rule[], [string, string]]>([
    ["a person's line that one side took out leaves", [mine], [mine], [], ["", ""]],
    ["a person's line that one side worded anew is worded so", [mine], [mine], [other], ["Other", ""]],
    ["a removal goes before a plan's words", [one], [two], [], ["", ""]],
    ["a removal goes before further ids", [one], [rule("One", [A, B])], [], ["", ""]],
    ["words by hand go before a removal", [one], [mine], [], ["Mine", ""]],
    ["words by hand go before a plan's", [one], [two], [mine], ["Mine", "Two"]],
    ["a person's words go before nobody's, which are kept beside", [one], [nobodys], [mine], ["Mine", "Nobody's"]],
    ["a new line by hand goes before a plan's for the same entry", [], [one], [mine], ["Mine", "One"]],
  ])("%s, whichever side it is", (_, base, a, b, expected) => {
    expect(merged(base, a, b)).toEqual(expected);
    expect(merged(base, b, a)).toEqual(expected);
  });
});

describe("which lines a change writes", () => {
  const never = () => false;
  const told = (lines: PlacedLine[], before: Rule[], after: Rule[], isOurs: (line: PlacedLine) => boolean = never) => {
    const { changed, added } = lineChanges(SOUL, lines, before, after, isOurs);
    return [
      ...[...changed].map(([at, next]) => `${at} ${next?.text ?? "gone"}`),
      ...added.map(({ text }) => `+ ${text}`),
    ];
  };
  it.each<[string, PlacedLine[], Rule[], Rule[], string[]]>([
    ["nothing changes, nothing is written", [line("One")], [rule("One")], [rule("One")], []],
    ["ids that came off stay off", [line("One", [])], [rule("One")], [rule("One")], []],
    ["a copy stays while its rule does", [line("One"), line("One")], [rule("One")], [rule("One")], []],
    ["a copy goes with its rule", [line("One"), line("One")], [rule("One")], [], ["0 gone", "1 gone"]],
    ["a copy of old words goes", [line("One"), line("One")], [rule("One")], [rule("Two")], ["0 Two", "1 gone"]],
    ["other ids are written", [line("One")], [rule("One")], [rule("One", [A, B])], ["0 One"]],
    ["a rule that stands already is not added", [line("One")], [], [rule("One")], []],
    ["a rule that does not stand is added", [], [], [rule("One")], ["+ One"]],
    ["a rule that moves leaves", [line("One")], [rule("One")], [rule("One", [A], { target: MEMORY })], ["0 gone"]],
    [
      "a rule that comes from another file is added",
      [],
      [rule("One", [A], { target: MEMORY })],
      [rule("One")],
      ["+ One"],
    ],
    ["somebody's words, not taken over, are not written over", [line("Mine")], [rule("One")], [rule("Two")], []],
    ["somebody's words, not taken over, are not taken out", [line("Mine")], [rule("One")], [], []],
    ["a person's line is never written", [line("mine")], [theirs("Mine")], [theirs("Other")], []],
    ["a line of nobody's rules stays", [line("Mine", []), line("One")], [rule("One")], [], ["1 gone"]],
  ])("%s", (_, lines, before, after, expected) => {
    expect(told(lines, before, after)).toEqual(expected);
  });

  it("writes over words that an earlier version had", () => {
    expect(told([line("Old")], [rule("One")], [rule("Two")], () => true)).toEqual(["0 Two"]);
    expect(told([line("Old")], [rule("One")], [], () => true)).toEqual(["0 gone"]);
  });
});
