import { describe, expect, it } from "vitest";
import { bulletEntry, idsIn, isStrong, readMarks } from "../../src/import/policy/headings.js";
import { hasPlaceholder, isExampleSection, isSlot } from "../../src/import/policy/templates.js";

describe("headings", () => {
  const table: [text: string, ids: string[], day: string | undefined, title: string][] = [
    ["[LRN-20260428-001] category", ["LRN-20260428-001"], undefined, "category"],
    ["LRN-20260428-001: Tags are annotated", ["LRN-20260428-001"], undefined, "Tags are annotated"],
    ["✅ [ERR-20260428-A1] push failed", ["ERR-20260428-A1"], undefined, "✅ push failed"],
    ["[2026-04-07] ID: L-001 | Area: web/api | Priority: high", ["L-001"], "2026-4-7", ""],
    ["2026-05-23 | Keys are read once", [], "2026-5-23", "Keys are read once"],
    ["2026-01-31 10:30 PM - Retry storms", [], "2026-1-31", "Retry storms"],
    ["2026-05-15 - local checks", [], "2026-5-15", "local checks"],
    ["Tags are annotated (2026-05-15)", [], "2026-5-15", "Tags are annotated"],
    ["Tags are annotated — 2026-05-15", [], "2026-5-15", "Tags are annotated"],
    ["F001 — Dry run: notes only", ["F001"], undefined, "Dry run: notes only"],
    ["L-12: short", ["L-12"], undefined, "short"],
    ["**[LRN-20260428-001]** bold", ["LRN-20260428-001"], undefined, "bold"],
    ["[LRN-20260428-001] Write days as YYYY-MM-DD", ["LRN-20260428-001"], undefined, "Write days as YYYY-MM-DD"],
    ["2026-05-15", [], "2026-5-15", ""],
    ["2026-03-01 缓存没有清理", [], "2026-3-1", "缓存没有清理"],
    // Not marked at all:
    ["UTF-8 everywhere", [], undefined, "UTF-8 everywhere"],
    ["How we met on 2026-05-15 in the office", [], undefined, "How we met on 2026-05-15 in the office"],
    ["Suggested Fix", [], undefined, "Suggested Fix"],
    ["", [], undefined, ""],
  ];

  it.each(table)("%s", (text, ids, day, title) => {
    const marked = readMarks(text);
    expect(marked.ids).toEqual(ids);
    const { moment } = marked;
    expect(moment && `${moment.year}-${moment.month}-${moment.day}`).toBe(day);
    expect(marked.title).toBe(title);
    expect(isStrong(marked)).toBe(ids.length > 0 || day !== undefined);
  });

  it("reads what stands in the line itself", () => {
    const { fields } = readMarks("[2026-03-01] [correction] [high] [pending] Tags | Area: ci");
    expect(fields).toEqual([
      { label: "category", value: "correction" },
      { label: "priority", value: "high" },
      { label: "status", value: "pending" },
      { label: "area", value: "ci" },
    ]);
  });

  it("finds ids behind See Also", () => {
    expect(idsIn("LRN-20260221-003 (chose convenience), ERR-20260514-002; L-006 and F001, UTF-8")).toEqual([
      "LRN-20260221-003",
      "ERR-20260514-002",
      "L-006",
      "F001",
      "UTF-8",
    ]);
  });
});

describe("places to fill in", () => {
  it.each([
    "[LRN-YYYYMMDD-XXX] category",
    "[FR-YYYYMMDD-XXX]",
    "[Feature Name] — [YYYY-MM-DD]",
    "[YYYY-MM-DD] ID: L-### | Area: ... | Priority: high/medium/low",
    "[LRN-XXX]",
    "ERR-NNN",
    "[timestamp]",
    "<title>",
    "...",
  ])("%s", (text) => {
    expect(readMarks(text).placeholder).toBe(true);
  });

  it.each(["[LRN-20260428-001] YYYYMMDD is the format", "Use <Suspense> around it", "XXXL images", "A [link](x) here"])(
    "%s is none",
    (text) => {
      expect(readMarks(text).placeholder).toBe(false);
    },
  );

  it.each([
    ["low | medium | high", true],
    ["pending | resolved", true],
    ["frontend|backend|infra|tests", true],
    ["high/medium/low", true],
    ["ISO-8601 timestamp", true],
    ["ISO timestamp", true],
    ["YYYY-MM-DDTHH:MM:SSZ", true],
    ["[what happened]", true],
    ["high", false],
    ["2026-01-30T23:50:00Z", false],
    ["cli/hooks", false],
    ["verification, testing, honesty", false],
    ["read a | b in the table", false],
  ])("value %s: %s", (value, expected) => {
    expect(isSlot(value)).toBe(expected);
  });

  it.each([
    ["Entry Template", true],
    ["Format", true],
    ["How to Use", true],
    ["Example Entry", true],
    ["示例", true],
    ["Entries", false],
    ["Date formats differ between the two services, so dates were parsed wrongly for a week", false],
  ])("section %s: %s", (title, expected) => {
    expect(isExampleSection(title)).toBe(expected);
  });

  it("an empty text is no place to fill in", () => {
    expect(hasPlaceholder("")).toBe(false);
  });
});

describe("bullets", () => {
  it.each([
    ["- [2026-03-01] [correction] [high] [pending] text of it", true],
    ["- 2026-03-01: text of it", true],
    ["* L-001 (cron): text of it", true],
    ["- **LRN-20260304-001**: text of it", true],
    ["- [ ] 2026-03-01 a task of that day", true],
    ["- a plain bullet of four words", false],
    ["- Status: pending", false],
    ["- See Also: ERR-20260511-001", false],
    ["- the release of 2026-03-01 went well", false],
    ["- `correction`: a user corrects", false],
    ["  - 2026-03-01: nested", false],
    ["2026-03-01: no bullet", false],
  ])("%s", (text, expected) => {
    const marked = bulletEntry(text, false);
    expect(marked !== undefined && !marked.placeholder).toBe(expected);
  });

  it("a plain bullet is an entry below a day", () => {
    expect(bulletEntry("- the mirror lags ten minutes", true)).toBeDefined();
    expect(bulletEntry("- short", true)).toBeUndefined();
  });

  it("a form's bullet is a template", () => {
    expect(bulletEntry("- [timestamp] [category] [priority] [status] summary", false)?.placeholder).toBe(true);
  });
});
