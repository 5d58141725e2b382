/** `tenet eval` in real folders: what is asked, what is kept, what broken files do, and what an agent may not. */
import { existsSync, symlinkSync, truncateSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { atTerminal, ENTER } from "../cli/terminal.js";
import { type Sandbox, sandbox } from "../sandbox.js";

const RELEASE = "Run the full test suite before a release";
const PORT = "The billing service listens on port 8081";

/** Two learnings, no model: what is tested is the judging. */
async function world(files: Record<string, string>, more = ""): Promise<Sandbox> {
  const box = await sandbox({
    git: true,
    profile: `schema: 1\nagent: main\ntimezone: UTC\nrecall: {limit: 10, mode: keyword}\n${more}`,
  });
  await box.run(["correct", RELEASE, "--risk", "high: a broken tag"]);
  await box.run(["learn", PORT, "--because", "config/billing.yml says so", "--risk", "medium: nobody finds it"]);
  for (const [name, text] of Object.entries(files)) await box.write(`memory/eval/${name}`, text);
  return box;
}

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

const lines = async (box: Sandbox) =>
  (await box.read("memory/eval/runs.jsonl"))
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("tenet eval", () => {
  it("asks, says which are answered and why not, and keeps one line each", { tags: "proof" }, async () => {
    const box = await world({ "core.yaml": CORE });
    const { data } = (await box.run(["eval", "--json"])).json();
    expect(data).toMatchObject({ passed: 2, failed: 1, questions: 3, findings: [], kept: true, mode: "keyword" });
    expect(data.asked.map(({ id, pass, rank, line }: Record<string, unknown>) => [id, pass, rank, line])).toEqual([
      ["billing", true, 1, 6],
      ["lunch", false, undefined, 10],
      ["releases", true, 1, 2],
    ]);
    expect(data.asked[1].reason).toBe('"noon" is not in any of the first 10');
    const [first, second] = await lines(box);
    expect(Object.keys(first)).toEqual(["at", "id", "pass", "rank", "by", "ms", "tree"]);
    expect(first).toMatchObject({ at: "2026-02-15T14:00:00Z", id: "billing", pass: true, rank: 1, by: "recall" });
    expect(second).toMatchObject({ id: "lunch", pass: false, reason: data.asked[1].reason });
    expect(first.tree).toMatch(/^[0-9a-f]{12}$/);
  });

  it("is no reading of a session: nothing counts as shown, nothing as an opportunity", async () => {
    const box = await world({ "core.yaml": CORE });
    const env = { TENET_SESSION: "s1" };
    await box.run(["eval"], { env });
    const audited = (await box.run(["audit", "--json"])).json().data;
    expect(JSON.stringify(audited)).not.toContain('"recall"');
    const { stderr } = await box.run(["undo", "--dry-run"], { env });
    expect(stderr).toContain("session s1 has changed nothing here");
  });

  it("takes the five asked longest ago, those of a tag, or all", { tags: "proof" }, async () => {
    const seven = Array.from(
      { length: 7 },
      (_, at) => `- {id: q${at}, question: port ${at}, expect: port, tags: [t${at % 2}]}\n`,
    );
    const box = await world({ "seven.yaml": seven.join("") });
    const ids = async (...args: string[]) =>
      (await box.run(["eval", "--json", ...args]))
        .json()
        .data.asked.map(({ id }: { id: string }) => id)
        .join(" ");
    expect(await ids()).toBe("q0 q1 q2 q3 q4");
    box.at("2026-02-15T18:00:00Z");
    expect(await ids()).toBe("q5 q6 q0 q1 q2");
    box.at("2026-02-15T22:00:00Z");
    expect(await ids("--tag", "T1")).toBe("q3 q1 q5");
    expect(await ids("--all")).toBe("q0 q1 q2 q3 q4 q5 q6");
    expect(await lines(box)).toHaveLength(20);
    const wrong = await box.run(["eval", "--tag", "none"]);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("There are: t0, t1.")]);
  });

  it("--strict ends with 8 where one fails, cannot be read, or expects an entry that is not there; else 0", {
    tags: "proof",
  }, async () => {
    const box = await world({ "core.yaml": CORE });
    expect((await box.run(["eval"])).code).toBe(0);
    expect((await box.run(["eval", "--strict"])).code).toBe(8);
    expect((await box.run(["eval", "--strict", "--tag", "release"])).code).toBe(0);
    await box.write("memory/eval/core.yaml", "- id: a\n  question: billing port\n  expect: 8081\n");
    expect((await box.run(["eval", "--strict"])).code).toBe(0);
    await box.write("memory/eval/more.yaml", "- id: [\n");
    expect((await box.run(["eval", "--strict"])).code).toBe(8);
    await box.write(
      "memory/eval/more.yaml",
      "- {id: b, question: billing port, never: COR-20260101-ABCDE, expect: COR-20260101-ABCDE}",
    );
    const { data } = (await box.run(["eval", "--json"])).json();
    expect(data.findings).toMatchObject([{ message: "b expects COR-20260101-ABCDE, which no entry has", line: 1 }]);
  });

  it("without questions says how one looks, and a workspace that has none gets no file", async () => {
    const box = await world({});
    const none = await box.run(["eval", "--strict"]);
    expect([none.code, none.stdout]).toEqual([0, expect.stringContaining("memory/eval/")]);
    expect(existsSync(box.path("memory/eval"))).toBe(false);
  });

  it("prints results that cannot be written down, and says so", { tags: "proof" }, async () => {
    const box = await world({ "core.yaml": CORE });
    await box.git("add", ".");
    await box.git("commit", "-qm", "all");
    await box.git("checkout", "-qb", "other");
    await box.write("a.txt", "1");
    await box.git("add", "a.txt");
    await box.git("commit", "-qm", "1");
    await box.git("checkout", "-q", "main");
    await box.write("a.txt", "2");
    await box.git("add", "a.txt");
    await box.git("commit", "-qm", "2");
    await box.git("merge", "other").catch(() => undefined);
    const ran = await box.run(["eval", "--strict"]);
    expect([ran.code, ran.stdout]).toEqual([8, expect.stringContaining("2 of 3 answered")]);
    expect(ran.stderr).toContain("could not be written down");
    expect(existsSync(box.path("memory/eval/runs.jsonl"))).toBe(false);
  });

  it("finds an entry by its id and by an alias, and nothing that waits for review", { tags: "proof" }, async () => {
    const box = await world({});
    const { data } = (await box.run(["list", "--json", "--type", "insight"])).json();
    const { id } = data.entries[0];
    await box.run([
      "learn",
      "The vault of payroll is opened by two",
      "--because",
      "a page said so",
      "--risk",
      "low: x",
      "--origin",
      "https://example.invalid/a",
    ]);
    await box.write(
      "memory/eval/ids.yaml",
      `- {id: port, question: billing port, expect: ${id.toLowerCase()}}\n- {id: outside, question: vault of payroll, expect: opened by two}\n`,
    );
    const { asked } = (await box.run(["eval", "--json"])).json().data;
    expect(asked.map(({ id, pass }: Record<string, unknown>) => [id, pass])).toEqual([
      ["outside", false],
      ["port", true],
    ]);
  });
});

