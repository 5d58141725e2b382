/** Whole files from three versions: records, daily logs, blocks of rules, and what stands around them. */
import { describe, expect, it } from "vitest";
import { defaultProfile } from "../../../src/settings.js";
import { isMergedHere, mergeFile } from "../../../src/store/merge/merge-file.js";
import { editRecord } from "../../../src/store/records/record-edit.js";
import { rounds } from "../../effort.js";
import fc from "../../properties.js";
import { A, B, C, D, edited, FILE, file, insight, LOG, read } from "./day-file.js";

const BASE = file(A, B);
const USE = { at: "2026-02-15T10:00:00Z", session: "s1", result: "worked" };
const SAID = { at: "2026-02-16T10:00:00Z", session: "s2", tier: "self" };
const STONE = edited(A, {
  ...{ insight: "[erased]", evidence: undefined, at_risk: undefined },
  erased: { at: "2026-02-20T10:00:00Z", by: "bridget" },
});

const MARKERS = /^<{7} ours\n[\s\S]*?^={7}\n[\s\S]*?^>{7} theirs\n/gm;
const swapped = (text: string) =>
  text.replace(/^(<{7} ours\n)([\s\S]*?)(^={7}\n)([\s\S]*?)(^>{7} theirs\n)/gm, "$1$4$3$2$5");

/** Merges both ways round; both must say the same but for what stands between markers. */
const merge = async (base: string, ours: string, theirs: string, path = FILE) => {
  const there = await mergeFile(path, base, ours, theirs);
  expect(swapped(await mergeFile(path, base, theirs, ours))).toBe(there);
  return there;
};
/** What is between markers. */
const marked = (text: string) => text.match(MARKERS) ?? [];

