import { describe, expect, it } from "vitest";
import type { Entry, Patch } from "../../src/entry/entry.js";
import { appendRecord, editRecord } from "../../src/store/records/record-edit.js";
import { parseRecordFile } from "../../src/store/records/record-parse.js";
import { rounds } from "../effort.js";
import fc from "../properties.js";
import { anyEntry } from "./any-entry.js";
import { correction, insight, outcome } from "./entries.js";

const ID = "INS-20260214-M2XBA";
const [FIRST, OUT] = ["COR-20260215-K7Q2X", "OUT-20260220-T4ZW9"];
const FILE = "memory/learning/insights/2026-02-14.md";

/** A file as a person keeps it: comments, block scalars, odd indents, prose, a record without heading. */
const BY_HAND = `\ufeff---
# kept by hand
type: insights
date: 2026-02-14
---

# Insights · 2026-02-14

Some prose of mine.

## INS-20260214-M2XBA · npm install changes lockfiles in CI

A word about it.

\`\`\`\`yaml
# the record
type: insight
id: INS-20260214-M2XBA # its name
timestamp: 2026-02-14T10:30:00+01:00
agent: sybil
insight: >-
  npm install in CI changes the lockfile
evidence: |
  Two builds differed:
  \`\`\`
  a != b
  \`\`\`

stakes: medium # think again
at_risk: 'Builds that can''t be repeated'
tags: [ci, npm] # flow
linked:
  # mine
  - COR-20260215-K7Q2X # first
  - COR-20260215-AAAAB
x_mine: {a: 1, b: [2, 3]}
evolution:
  - at: 2026-02-14T13:00:00Z
    text: "also on Windows" # seen there
  - "2026-02-14 15:00 — and on macOS"
status: active
\`\`\`\`

---

\`\`\`yaml
type: insight
id: INS-20260214-ZZZZ9
timestamp: 2026-02-14T10:30:00Z
insight: "another"
evidence: "none"
stakes: low
at_risk: "x"
\`\`\`
The end, without a line end.`;

function entryOf(text: string, id = ID): Entry {
  const found = parseRecordFile(text, FILE, { agent: "main" }).records.find((record) => record.entry.id === id);
  if (found === undefined) throw new Error(`no ${id}`);
  return found.entry;
}

/** Lines only one of two texts has, as a diff would show them. */
function diff(before: string, after: string): { gone: string[]; come: string[] } {
  const old = before.split("\n");
  const next = after.split("\n");
  let head = 0;
  while (head < old.length && old[head] === next[head]) head++;
  let tail = 0;
  while (tail < Math.min(old.length, next.length) - head && old.at(-1 - tail) === next.at(-1 - tail)) tail++;
  return { gone: old.slice(head, old.length - tail), come: next.slice(head, next.length - tail) };
}

const plain = appendRecord(undefined, insight());
const also = "also on Windows";
const GROWN = [
  { at: "2026-02-14T13:00:00Z", text: also },
  { at: "2026-02-14T15:00:00Z", text: "and on macOS" },
  { at: "2026-02-15T08:00:00Z", text: "and here" },
];

/** What is changed, the lines that go, and the lines that come in their place. */
const EDITS: [what: string, patch: Patch, gone: string, come: string][] = [
  ["a word with a comment", { stakes: "high" }, "stakes: medium # think again", "stakes: high # think again"],
  ["a single-quoted text", { at_risk: "Drift" }, "at_risk: 'Builds that can''t be repeated'", 'at_risk: "Drift"'],
  [
    "a folded block",
    { insight: "npm ci" },
    "insight: >-\n  npm install in CI changes the lockfile",
    'insight: "npm ci"',
  ],
  [
    "a literal block with a fence in it",
    { evidence: "three builds" },
    "evidence: |\n  Two builds differed:\n  ```\n  a != b\n  ```",
    'evidence: "three builds"',
  ],
  ["a flow list", { tags: ["ci", "npm", "lock"] }, "tags: [ci, npm] # flow", "tags: [ci, npm, lock] # flow"],
  ["a list with comments and one item more", { linked: [FIRST, "COR-20260215-AAAAB", OUT] }, "", `  - ${OUT}`],
  ["a list with comments and one item less", { linked: ["COR-20260215-AAAAB"] }, `  - ${FIRST} # first`, ""],
  ["a new field in schema order", { scope: "user" }, "", "scope: user"],
  ["a new list", { triggers: ["npm install"] }, "", 'triggers:\n  - "npm install"'],
  ["a field gone", { at_risk: undefined }, "at_risk: 'Builds that can''t be repeated'", ""],
  ["a list gone", { tags: [] }, "tags: [ci, npm] # flow", ""],
  ["a field that was only assumed", { tier: "peer" }, "", "tier: peer"],
  ["the status at the end", { status: "superseded" }, "status: active", "status: superseded"],
  [
    "one more item of an evolution",
    { evolution: GROWN },
    '  - "2026-02-14 15:00 — and on macOS"',
    `  - at: 2026-02-14T15:00:00Z
    text: "and on macOS"
  - at: 2026-02-15T08:00:00Z
    text: "and here"`,
  ],
];

