import { format } from "prettier";
import { describe, expect, it } from "vitest";
import { type EntryType, RECORD_TYPES } from "../../src/entry/record-types.js";
import { appendRecord } from "../../src/store/records/record-edit.js";
import { parseRecordFile } from "../../src/store/records/record-parse.js";
import { rounds } from "../effort.js";
import fc from "../properties.js";
import { anyEntry } from "./any-entry.js";
import { correction, insight } from "./entries.js";

function fileOf(entry: { type: EntryType; id: string }): string {
  const digits = entry.id.slice(4, 12);
  return `${RECORD_TYPES[entry.type].folder}/${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}.md`;
}

describe("a record written by tenet", () => {
  it("looks like the documented one", () => {
    const tags = ["build", "yes", "two words"];
    expect(appendRecord(undefined, correction({ linked: ["INS-20260214-M2XBA"], tags }))).toBe(`---
type: corrections
date: 2026-02-15
---

# Corrections · 2026-02-15

## COR-20260215-K7Q2X · Time is never an issue for AI agents, so do it right

\`\`\`yaml
type: correction
id: COR-20260215-K7Q2X
timestamp: 2026-02-15T14:00:00Z
agent: sybil
source: bridget
tier: relayed
prior_belief: "Ship fast, iterate later"
corrected_to: "Time is never an issue for AI agents, so do it right"
stakes: high
at_risk: "Every build decision"
behavioral_change: "Before arguing for the fastest path, check whether a quality path exists."
tags:
  - build
  - "yes"
  - "two words"
linked:
  - INS-20260214-M2XBA
\`\`\`
`);
  });

  it("reads back as the entry it was, whatever the texts hold", { tags: "proof" }, () => {
    fc.assert(
      fc.property(anyEntry, anyEntry, (first, second) => {
        const other = { ...second, id: second.id.replace(/.{5}$/, "ZZZZZ") } as typeof second;
        const text = appendRecord(appendRecord(undefined, first), other);
        const { records, findings } = parseRecordFile(text, fileOf(first), { agent: "nobody" });
        expect(findings.filter((finding) => finding.severity === "error")).toEqual([]);
        expect(records.map((record) => record.entry)).toEqual([first, other]);
        const lines = text.split(/\r?\n/);
        for (const { line, entry } of records) expect(lines[line - 1]).toContain(`## ${entry.id}`);
      }),
      { numRuns: rounds(60, 400) },
    );
  });

  it("is left as it is by Prettier 3", { tags: "proof" }, async () => {
    await fc.assert(
      fc.asyncProperty(anyEntry, anyEntry, async (first, second) => {
        const text = appendRecord(appendRecord(undefined, first), second);
        expect(await format(text, { parser: "markdown" })).toBe(text);
      }),
      { numRuns: rounds(60, 150) },
    );
  });

  it("takes a fence longer than any run of back-ticks within", () => {
    const text = appendRecord(undefined, insight({ evidence: "it said ````yaml and ```" }));
    expect(text).toContain("\n`````yaml\n");
    expect(parseRecordFile(text, fileOf(insight()), { agent: "main" }).records).toHaveLength(1);
  });

  it("row 26: shows what a screen would hide as an escape, and keeps joiners", () => {
    const text = appendRecord(undefined, insight({ evidence: "a\u202eb\u200bc👩‍👧 می‌خواهم" }));
    expect(text).toContain("a\\u202eb\\u200bc👩‍👧 می‌خواهم");
  });
});
