import { describe, expect, it } from "vitest";
import { mergeFile, mergesByMeaning } from "../../../src/store/merge/merge-file.js";
import { mergeLines, renderLines } from "../../../src/store/merge/merge-lines.js";
import { appendRecord, editRecord } from "../../../src/store/records/record-edit.js";
import { rounds } from "../../effort.js";
import fc from "../../properties.js";
import { A, B, C, FILE, file, insight, LOG, read } from "./day-file.js";

const BASE = file(A, B);

/** Merges both ways round; both must say the same but for what stands between markers. */
const merge = (base: string, ours: string, theirs: string, path = FILE) => {
  const there = mergeFile(path, base, ours, theirs);
  const back = mergeFile(path, base, theirs, ours);
  expect(back.conflicts).toEqual(there.conflicts);
  if (there.conflicts.length === 0) expect(back.text).toBe(there.text);
  return there;
};

const clean = (base: string, ours: string, theirs: string) => {
  const { text, conflicts } = merge(base, ours, theirs);
  expect(conflicts).toEqual([]);
  expect(text).not.toMatch(/^[<>=]{7}/m);
  return text;
};

const edited = (id: string, patch: Parameters<typeof editRecord>[2]) => editRecord(BASE, id, patch);

describe("row 16: merges keep both", () => {
  it.each<[string, string, string, string, string]>([
    ["two branches add to one day file", file(A), file(A, B), file(A, C), file(A, B, C)],
    ["two branches begin one day file", "", file(B, C), file(A), file(A, B, C)],
    ["one branch adds, the other does nothing", BASE, file(A, B, C), BASE, file(A, B, C)],
    ["a record picked onto the other branch before is there once", "", file(A, B), file(A, C), file(A, B, C)],
    ["deleted stays deleted, beside an addition", BASE, file(B), file(A, B, C), file(B, C)],
    [
      "deleted stays deleted, beside an edit of another",
      BASE,
      file(A),
      edited(A.id, { tags: ["x"] }),
      editRecord(file(A), A.id, { tags: ["x"] }),
    ],
    [
      "deleted stays deleted when the other side only counted it",
      BASE,
      file(B),
      edited(A.id, { seen: 4, linked: [B.id], stick: { verdict: "held", at: "2026-02-20T10:00:00Z" } }),
      file(B),
    ],
    ["records moved by hand stand as they did, a new one at the end", BASE, file(B, A), file(A, C, B), file(A, B, C)],
    ["row 14: an empty version", BASE, "", BASE, ""],
    ["row 14: a version born on one side", "", BASE, "", BASE],
  ])("row 16: %s", (_, base, ours, theirs, expected) => {
    expect(clean(base, ours, theirs)).toBe(expected);
  });

  it("row 16: edits of different entries and fields, also of neighbouring lines, merge by field", () => {
    const ours = editRecord(edited(A.id, { tags: ["ci"], seen: 3 }), B.id, { domain: "tests" });
    const theirs = edited(A.id, { seen: 2, linked: [B.id], outcome: "mixed", outcome_date: "2026-02-21T10:00:00Z" });
    const { entries } = read(clean(BASE, ours, theirs));
    const outcome = { outcome: "mixed", outcome_date: "2026-02-21T10:00:00Z" };
    expect(entries[A.id]).toEqual({ ...A, tags: ["ci"], seen: 5, linked: [B.id], ...outcome });
    expect(entries[B.id]).toEqual({ ...B, domain: "tests" });
  });

  it("row 16: a deletion against a changed text is for a person", () => {
    const { text, conflicts } = merge(BASE, file(B), editRecord(BASE, A.id, { insight: "Retries hide real failures" }));
    expect(conflicts).toEqual([{ what: "record", id: A.id }]);
    expect(text).toContain("Retries hide real failures");
    const { order, findings } = read(text);
    expect(order).toEqual([B.id]);
    expect(findings.map(({ code }) => code)).toContain("conflict-markers");
  });

  it("row 16: the same entry edited on both sides is surfaced, with markers around those fields alone, in their order", () => {
    const ours = edited(A.id, { insight: "one", evidence: "Four of five.", tags: ["ci"] });
    const theirs = edited(A.id, { insight: "two", evidence: "Two of five.", domain: "tests" });
    const { text, conflicts } = merge(BASE, ours, theirs);
    // A heading that follows the claim is no conflict of its own.
    expect(conflicts).toEqual(["insight", "evidence"].map((field) => ({ what: "field", id: A.id, field })));
    expect([...text.matchAll(/^<<<<<<< ours\n(\w+):/gm)].map(([, field]) => field)).toEqual(["insight", "evidence"]);
    expect(text).toContain(
      '\n<<<<<<< ours\nevidence: "Four of five."\n=======\nevidence: "Two of five."\n>>>>>>> theirs\n',
    );
    expect(read(text).order).toEqual([B.id]);
    const decided = text.replace(/^<<<<<<< ours\n(.*)\n=======\n.*\n>>>>>>> theirs\n/gm, "$1\n");
    const ends = { insight: "one", evidence: "Four of five.", tags: ["ci"], domain: "tests" };
    expect(read(decided).entries[A.id]).toEqual({ ...A, ...ends });
  });

  it("row 16: two entries that share an id by chance stay apart", () => {
    const twin = insight("AAAAA", "Something else entirely", { timestamp: "2026-02-14T23:00:00Z" });
    const { text, conflicts } = merge("", file(A), file(twin));
    expect(conflicts).toEqual([{ what: "record", id: A.id }]);
    expect(text).toContain("Something else entirely");
    expect(text).toContain("Retries hide flaky tests");
  });

  it("row 16: a heading that a person wrote, prose around records, and comments are kept", () => {
    const worded = BASE.replace(/^## INS-20260214-AAAAA.*$/m, "## INS-20260214-AAAAA · Retries, once more");
    const ours = worded.replace("## INS-20260214-BBBBB", "A word in between.\n\n## INS-20260214-BBBBB");
    const theirs = editRecord(BASE, A.id, { tags: ["ci"] })
      .replace('domain: "x"', "")
      .replace("stakes: medium", "stakes: medium # asked twice");
    const text = clean(BASE, ours, theirs);
    expect(text).toContain("· Retries, once more\n");
    expect(text).toContain("\nA word in between.\n\n## INS-20260214-BBBBB");
    expect(text).toContain("# asked twice");
    expect(read(text).entries[A.id]).toEqual({ ...A, tags: ["ci"] });
  });

  it("row 16: prose that both sides changed is a conflict around it alone", () => {
    const ours = BASE.replace("# Insights · 2026-02-14", "# Insights of a long day");
    const theirs = editRecord(BASE.replace("# Insights · 2026-02-14", "# Insights of a short day"), B.id, {
      tags: ["x"],
    });
    const { text, conflicts } = merge(BASE, ours, theirs);
    expect(conflicts).toEqual([{ what: "prose" }]);
    expect(read(text).entries[B.id]).toMatchObject({ tags: ["x"] });
  });

  it("row 14: CRLF, byte order mark and a missing final line end survive", () => {
    const windows = (text: string) => `\ufeff${text.replaceAll("\n", "\r\n")}`;
    const ours = windows(editRecord(BASE, A.id, { seen: 1 }));
    const theirs = windows(file(A, B, C));
    const text = clean(windows(BASE), ours, theirs);
    expect(text).toBe(windows(editRecord(file(A, B, C), A.id, { seen: 1 })));
    expect(clean(windows(BASE), windows(BASE), BASE)).toBe(BASE);
    expect(clean(BASE, file(A, B, C), windows(BASE))).toBe(windows(file(A, B, C)));
    expect(clean(BASE.trimEnd(), BASE.trimEnd(), file(A, B, C))).toBe(file(A, B, C));
  });

  it("row 15: a text that quotes markers in a fence is no conflict", () => {
    const quote = `${BASE}\n## How a conflict looks\n\n\`\`\`text\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n\`\`\`\n`;
    const text = mergeFile(FILE, quote, editRecord(quote, A.id, { seen: 1 }), editRecord(quote, A.id, { seen: 2 }));
    expect(text.conflicts).toEqual([]);
    expect(read(text.text).entries[A.id]).toMatchObject({ seen: 3 });
  });

  it("row 15: versions with markers of an earlier merge are only merged by line", () => {
    const marked = BASE.replace("stakes: medium", "<<<<<<< a\nstakes: low\n=======\nstakes: medium\n>>>>>>> b");
    const other = marked.replace("# Insights", "# insights");
    const { text, conflicts } = mergeFile(FILE, marked, `${marked}\nmore\n`, other);
    expect(conflicts).toEqual([]);
    expect(text).toContain("<<<<<<< a\nstakes: low");
    expect(text).toContain("more");
    expect(text).toContain("# insights");
  });

  it("row 17: a record broken by a union merge is not mended by guessing", () => {
    const damaged = BASE.replace("stakes: medium", "stakes: medium\nstakes: high");
    const { text, conflicts } = merge(BASE, damaged, editRecord(BASE, A.id, { stakes: "low" }));
    expect(conflicts).toEqual([{ what: "record", id: A.id }]);
    expect(text).toContain("stakes: low");
    expect(text).toContain("stakes: high");
    expect(read(text).order).toEqual([B.id]);
  });

  it("row 17: a front matter with keys of both sides is a conflict, never one of them in silence", () => {
    const ours = BASE.replace("date: 2026-02-14", "date: 2026-02-14\nkept_by: sybil");
    const theirs = BASE.replace("date: 2026-02-14", "date: 2026-02-14\nkept_by: bridget");
    expect(merge(BASE, ours, theirs).conflicts).toEqual([{ what: "prose" }]);
  });

  it("an unclosed fence or an id that stands twice leaves the file to its lines", () => {
    const open = BASE.replace(/```\n$/, "");
    expect(merge(open, open, `${open}x: 1\n`).text).toBe(`${open}x: 1\n`);
    const twice = `${BASE}\n${BASE.slice(BASE.indexOf("## INS-20260214-AAAAA"))}`;
    expect(merge(twice, twice, twice.replace("# Insights", "# insights")).text).toContain("# insights");
  });

  it("what two branches do to one file never loses a record and is the same either way round", {
    tags: "proof",
  }, () => {
    const change = fc.record({
      add: fc.subarray(["DDDDD", "EEEEE", "FFFFF"]),
      side: fc.constantFrom("x", "y"),
      patches: fc.array(
        fc.tuple(
          fc.constantFrom(A.id, B.id),
          fc.oneof(
            fc.record({ seen: fc.integer({ min: 1, max: 4 }) }),
            fc.record({ tags: fc.uniqueArray(fc.constantFrom("a", "b", "c")) }),
            fc.record({ evidence: fc.constantFrom("one", "two", "``` fenced") }),
            fc.record({ status: fc.constantFrom("promoted", "superseded", "forgotten") }),
          ),
        ),
        { maxLength: 3 },
      ),
      drop: fc.option(fc.constantFrom(A.id, B.id), { freq: 4 }),
    });
    const apply = ({ add, side, patches, drop }: typeof change extends fc.Arbitrary<infer T> ? T : never) => {
      let text = file(...[A, B].filter(({ id }) => id !== drop));
      for (const [id, patch] of patches) if (id !== drop) text = editRecord(text, id, patch);
      for (const tail of add)
        text = appendRecord(
          text,
          insight(tail, `An idea of side ${side}`, {
            id: `INS-20260214-${tail.slice(1)}${side.toUpperCase()}`,
            session: side,
          }),
        );
      return text;
    };
    fc.assert(
      fc.property(change, change, (one, two) => {
        const [ours, theirs] = [apply({ ...one, side: "x" }), apply({ ...two, side: "y" })];
        const { text, conflicts } = merge(BASE, ours, theirs);
        for (const { side, add } of [
          { side: "X", add: one.add },
          { side: "Y", add: two.add },
        ]) {
          for (const tail of add) expect(text).toContain(`id: INS-20260214-${tail.slice(1)}${side}`);
        }
        if (conflicts.length > 0) return;
        const { order, findings } = read(text);
        expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
        const dropped = new Set([one.drop, two.drop]);
        expect(new Set(order.filter((id) => id === A.id || id === B.id))).toEqual(
          new Set([A.id, B.id].filter((id) => !dropped.has(id))),
        );
        expect(clean(BASE, text, BASE)).toBe(text);
        expect(text).toMatch(/\n$/);
      }),
      { numRuns: rounds(80, 400) },
    );
  });
});

