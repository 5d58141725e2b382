/** Records where none is looked for: named with file and line in a tree. `add` reads values, lists and fences. */
import { describe, expect, it } from "vitest";
import { add } from "../../src/capture/add.js";
import { readDrafts } from "../../src/capture/drafts/stated-drafts.js";
import { verify } from "../../src/health/verify.js";
import { openStore } from "../../src/store/open-store.js";
import { parseRecordFile } from "../../src/store/records/record-parse.js";
import { capturing } from "../capture/capturing.js";

const FILE = "memory/learning/corrections/2026-02-15.md";
const HEADER = "---\ntype: corrections\ndate: 2026-02-15\n---\n";

const record = (n: number, more = "") => `type: correction
id: COR-20260215-00${n}
timestamp: 2026-02-15T10:00:0${n}Z
prior_belief: "before ${n}"
corrected_to: "Thing ${n} holds now"
stakes: high
at_risk: builds
behavioral_change: look
${more}`;
const heading = (n: number) => `## COR-20260215-00${n} · Thing ${n} holds now\n\n`;
const fence = (body: string, mark = "```yaml") => `${mark}\n${body}\`\`\`\n`;
const indented = (body: string) => `- ${body.trimEnd().replaceAll("\n", "\n  ")}\n`;

/** The text of a record file, the lines of what is not read, and how many entries the same text holds for `add`. */
const TEXTS: [name: string, text: string, lines: number[], drafts: number][] = [
  ["fenced records", `${HEADER}\n${heading(1)}${fence(record(1))}\nprose\n\n${heading(2)}${fence(record(2))}`, [], 2],
  ["one beneath its heading", `${HEADER}\n${heading(1)}${record(1)}`, [6], 0],
  ["one with a list of links", `${HEADER}\n${heading(1)}${record(1, "linked:\n  - COR-20260215-002\n")}`, [6], 0],
  ["one between prose", `# Notes\n\n${record(1)}\nThat was all.\n\n${heading(2)}${fence(record(2))}`, [4], 1],
  ["documents", `${record(1)}---\n${record(2)}---\n${record(3)}`, [2, 11, 20], 0],
  ["documents that begin with a line", `---\n${record(1)}---\n${record(2)}`, [3, 12], 0],
  ["one in the header", `---\n${record(1)}---\n\n# What happened\n\nWords.\n`, [3], 0],
  ["a list", `${indented(record(1))}${indented(record(2))}`, [2, 10], 2],
  ["a list in a fence", `${HEADER}\n${fence(`${indented(record(1))}${indented(record(2))}`)}`, [6, 16], 2],
  ["a fence without a word", `${HEADER}\n${heading(1)}${fence(record(1), "```")}`, [6], 1],
  ["JSON", `${HEADER}\n${fence('{"type": "memory",\n"content": "x"}\n', "```json")}`, [], 1],
  ["quotations in a longer fence", `# How it looks\n\n\`\`\`\`markdown\n${fence(record(1))}\`\`\`\`\n`, [], 0],
  ["notes", `# Notes\n\n- type of thing: correction\n- id: none\n\nKey: value\n`, [], 0],
];

describe("a record that is not where one is looked for", () => {
  it.each(TEXTS)("%s", (_name, text, lines, drafts) => {
    const { findings } = parseRecordFile(text, FILE, { agent: "main" });
    const named = findings.filter(({ code }) => ["record-missing", "broken-record"].includes(code));
    expect(named.map(({ line }) => line)).toEqual(lines);
    const place = { file: FILE, id: expect.stringMatching(/^COR-20260215-00/), next: expect.any(String) };
    expect(named).toMatchObject(named.map(() => place));
    if (drafts === 0) expect(() => readDrafts(text)).toThrow(/^input/);
    else expect(readDrafts(text)).toHaveLength(drafts);
  });

  it("is named by verify with its line and a next step, as is a file that is no Markdown", async () => {
    const w = capturing();
    w.put(FILE, `${HEADER}\n${heading(1)}${record(1)}`);
    w.put("memory/learning/insights/2026-02-15.yaml", record(2));
    const { findings } = await verify(w);
    const named = findings.filter(({ code }) => ["record-missing", "not-read"].includes(code));
    const file = "memory/learning/insights/2026-02-15.yaml";
    expect(named).toMatchObject([
      { severity: "error", file: FILE, line: 6, id: "COR-20260215-001", next: expect.stringContaining("```yaml") },
      { severity: "warning", file, next: expect.stringContaining("tenet add") },
    ]);
    expect((await openStore(w)).heads.length).toBe(0);
  });

  it("is added from the text of its file, and its links hold", { tags: "proof" }, async () => {
    const w = capturing();
    const text = `${HEADER}\n${heading(1)}${fence(record(1, "linked:\n  - COR-20260215-002\n"))}\n${heading(2)}${fence(record(2))}`;
    const { results } = await add({ ...w }, { text, keepGoing: false });
    expect(results.map(({ ok }) => ok)).toEqual([true, true]);
    const [a, b] = await w.entries();
    expect(a).toMatchObject({ linked: [b?.id], aliases: ["COR-20260215-001"] });
  });

  it.each<[what: string, text: string, says: RegExp]>([
    ["a fence nobody closes", `# Notes\n\n\`\`\`yaml\n${record(1)}`, /^input:3: this code fence is never closed/],
    ["a text in a fence", `# Notes\n\n${fence("just words\n")}`, /^input:4: this is no map/],
  ])("%s is wrong usage with its line", (_, text, says) => {
    expect(() => readDrafts(text)).toThrow(expect.objectContaining({ exit: 2, message: expect.stringMatching(says) }));
  });
});