describe("row 14: editing a record", () => {
  it("lays out anew a record in a layout that is nobody's own: comments, quotes and what it does not know stay", () => {
    const rows = [
      "  # a note",
      "  type:   insight",
      `  id: ${ID}   # its name`,
      "  timestamp: 2026-02-14T09:30:00Z",
      "  insight: >-",
      "    x",
      "    y",
      "  linked:",
      "  # mine",
      `  - ${FIRST}`,
      "  build: 1.10",
      "  x_mine: { a: 'b' }",
    ];
    const anew = `# a note\ntype: insight\nid: ${ID} # its name\ntimestamp: 2026-02-14T09:30:00Z\ninsight: >-\n  x y\nstakes: high\nlinked:\n  # mine\n  - ${FIRST}\nbuild: 1.10\nx_mine: {a: 'b'}`;
    const fenced = (body: string) => `## One\n\n\`\`\`yaml\n${body}\n\`\`\`\n`;
    expect(editRecord(fenced(rows.join("\n")), ID, { stakes: "high" })).toBe(fenced(anew));
  });

  it.each(EDITS)("row 14: changes only the lines of %s, in LF and in CRLF", (_, patch, gone, come) => {
    for (const eol of ["\n", "\r\n"]) {
      const before = BY_HAND.replaceAll("\n", eol);
      const after = editRecord(before, ID, patch);
      const shown = diff(BY_HAND, after.replaceAll("\r\n", "\n"));
      expect([shown.gone.join("\n"), shown.come.join("\n")]).toEqual([gone, come]);
      expect(after).toMatch(/^\ufeff---[\s\S]*without a line end\.$/);
      if (eol === "\r\n") expect(after.replaceAll("\r\n", "")).not.toContain("\n");
      const meant: Record<string, unknown> = { ...entryOf(before), ...patch };
      for (const [field, value] of Object.entries(patch)) {
        if (value === undefined || (Array.isArray(value) && value.length === 0)) delete meant[field];
      }
      const { status: _, ...said } = meant;
      expect(entryOf(after)).toEqual(said);
      expect(entryOf(after, "INS-20260214-ZZZZ9")).toEqual(entryOf(before, "INS-20260214-ZZZZ9"));
    }
  });

  it("changes nothing where nothing changes: identical text", () => {
    const same = { stakes: "medium", linked: ["COR-20260215-K7Q2X", "COR-20260215-AAAAB"], scope: undefined };
    expect(editRecord(BY_HAND, ID, same)).toBe(BY_HAND);
    expect(editRecord(BY_HAND, ID, {})).toBe(BY_HAND);
  });

  it("moves a heading along only while it is the one tenet wrote", () => {
    expect(editRecord(plain, ID, { insight: "Use npm ci" })).toContain(`## ${ID} · Use npm ci\n`);
    const edited = plain.replace(/^## .*$/m, `## ${ID}: my words`);
    expect(editRecord(edited, ID, { insight: "Use npm ci" })).toContain(`## ${ID}: my words\n`);
  });

  it("reads what looks like a number as the text it is, and unknown fields as they are typed", () => {
    const evolution = [{ at: "2026-02-15T00:00:00Z", text: "x" }];
    const numbers = appendRecord(undefined, insight({ tags: ["a"], evolution }))
      .replace("  - a\n", "  - 1.10\n")
      .replace('text: "x"', "text: 1e3")
      .replace("stakes:", "x_mine: {at: 1.10}\nstakes:");
    expect(entryOf(numbers)).toMatchObject({ tags: ["1.10"], evolution: [{ text: "1e3" }], x_mine: { at: 1.1 } });
    expect(editRecord(numbers, ID, { seen: 1 })).toContain("  - 1.10\n");
  });

  it("leaves each line end around the record, in a file that mixes them", () => {
    const around = (text: string, of: string) => `one\r\ntwo\n\r\n${text.replaceAll("\n", of)}three\r\nfour\n`;
    for (const eol of ["\n", "\r\n"]) {
      const after = editRecord(around(plain, eol), ID, { tier: "peer", stakes: "low" });
      const meant = plain.replace("tier: self", "tier: peer").replace("stakes: medium", "stakes: low");
      expect(after).toBe(around(meant, eol));
    }
  });

  it("keeps comments, and the last line of a block scalar that looks like one", () => {
    const note = "\n# between\n\n# another\n";
    const styled = plain
      .replace("stakes: medium\n", `stakes: medium${note}`)
      .replace(/^evidence: .*$/m, "evidence: |\n  a\n  # b");
    const after = editRecord(styled, ID, { stakes: "high", evidence: "c" });
    const meant = styled.replace("evidence: |\n  a\n  # b", 'evidence: "c"').replace("stakes: medium", "stakes: high");
    expect(after).toBe(meant);
  });

  it("keeps every digit and letter of fields that it does not know", () => {
    const more = "# mine\nx_big: 12345678901234567890\nx_flow: {a: 1.10, b: yes, c: ~}\nx_tag: !!str 5\nx_none:";
    const styled = plain.replace(/^at_risk: .*$/m, `$&\n${more}`);
    expect(editRecord(styled, ID, { stakes: "high" })).toBe(styled.replace("stakes: medium", "stakes: high"));
  });

  it("refuses what could not be read again, before a byte is written", () => {
    const evidence = "x".repeat(70_000);
    const refusal = expect.objectContaining({ failure: "conflict", message: expect.stringMatching(/64 KB/) });
    expect(() => editRecord(plain, ID, { evidence })).toThrowError(refusal);
  });

  it("lengthens the fence when a new value needs it", () => {
    const after = editRecord(plain, ID, { evidence: "it printed ````" });
    expect(after).toContain("`````yaml\n");
    expect(entryOf(after)).toMatchObject({ evidence: "it printed ````" });
  });

  it("rewrites a record in flow style, unknown fields included", () => {
    const flow = `\`\`\`yaml\n{type: insight, id: ${ID}, timestamp: 2026-02-14T10:30:00Z, insight: a, evidence: b, stakes: low, at_risk: c, x_mine: 1}\n\`\`\`\n`;
    expect(entryOf(editRecord(flow, ID, { seen: 1 }))).toMatchObject({ seen: 1, x_mine: 1, insight: "a" });
  });

  it("gives back what it was asked to hold, for any entry and any change of it", { tags: "proof" }, () => {
    fc.assert(
      fc.property(anyEntry, anyEntry, fc.boolean(), fc.boolean(), (first, second, crlf, bare) => {
        fc.pre(first.type === second.type);
        const other = correction({ id: "COR-20260215-ZZZZ9" });
        const rendered = appendRecord(appendRecord(undefined, first), other);
        const ended = bare ? rendered.replace(/\n$/, "") : rendered;
        const before = crlf ? ended.replaceAll("\n", "\r\n") : ended;
        const patch: Patch = {
          ...Object.fromEntries(Object.keys(first).map((field) => [field, undefined])),
          ...second,
          id: first.id,
        };
        const after = editRecord(before, first.id, patch);
        const read = parseRecordFile(after, FILE, { agent: "nobody" }).records.map((record) => record.entry);
        expect(read).toEqual([{ ...second, id: first.id }, other]);
        if (crlf) expect(after.replaceAll("\r\n", "")).not.toContain("\n");
        expect(editRecord(after, first.id, second as Patch)).toBe(after);
      }),
      { numRuns: rounds(60, 300) },
    );
  });
});

describe("adding to a file", () => {
  it("keeps BOM, line ends and everything before", () => {
    for (const before of [BY_HAND, BY_HAND.replaceAll("\n", "\r\n")]) {
      const after = appendRecord(before, insight({ id: "INS-20260214-QQQQ7" }));
      expect(after.startsWith(before)).toBe(true);
      if (before.includes("\r")) expect(after.replaceAll("\r\n", "")).not.toContain("\n");
      expect(parseRecordFile(after, FILE, { agent: "main" }).records).toHaveLength(3);
    }
  });

  it("starts a file that is empty or holds only a BOM", () => {
    expect(appendRecord("", outcome())).toBe(appendRecord(undefined, outcome()));
    expect(appendRecord("\ufeff", outcome()).startsWith("\ufeff---\n")).toBe(true);
  });
});

describe("a record that cannot be edited", () => {
  const refused = (text: string, failure: string, says: RegExp, id = ID) => {
    const refusal = expect.objectContaining({ failure, message: expect.stringMatching(says) });
    expect(() => editRecord(text, id, { seen: 1 }, FILE)).toThrowError(refusal);
  };

  it("is named: absent, twice there, broken", () => {
    refused(BY_HAND, "not-found", /NONE1/, "INS-20260214-NONE1");
    refused(appendRecord(plain, insight()), "conflict", /2026-02-14\.md:\d+ and .*:\d+/);
    refused(plain.replace("stakes: medium", "stakes: medium\nstakes: low"), "conflict", /2026-02-14\.md:/);
  });

  it("row 15: stands in a file with conflict markers", () => {
    const conflict = "\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n";
    refused(`${plain}${conflict}`, "conflict", /2026-02-14\.md:\d+ holds unresolved/);
  });
});
