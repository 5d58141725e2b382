/** `commands.eval` answers golden questions without a version and with it: a real program, run only where somebody asks for it. */

import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { trialContexts } from "../../src/context/context.js";
import type { Context } from "../../src/context.js";
import { type ReplayInput, replay } from "../../src/replay/replay.js";
import { replayedOutline } from "../../src/replay/replay-outline.js";
import { reviewQueue } from "../../src/review/review-queue.js";
import { planApproval } from "../../src/rules/approve.js";
import { diffWithReplay } from "../../src/rules/diff.terminal.js";
import { digest } from "../../src/rules/digest.js";
import { rememberConfirmed } from "../../src/store/files/programs.js";
import { pipeText } from "../../src/text/outline/pipe.js";
import { OWNER } from "../capture/capturing.js";
import { atTerminal, ENTER } from "../cli/terminal.js";
import { cor, loopWorld } from "../loop/loop-world.js";
import { heartbeat } from "../operations.js";
import { sandbox } from "../sandbox.js";
import { callIn } from "./calling.js";

const on = (day: number): string => `2026-02-${String(day).padStart(2, "0")}T09:00:00Z`;
const idOf = (name: string, day: number): string => `COR-202602${String(day).padStart(2, "0")}-${name}`;
const failed = (day: number) => ({ stick: { verdict: "failed" as const, at: on(day) } });

/** Does as the rules of its context say where they say anything of it, and keeps what it was given. */
const ANSWERS = `asked.id === "deps" && context.split("<tenet-now")[0].includes("npm ci") ? { answer: "npm ci" } : { answer: "npm install" }`;
const GOLDEN = [
  ["deps", "Dependencies are missing in CI"],
  ["window", "Is the window open?"],
]
  .map(([id, question]) => `- {id: ${id}, question: "${question}", expect: [npm ci]}\n`)
  .join("");
const program = (answer: string) => `#!/usr/bin/env node
import { appendFileSync, readFileSync } from "node:fs";
const { context, ...asked } = JSON.parse(readFileSync(0, "utf8"));
appendFileSync("given.jsonl", JSON.stringify({ ...asked, context }) + "\\n");
const answer = ${answer};
process.stdout.write(typeof answer === "string" ? answer : JSON.stringify(answer));
`;

/** A lesson said twice, one about something else that failed, and a version that waits with the first as a rule. */
async function waiting(answer = ANSWERS, confirmed = true): Promise<Context & { warnings: string[] }> {
  const commands = { digest: null, eval: "./answer.mjs", wiki: null };
  const loop = loopWorld({ people: [OWNER], apply_mode: "approval", commands });
  const said = { stakes: "high" as const, corrected_to: "Use npm ci in CI", context: "Dependencies are missing in CI" };
  await loop.store(
    cor("AAAA1", { timestamp: on(1), ...said, ...failed(3) }),
    cor("AAAA2", {
      ...{ timestamp: on(3), ...said, recurrence_of: idOf("AAAA1", 1) },
      stick: { verdict: "held", at: on(11), came_up: on(8) },
    }),
    cor("BBBB1", { timestamp: on(4), corrected_to: "Close the window", prior_belief: "Leave it open", ...failed(5) }),
  );
  loop.at(on(12));
  expect(await digest(loop.ctx)).toMatchObject({ decision: "pending" });
  const { root } = loop.world.workspace;
  writeFileSync(join(root, "answer.mjs"), program(answer));
  chmodSync(join(root, "answer.mjs"), 0o755);
  mkdirSync(join(root, "memory/eval"), { recursive: true });
  writeFileSync(join(root, "memory/eval/golden.yaml"), GOLDEN);
  if (confirmed) await rememberConfirmed(loop.world.workspace, "./answer.mjs", on(12), "bridget");
  return { ...loop.ctx, warnings: loop.world.warnings };
}

