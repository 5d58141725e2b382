import { describe, expect, it } from "vitest";
import { differInOneSlot, type KeyedFact, projectFirst } from "../../src/recall/policy/same-key.js";

const fact = (scope: string | undefined, key: string | undefined, claim: string): KeyedFact => ({
  scope,
  key,
  claims: [claim, "another wording"],
});

describe("two facts of one key", () => {
  const cases: [string, KeyedFact, KeyedFact, boolean][] = [
    ["the project's and a user's", fact(undefined, "k", "a"), fact("user", "k", "b"), true],
    ["said to be the project's", fact("project", "k", "a"), fact("user", "k", "b"), true],
    ["everybody's and a user's", fact("global", "k", "a"), fact("user", "k", "b"), true],
    ["with the same claim", fact(undefined, "k", "a"), fact("user", "k", "a"), false],
    ["of two keys", fact(undefined, "k", "a"), fact("user", "l", "b"), false],
    ["without a key, however they are worded", fact(undefined, undefined, "a"), fact("user", undefined, "b"), false],
    ["both the project's: a capture replaces there", fact(undefined, "k", "a"), fact(undefined, "k", "b"), false],
    ["both a user's", fact("user", "k", "a"), fact("user", "k", "b"), false],
    ["a conversation's and a user's", fact("conversation", "k", "a"), fact("user", "k", "b"), false],
    ["a contact's and a user's", fact("contact:jane", "k", "a"), fact("user", "k", "b"), false],
  ];
  for (const [name, a, b, expected] of cases) {
    it(`${name}: ${expected ? "differ in one slot" : "stand for themselves"}`, () => {
      expect(differInOneSlot(a, b)).toBe(expected);
      expect(differInOneSlot(b, a)).toBe(expected);
    });
  }
});

describe("their order", () => {
  const named = (id: string, scope?: string, key?: string) => ({ id, ...fact(scope, key, id) });
  const ids = (facts: ReturnType<typeof named>[]) => projectFirst(facts, (one) => one).map(({ id }) => id);

  it("is as it was where no slot is shared, or the project's comes first", () => {
    expect(ids([named("u1", "user"), named("p1"), named("u2", "user", "a"), named("p2", undefined, "b")])).toEqual([
      ...["u1", "p1", "u2", "p2"],
    ]);
    expect(ids([named("p1", undefined, "a"), named("u1", "user", "a")])).toEqual(["p1", "u1"]);
  });

  it("has a user's behind every one of the project's of its key", () => {
    expect(ids([named("u1", "user", "a"), named("p1", undefined, "a"), named("p2")])).toEqual(["p1", "u1", "p2"]);
    expect(
      ids([named("u1", "user", "a"), named("p1", undefined, "a"), named("p2"), named("p3", undefined, "a")]),
    ).toEqual(["p1", "p2", "p3", "u1"]);
    expect(ids([named("u1", "user", "a"), named("u2", "user", "a"), named("p1", undefined, "a")])).toEqual([
      ...["p1", "u2", "u1"],
    ]);
  });
});
