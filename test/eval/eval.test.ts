/** `tenet eval` in real folders: what is asked, what is kept, what broken files do, and what an agent may not. */
import { existsSync, readFileSync, symlinkSync, truncateSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { evaluate } from "../../src/eval/eval.js";
import { readQuestions } from "../../src/eval/read-questions.js";
import { forget } from "../../src/forget/forget.js";
import { readLocal } from "../../src/report/read-local.js";
import { changeTree } from "../../src/store/change/change.js";
import { changeVerb } from "../../src/store/change/prepare-write.js";
import { lastStep } from "../../src/store/state/undo-log.js";
import { AT_TERMINAL, capturing, EVERY_LINE } from "../capture/capturing.js";
import { correction, insight } from "../store/entries.js";
import type { TestWorld } from "../store/workspace.js";

const RUNS = "memory/eval/runs.jsonl";
const PORT = insight({ insight: "The billing service listens on port 8081" });
const RELEASE = correction({ corrected_to: "Run the full test suite before a release" });
const CORE = `# what has to be found
- id: releases
  question: What do we do before a release?
  expect: [full test suite]
  tags: [release]
- id: billing
  question: Which port does the billing service listen on?
  expect: 8081
  never: [8080]
- id: lunch
  question: When is lunch at the billing service?
  expect: noon
`;

/** Two learnings, no model: what is tested is the judging. */
async function world(files: Record<string, string>) {
  const w = capturing({ embedding: { model: "./none" } });
  await changeTree(w, { ...changeVerb("test"), reason: "test" }, async (change) => {
    for (const entry of [PORT, RELEASE]) change.append(entry);
  });
  for (const [name, text] of Object.entries(files)) w.put(`memory/eval/${name}`, text);
  return w;
}

const fileOf = (w: TestWorld, file: string) => readFileSync(w.workspace.absolute(file), "utf8");
const lines = (w: TestWorld) => fileOf(w, RUNS).trimEnd().split("\n");

describe("golden questions", () => {
  it("are asked; it is said which are answered and why not, and one line each is kept", async () => {
    const w = await world({ "core.yaml": CORE });
    const data = await evaluate(w);
    const reason = '"noon" is not in any of the first 10';
    expect(data).toMatchObject({ passed: 2, failed: 1, questions: 3, findings: [], kept: true, mode: "keyword" });
    expect(data.asked).toMatchObject([
      { id: "billing", pass: true, rank: 1, line: 6 },
      { id: "lunch", pass: false, reason, line: 10 },
      { id: "releases", pass: true, rank: 1, line: 2 },
    ]);
    const [first, second] = lines(w).map((line) => JSON.parse(line));
    expect(Object.keys(first)).toEqual(["at", "id", "pass", "rank", "by", "ms", "tree"]);
    expect(first).toMatchObject({ at: "2026-02-15T14:00:00Z", id: "billing", pass: true, rank: 1, by: "recall" });
    expect(second).toMatchObject({ id: "lunch", pass: false, reason, tree: expect.stringMatching(/^[0-9a-f]{12}$/) });
    // It is no reading of a session: nothing counts as shown, nothing as an opportunity, and there is nothing to undo.
    expect((await readLocal(w)).showings).toEqual([]);
    expect(lastStep(w.workspace, "s1")?.step.op).toBe("test");
  });

  it("are answered where results cannot be written down, and that is said", async () => {
    const w = await world({ "core.yaml": CORE });
    w.put(".git/HEAD", "ref: refs/heads/main\n");
    w.put(".git/MERGE_HEAD", `${"0".repeat(40)}\n`);
    expect(await evaluate(w)).toMatchObject({ passed: 2, failed: 1, kept: false });
    expect(w.warnings.join()).toContain("could not be written down");
    expect(existsSync(w.workspace.absolute(RUNS))).toBe(false);
  });
});

describe("files of questions", () => {
  it.each([
    ["a list that does not end", "- id: a\n  question: x\n  expect: [y\n", 4, /must|expected|end/i],
    ["a second key", "- id: a\n  id: b\n  question: x\n  expect: y\n", 2, /the key id stands twice/],
    ["two documents", "id: a\nquestion: x\nexpect: y\n---\nid: b\n", 4, /^a second document begins here/],
    ["an alias", "- id: a\n  question: &q x\n  expect: *q\n", 3, /references within YAML are not followed/],
    ["a tag of a language", "- id: a\n  question: !!js/function x\n  expect: y\n", 2, /tag/i],
    ["__proto__", "- id: a\n  __proto__: {x: 1}\n  question: x\n  expect: y\n", 2, /__proto__ is refused/],
    ["an unknown key", "- id: a\n  question: x\n  nevr: z\n  expect: y\n", 1, /nevr/],
    ["no id", "- question: x\n  expect: y\n", 1, /id: /],
    ["an id that leads elsewhere", '- id: "../x"\n  question: x\n  expect: y\n', 1, /not one plain word/],
    ["neither expect nor never", "- id: a\n  question: x\n", 1, /neither what to expect nor what never to find/],
    ["an empty question", "- id: a\n  question: ''\n  expect: y\n", 2, /question: must not be empty/],
    ["a plain text", "hello\n", 1, /no golden question/],
    ["a NUL byte", "- id: a\u0000\n", 1, /NUL/],
    ["conflict markers", "<<<<<<< ours\n- id: a\n=======\n- id: b\n>>>>>>> theirs\n", 1, /conflict markers/],
  ])("%s is a finding with its line, and the others are asked", async (_, text, line, message) => {
    const w = capturing();
    for (const [name, content] of [
      ["a", text],
      ["core", CORE],
    ] as const)
      w.put(`memory/eval/${name}.yaml`, content);
    const { questions, findings } = await readQuestions(w.workspace);
    expect(questions).toHaveLength(3);
    expect(findings).toMatchObject([{ file: "memory/eval/a.yaml", message: expect.stringMatching(message) }]);
    expect(Math.abs((findings[0]?.line ?? 99) - line)).toBeLessThanOrEqual(1);
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
  });

  it("take Windows line ends, a byte order mark, one map a file, and JSON", async () => {
    const w = await world({
      "crlf.yaml": `\ufeff${CORE.replaceAll("\n", "\r\n")}`,
      "one.yml": "id: one\nquestion: billing port\nexpect:\n  - 8081\n",
      "json.yaml":
        '[{"id": "j", "question": "billing port", "expect": 8081}, {"id": "k", "question": [5], "expect": "billing"}]',
    });
    const { questions, findings } = await readQuestions(w.workspace);
    expect(questions.map(({ id }) => id)).toEqual(["releases", "billing", "lunch", "j", "one"]);
    expect(findings).toMatchObject([{ file: "memory/eval/json.yaml", line: 1 }]);
  });

  it("that are links are not followed, a file of 50 MB is not read, and nothing is written through a linked folder", async () => {
    const w = await world({ "core.yaml": CORE });
    const outside = w.put("outside/core.yaml", "- {id: outside, question: x, expect: y}\n");
    symlinkSync(outside, w.workspace.absolute("memory/eval/link.yaml"));
    truncateSync(w.put("memory/eval/large.yaml", ""), 50 * 1024 * 1024);
    const started = performance.now();
    const { questions, findings } = await readQuestions(w.workspace);
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(questions).toHaveLength(3);
    expect(findings).toMatchObject([
      { code: "symlink", file: "memory/eval/link.yaml" },
      { code: "too-large", file: "memory/eval/large.yaml" },
    ]);
    const linked = await world({});
    linked.put("elsewhere/core.yaml", CORE);
    symlinkSync(linked.workspace.absolute("elsewhere"), linked.workspace.absolute("memory/eval"));
    expect(await evaluate(linked)).toMatchObject({
      questions: 0,
      findings: [{ code: "symlink", file: "memory/eval" }],
    });
    expect(existsSync(linked.workspace.absolute("elsewhere/runs.jsonl"))).toBe(false);
  });
});

it("what is erased goes from questions and results as well, and both stay readable", async () => {
  const secret = "The garden gate code of the villa is under the third stone";
  const w = await world({
    "villa.yaml": `- id: villa\n  question: Where is it?\n  expect:\n    - ${JSON.stringify(secret)}\n- id: port\n  question: billing port\n  expect: 8081\n`,
  });
  const { id = "" } = await w.learn(secret);
  await evaluate(w);
  w.as(AT_TERMINAL);
  await forget(w, { refs: [id], taking: "erase", ticked: EVERY_LINE, confirmed: true, reason: "private" });
  for (const file of ["memory/eval/villa.yaml", RUNS]) expect(fileOf(w, file)).not.toContain("garden gate");
  expect(lines(w).filter((line) => JSON.parse(line).id === "villa")).toHaveLength(1);
  const { asked, findings } = await evaluate(w, { all: true });
  expect(asked.map(({ id }) => id)).toContain("port");
  expect(findings).toMatchObject([{ message: "villa: words of it were taken out" }]);
});
