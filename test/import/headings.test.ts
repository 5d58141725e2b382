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
  it("are known from what was written", () => {
    const forms = ["[LRN-YYYYMMDD-XXX] category", "[Feature Name] — [YYYY-MM-DD]", "[LRN-XXX]", "ERR-NNN"];
    forms.push("[YYYY-MM-DD] ID: L-### | Area: ... | Priority: high/medium/low", "[timestamp]", "<title>", "...");
    const written = ["[LRN-20260428-001] YYYYMMDD is the format", "Use <Suspense> around it", "XXXL images"];
    written.push("A [link](x) here");
    expect([...forms, ...written].filter((text) => readMarks(text).placeholder)).toEqual(forms);
    expect(hasPlaceholder("")).toBe(false);
  });

  it("are values that offer a choice or name a format", () => {
    const slots = ["low | medium | high", "pending | resolved", "frontend|backend|infra|tests", "high/medium/low"];
    slots.push("ISO-8601 timestamp", "ISO timestamp", "YYYY-MM-DDTHH:MM:SSZ", "[what happened]");
    const values = ["high", "2026-01-30T23:50:00Z", "cli/hooks", "verification, testing", "read a | b in the table"];
    expect([...slots, ...values].filter(isSlot)).toEqual(slots);
  });

  it("are sections that show how", () => {
    const examples = ["Entry Template", "Format", "How to Use", "Example Entry", "示例"];
    const titles = ["Entries", "Date formats differ between the two services, so dates were parsed wrongly for a week"];
    expect([...examples, ...titles].filter(isExampleSection)).toEqual(examples);
  });
});

describe("bullets", () => {
  it("are entries where they begin with marks of one", () => {
    const entries = ["- [2026-03-01] [correction] [high] [pending] text of it", "- 2026-03-01: text of it"];
    entries.push("* L-001 (cron): text of it", "- **LRN-20260304-001**: text", "- [ ] 2026-03-01 a task of that day");
    const others = ["- a plain bullet of four words", "- Status: pending", "- See Also: ERR-20260511-001"];
    others.push("- the release of 2026-03-01 went well", "- `correction`: a user corrects", "  - 2026-03-01: nested");
    const isEntry = (text: string) => bulletEntry(text, false)?.placeholder === false;
    expect([...entries, ...others, "2026-03-01: no bullet"].filter(isEntry)).toEqual(entries);
  });

  it("a plain bullet is an entry below a day", () => {
    expect(bulletEntry("- the mirror lags ten minutes", true)).toBeDefined();
    expect(bulletEntry("- short", true)).toBeUndefined();
  });

  it("a form's bullet is a template", () => {
    expect(bulletEntry("- [timestamp] [category] [priority] [status] summary", false)?.placeholder).toBe(true);
  });
});
