import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { appendRecord } from "../../src/store/records/record-edit.js";
import { parseRecordFile } from "../../src/store/records/record-parse.js";
import { parseSafeYaml, YamlTrouble } from "../../src/store/records/safe-yaml.js";
import { cpuMs } from "../cpu-time.js";
import { correction, insight } from "./entries.js";

const FILE = "memory/learning/insights/2026-02-14.md";
const FIRST = insight({ id: "INS-20260214-AAAA1", tags: ["ci"], linked: ["COR-20260215-K7Q2X"] });
const MIDDLE = insight({
  id: "INS-20260214-BBBB2",
  evidence: "Twice",
  tags: ["npm", "ci"],
  linked: ["COR-20260215-K7Q2X"],
  evolution: [{ at: "2026-02-14T13:00:00Z", text: "again" }],
});
const LAST = insight({ id: "INS-20260214-CCCC3", tags: ["lock"] });
const WHOLE = [FIRST, MIDDLE, LAST].reduce<string | undefined>(
  (text, entry) => appendRecord(text, entry),
  undefined,
) as string;

const read = (text: string) => parseRecordFile(text, FILE, { agent: "main" });
const idsOf = (text: string) => read(text).records.map((record) => record.entry.id);
const fence = (yaml: string) => `## INS-20260214-BBBB2 · x\n\n\`\`\`yaml\n${yaml}\n\`\`\`\n`;

/** The lines of the middle record, fences included, as indexes into the file. */
function middleLines(): number[] {
  const lines = WHOLE.split("\n");
  const from = lines.findIndex((line) => line.includes("BBBB2"));
  const to = lines.findIndex((line) => line.includes("CCCC3"));
  return lines.map((_, at) => at).filter((at) => at >= from && at < to - 1 && lines[at] !== "");
}

const damage: [string, (line: string) => string | undefined][] = [
  ["a tab in front", (line) => `\t${line}`],
  ["written twice", (line) => `${line}\n${line}`],
  ["an open quote", (line) => `${line}"`],
  ["an open bracket", (line) => `${line} [`],
  ["a colon more", (line) => line.replace(":", ": :")],
  ["an unknown tag", (line) => line.replace(": ", ": !thing ")],
  ["an anchor and its alias", (line) => `${line.replace(": ", ": &a ")}\nx_again: *a`],
  ["a mapping for a value", (line) => line.replace(/: .*$/, ":\n  a: 1")],
  ["a number in place", (line) => line.replace(/: .*$/, ": 42")],
  ["an indent too many", (line) => `   ${line}`],
  ["gone", () => undefined],
  ["cut in half", (line) => line.slice(0, Math.ceil(line.length / 2))],
  ["an extra key", (line) => `${line}\nx_extra: kept`],
  ["a NUL", (line) => `${line}\u0000`],
  ["a lone carriage return", (line) => `${line}\rx: y`],
  ["a line separator", (line) => `${line}\u2028`],
];