describe("broken files", () => {
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
  ])(
    "%s is a finding with its line, in eval and verify, and the others are asked",
    { tags: "sampled" },
    async (_, text, line, message) => {
      const box = await world({ "a.yaml": text, "core.yaml": CORE });
      const ran = await box.run(["eval", "--json"]);
      expect([ran.code, ran.json().data.asked.length]).toEqual([0, 3]);
      const [finding, more] = ran.json().data.findings;
      expect(more).toBeUndefined();
      expect(finding).toMatchObject({ file: "memory/eval/a.yaml", message: expect.stringMatching(message) });
      expect(Math.abs(finding.line - line)).toBeLessThanOrEqual(1);
      const verified = (await box.run(["verify", "--json"])).json().data.findings;
      expect(verified).toContainEqual(expect.objectContaining({ file: finding.file, line: finding.line }));
      expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
    },
  );

  it("one broken item leaves the others of its list", { tags: "proof" }, async () => {
    const box = await world({ "a.yaml": `---\n- id: broken\n  question: [\n${CORE}` });
    const { data } = (await box.run(["eval", "--json"])).json();
    expect(data.asked).toHaveLength(3);
    expect(data.findings).toMatchObject([{ file: "memory/eval/a.yaml" }]);
  });

  it("takes Windows line ends, a byte order mark, one map a file, and JSON", async () => {
    const box = await world({
      "crlf.yaml": `\ufeff${CORE.replaceAll("\n", "\r\n")}`,
      "one.yml": "id: one\nquestion: billing port\nexpect:\n  - 8081\n",
      "json.yaml":
        '[{"id": "j", "question": "billing port", "expect": 8081}, {"id": "k", "question": 5, "expect": "billing"}]',
    });
    const { data } = (await box.run(["eval", "--all", "--json"])).json();
    expect(data.asked.map(({ id }: { id: string }) => id)).toEqual(["releases", "billing", "lunch", "j", "one"]);
    expect(data.findings).toMatchObject([{ file: "memory/eval/json.yaml", line: 1 }]);
  });

  it("the same id twice is asked once, in whatever case", { tags: "proof" }, async () => {
    const box = await world({ "core.yaml": CORE, "more.yaml": "- {id: RELEASES, question: x, expect: y}\n" });
    const { data } = (await box.run(["eval", "--json"])).json();
    expect(data.questions).toBe(3);
    expect(data.findings[0].message).toBe(
      "RELEASES stands twice, first at memory/eval/core.yaml:2; only that one is asked",
    );
  });

  it("follows no link, and reads no file of 50 MB", async () => {
    const box = await world({ "core.yaml": CORE });
    const outside = await box.write("../outside.yaml", "- {id: outside, question: x, expect: y}\n");
    symlinkSync(outside, box.path("memory/eval/link.yaml"));
    truncateSync(await box.write("memory/eval/large.yaml", ""), 50 * 1024 * 1024);
    const started = performance.now();
    const { data } = (await box.run(["eval", "--json"])).json();
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(data.questions).toBe(3);
    expect(data.findings.map(({ code, file }: Record<string, unknown>) => [code, file])).toEqual([
      ["symlink", "memory/eval/link.yaml"],
      ["too-large", "memory/eval/large.yaml"],
    ]);
  });

  it("a folder of questions that is a link is not followed, and nothing is written through it", async () => {
    const box = await world({});
    await box.write("../elsewhere/core.yaml", CORE);
    symlinkSync(box.path("../elsewhere"), box.path("memory/eval"));
    const { data } = (await box.run(["eval", "--json"])).json();
    expect(data).toMatchObject({ questions: 0, findings: [{ code: "symlink", file: "memory/eval" }] });
    expect(existsSync(box.path("../elsewhere/runs.jsonl"))).toBe(false);
  });

  it("lines that are no results are passed over and kept", async () => {
    const odd =
      'not json\n{"at":"yesterday","id":"billing","pass":true}\n{"at":"2026-02-15T10:00:00Z","id":"../x","pass":true}\n{"at":"2026-02-15T10:00:00Z","id":"billing","pass":"yes"}';
    const box = await world({ "core.yaml": CORE, "runs.jsonl": odd });
    expect((await box.run(["eval", "--json"])).json().data.standing).toBe("2 of 3 answered; failing: lunch");
    expect((await box.read("memory/eval/runs.jsonl")).startsWith(`${odd}\n{"at":"2026-02-15T14:00:00Z"`)).toBe(true);
  });

  it("a secret in a question is neither printed nor written into the results", async () => {
    const key = `AKIA${"Q3EGRBYXSCVUA7PL"}`;
    const box = await world({ "a.yaml": `- {id: key, question: "what is ${key}", expect: "${key}"}\n` });
    const ran = await box.run(["eval"]);
    expect(`${ran.stdout}${ran.stderr}${await box.read("memory/eval/runs.jsonl")}`).not.toContain(key);
    expect(ran.stdout).toContain("[secret:");
  });
});

