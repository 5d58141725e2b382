/** The words that only one of two claims has: shown, and never judged. */
import { describe, expect, it } from "vitest";
import { wordDiff } from "../../src/text/claims/word-diff.js";

describe("wordDiff", () => {
  it.each<[known: string, next: string, onlyKnown: string[], onlyNew: string[]]>([
    ["Back up every night", "Back up every night", [], []],
    ["Back up every night.", "- back up **every** night", [], []],
    ["The lockfile decides", "A lockfile decides", [], []],
    ["Deploy on Fridays", "Never deploy on Fridays", [], ["Never"]],
    ["The timeout is 30 s", "The timeout is 5 s", ["30"], ["5"]],
    ["Clients are called", "Clients call", ["are called"], ["call"]],
    ["Copy from staging to production", "Copy from production to staging", ["staging to"], ["to staging"]],
    ["Use `npm ci`", "Use `npm install`", ["ci"], ["install"]],
    ["Rooms are open", "Rooms are open, except on Sundays", [], ["except on Sundays"]],
    ["図書館は月曜に休む", "図書館は火曜に休む", ["図書館は月曜に休む"], ["図書館は火曜に休む"]],
    ["", "Say it", [], ["Say it"]],
  ])("%s | %s", (known, next, onlyKnown, onlyNew) => {
    expect(wordDiff(known, next)).toEqual({ known: onlyKnown, new: onlyNew });
  });

  it("the other way round it is the same, turned round", () => {
    const [a, b] = ["Copy from staging to production at night", "Copy from production to staging on Sundays"];
    expect(wordDiff(b, a).known.join(" ").split(" ").length).toBe(wordDiff(a, b).new.join(" ").split(" ").length);
  });
});