describe("files of records", () => {
  it.each<[string, string, string, string, string]>([
    ["two branches add to one day", file(A), file(A, B), file(A, C), file(A, B, C)],
    ["two branches begin one day", "", file(B, C), file(A), file(A, B, C)],
    ["one adds, the other does nothing", BASE, file(A, B, C), BASE, file(A, B, C)],
    ["picked before, and there once", "", file(A, B), file(A, C), file(A, B, C)],
    ["deleted beside an addition", BASE, file(B), file(A, B, C), file(B, C)],
    [
      "deleted beside an edit of another",
      BASE,
      file(A),
      file(edited(A, { tags: ["x"] }), B),
      file(edited(A, { tags: ["x"] })),
    ],
    ["erased, and worded anew", BASE, file(STONE, B), file(edited(A, { insight: "Other" }), B), file(STONE, B)],
    ["erased, and deleted", BASE, file(STONE, B), file(B), file(STONE, B)],
    ["erased, and born on both sides", "", file(STONE), file(A), file(STONE)],
    ["an empty version", BASE, "", BASE, ""],
    ["a version born on one side", "", BASE, "", BASE],
    [
      "fields next to one another, in different records",
      BASE,
      file(edited(A, { tags: ["ci"], said: [SAID] }), edited(B, { domain: "tests" })),
      file(edited(A, { domain: "ci", uses: [USE], insight: "Retries hide real faults" }), B),
      file(
        edited(A, { tags: ["ci"], said: [SAID], domain: "ci", uses: [USE], insight: "Retries hide real faults" }),
        edited(B, { domain: "tests" }),
      ),
    ],
    [
      "the same id added by both",
      file(B),
      file(B, edited(C, { uses: [USE], tags: ["a"] })),
      file(B, edited(C, { tags: ["b"] })),
      file(B, edited(C, { uses: [USE], tags: ["a", "b"] })),
    ],
  ])("%s", async (_, base, ours, theirs, expected) => {
    expect(await merge(base, ours, theirs)).toBe(expected);
  });

  it("a deletion against other words is for a person", async () => {
    const text = await merge(BASE, file(B), file(edited(A, { insight: "Retries hide real failures" }), B));
    expect(marked(text)).toHaveLength(1);
    expect(text).toContain("Retries hide real failures");
    expect(read(text).order).toEqual([B.id]);
    expect(read(text).findings.map(({ code }) => code)).toContain("conflict-markers");
  });

  it("other words on both sides are for a person, between markers around the field alone", async () => {
    const ours = file(edited(A, { evidence: "Four of five.", tags: ["ci"] }), B, C);
    const theirs = file(edited(A, { evidence: "Two of five.", domain: "tests" }), B);
    const text = await merge(BASE, ours, theirs);
    const [field] = marked(text);
    expect(field).toBe('<<<<<<< ours\nevidence: "Four of five."\n=======\nevidence: "Two of five."\n>>>>>>> theirs\n');
    expect(read(text).order).toEqual([B.id, C.id]);
    const decided = text.replace(MARKERS, 'evidence: "Four of five."\n');
    expect(decided).toBe(file(edited(A, { evidence: "Four of five.", tags: ["ci"], domain: "tests" }), B, C));
  });

  it("two entries that share an id by chance both stay, between markers", async () => {
    const twin = insight("AAAAA", "Something else entirely", { timestamp: "2026-02-14T23:00:00Z" });
    const text = await merge("", file(A, B), file(twin, B));
    expect(text).toContain("Something else entirely");
    expect(text).toContain("Retries hide flaky tests");
    expect(read(text).order).toEqual([B.id]);
  });

  it("a person's heading, prose around records and comments stay", async () => {
    const worded = BASE.replace(/^## INS-20260214-AAAAA.*$/m, "## INS-20260214-AAAAA · Retries, once more");
    const ours = worded.replace("## INS-20260214-BBBBB", "A word in between.\n\n## INS-20260214-BBBBB");
    const theirs = file(edited(A, { domain: "ci" }), B).replace("stakes: medium", "stakes: medium # asked twice");
    const text = await merge(BASE, ours, theirs);
    expect(text).toBe(
      file(edited(A, { domain: "ci" }), B)
        .replace("stakes: medium", "stakes: medium # asked twice")
        .replace(/^## INS-20260214-AAAAA.*$/m, "## INS-20260214-AAAAA · Retries, once more")
        .replace("## INS-20260214-BBBBB", "A word in between.\n\n## INS-20260214-BBBBB"),
    );
    const both = [{ tags: ["a"] }, { uses: [USE] }].map((more) => editRecord(text, A.id, more)) as [string, string];
    expect(await merge(text, ...both)).toContain("# asked twice");
  });

  it("prose that both sides changed is between markers, the records are whole", async () => {
    const ours = BASE.replace("# Insights · 2026-02-14", "# Insights of a long day");
    const theirs = file(A, edited(B, { tags: ["x"] })).replace("# Insights · 2026-02-14", "# Insights of a short day");
    const text = await merge(BASE, ours, theirs);
    expect(marked(text)).toHaveLength(1);
    expect(read(text).order).toEqual([A.id, B.id]);
    expect(text).toContain("tags:");
    const keys = ["sybil", "bridget"].map((who) => BASE.replace("---\n\n", `kept_by: ${who}\n---\n\n`));
    expect(marked(await merge(BASE, keys[0] ?? "", keys[1] ?? ""))).toHaveLength(1);
  });

  it("CRLF and a byte order mark survive", async () => {
    const windows = (text: string) => `\ufeff${text.replaceAll("\n", "\r\n")}`;
    const used = edited(A, { uses: [USE] });
    expect(await merge(windows(BASE), windows(file(used, B)), windows(file(A, B, C)))).toBe(windows(file(used, B, C)));
    expect(await merge(windows(BASE), windows(BASE), BASE)).toBe(BASE);
    expect(await mergeFile(FILE, BASE, windows(file(A, B, C)), file(used, B))).toBe(windows(file(used, B, C)));
    const [one = "", two, both] = [["a"], ["b"], ["a", "b"]].map((tags) => file(edited(A, { tags }), B));
    expect(await mergeFile(FILE, BASE, one.replace(/(?<=- "?a"?)\n/, "\r\n"), two ?? "")).toBe(both);
  });

  it("what cannot be cut or read is merged by its lines", async () => {
    const quote = `${BASE}\n## How a conflict looks\n\n\`\`\`text\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n\`\`\`\n`;
    const quoted = quote.replace("stakes: medium", "stakes: low");
    const lower = (text: string) => text.replace("# Insights", "# insights");
    expect(await mergeFile(FILE, quote, quoted, lower(quote))).toBe(lower(quoted));
    const earlier = BASE.replace("stakes: medium", "<<<<<<< a\nstakes: low\n=======\nstakes: medium\n>>>>>>> b");
    const text = await mergeFile(FILE, earlier, `${earlier}\nmore\n`, lower(earlier));
    for (const part of ["<<<<<<< a\nstakes: low", "more", "# insights"]) expect(text).toContain(part);
    const damaged = BASE.replace("stakes: medium", "stakes: medium\nstakes: high");
    const other = await merge(BASE, damaged, file(edited(A, { stakes: "low" }), B));
    expect(read(other).order).toEqual([B.id]);
    for (const part of ["stakes: low", "stakes: high"]) expect(other).toContain(part);
    const open = BASE.replace(/```\n$/, "");
    expect(await merge(open, open, `${open}x: 1\n`)).toBe(`${open}x: 1\n`);
  });

  it("whatever two branches do, no record is lost, none comes back, and it can be read", { tags: "more" }, async () => {
    const more = fc.record(
      {
        tags: fc.uniqueArray(fc.constantFrom("a", "b", "c"), { minLength: 1 }),
        uses: fc.constantFrom([USE], [USE, { ...USE, session: "s9" }]),
        evidence: fc.constantFrom("one", "two", "``` fenced"),
        status: fc.constantFrom("promoted", "superseded"),
        forgotten: fc.constant({ at: "2026-02-17T10:00:00Z", by: "bridget", tier: "owner" }),
      },
      { requiredKeys: [] },
    );
    const change = fc.record({
      a: fc.option(more, { freq: 4 }),
      b: fc.option(more, { freq: 4 }),
      add: fc.subarray([C, D]),
    });
    const textOf = ({ a, b, add }: typeof change extends fc.Arbitrary<infer T> ? T : never) =>
      file(...(a === null ? [] : [edited(A, a)]), ...(b === null ? [] : [edited(B, b)]), ...add);
    await fc.assert(
      fc.asyncProperty(change, change, async (one, two) => {
        const text = await merge(BASE, textOf(one), textOf(two));
        for (const { id } of [...one.add, ...two.add]) expect(text.split(`\nid: ${id}\n`)).toHaveLength(2);
        if (marked(text).length > 0) return;
        expect(await merge(BASE, text, BASE)).toBe(text);
        const { order, findings } = read(text);
        expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
        expect(order.includes(A.id)).toBe(one.a !== null && two.a !== null);
        expect(order.includes(B.id)).toBe(one.b !== null && two.b !== null);
      }),
      { numRuns: rounds(40, 200) },
    );
  });
});

describe("daily logs", () => {
  const log = (...bullets: string[]) => `# 2026-02-14\n\n${bullets.map((one) => `- ${one}\n`).join("")}`;

  it.each<[string, string[], string[], string[], string[]]>([
    ["both add", ["10:00 a"], ["10:00 a", "12:00 c"], ["10:00 a", "11:00 b"], ["10:00 a", "11:00 b", "12:00 c"]],
    ["both add by turns", [], ["10:00 a", "12:00 c"], ["11:00 b"], ["10:00 a", "11:00 b", "12:00 c"]],
    ["the same line is one", [], ["11:00 b", "12:00 c"], ["11:00 b"], ["11:00 b", "12:00 c"]],
    ["what one side took out", ["10:00 a", "11:00 b"], ["10:00 a"], ["10:00 a", "11:00 b"], ["10:00 a"]],
    [
      "lines that a person put in another order",
      ["10:00 b", "09:00 a"],
      ["10:00 b", "09:00 a", "11:00 c"],
      ["10:00 b"],
      ["10:00 b", "11:00 c"],
    ],
    ["lines beneath a bullet", [], ["12:00 c\n  on c"], ["11:00 b\n  on b"], ["11:00 b\n  on b", "12:00 c\n  on c"]],
    ["words beneath it", [], ["12:00 c\n\nZ came first."], ["11:00 b"], ["11:00 b", "12:00 c\n\nZ came first."]],
  ])("%s", async (_, base, ours, theirs, expected) => {
    expect(await merge(log(...base), log(...ours), log(...theirs), LOG)).toBe(log(...expected));
    if (base.length === 0) expect(await merge("", log(...ours), log(...theirs), LOG)).toBe(log(...expected));
  });

  it("every line that either side wrote, once, and none that either took out", { tags: "more" }, async () => {
    const lines = fc.uniqueArray(fc.integer({ min: 10, max: 40 }), { maxLength: 8 }).map((all) => all.sort());
    const text = (all: number[]) => log(...all.map((one) => `10:${one} line ${one}`));
    await fc.assert(
      fc.asyncProperty(lines, lines, lines, async (base, left, right) => {
        const kept = (one: number) => !base.includes(one) || (left.includes(one) && right.includes(one));
        const expected = [...new Set([...left, ...right])].filter(kept).sort();
        const merged = await merge(text(base), text(left), text(right), LOG);
        expect([...merged.matchAll(/line (\d+)$/gm)].map(([, one]) => Number(one)).sort()).toEqual(expected);
        expect(merged.startsWith("# 2026-02-14\n\n")).toBe(true);
      }),
      { numRuns: rounds(80, 1000) },
    );
  });
});

describe("blocks of rules", () => {
  const soul = (rules: string, above = "Be kind.", below = "") =>
    `# Soul\n\n${above}\n\n<!-- tenet:begin rules -->\n## Learned\n\n${rules}<!-- tenet:end rules -->\n${below}`;
  const [ONE, TWO, THREE] = ["- One <!-- A -->\n", "- Two <!-- B -->\n", "- Three <!-- C -->\n"];
  const NESTED = "  - But not in One <!-- D -->\n";

  it.each<[string, string, string, string, string]>([
    ["both add", soul(ONE), soul(ONE + TWO), soul(ONE + THREE), soul(ONE + THREE + TWO)],
    ["the same rule by both", soul(ONE), soul(ONE + TWO), soul(ONE + TWO), soul(ONE + TWO)],
    ["added by one, taken out by the other", soul(ONE), soul(ONE + TWO), soul(""), soul(TWO)],
    [
      "worded anew by both: both stand",
      soul(ONE),
      soul("- Won <!-- A -->\n"),
      soul("- Une <!-- A -->\n"),
      soul("- Une <!-- A -->\n- Won <!-- A -->\n"),
    ],
    [
      "an exception stays beneath its rule",
      soul(ONE + TWO),
      soul(ONE + NESTED + TWO),
      soul(ONE + TWO + THREE),
      soul(ONE + NESTED + TWO + THREE),
    ],
    [
      "what people write around it",
      soul(ONE),
      soul(ONE, "Be very kind."),
      soul(TWO, "Be kind.", "\nThe end.\n"),
      soul(TWO, "Be very kind.", "\nThe end.\n"),
    ],
    ["the block begun by both", "# Soul\n\nBe kind.\n", soul(ONE), soul(TWO), soul(ONE + TWO)],
    [
      "the block taken out on one side",
      soul(ONE),
      "# Soul\n\nBe kind.\n",
      soul(ONE, "Be very kind."),
      "# Soul\n\nBe very kind.\n",
    ],
  ])("%s", async (_, base, ours, theirs, expected) => {
    expect(await merge(base, ours, theirs, "SOUL.md")).toBe(expected);
  });

  it("a person's sentence that both changed is between markers", async () => {
    const text = await merge(soul(ONE), soul(ONE + TWO, "Be calm."), soul(ONE + THREE, "Be quick."), "SOUL.md");
    expect(marked(text)).toEqual(["<<<<<<< ours\nBe calm.\n=======\nBe quick.\n>>>>>>> theirs\n"]);
    expect(text).toContain(THREE + TWO);
  });
});

it("results of golden questions are joined by time", async () => {
  const path = "memory/eval/runs.jsonl";
  const line = (hour: number, id: string) => `{"at":"2026-02-15T0${hour}:00:00Z","id":"${id}"}\n`;
  const base = line(1, "a") + line(2, "b");
  expect(await merge(base, base + line(4, "c"), line(2, "b") + line(3, "d"), path)).toBe(
    line(2, "b") + line(3, "d") + line(4, "c"),
  );
  expect(await merge(base, line(2, "b"), line(1, "a"), path)).toBe("");
});

it.each([
  ["memory/2026-02-14.md", true],
  ["memory/contacts/jane/2026-02-14.md", true],
  ["memory/learning/corrections/2026-02-14.md", true],
  ["memory/learning/insights/2026-02/INS-20260214-AAAAA.md", true],
  ["memory/eval/runs.jsonl", true],
  ["SOUL.md", true],
  ["memory/eval/other.jsonl", false],
  ["memory/learning/index.md", false],
  ["memory/notes.md", false],
  ["memory/working/2026-02-14.md", false],
  ["memory/learning/corrections/2026-02-14.md.orig", false],
])("%s is merged here: %s", (path, expected) => {
  expect(isMergedHere(path, defaultProfile().files)).toBe(expected);
});
