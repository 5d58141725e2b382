import { describe, expect, it } from "vitest";
import { linesOf } from "../../src/store/records/fences.js";
import { readFrontMatter } from "../../src/store/records/front-matter.js";
import { appendRecord } from "../../src/store/records/record-edit.js";
import { parseRecordFile } from "../../src/store/records/record-parse.js";
import { parseSafeYaml, YamlTrouble } from "../../src/store/records/safe-yaml.js";
import { cpuMs } from "../cpu-time.js";
import { insight } from "./entries.js";

const FILE = "memory/learning/insights/2026-02-14.md";
const linked = ["COR-20260215-K7Q2X"];
const evolution = [{ at: "2026-02-14T13:00:00Z", text: "again" }];
const FIRST = insight({ id: "INS-20260214-AAAA1", tags: ["ci"], linked });
const MIDDLE = insight({ id: "INS-20260214-BBBB2", evidence: "Twice", tags: ["npm", "ci"], linked, evolution });
const LAST = insight({ id: "INS-20260214-CCCC3", tags: ["lock"] });
const WHOLE = appendRecord(appendRecord(appendRecord(undefined, FIRST), MIDDLE), LAST);
/** The head of a record by hand. */
const HEAD = "type: insight\nid: INS-20260214-BBBB2";

const read = (text: string) => parseRecordFile(text, FILE, { agent: "main" });
const header = (text: string) => readFrontMatter(linesOf(text));
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

  it("the others work, and what is lost is listed with its line", { tags: "proof" }, () => {
    expect(mutants.length).toBeGreaterThanOrEqual(200);
    for (const { at, what, how } of mutants) {
      const changed = how(lines[at] as string);
      const text = lines.toSpliced(at, 1, ...(changed === undefined ? [] : [changed])).join("\n");
      const { records, findings } = read(text);
      const ids = records.map((record) => record.entry.id);
      const where = `${what} at line ${at + 1}: ${lines[at]}`;
      expect(ids, where).toContain(FIRST.id);
      expect(records.find((record) => record.entry.id === LAST.id)?.entry, where).toEqual(LAST);
      const errors = findings.filter((finding) => finding.severity === "error");
      if (!ids.includes(MIDDLE.id)) {
        expect(errors.length, where).toBeGreaterThan(0);
        for (const error of errors) expect(error.line, where).toBeGreaterThan(0);
      }
      for (const error of errors) expect(error).toMatchObject({ file: FILE, message: expect.any(String) });
    }
  });

  it.each<[what: string, yaml: string, line: number, message: RegExp]>([
    ["a duplicate key", `${HEAD}\nid: INS-20260214-BBBB3`, 6, /the key id stands twice/],
    ["a tab", `${HEAD}\n\tagent: x`, 6, /tab/i],
    ["an alias", "type: &t insight\nid: INS-20260214-BBBB2\nx: *t", 6, /alias/],
    ["an unknown tag", `${HEAD}\nx: !!js/function 'return 1'`, 6, /tag/],
    ["a tag of more than plain data", `${HEAD}\nx: !!binary aGk=`, 6, /tag/],
    ["__proto__", `${HEAD}\n__proto__:\n  polluted: 1`, 6, /__proto__/],
    ["a wrong type of value", `${HEAD}\nsaid: many`, 6, /said/],
    ["an unknown type", "type: insigth\nid: INS-20260214-BBBB2", 4, /type is "insigth"/],
    ["a type that is missing", "id: INS-20260214-BBBB2\nagent: x", 4, /type is missing/],
    ["an odd id", "type: insight\nid: ../../etc", 5, /id is/],
    ["a missing field", `${HEAD}\ntimestamp: 2026-02-14T10:00:00Z`, 4, /insight is missing/],
    ["a list for a record", "- type: insight\n- id: INS-20260214-BBBB2", 3, /not a list of/],
    ["two documents", `${HEAD}\n---\ntype: insight`, 6, /document/],
  ])("names the line of %s", (_, yaml, line, message) => {
    const { records, findings } = read(fence(yaml));
    expect(records).toEqual([]);
    const error = findings.find((finding) => finding.severity === "error" && message.test(finding.message));
    expect(error).toMatchObject({ file: FILE, line });
    expect({}).not.toHaveProperty("polluted");
  });

  it("reports a fence nobody closes, and still reads the records behind it", () => {
    const text = WHOLE.replace(/```\n\n## INS-20260214-CCCC3/, "\n## INS-20260214-CCCC3");
    expect(idsOf(text)).toEqual([FIRST.id, LAST.id]);
    expect(read(text).findings.map((finding) => finding.code)).toContain("unclosed-fence");
  });

  it("reports a heading whose record is gone", () => {
    const text = WHOLE.replace(`\`\`\`yaml\n${HEAD}`, `\`\`\`yam\n${HEAD}`);
    expect(idsOf(text)).toEqual([FIRST.id, LAST.id]);
    expect(read(text).findings).toContainEqual(expect.objectContaining({ code: "record-missing", id: MIDDLE.id }));
  });
});

