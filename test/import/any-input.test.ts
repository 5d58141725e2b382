import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ImportItem } from "../../src/import/policy/plan.js";
import { readSource } from "../../src/import/policy/source.js";
import { isReadable } from "../../src/import/policy/source-kind.js";
import { rounds } from "../effort.js";
import fc from "../properties.js";

const ROOT = join(import.meta.dirname, "../../fixtures/learnings");
const FILES = readdirSync(ROOT, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && isReadable(entry.name))
  .map((entry) => ({ name: entry.name, bytes: readFileSync(join(entry.parentPath, entry.name)) }));

function judged(name: string, bytes: Uint8Array): ImportItem[] {
  const source = readSource(name, bytes, { timezone: "Europe/Berlin", lists: "all" });
  const lines = source.text.split("\n").length;
  return source.items.map((raw) => {
    const item = raw.judge(raw.raw);
    expect(item.line).toBeGreaterThanOrEqual(1);
    expect(item.line).toBeLessThanOrEqual(lines);
    expect(item.hash).toMatch(/^[0-9a-f]{64}$/);
    if (item.plan.fate === "entry") {
      const { fields } = item.plan;
      const claim = fields.corrected_to ?? fields.insight ?? fields.content ?? "";
      expect(claim.trim()).not.toBe("");
      expect(claim.length).toBeLessThanOrEqual(2_000);
    }
    // Secrets may have been replaced by anything: the text judged is not always the one that was found.
    raw.judge("");
    raw.judge("[secret:token]");
    return item;
  });
}

/** Splices of bytes that break Markdown, YAML, CSV and Unicode. */
const BREAKING = ["```", "\n```\n", "<!--", "-->", "---\n", "## ", "### [", "]", "|", "|-|", '"', "\r", "\0"];
BREAKING.push("\ufeff", "**", ":", "{", "YYYY-MM-DD", "\n\n", "- ", "2026-01-01", "[LRN-20260101-001]");
const piece = fc
  .oneof(fc.constantFrom(...BREAKING), fc.string({ unit: "binary", maxLength: 20 }))
  .map((text) => Buffer.from(text));
const splice = fc.tuple(fc.nat(), fc.nat({ max: 40 }), piece);
const mutated = fc
  .tuple(fc.constantFrom(...FILES), fc.array(splice, { minLength: 1, maxLength: 8 }))
  .map(([{ name, bytes }, edits]) => {
    let mutant = bytes;
    for (const [at, gone, added] of edits) {
      const from = mutant.length === 0 ? 0 : at % mutant.length;
      mutant = Buffer.concat([mutant.subarray(0, from), added, mutant.subarray(from + gone)]);
    }
    return { name, bytes: mutant };
  });

describe("any input", () => {
  it("never crashes it, mutated or random, and the same bytes give the same answer", { tags: "more" }, () => {
    const names = ["A.md", "ERRORS.md", "FEATURE_REQUESTS.md", "a.jsonl", "a.csv", "a.tsv", "DECISIONS.md"];
    const random = fc.record({ name: fc.constantFrom(...names), bytes: fc.uint8Array({ maxLength: 400 }) });
    fc.assert(
      fc.property(fc.oneof(mutated, random), ({ name, bytes }) => {
        expect(judged(name, bytes)).toEqual(judged(name, bytes));
      }),
      { numRuns: rounds(50, 900) },
    );
  });

  it("line ends and a byte order mark change nothing", () => {
    for (const { name, bytes } of FILES.filter((file) => file.name.endsWith(".md"))) {
      const windows = Buffer.from(`\ufeff${bytes.toString("utf8").replaceAll("\n", "\r\n")}`);
      expect(judged(name, windows)).toEqual(judged(name, bytes));
    }
  });

  it("row 18: hostile files of a megabyte end", { tags: "proof", timeout: 60_000 }, () => {
    const size = 1_000_000;
    const entry = "## 2026-01-01 | x\n";
    const hostile = [
      `${entry}${" ".repeat(size)}y`,
      `## 2026-01-01 ${" ".repeat(size)}y`,
      `${entry}${"\n".repeat(size)}y`,
      `${entry}${"*".repeat(size)}`,
      `${entry}${"[".repeat(size)}`,
      `${entry}- See Also: ${"LRN-20260101-001 ".repeat(size / 17)}`,
      `${entry}${"a <!-- ".repeat(size / 7)}`,
      "<!--\n".repeat(size / 5),
      "```a\n".repeat(size / 5),
      `a|b\n${"|-".repeat(size / 2)}`,
    ];
    for (const text of hostile) judged("LEARNINGS.md", Buffer.from(text));
  });
});
