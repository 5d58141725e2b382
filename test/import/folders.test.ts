import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ImportItem } from "../../src/import/policy/plan.js";
import { readSource } from "../../src/import/policy/source.js";
import { isReadable } from "../../src/import/policy/source-kind.js";

const ROOT = join(import.meta.dirname, "../../fixtures/learnings");

function read(file: string, timezone = "UTC"): ImportItem[] {
  const source = readSource(file, readFileSync(join(ROOT, file)), { timezone, lists: "none" });
  return source.items.map((raw) => raw.judge(raw.raw));
}

const fates = (items: readonly ImportItem[]) =>
  items.map(({ line, plan }) => `${line} ${plan.fate === "entry" ? plan.type : plan.fate}`);

describe("files in the likeness of real ones", () => {
  const table: [file: string, entries: string[]][] = [
    ["classic/LEARNINGS.md", ["10 correction", "41 insight"]],
    ["classic/ERRORS.md", ["7 correction", "37 log"]],
    ["classic/FEATURE_REQUESTS.md", ["5 feature"]],
    ["unclosed-fence/ERRORS.md", ["3 log", "15 correction", "31 correction"]],
    ["duplicates/ERRORS.md", ["3 correction", "16 correction", "29 correction", "42 correction", "55 correction"]],
    ["decisions/decisions.jsonl", ["1 insight", "2 log", "3 skip", "4 insight", "5 skip"]],
    ["decisions/nested/log.csv", ["2 insight", "3 log", "4 insight"]],
    ["decisions/DECISIONS.md", ["5 insight", "6 log"]],
  ];

  it.each(table)("%s", (file, entries) => {
    expect(fates(read(file))).toEqual(entries);
  });

  it("the table names every fixture", () => {
    const files = readdirSync(ROOT, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && isReadable(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1));
    expect(files.sort()).toEqual(table.map(([file]) => file).sort());
  });
});