describe("row 13: YAML broken by hand", () => {
  const lines = WHOLE.split("\n");
  const mutants = middleLines().flatMap((at) => damage.map(([what, how]) => ({ at, what, how })));

  it("has at least 200 mutants", () => {
    expect(mutants.length).toBeGreaterThanOrEqual(200);
  });

  it("the others work, and what is lost is listed with its line", { tags: "proof" }, () => {
    for (const { at, what, how } of mutants) {
      const changed = how(lines[at] as string);
      const text = lines
        .flatMap((line, index) => (index === at ? (changed === undefined ? [] : [changed]) : [line]))
        .join("\n");
      const { records, findings } = read(text);
      const ids = records.map((record) => record.entry.id);
      const where = `${what} at line ${at + 1}: ${lines[at]}`;
      expect(ids, where).toContain(FIRST.id);
      expect(ids, where).toContain(LAST.id);
      expect(records.find((record) => record.entry.id === LAST.id)?.entry, where).toEqual(LAST);
      const errors = findings.filter((finding) => finding.severity === "error");
      if (!ids.includes(MIDDLE.id)) {
        expect(errors.length, where).toBeGreaterThan(0);
        for (const error of errors) expect(error.line, where).toBeGreaterThan(0);
      }
      for (const error of errors) expect(error).toMatchObject({ file: FILE, message: expect.any(String) });
    }
  });

  const named: [string, string, number, RegExp][] = [
    ["a duplicate key", "type: insight\nid: INS-20260214-BBBB2\nid: INS-20260214-BBBB3", 6, /the key id stands twice/],
    ["a tab", "type: insight\nid: INS-20260214-BBBB2\n\tagent: x", 6, /tab/i],
    ["an alias", "type: &t insight\nid: INS-20260214-BBBB2\nx: *t", 6, /alias/],
    ["an unknown tag", "type: insight\nid: INS-20260214-BBBB2\nx: !!js/function 'return 1'", 6, /tag/],
    ["__proto__", "type: insight\nid: INS-20260214-BBBB2\n__proto__:\n  polluted: 1", 6, /__proto__/],
    ["a wrong type of value", "type: insight\nid: INS-20260214-BBBB2\nseen: many", 6, /seen/],
    ["an unknown type", "type: insigth\nid: INS-20260214-BBBB2", 4, /type is "insigth"/],
    ["a type that is missing", "id: INS-20260214-BBBB2\nagent: x", 4, /type is missing/],
    ["an id of another type", "type: insight\nid: COR-20260214-BBBB2", 5, /another type/],
    ["an odd id", "type: insight\nid: ../../etc", 5, /id is/],
    [
      "a missing field",
      "type: insight\nid: INS-20260214-BBBB2\ntimestamp: 2026-02-14T10:00:00Z",
      4,
      /insight is missing/,
    ],
    [
      "a day that does not exist",
      "type: insight\nid: INS-20260214-BBBB2\ntimestamp: 2026-02-30T10:00:00Z",
      6,
      /timestamp/,
    ],
    ["a list for a record", "- type: insight\n- id: INS-20260214-BBBB2", 3, /not a list of/],
    ["two documents", "type: insight\nid: INS-20260214-BBBB2\n---\ntype: insight", 6, /document/],
  ];
  for (const [what, yaml, line, message] of named) {
    it(`names the line of ${what}`, () => {
      const { records, findings } = read(fence(yaml));
      expect(records).toEqual([]);
      const error = findings.find((finding) => finding.severity === "error" && message.test(finding.message));
      expect(error).toMatchObject({ file: FILE, line });
      expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    });
  }

  it("reports a fence nobody closes, and still reads the records behind it", () => {
    const text = WHOLE.replace(/```\n\n## INS-20260214-CCCC3/, "\n## INS-20260214-CCCC3");
    expect(idsOf(text)).toEqual([FIRST.id, LAST.id]);
    expect(read(text).findings.map((finding) => finding.code)).toContain("unclosed-fence");
  });

  it("reports a heading whose record is gone", () => {
    const text = WHOLE.replace(
      "```yaml\ntype: insight\nid: INS-20260214-BBBB2",
      "```yam\ntype: insight\nid: INS-20260214-BBBB2",
    );
    expect(idsOf(text)).toEqual([FIRST.id, LAST.id]);
    expect(read(text).findings).toContainEqual(expect.objectContaining({ code: "record-missing", id: MIDDLE.id }));
  });
});

describe("what is no record", () => {
  it("is left alone: other YAML, quoted records, prose", () => {
    const prose = `# Notes\n\n\`\`\`yaml\nname: a pipeline\nsteps: [a, b\n\`\`\`\n\n\`\`\`\`markdown\n${WHOLE}\`\`\`\`\n\nid: INS-20260214-BBBB2\n`;
    expect(read(prose)).toEqual({ records: [], findings: [] });
  });

  it("row 15: a note that quotes conflict markers in a fence is accepted", () => {
    const text = `${WHOLE}\n\`\`\`text\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n\`\`\`\n`;
    expect(idsOf(text)).toHaveLength(3);
    expect(read(text).findings).toEqual([]);
  });

  it("row 15: a value that quotes them is accepted", () => {
    const text = appendRecord(undefined, insight({ evidence: "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other" }));
    expect(read(text).records).toHaveLength(1);
    expect(read(text).findings).toEqual([]);
  });
});

