import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ImportItem } from "../../src/import/policy/plan.js";
import { readSource } from "../../src/import/policy/source.js";
import { isReadable } from "../../src/store/imports/policy/source-kind.js";

const ROOT = join(import.meta.dirname, "../../fixtures/learnings");

interface Read {
  items: ImportItem[];
  templates: { line: number; reason: string }[];
}

function read(file: string, timezone = "UTC"): Read {
  const source = readSource(file, readFileSync(join(ROOT, file)), { timezone, lists: "none" });
  return { items: source.items.map((raw) => raw.judge(raw.raw)), templates: source.templates };
}

const fates = (items: readonly ImportItem[]) =>
  items.map(({ line, plan }) => `${line} ${plan.fate === "entry" ? plan.type : plan.fate}`);

describe("files in the likeness of real ones", () => {
  const table: [file: string, entries: string[], templates: number[]][] = [
    ["classic/LEARNINGS.md", ["10 correction", "41 insight"], []],
    ["classic/ERRORS.md", ["7 correction", "37 log"], []],
    ["classic/FEATURE_REQUESTS.md", ["5 feature"], []],
    ["dated-headings/LEARNINGS.md", ["3 insight", "19 insight", "37 insight", "46 insight"], []],
    ["labelled-headings/LEARNINGS.md", ["17 correction", "27 insight", "28 insight", "32 correction"], [8]],
    ["chinese/ERRORS.md", ["1 correction", "21 correction"], []],
    ["portuguese/LEARNINGS.md", ["8 insight", "30 correction"], []],
    ["portuguese/FEEDBACK_LOG.md", ["5 insight"], []],
    ["portuguese/APPROVED_PATTERNS.md", ["5 insight"], []],
    ["portuguese/RESEARCH_GAPS.md", [], []],
    ["portuguese/README.md", [], []],
    ["templates/LEARNINGS.md", [], [5, 16, 29, 42]],
    ["templates/ERRORS.md", [], [9, 18, 19]],
    ["templates/FEATURE_REQUESTS.md", [], [6, 15]],
    ["unclosed-fence/ERRORS.md", ["3 log", "15 correction", "31 correction"], []],
    ["duplicates/ERRORS.md", ["3 correction", "16 correction", "29 correction", "42 correction", "55 correction"], []],
    ["bullets/LEARNINGS.md", ["5 correction", "6 insight", "8 insight", "9 insight", "13 insight", "14 insight"], []],
    ["queue/FEATURE_REQUESTS.md", ["12 feature", "20 feature"], []],
    ["decisions/decisions.jsonl", ["1 insight", "2 log", "3 skip", "4 insight", "5 skip"], []],
    ["decisions/nested/log.csv", ["2 insight", "3 log", "4 insight"], []],
    ["decisions/DECISIONS.md", ["5 insight", "6 log"], [7]],
  ];

  it.each(table)("%s", (file, entries, templates) => {
    const found = read(file);
    expect(fates(found.items)).toEqual(entries);
    expect(found.templates.map(({ line }) => line)).toEqual(templates);
  });

  it("the table names every fixture", () => {
    const files = readdirSync(ROOT, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && isReadable(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1));
    expect(files.sort()).toEqual(table.map(([file]) => file).sort());
  });
});
