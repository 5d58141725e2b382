import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Finding } from "../../src/entry/finding.js";
import { type FileRecord, FileTable } from "../../src/store/cache/file-table.js";

const finding = { code: "bad-bytes", severity: "error", message: "m", next: "n" } as Finding;
const record: fc.Arbitrary<FileRecord> = fc.tuple(fc.nat(1_000_000), fc.boolean()).map(([size, isBad]) => ({
  stamp: { size, mtimeMs: size + 0.5, ctimeMs: size + 1, ino: size * 3 },
  sha256: size.toString(16).padStart(64, "0"),
  findings: isBad ? [{ ...finding, file: String(size) }] : [],
}));
const name = fc.integer({ min: 0, max: 20 }).map((number) => `memory/${String(number).padStart(2, "0")}.md`);
const named = <T>(value: fc.Arbitrary<T>) =>
  fc.array(fc.tuple(name, value), { maxLength: 12 }).map((all) => new Map(all));

describe("the table of record files", () => {
  it("after any changes is the one made of all files anew", () => {
    fc.assert(
      fc.property(named(record), named(fc.option(record, { nil: undefined })), (files, changes) => {
        const expected = new Map(files);
        for (const [file, changed] of changes) {
          if (changed === undefined) expected.delete(file);
          else expected.set(file, changed);
        }
        const [table, anew] = [FileTable.of(files).with(changes), FileTable.of(expected)];
        expect(table.names).toEqual(anew.names);
        expect([...table.toSections()]).toEqual([...anew.toSections()]);
        expect(table.findings).toEqual(anew.findings);
        for (const file of expected.keys()) expect(table.get(file)).toEqual(expected.get(file));
      }),
    );
  });

  it("keeps its list of names while no file comes or goes", () => {
    const known: FileRecord = {
      stamp: { size: 1, mtimeMs: 1, ctimeMs: 1, ino: 1 },
      sha256: "0".repeat(64),
      findings: [],
    };
    const table = FileTable.of(new Map([["a.md", known]]));
    expect(table.with(new Map([["a.md", { ...known, sha256: "1".repeat(64) }]])).names).toBe(table.names);
    expect(table.with(new Map([["b.md", known]])).names).toEqual(["a.md", "b.md"]);
  });
});
