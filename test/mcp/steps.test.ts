import { describe, expect, it } from "vitest";
import { STEPS, type Steps } from "../../src/steps.js";
import { shellWordsIn } from "./shell-words.js";

/** Every step as a door says it. */
function everyStep(steps: Steps): Record<string, unknown> {
  const [a, b] = ["k7q2x", "m2xba"];
  const ways = ["same", "replaces", "exception", "unrelated", "reopen"] as const;
  return {
    ...steps,
    answers: steps.answers(a, ["held", "failed", "verdict", "later", "irrelevant"]),
    answer: steps.answer(a, ["held", "failed", "verdict", "later", "irrelevant"]),
    decisions: steps.decisions(a, b, ways),
    decide: steps.decide(a, b, ways),
    heard: steps.heard(a, "Use pnpm", { source: "bridget", contact: "jane" }),
    correct: steps.correct(a),
    show: steps.show(a),
    edit: steps.edit(a),
    terminal: steps.terminal("tenet index"),
  };
}

describe("next steps", () => {
  it("for a client of tools hold no word of a shell, and every one is said", () => {
    const said = everyStep(STEPS.tools);
    expect(Object.entries(said).filter(([, one]) => typeof one === "function")).toEqual([]);
    expect(shellWordsIn([said])).toEqual([]);
  });

  it("for a shell are command lines: what finds them there finds them anywhere", () => {
    const { door: _, legend: __, ...commands } = everyStep(STEPS.shell);
    for (const [name, said] of Object.entries(commands)) {
      expect(shellWordsIn([said]), name).not.toEqual([]);
    }
  });

  it("name the tool, both entries and every answer that fits", () => {
    expect(STEPS.tools.answers("k7q2x", ["verdict", "held", "failed", "later", "irrelevant"])).toEqual([
      'answer_question with id "k7q2x" and answer "held" or "failed" with evidence; "validated", "invalidated", "mixed" or "inconclusive" with result; "later" or "irrelevant"',
    ]);
    expect(STEPS.tools.decide("k7q2x", "m2xba", ["replaces", "exception"])).toBe(
      'resolve with id "k7q2x", other "m2xba" and answer "replaces" or "exception"',
    );
    expect(STEPS.shell.decide("k7q2x", "m2xba", ["replaces", "unrelated"])).toBe(
      "tenet resolve k7q2x m2xba --replaces | --unrelated",
    );
  });
});