describe("row 15: real conflicts", () => {
  const side = (id: string, text: string) =>
    appendRecord(undefined, insight({ id, insight: text }))
      .split("\n\n")
      .slice(2)
      .join("\n\n");

  it("between two new records: named, neither counts, the rest works", () => {
    const text = `${WHOLE}\n<<<<<<< HEAD\n${side("INS-20260214-DDDD4", "ours")}=======\n${side("INS-20260214-EEEE5", "theirs")}>>>>>>> other\n`;
    expect(idsOf(text)).toEqual([FIRST.id, MIDDLE.id, LAST.id]);
    const line = text.split("\n").indexOf("<<<<<<< HEAD") + 1;
    expect(read(text).findings).toContainEqual(expect.objectContaining({ code: "conflict-markers", line, file: FILE }));
    expect(
      read(text)
        .findings.filter((finding) => finding.code === "conflicted-record")
        .map((finding) => finding.id),
    ).toEqual(["INS-20260214-DDDD4", "INS-20260214-EEEE5"]);
  });

  it("within one record", () => {
    const text = WHOLE.replace(
      'evidence: "Twice"',
      '<<<<<<< HEAD\nevidence: "Once"\n=======\nevidence: "Twice"\n>>>>>>> other',
    );
    expect(idsOf(text)).toEqual([FIRST.id, LAST.id]);
    expect(read(text).findings).toContainEqual(expect.objectContaining({ code: "conflicted-record", id: MIDDLE.id }));
  });
});

describe("row 17: damage of merge=union", () => {
  it("duplicate keys in a header are an error, neither first nor last wins", () => {
    const text = WHOLE.replace("date: 2026-02-14", "date: 2026-02-14\ndate: 2026-02-15");
    const { records, findings } = read(text);
    expect(records).toHaveLength(3);
    expect(findings).toContainEqual(expect.objectContaining({ code: "broken-header", line: 4 }));
  });

  it("duplicate keys in a record are an error", () => {
    const text = WHOLE.replace('evidence: "Twice"', 'evidence: "Once"\nevidence: "Twice"');
    expect(idsOf(text)).toEqual([FIRST.id, LAST.id]);
  });
});

function timed<T>(body: () => T): { value: T; ms: number } {
  const start = cpuMs();
  const value = body();
  return { value, ms: cpuMs() - start };
}

