import { describe, expect, it } from "vitest";
import { toReinforce } from "../../../src/loop/policy/stick.js";
import type { Row } from "../../../src/store/cache/row.js";
import { impliedTriggers, triggersIn } from "../../../src/store/state/triggers.js";

it("what did not stick comes by stakes, then most often said, then last to fail", () => {
  const failing = (id: string, stakes: Row["stakes"], repeats: number, day: number) =>
    ({ id, stakes, repeats, stuck: { since: "", failed: `2026-02-0${day}T12:00:00Z` } }) as unknown as Row;
  const rows = [
    failing("d", "low", 9, 9),
    failing("c", "high", 0, 2),
    failing("b", "high", 0, 3),
    failing("a", "high", 1, 1),
  ];
  expect(toReinforce(rows).map(({ id }) => id)).toEqual(["a", "b", "c", "d"]);
});

describe("heardTriggers", () => {
  const stated = { a: ["npm install", "lockfile"], b: ["CI"], c: ["锁文件"], d: ["", " "] };
  const triggers = new Map(Object.entries(stated).map(([id, any]) => [id, { any, pairs: [] }] as const));
  it.each<[text: string, ids: string[]]>([
    ["run NPM  install now", ["a"]],
    ["the lockfiles", []],
    ["our ci is red", ["b"]],
    ["special circumstances", []],
    ["请更新锁文件吧", ["c"]],
    ["", []],
  ])("%s", (text, ids) => {
    expect(triggersIn(text, triggers)).toEqual(ids);
  });

  it.each<[text: string, isHeard: boolean]>([
    ["which lockfile is it", false],
    ["the pipeline ignores the Lockfile", true],
    ["look at package-lock.json", true],
    ["the two of them are never used", false],
  ])("implied by what was believed and what holds: %s", (text, isHeard) => {
    const correction = {
      prior_belief: "Any command will do in the pipeline",
      corrected_to: "Always ignores nothing: read the lockfile, never package-lock.json by hand",
    };
    const implied = new Map([["a", impliedTriggers(correction)]]);
    expect(triggersIn(text, implied)).toEqual(isHeard ? ["a"] : []);
  });
});