describe("daily logs", () => {
  const log = (...bullets: string[]) => `# 2026-02-14\n\n${bullets.map((one) => `- ${one}\n`).join("")}`;

  it.each<[string, string[], string[], string[], string[]]>([
    ["both add", ["10:00 a"], ["10:00 a", "12:00 c"], ["10:00 a", "11:00 b"], ["10:00 a", "11:00 b", "12:00 c"]],
    ["both begin, and the same line is one", [], ["11:00 b", "12:00 c"], ["11:00 b"], ["11:00 b", "12:00 c"]],
    ["what one side took out stays out", ["10:00 a", "11:00 b"], ["10:00 a"], ["10:00 a", "11:00 b"], ["10:00 a"]],
    ["same minute, by text", [], ["10:00 b"], ["10:00 a"], ["10:00 a", "10:00 b"]],
    [
      "lines under a bullet stay with it",
      [],
      ["12:00 c\n  on c"],
      ["11:00 b\n  on b"],
      ["11:00 b\n  on b", "12:00 c\n  on c"],
    ],
    [
      "so do words that a person wrote beneath it",
      [],
      ["12:00 c\n\nZ came first.\nA came last."],
      ["11:00 b"],
      ["11:00 b", "12:00 c\n\nZ came first.\nA came last."],
    ],
  ])("%s", (_, base, ours, theirs, expected) => {
    const { text, conflicts } = merge(log(...base), log(...ours), log(...theirs), LOG);
    expect(conflicts).toEqual([]);
    expect(text).toBe(log(...expected));
  });

  it("row 17: a union keeps every line that either side wrote, once, and no line that either removed", {
    tags: "more",
  }, () => {
    const lines = fc
      .uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 8 })
      .map((all) => all.sort((a, b) => a - b));
    const text = (all: number[]) =>
      log(...all.map((one) => `${10 + Math.floor(one / 6)}:${(one % 6) * 10 || "00"} line ${one}`));
    fc.assert(
      fc.property(lines, lines, lines, (base, left, right) => {
        const { text: merged } = merge(text(base), text(left), text(right), LOG);
        const kept = [...merged.matchAll(/line (\d+)$/gm)].map(([, one]) => Number(one));
        const expected = new Set(
          [...left, ...right].filter((one) => !base.includes(one) || (left.includes(one) && right.includes(one))),
        );
        expect(new Set(kept)).toEqual(expected);
        expect(kept.length).toBe(expected.size);
        expect(merged.startsWith("# 2026-02-14\n\n")).toBe(true);
      }),
      { numRuns: rounds(80, 1000) },
    );
  });
});

