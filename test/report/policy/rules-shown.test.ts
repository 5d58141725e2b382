import { describe, expect, it } from "vitest";
import type { Entry, Use } from "../../../src/entry/entry.js";
import type { Showing } from "../../../src/report/history.js";
import { rulesShownOf } from "../../../src/report/policy/rules-shown.js";
import type { Version } from "../../../src/store/rules/policy/version.js";
import { ago, COR, correction, failed, held, historyOf, LOCAL, times } from "./histories.js";

const active = (names: readonly string[], more: object = {}): Version =>
  ({
    ...{ id: "0001-AAAAA", version: 1, status: "active", created: ago(90), operations: [] },
    rules: names.map((name) => ({ text: name, target: "AGENTS.md", since: "0001-AAAAA", ids: [COR(name)] })),
    ...more,
  }) as unknown as Version;
const context = (days: number, ...names: string[]): Showing => {
  return { at: ago(days), agent: "sybil", ids: names.map(COR), context: true };
};
const use = (days: number, result: Use["result"]): Use => ({ at: ago(days), session: "s", result });

describe("a rule in force", () => {
  const how = (showings: readonly Showing[], entries: readonly Entry[], since?: Date) => {
    const history = historyOf(entries, { versions: [active(["A"])], local: { ...LOCAL, showings } });
    return rulesShownOf(history, { since })?.rules[0]?.how;
  };
  const shown = [context(10, "A")];
  it.each<[string, Showing[], Entry[], string]>([
    ["no context", [], [correction("A", 40)], "never_shown"],
    ["no context, though it was used", [], [correction("A", 40, { uses: [use(9, "worked")] })], "never_shown"],
    ["found by a search alone", [{ ...context(10, "A"), context: false }], [correction("A", 40)], "never_shown"],
    ["nothing came after", shown, [correction("A", 40, { uses: [use(11, "worked")] })], "shown"],
    ["a use just then", shown, [correction("A", 40, { uses: [use(10, "worked")] })], "shown"],
    ["it worked", shown, [correction("A", 40, { uses: [use(9, "worked")] })], "heeded"],
    ["it held", shown, [correction("A", 40, { stick: held(9) })], "heeded"],
    ["nobody knows", shown, [correction("A", 40, { stick: { verdict: "unknown", at: ago(9) } })], "shown"],
    ["it failed", shown, [correction("A", 40, { stick: failed(9) })], "not_heeded"],
    ["a use failed", shown, [correction("A", 40, { uses: [use(9, "failed")] })], "not_heeded"],
    ["failed, then worked", shown, [correction("A", 40, { uses: [use(8, "worked"), use(9, "failed")] })], "heeded"],
    ["it was repeated", shown, [correction("A", 40), correction("B", 9, { recurrence_of: COR("A") })], "not_heeded"],
    [
      "it repeats another, which was repeated once more",
      shown,
      [
        correction("Z", 50),
        correction("A", 40, { recurrence_of: COR("Z") }),
        correction("B", 9, { recurrence_of: COR("Z") }),
      ],
      "not_heeded",
    ],
    [
      "repeated before it was shown",
      shown,
      [correction("A", 40), correction("B", 11, { recurrence_of: COR("A") })],
      "shown",
    ],
  ])("%s", (_, showings, entries, expected) => {
    expect(how(showings, entries)).toBe(expected);
  });

  it("counts contexts and signs within the period", () => {
    const entries = [correction("A", 40, { uses: [use(9, "worked")] })];
    expect(how(shown, entries, new Date(ago(10)))).toBe("heeded");
    expect(how(shown, entries, new Date(ago(9.5)))).toBe("never_shown");
    expect(how([context(10, "A"), context(5, "A")], entries, new Date(ago(9.5)))).toBe("shown");
  });
});

describe("rules in force", () => {
  const names = ["A", "B", "C", "D", "E", "F", "G"];
  // The example of docs/measures.md.
  const entries = names.map((name, at) =>
    correction(name, 40, at < 4 ? { stick: held(5) } : at === 4 ? { stick: failed(5) } : {}),
  );
  const showings = [context(10, ...names.slice(0, 6)), context(8, "A")];
  const of = (rules: readonly string[]) =>
    rulesShownOf(historyOf(entries, { versions: [active(rules)], local: { ...LOCAL, showings } }), {});

  it("were heeded, of those shown of which something is known: 4 of 5", () => {
    const found = of(names);
    expect(found?.heeded).toMatchObject({ value: 0.8, numerator: 4, denominator: 5, local: true });
    expect(found?.rules.map(({ how }) => how)).toEqual([
      ...times(4, () => "heeded"),
      ...["not_heeded", "shown", "never_shown"],
    ]);
    expect(found?.rules[0]).toMatchObject({ contexts: 2, ids: [COR("A")], target: "AGENTS.md" });
    expect(of(["A", "B", "C", "D"])?.heeded).toMatchObject({ value: null, numerator: 4 });
  });
  it("are none without a version, and unknown at a commit", () => {
    expect(rulesShownOf(historyOf(entries, { local: LOCAL }), {})).toMatchObject({ rules: [], heeded: { n: 0 } });
    expect(rulesShownOf(historyOf(entries, { versions: [active(names)] }), {})).toBeUndefined();
  });
});

/** No context says what a host reads by itself, and it was before the agent all the same. */
describe("a rule in a file that the host reads", () => {
  const LOADED = { loaded: ["CLAUDE.md", "AGENTS.md"] };
  const loaded = (days: number, more: Partial<Showing> = LOADED): Showing => ({ ...context(days), ...more });
  const decided = { by: "auto", at: ago(20), how: "mode" };
  function shown(showings: readonly Showing[], more: object = {}, since = "0001-AAAAA") {
    const version = active(["A"], { decided, created: ago(21) });
    const rules = version.rules.map((rule) => ({ ...rule, target: "CLAUDE.md", since }));
    const history = historyOf([correction("A", 40, more)], {
      versions: [{ ...version, rules } as Version],
      local: { ...LOCAL, showings },
    });
    const [rule] = rulesShownOf(history, {})?.rules ?? [];
    return [rule?.how, rule?.contexts];
  }

  it.each<[string, readonly Showing[], string, number]>([
    ["a context of another program", [loaded(9, {})], "never_shown", 0],
    ["a host that reads another file", [loaded(9, { loaded: ["AGENTS.md"] })], "never_shown", 0],
    ["just when it came into force", [loaded(20)], "shown", 1],
    ["a second before that", [loaded(20 + 1 / 86_400)], "never_shown", 0],
    ["what is no context", [loaded(9, { ...LOADED, context: false })], "never_shown", 0],
    ["what said it as well: once", [loaded(9, { ...LOADED, ids: [COR("A")] })], "shown", 1],
    ["both kinds of contexts", [loaded(9), context(8, "A")], "shown", 2],
  ])("was shown by %s", (_, showings, how, contexts) => {
    expect(shown(showings)).toEqual([how, contexts]);
  });

  it("is heeded by what came after that; of a version that nobody knows any more it was there before all", () => {
    const worked = { uses: [use(8, "worked")] };
    expect([shown([loaded(9)], worked), shown([loaded(7)], worked)]).toEqual([
      ["heeded", 1],
      ["shown", 1],
    ]);
    expect(shown([loaded(60)], {}, "0000-ZZZZZ")).toEqual(["shown", 1]);
  });
});