describe("what is no record", () => {
  it("is left alone: other YAML, quoted records, prose", () => {
    const prose = `# Notes\n\n\`\`\`yaml\nname: a pipeline\nsteps: [a, b\n\`\`\`\n\n\`\`\`\`markdown\n${WHOLE}\`\`\`\`\n`;
    expect(read(prose)).toEqual({ records: [], findings: [] });
  });

  it("row 15: neither are conflict markers that a note quotes in a fence, or that a value holds", () => {
    const markers = "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other";
    const noted = read(`${WHOLE}\n\`\`\`text\n${markers}\n\`\`\`\n`);
    expect([noted.records.length, noted.findings]).toEqual([3, []]);
    const held = read(appendRecord(undefined, insight({ evidence: markers })));
    expect([held.records.length, held.findings]).toEqual([1, []]);
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
    expect(read(text).findings).toMatchObject([{ code: "conflict-markers", line, file: FILE }]);
  });

  it("within one record", () => {
    const sides = '<<<<<<< HEAD\nevidence: "Once"\n=======\nevidence: "Twice"\n>>>>>>> other';
    const text = WHOLE.replace('evidence: "Twice"', sides);
    expect(idsOf(text)).toEqual([FIRST.id, LAST.id]);
    expect(read(text).findings).toMatchObject([{ code: "conflict-markers" }]);
  });
});

describe("row 17: damage of merge=union", () => {
  it("duplicate keys in a header and in a record are errors, neither first nor last wins", () => {
    const doubled = WHOLE.replace("date: 2026-02-14", "date: 2026-02-14\ndate: 2026-02-15");
    expect(read(doubled)).toMatchObject({ records: { length: 3 }, findings: [] });
    expect(header(doubled)).toMatchObject({ data: {}, trouble: { line: 4, message: "the key date stands twice" } });
    const twice = WHOLE.replace('evidence: "Twice"', 'evidence: "Once"\nevidence: "Twice"');
    expect(idsOf(twice)).toEqual([FIRST.id, LAST.id]);
  });
});

