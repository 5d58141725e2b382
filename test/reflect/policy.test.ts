/** Standing rules and what comes up again and again: every boundary. */
import { describe, expect, it } from "vitest";
import { letInBy, type Reviewable, ruleInWords } from "../../src/capture/policy/auto-review.js";
import { type Reflected, recurringEntities } from "../../src/loop/policy/recurring.js";
import { meaningOf } from "../../src/review/review.js";
import type { AutoReview } from "../../src/settings.js";

const state = "approved_for_reuse" as const;
const SYNC: AutoReview = { type: "reflexion", tag: "sync", state };
const ACME: AutoReview = { type: "reflexion", entity: "vendor:acme", state };
const BOTH: AutoReview = { type: "reflexion", tag: "sync", entity: "vendor:acme", state };
const ALL: AutoReview = { type: "reflexion", state };
const entry = (more: Partial<Reviewable> = {}): Reviewable => ({ type: "reflexion", tier: "self", ...more });

describe("a standing rule", () => {
  it.each<[string, AutoReview[], Reviewable, AutoReview | undefined]>([
    ["its tag", [SYNC], entry({ tags: ["sync"] }), SYNC],
    ["its tag in other letters", [SYNC], entry({ tags: ["export", "Sync"] }), SYNC],
    ["another tag", [SYNC], entry({ tags: ["synchronous"] }), undefined],
    ["its entity", [ACME], entry({ entities: ["Vendor:Acme"] }), ACME],
    ["an entity of another kind", [ACME], entry({ entities: ["customer:acme"] }), undefined],
    ["a tag that is named like the entity", [ACME], entry({ tags: ["vendor:acme"] }), undefined],
    ["both, and only one is there", [BOTH], entry({ tags: ["sync"] }), undefined],
    ["both", [BOTH], entry({ tags: ["sync"], entities: ["vendor:acme"] }), BOTH],
    ["the whole type", [ALL], entry(), ALL],
    ["the first of two", [ACME, SYNC], entry({ tags: ["sync"], entities: ["vendor:acme"] }), ACME],
    ["what a person said", [ALL], entry({ tier: "relayed" }), ALL],
    ["what another agent said", [ALL], entry({ tier: "peer" }), undefined],
    ["what came from outside", [ALL], entry({ tier: "external" }), undefined],
  ])("%s", (_, rules, about, expected) => {
    expect(letInBy(rules, about)).toBe(expected);
  });

  it("is named by the entry that it let in", () => {
    expect(ruleInWords(ALL)).toBe("review.auto: reflexion");
    expect(ruleInWords(BOTH)).toBe("review.auto: reflexion, tag sync, entity vendor:acme");
  });
});

it("an approved reflexion is promised no rule", () => {
  expect(meaningOf("approved_for_reuse", "reflexion")).toBe("It is retrieved.");
  expect(meaningOf("approved_for_reuse", "insight")).toContain("may become a rule");
});

describe("an entity that comes up again and again", () => {
  const of = (id: string, more: Partial<Reflected> = {}): Reflected => ({
    id,
    timestamp: `2026-02-0${id}T09:00:00Z`,
    entities: ["vendor:acme"],
    ...more,
  });
  const found = (reflexions: Reflected[], said: string[] = []) =>
    recurringEntities(reflexions, new Set(said)).map(({ entity, runs, ids }) => `${entity} ${runs} ${ids.join("")}`);

  it.each<[string, Reflected[], string[], string[]]>([
    ["two runs", [of("1", { run: "a" }), of("2", { run: "b" })], [], []],
    ["three runs", [of("1", { run: "a" }), of("2", { run: "b" }), of("3", { run: "c" })], [], ["vendor:acme 3 123"]],
    ["three of one run", [of("1", { run: "a" }), of("2", { run: "a" }), of("3", { run: "a" })], [], []],
    ["three without a run", [of("1"), of("2"), of("3")], [], ["vendor:acme 3 123"]],
    ["one, said again twice in the same words", [of("1", { seen: 2 })], [], ["vendor:acme 3 1"]],
    ["in other letters", [of("1"), of("2", { entities: ["Vendor:ACME"] }), of("3")], [], ["vendor:acme 3 123"]],
    ["twice in one", [of("1", { entities: ["vendor:acme", "VENDOR:acme"] }), of("2")], [], []],
    ["without any", [of("1", { entities: [] }), { id: "2", timestamp: "x" }], [], []],
    ["one of three said as a correction", [of("1"), of("2"), of("3")], ["2"], []],
    ["the newest of four said as a correction", [of("1"), of("2"), of("3"), of("4")], ["4"], []],
    ["two since one was said as a correction", [of("1"), of("2"), of("3"), of("4")], ["2"], []],
    ["three since", [of("1"), of("2"), of("3"), of("4"), of("5")], ["2"], ["vendor:acme 3 345"]],
  ])("%s", (_, reflexions, said, expected) => {
    expect(found(reflexions, said)).toEqual(expected);
  });
});