describe("lines", () => {
  it.each<[string, string, string, string]>([
    ["abc", "abc", "abc", "abc"],
    ["abc", "aXc", "abc", "aXc"],
    ["abc", "abc", "abcd", "abcd"],
    ["abcde", "aXcde", "abcdY", "aXcdY"],
    ["abc", "ac", "abc", "ac"],
    ["abc", "bc", "ab", "b"],
    ["", "ab", "", "ab"],
    ["abc", "aXc", "aXc", "aXc"],
    ["abcdef", "cdef", "abcdefg", "cdefg"],
  ])("%s with %s and %s is %s", (base, ours, theirs, expected) => {
    const { lines, conflicts } = renderLines(mergeLines([...base], [...ours], [...theirs]));
    expect([lines.join(""), conflicts]).toEqual([expected, 0]);
  });

  it("long texts that share little still end, with all lines kept", () => {
    const many = (prefix: string) => Array.from({ length: 5000 }, (_, at) => `${prefix}${at}`);
    const base = many("b");
    const ours = base.flatMap((line, at) => (at % 7 === 0 ? [line, `o${at}`] : [line]));
    const theirs = base.flatMap((line, at) => (at % 14 === 5 ? [line, `t${at}`] : [line]));
    const { lines, conflicts } = renderLines(mergeLines(base, ours, theirs));
    expect(conflicts).toBe(0);
    expect(lines.length).toBe(5000 + Math.ceil(5000 / 7) + Math.ceil((5000 - 5) / 14));
  });
});

describe("which files are merged by meaning", () => {
  it.each([
    ["memory/2026-02-14.md", true],
    ["agents/sybil/memory/2026-02-14.md", true],
    ["memory/learning/corrections/2026-02-14.md", true],
    ["memory/learning/insights/2026-02/INS-20260214-AAAAA.md", true],
    ["memory/learning/index.md", false],
    ["memory/notes.md", false],
    ["SOUL.md", false],
    ["memory/working/2026-02-14.md", false],
    ["memory/learning/corrections/2026-02-14.md.orig", false],
  ])("%s: %s", (path, expected) => {
    expect(mergesByMeaning(path)).toBe(expected);
  });
});
