import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { programFor } from "../../src/cli/program.js";
import type { CommandRow } from "../../src/command/command.js";
import { sayer, shellWords } from "../../src/command/step-words.js";
import { COMMANDS } from "../../src/commands.js";
import { openStep, pairSteps } from "../../src/entry/pair-steps.js";
import { answerStep } from "../../src/loop/policy/answer-step.js";
import { sayFor } from "../../src/mcp/tools.js";
import { next, type Step } from "../../src/steps.js";
import { PLAIN } from "../../src/text/paint.js";

const pair = { a: "k7q2x", b: "m2xba" };
const [straight, turned] = pairSteps(pair) as [Step, Step];
const BY_PERSON = "a person does that at a terminal";

const ROWS: readonly (readonly [Step, shell: string, tool: string])[] = [
  [
    answerStep("k7q2x", ["held", "failed", "later"]),
    "tenet outcome k7q2x --held --evidence T | --failed --evidence T | --later 5d",
    'answer_question with id "k7q2x" and answer "held", evidence T | "failed", evidence T | "later"',
  ],
  [
    answerStep("k7q2x", ["verdict"], "How?"),
    "How? tenet outcome k7q2x --verdict V --result T [--score 1-10] [--lesson T]",
    'How? answer_question with id "k7q2x", answer V, result T, [score 1-10] and [lesson T]',
  ],
  [
    straight,
    "tenet resolve k7q2x m2xba --same | --replaces | --exception | --unrelated",
    'resolve with id "k7q2x", other "m2xba" and answer "same" | "replaces" | "exception" | "unrelated"',
  ],
  [
    turned,
    "tenet resolve m2xba k7q2x --replaces | --exception",
    'resolve with id "m2xba", other "k7q2x" and answer "replaces" | "exception"',
  ],
  [
    openStep("Not meant so?", { ...pair, contact: "jane" }),
    "Not meant so? tenet resolve k7q2x m2xba --contact jane --open",
    'Not meant so? resolve with id "k7q2x", other "m2xba", contact "jane" and answer "open"',
  ],
  [
    next("", "correct", { corrected_to: "it's $HOME", source: "bridget", heard: ["k7q2x"] }),
    "tenet correct 'it'\\''s $HOME' --said-by bridget --heard k7q2x",
    'record_correction with corrected_to "it\'s $HOME", source "bridget" and heard ["k7q2x"]',
  ],
  [
    next("", "correct", { corrected_to: "<what holds now>", linked: ["a", "b"] }),
    'tenet correct "<what holds now>" --link a --link b',
    'record_correction with corrected_to "<what holds now>" and linked ["a","b"]',
  ],
  [next("", "list", { type: "memory" }), "tenet list --type memory", 'manage_memory with action "list"'],
  [next("", "show", { id: "k7q2x" }), "tenet show k7q2x", 'recall_memories with query "<words of it>"'],
  [next("", "run finish", { id: "r1" }), "tenet run finish r1", BY_PERSON],
  [next("Next:", "index"), "Next: tenet index", `Next: ${BY_PERSON}`],
];

describe("a step", () => {
  const shell = sayer(COMMANDS, shellWords);
  it.each(ROWS)("%# for a shell and for a client of tools", async (step, line, call) => {
    const tool = await sayFor("default");
    expect(await shell(step)).toBe(line);
    expect(await tool({ deep: [step] })).toEqual({ deep: [call] });
  });
});

/** The commands that recorded answers name as next steps, each way of them by itself. */
function recordedCommands(): string[] {
  const root = join(import.meta.dirname, "../sessions/wall");
  const texts = readdirSync(root).map((file) => readFileSync(join(root, file), "utf8").replaceAll('\\"', '"'));
  const said = texts.flatMap((text) => [...text.matchAll(/(?<!\$ )tenet (?:resolve|outcome|correct) [^\n'")]+/g)]);
  const commands = said.flatMap(([words]) => words.split(/ \(or | {2}/, 1));
  return [...new Set(commands)].flatMap((command) => {
    const [first = "", ...others] = command
      .trim()
      .replaceAll(/[[\]]/g, "")
      .replace("--score 1-10", "--score 7")
      .split(" | ");
    const [named = ""] = first.split(" --", 1);
    return [first, ...others.map((way) => `${named} ${way}`)];
  });
}

it("a step in a recorded answer is a command that is understood", async () => {
  const commands = recordedCommands();
  expect(commands.length).toBeGreaterThan(100);
  const understood: string[] = [];
  for (const command of commands) {
    const argv = command.split(/\s+/).slice(1);
    const row = COMMANDS.find(({ name }) => name === argv[0]) as CommandRow;
    const ran = async () => void understood.push(command);
    const program = programFor(await row.load(), PLAIN, () => undefined, ran);
    await program.parseAsync(argv, { from: "user" });
  }
  expect(understood).toEqual(commands);
});