const ask = (ctx: Context, input: ReplayInput = {}) => replay(ctx, { ref: "1", contexts: trialContexts, ...input });
const given = ({ workspace }: Context) =>
  readFileSync(workspace.absolute("given.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("commands.eval at a replay", () => {
  it("answers each question without the version and with it; where the answers differ is shown", {
    tags: "proof",
  }, async () => {
    const ctx = await waiting();
    const data = await ask(ctx);
    expect(data.answers).toEqual({
      by: "answer.mjs",
      questions: [
        {
          id: "deps",
          question: "Dependencies are missing in CI",
          without: "npm install",
          with: "npm ci",
          differs: true,
        },
        { id: "window", question: "Is the window open?", without: "npm install", with: "npm install", differs: false },
      ],
    });
    const text = pipeText(replayedOutline(data));
    expect(text).toContain("\nAnswers\n  answer.mjs answers 1 of 2 golden questions otherwise with it.\n");
    expect(text).toContain("deps  Dependencies are missing in CI\n    - npm install\n    + npm ci\n");
  });

  it("is given the context of today with other rules; five questions at most", { tags: "proof" }, async () => {
    const ctx = await waiting();
    const more = Array.from({ length: 6 }, (_, n) => `- {id: q${n}, question: "What of ${n}?", expect: [x]}\n`).join(
      "",
    );
    writeFileSync(ctx.workspace.absolute("memory/eval/more.yaml"), more);
    expect((await ask(ctx)).answers?.questions).toHaveLength(5);
    const [without, withIt] = given(ctx);
    expect(Object.keys(without).sort()).toEqual(["context", "id", "question", "results"]);
    expect(without.results).toEqual([]);
    expect(without.context).not.toMatch(/^SOUL|<tenet-core/m);
    expect(withIt.context.match(/npm ci/g)).toHaveLength(1);
    for (const { context } of [without, withIt]) expect(context).toContain("Close the window");
  });

  it.each([
    ["answers but for its spaces", '{ answer: context.includes("npm ci") ? "yes  \\n" : "yes" }', undefined],
    ["answers no JSON", '"hello"', "answered no JSON"],
    ["fails", "process.exit(3)", "ended with 3"],
  ])("that %s differs in nothing, and it is said why", { tags: "proof" }, async (_, answer, why) => {
    const data = await ask(await waiting(answer));
    const questions = data.answers?.questions ?? [];
    const expected = why === undefined ? { differs: false } : { differs: false, failed: expect.stringContaining(why) };
    expect(questions).toMatchObject(
      GOLDEN.trim()
        .split("\n")
        .map(() => expected),
    );
    const text = pipeText(replayedOutline(data));
    expect(text).toContain(
      why === undefined ? "answers 0 of 2 golden questions otherwise" : `window  answer.mjs ${questions[1]?.failed}`,
    );
  });

  it("without a yes is not run, and that is said", async () => {
    const ctx = await waiting(ANSWERS, false);
    expect((await ask(ctx)).answers).toBeUndefined();
    expect(existsSync(ctx.workspace.absolute("given.jsonl"))).toBe(false);
    expect(ctx.warnings.join()).toContain("commands.eval was not run");
  });

  it("is not run by what looks back by itself, by a diff or replay that names no version, nor by a heartbeat", async () => {
    const ctx = await waiting();
    await ask(ctx, { ref: undefined });
    await replay(ctx, { ref: "1" });
    await diffWithReplay(callIn(ctx), {});
    await planApproval(ctx, {});
    await reviewQueue(ctx);
    await heartbeat(ctx, {});
    expect(existsSync(ctx.workspace.absolute("given.jsonl"))).toBe(false);
  });
});

it("tenet versions diff VERSION asks at a terminal whether the program may run, and runs it then", {
  tags: "proof",
}, async () => {
  const ctx = await waiting(ANSWERS, false);
  const settings = "apply_mode: approval\nembedding: {model: ./none}\ncommands: {eval: ./answer.mjs}\n";
  const profile = `schema: 1\nagent: main\ntimezone: UTC\n${settings}`;
  const box = await sandbox({ profile, now: on(13) });
  for (const part of ["memory", "answer.mjs"])
    cpSync(ctx.workspace.absolute(part), box.path(part), { recursive: true });
  const { code, screen } = await atTerminal(
    box,
    ["versions", "diff", "1"],
    [["to go on without it:", `answer.mjs${ENTER}`]],
  );
  expect(code, screen).toBe(0);
  expect(screen).toMatch(/a program that answers golden questions without the version\s+and\s+with\s+it/);
  expect(screen).toContain("answer.mjs answers 1 of 2 golden questions otherwise with it.");
  const { data } = (await box.run(["versions", "diff", "1", "--json"])).json();
  expect(data.replay.answers.questions[0]).toMatchObject({ without: "npm install", with: "npm ci", differs: true });
});
