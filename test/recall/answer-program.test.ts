/** `commands.eval`: what a program is given, how its answer is judged, and that only a person lets it run. */
import { chmodSync, existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { atTerminal, ENTER } from "../cli/terminal.js";
import { served, textOf } from "../mcp/served.js";
import { type Sandbox, sandbox } from "../sandbox.js";

const PROFILE = `schema: 1
agent: main
timezone: UTC
embedding: {model: ./none}
commands: {eval: ./answer.mjs}
`;
const QUESTIONS = `- {id: port, question: Which port does billing use, expect: 8081, never: 9090}
- {id: noon, question: When is lunch, expect: noon}
`;
/** Answers with what stands in its first line's JSON, and keeps what it was given. */
const program = (answer: string) =>
  `#!/usr/bin/env node
import { appendFileSync, readFileSync } from "node:fs";
const asked = JSON.parse(readFileSync(0, "utf8"));
appendFileSync("given.jsonl", JSON.stringify(asked) + "\\n");
const answer = ${answer};
process.stdout.write(typeof answer === "string" ? answer : JSON.stringify(answer));
`;

async function world(answer: string, profile = PROFILE): Promise<Sandbox> {
  const box = await sandbox({ git: true, profile });
  await box.run(["learn", "Billing listens on port 8081", "--because", "its config", "--risk", "low: time"]);
  await box.write("memory/eval/core.yaml", QUESTIONS);
  chmodSync(await box.write("answer.mjs", program(answer)), 0o755);
  return box;
}

const confirm = (box: Sandbox, env: Record<string, string> = {}) =>
  atTerminal(box, ["eval"], [["to go on without it:", `answer.mjs${ENTER}`]], env);
const ran = (box: Sandbox) => existsSync(box.path("given.jsonl"));

describe("commands.eval", () => {
  it("answers from the context, is judged by its words, and may say a grade and why", { tags: "proof" }, async () => {
    const box = await world(
      'asked.id === "port" ? { answer: "It is 8081.", grade: 0.9, reason: "well put" } : { answer: "At one." }',
    );
    expect((await confirm(box)).code).toBe(0);
    const { data } = (await box.run(["eval", "--json"])).json();
    expect(data.asked).toMatchObject([
      { id: "noon", pass: false, answer: "At one.", reason: '"noon" is not in the answer', by: "answer.mjs" },
      { id: "port", pass: true, answer: "It is 8081.", grade: 0.9, reason: "well put", by: "answer.mjs" },
    ]);
    const given = (await box.read("given.jsonl"))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(Object.keys(given[0])).toEqual(["id", "question", "context", "results"]);
    expect(given[1].context).toContain("Billing listens on port 8081");
    expect(given[1].results[0]).toMatchObject({ text: "Billing listens on port 8081" });
    const line = (await box.read("memory/eval/runs.jsonl")).trimEnd().split("\n").at(-1) as string;
    expect(JSON.parse(line)).toMatchObject({ id: "port", grade: 0.9, by: "answer.mjs" });
    expect(line).not.toContain("It is 8081");
  });

  it("is given what everybody may read, whoever asks: results are committed", { tags: "proof" }, async () => {
    const box = await world('{ answer: "8081" }');
    const env = { TENET_USER: "sybil", TENET_SESSION: "s1" };
    await box.run(["remember", "The port of billing in my notes is 4711", "--category", "fact", "--scope", "user"], {
      env,
    });
    await box.run(
      ["remember", "The port of billing in this talk is 4712", "--category", "fact", "--scope", "conversation"],
      { env },
    );
    expect((await box.run(["recall", "port of billing"], { env })).stdout).toMatch(/471[12].*471[12]/s);
    expect((await confirm(box, env)).code).toBe(0);
    expect(await box.read("given.jsonl")).not.toMatch(/471[12]/);
  });

  it("that answers no JSON, another shape, a word that must not be there, or fails, fails that question alone", {
    tags: "proof",
  }, async () => {
    const box = await world("");
    for (const [answer, reason] of [
      ['{ answer: "8081 or 9090" }', /"9090" is in the answer/],
      ['"hello"', /answer\.mjs answered no JSON/],
      ["{ says: 1 }", /answered something else than \{answer, grade, reason\}: answer/],
      ["process.exit(3)", /answer\.mjs ended with 3/],
    ] as const) {
      await box.write("answer.mjs", program(`asked.id === "noon" ? { answer: "noon" } : ${answer}`));
      await confirm(box);
      const { asked } = (await box.run(["eval", "--json"])).json().data;
      expect(asked).toMatchObject([
        { id: "noon", pass: true },
        { id: "port", pass: false, reason: expect.stringMatching(reason) },
      ]);
    }
  });

  it("runs only after a yes, for exactly this program, and never by a heartbeat, a context or a hook", {
    tags: "proof",
  }, async () => {
    const box = await world('{ answer: "8081" }');
    const asked = await box.run(["eval", "--json"]);
    expect(asked.json().data.asked[1]).toMatchObject({ by: "recall", pass: true });
    expect(asked.json().warnings.join()).toContain("commands.eval was not run");
    expect((await atTerminal(box, ["eval"], [["to go on without it:", ENTER]])).code).toBe(0);
    expect(ran(box)).toBe(false);
    await confirm(box);
    const { eval_command } = (await box.run(["status", "--trust", "--json"])).json().data;
    expect(eval_command).toEqual({ command: "./answer.mjs", confirmed: true });
    await box.write("given.jsonl", "");
    for (const args of [["heartbeat"], ["context", "--query", "port"], ["digest"], ["verify"], ["status"]])
      await box.run(args);
    expect(await box.read("given.jsonl")).toBe("");
    await box.write("answer.mjs", program('{ answer: "8081 now" }'));
    expect((await box.run(["eval", "--json"])).json().data.asked[1].by).toBe("recall");
    expect(await box.read("given.jsonl")).toBe("");
    expect((await box.run(["status", "--trust"])).stdout).toContain("nobody has let it run in this clone");
  });
});

describe("an agent cannot let a program run", () => {
  const ATTEMPTS: readonly [string, (box: Sandbox) => Promise<unknown>][] = [
    ["by a pipe", (box) => box.run(["eval"], { stdin: "answer.mjs\n" })],
    ["at a pseudo-terminal of a known host", (box) => confirm(box, { CLAUDECODE: "1" })],
    ["with a person's name", (box) => box.run(["--user", "bridget", "eval"], { stdin: "answer.mjs\n" })],
    [
      "with a mark of its own making",
      (box) => box.write(".tenet/state/confirmed-programs", "0000 2026-02-15T14:00:00Z bridget\n"),
    ],
    [
      "over MCP",
      async (box) => {
        const { answer } = await served(box, ["--profile", "full"]);
        expect(textOf(await answer("eval"))).toContain("1 of 2 answered");
      },
    ],
  ];

  it.each(ATTEMPTS)("%s", { tags: "sampled" }, async (_, attempt) => {
    const box = await world('{ answer: "8081" }');
    await attempt(box);
    const after = await box.run(["eval", "--json"]);
    expect(after.json().data.asked.every(({ by }: { by: string }) => by === "recall")).toBe(true);
    expect(ran(box)).toBe(false);
  });
});