describe("row 18 and 19: hostile sizes and depths end soon", () => {
  const numbered = (count: number, line: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => line(at)).join("\n");
  const laughs = [..."bcdefghi"].map((key, at) => `${key}: &${key} [${Array(9).fill(`*${"abcdefgh"[at]}`).join(",")}]`);
  const flood = (piece: string) => piece.repeat(64_000 / piece.length);
  it.each<[what: string, text: string]>([
    ["a header of 1 MB", `---\n${"a: b\n".repeat(200_000)}---\n${WHOLE}`],
    ["100 k short keys", fence(`${HEAD}\n${numbered(100_000, (at) => `k${at}: 1`)}`)],
    ["2 k short keys", fence(`${HEAD}\n${numbered(1_990, (at) => `k${at}: 1`)}`)],
    ["64 KB of blank lines in a header", `---\n${"\n".repeat(65_000)}---\n${WHOLE}`],
    ["a body of 100 k lines", `${WHOLE}\n${"a line of prose\n".repeat(100_000)}`],
    ["a record of 10 MB", fence(`${HEAD}\nevidence: "${"x".repeat(10_000_000)}"`)],
    ["a record of 900 KB on one line", fence(`${HEAD}\nevidence: "${"x \\n".repeat(220_000)}"`)],
    ["a header just under 64 KB of broken flow", `---\nx: [${"{a: ".repeat(16_000)}\n---\n${WHOLE}`],
    ["10 k nested lists", fence(`${HEAD}\nx: ${"[".repeat(10_000)}`)],
    ["10 k nested dashes", fence(`${HEAD}\nx:\n  ${"- ".repeat(5_000)}a`)],
    ["1 k nested keys", fence(`id: INS-20260214-BBBB2\n${numbered(1_000, (at) => `${" ".repeat(at)}a:`)}`)],
    ["350 nested keys", fence(`id: INS-20260214-BBBB2\n${numbered(350, (at) => `${" ".repeat(at)}a:`)}`)],
    ["350 nested lists", fence(`${HEAD}\nx:\n${numbered(250, (at) => `${" ".repeat(at)}-`)}`)],
    ["a million laughs", fence(`${HEAD}\na: &a [x,x,x,x,x,x,x,x,x]\n${laughs.join("\n")}`)],
    ["a thousand unclosed fences", "```yaml\nid: INS-20260214-BBBB2\n".repeat(1_000)],
    ["100 k back-ticks", `${"`".repeat(100_000)}\n${WHOLE}`],
    ...["[", "]", "{", "}", ",", "a,", "{a: ", "[]", "? ", "? - ", "&a ", "!!str ", '""', "'a' ", ": ", "@"].map(
      (piece): [string, string] => [`64 KB of ${piece}`, fence(`${HEAD}\nx: ${flood(piece)}`)],
    ),
    ["64 KB of keys in braces", fence(`${HEAD}\nx: {${numbered(9_000, (at) => `k${at},`).replaceAll("\n", "")}}`)],
    ["64 KB of items in brackets", fence(`${HEAD}\nx: [${flood("a,")}]`)],
    ["64 KB of wrong escapes", fence(`${HEAD}\nx: "${flood("\\q")}"`)],
    ["2 k lines of dashes", fence(`${HEAD}\n${"- - - - - - - -\n".repeat(1_990)}`)],
    ["2 k lines of block scalars", fence(`${HEAD}\n${"a: |\n".repeat(1_990)}`)],
  ])("row 18, row 19: %s", { tags: "sampled" }, (_, text) => {
    const start = cpuMs();
    const memory = process.memoryUsage().rss;
    const { records, findings } = read(text);
    header(text);
    expect(cpuMs() - start).toBeLessThan(1_000);
    expect(process.memoryUsage().rss - memory).toBeLessThan(300_000_000);
    expect(records.length + findings.length).toBeGreaterThan(0);
  });

  it("an alias bomb is a parse error at its line", () => {
    const bomb = "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]";
    expect(() => parseSafeYaml(bomb)).toThrow(YamlTrouble);
    expect(() => parseSafeYaml(bomb)).toThrow(/alias/);
  });
});

describe("row 20: no code from data", () => {
  it.each(["---js", "---json", "---constructor", "--- js", "----"])("row 20: %s opens no header", (open) => {
    const text = `${open}\n{"a": 1}\n---\n${WHOLE.split("---\n").at(-1)}`;
    expect(header(text)).toEqual({ data: {}, body: 0 });
    expect(read(text).records).toHaveLength(3);
  });

  it("a header that only starts like a closing line is not closed", () => {
    for (const line of ["----", "---foo", "--- "]) {
      const text = WHOLE.replace("date: 2026-02-14\n---", `date: 2026-02-14\n${line}`);
      expect(header(text).trouble).toMatchObject({ line: expect.any(Number) });
      expect(read(text).records).toHaveLength(3);
    }
  });

  it("headers of comments, lists or scalars do no harm", () => {
    for (const said of ["# mine", "", "- a", "just text", "__proto__: {polluted: 1}"]) {
      const text = WHOLE.replace("type: insights\ndate: 2026-02-14", said);
      expect(header(text).trouble === undefined).toBe(/^(#|$)/.test(said));
      expect(read(text)).toMatchObject({ records: { length: 3 }, findings: [] });
      expect({}).not.toHaveProperty("polluted");
    }
  });
});