describe("the context", () => {
  const line = async (box: Sandbox) => /^eval \| .*$/m.exec((await box.run(["context"])).stdout)?.[0];

  it("says in one line how many are answered, how many a week ago, and which fail", { tags: "proof" }, async () => {
    const box = await world({ "core.yaml": CORE });
    expect(await line(box)).toBeUndefined();
    await box.run(["eval"]);
    expect(await line(box)).toBe("eval | 2 of 3 answered; failing: lunch");
    await box.run(["learn", "Lunch at the billing service is at noon", "--because", "a sign", "--risk", "low: hunger"]);
    box.at("2026-02-22T14:00:00Z");
    await box.run(["eval"]);
    expect(await line(box)).toBe("eval | 3 of 3 answered, last week 2");
    await box.write("memory/eval/core.yaml", "- {id: billing, question: x, expect: y}\n");
    expect(await line(box)).toBe("eval | 1 of 1 answered, last week 1");
    // As `tenet eval` counts them: what was never asked is one; a twin, and what a comment or a sentence says, is none.
    await box.write(
      "memory/eval/core.yaml",
      "# - id: gone\n- {question: x, expect: y, id: billing}\n- {id: BILLING, question: x, expect: y}\n- id: new\n  question: What is the id: x for?\n  expect: y\n",
    );
    expect(await line(box)).toBe("eval | 1 of 2 answered, last week 1; not asked yet: 1");
    await box.write("memory/eval/core.yaml", "");
    expect(await line(box)).toBeUndefined();
  });
});

describe("what is taken out", () => {
  it("goes from questions and results as well, and both stay readable", { tags: "proof" }, async () => {
    const secret = "The garden gate code of the villa is under the third stone";
    const box = await world({ "core.yaml": CORE });
    await box.run(["learn", secret, "--because", "seen there", "--risk", "low: locked out"]);
    const { entries } = (await box.run(["list", "--json"])).json().data;
    const id = entries.find(({ text }: { text: string }) => text === secret).id as string;
    await box.write(
      "memory/eval/villa.yaml",
      `- id: villa\n  question: Where is it?\n  expect:\n    - ${JSON.stringify(secret)}\n- id: port\n  question: billing port\n  expect: 8081\n`,
    );
    await box.run(["eval", "--all"]);
    const word = id.slice(-5).toLowerCase();
    const args = ["forget", id, "--erase", "--reason", "private"];
    expect((await atTerminal(box, args, [["to confirm:", `${word}${ENTER}`]])).code).toBe(0);
    for (const file of ["memory/eval/villa.yaml", "memory/eval/runs.jsonl"]) {
      expect(await box.read(file)).not.toContain("garden gate");
    }
    expect((await lines(box)).filter((one) => one.id === "villa")).toHaveLength(1);
    const { data } = (await box.run(["eval", "--all", "--json"])).json();
    expect(data.asked.map(({ id }: { id: string }) => id)).toContain("port");
    expect(data.findings).toMatchObject([
      { file: "memory/eval/villa.yaml", message: "villa: words of it were taken out" },
    ]);
  });
});