describe("row 18 and 19: hostile sizes and depths end soon", () => {
  const hostile: [string, string][] = [
    ["a header of 1 MB", `---\n${"a: b\n".repeat(200_000)}---\n${WHOLE}`],
    [
      "100 k short keys",
      fence(
        `type: insight\nid: INS-20260214-BBBB2\n${Array.from({ length: 100_000 }, (_, at) => `k${at}: 1`).join("\n")}`,
      ),
    ],
    ["64 KB of blank lines in a header", `---\n${"\n".repeat(65_000)}---\n${WHOLE}`],
    ["a body of 100 k lines", `${WHOLE}\n${"a line of prose\n".repeat(100_000)}`],
    ["a record of 10 MB", fence(`type: insight\nid: INS-20260214-BBBB2\nevidence: "${"x".repeat(10_000_000)}"`)],
    [
      "a record of 900 KB on one line",
      fence(`type: insight\nid: INS-20260214-BBBB2\nevidence: "${"x \\n".repeat(220_000)}"`),
    ],
    ["a header just under 64 KB of broken flow", `---\nx: [${"{a: ".repeat(16_000)}\n---\n${WHOLE}`],
    ["10 k nested lists", fence(`type: insight\nid: INS-20260214-BBBB2\nx: ${"[".repeat(10_000)}`)],
    ["10 k nested dashes", fence(`type: insight\nid: INS-20260214-BBBB2\nx:\n  ${"- ".repeat(5_000)}a`)],
    [
      "10 k nested keys",
      fence(`id: INS-20260214-BBBB2\n${Array.from({ length: 1_000 }, (_, at) => `${" ".repeat(at)}a:`).join("\n")}`),
    ],
    [
      "a million laughs",
      fence(
        `type: insight\nid: INS-20260214-BBBB2\na: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefghi"
          .split("")
          .map((key, at) => `${key}: &${key} [${Array(9).fill(`*${"abcdefgh"[at]}`).join(",")}]`)
          .join("\n")}`,
      ),
    ],
    ["a thousand unclosed fences", "```yaml\nid: INS-20260214-BBBB2\n".repeat(1_000)],
    ["100 k back-ticks", `${"`".repeat(100_000)}\n${WHOLE}`],
  ];
  for (const [what, text] of hostile) {
    it(what, { tags: "sampled" }, () => {
      const { value, ms } = timed(() => read(text));
      expect(ms).toBeLessThan(5_000);
      expect(value.records.length + value.findings.length).toBeGreaterThan(0);
    });
  }

  it("an alias bomb is a parse error at its line", () => {
    const bomb = "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]";
    expect(() => parseSafeYaml(bomb)).toThrow(YamlTrouble);
    expect(() => parseSafeYaml(bomb)).toThrow(/alias/);
  });
});

describe("row 20: no code from data", () => {
  const opens = [
    "---js",
    "---javascript",
    "---coffee",
    "---json",
    "---constructor",
    "---toString",
    "--- js",
    "---JS",
    "---cson",
  ];
  for (const open of opens) {
    it(`${open} is refused by name`, () => {
      const canary = "/tmp/tenet-canary";
      const text = `${open}\nrequire('fs').writeFileSync('${canary}', 'x')\n---\n${WHOLE.split("---\n").at(-1)}`;
      const { findings, records } = read(text);
      expect(findings[0]).toMatchObject({ code: "broken-header", line: 1, message: expect.stringContaining(open) });
      expect(records).toHaveLength(3);
      expect(existsSync(canary)).toBe(false);
    });
  }

  it("a header that only starts like a closing line is not closed", () => {
    for (const line of ["----", "---foo", "--- "]) {
      const text = WHOLE.replace("date: 2026-02-14\n---", `date: 2026-02-14\n${line}`);
      expect(read(text).findings).toContainEqual(
        expect.objectContaining({ code: "broken-header", line: expect.any(Number) }),
      );
      expect(read(text).records).toHaveLength(3);
    }
  });

  it("headers of comments, lists or scalars do no harm", () => {
    for (const [header, findings] of [
      ["# mine", 0],
      ["", 0],
      ["- a", 1],
      ["just text", 1],
      ["__proto__: {polluted: 1}", 1],
    ] as const) {
      const text = WHOLE.replace("type: insights\ndate: 2026-02-14", header);
      expect(read(text).findings).toHaveLength(findings);
      expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    }
  });
});

describe("records in the wrong place", () => {
  const codes = (file: string, text = WHOLE) =>
    parseRecordFile(text, file, { agent: "main" }).findings.map((finding) => finding.message);

  it("are findings, and count all the same", () => {
    expect(codes("memory/learning/corrections/2026-02-14.md")[0]).toMatch(/header says type insights/);
    expect(codes("memory/learning/insights/2026-02-15.md").slice(0, 2)).toEqual([
      expect.stringMatching(/date 2026-02-14, the file is 2026-02-15/),
      expect.stringMatching(/INS-20260214-AAAA1 was born on 2026-02-14/),
    ]);
    expect(codes("memory/learning/insights/2026-03/INS-20260214-AAAA1.md")).toHaveLength(5);
    expect(codes("memory/learning/insights/by-hand.md")).toEqual([]);
  });

  it("a heading that no longer fits is a finding", () => {
    const other = WHOLE.replace(
      "## INS-20260214-BBBB2 · npm install in CI changes the lockfile",
      "## INS-20260214-ZZZZ9 · npm install in CI changes the lockfile",
    );
    expect(read(other).findings).toMatchObject([{ code: "heading-mismatch", severity: "warning", id: MIDDLE.id }]);
    const apart = WHOLE.replace(
      "## INS-20260214-BBBB2 · npm install in CI changes the lockfile",
      "## INS-20260214-BBBB2 · quite something else",
    );
    expect(read(apart).findings).toMatchObject([{ code: "heading-mismatch", severity: "info" }]);
    expect(read(WHOLE.replace(/^## INS-20260214-BBBB2.*$/m, "## My npm trouble")).findings).toEqual([]);
  });

  it("a correction's record knows its line", () => {
    const text = appendRecord(undefined, correction());
    const [record] = parseRecordFile(text, "memory/learning/corrections/2026-02-15.md", { agent: "main" }).records;
    expect(record?.line).toBe(8);
  });
});
