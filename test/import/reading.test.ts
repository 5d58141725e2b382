import { describe, expect, it } from "vitest";
import { readFields } from "../../src/import/policy/fields.js";
import { readFieldLine } from "../../src/import/policy/labels.js";
import { classifyLines, decodeText } from "../../src/import/policy/lines.js";
import type { ImportItem } from "../../src/import/policy/plan.js";
import { readSource } from "../../src/import/policy/source.js";
import { kindOf } from "../../src/import/policy/source-kind.js";

const fields = (text: string) => readFields(classifyLines(text));
const items = (name: string, text: string, zone = "UTC"): ImportItem[] =>
  readSource(name, Buffer.from(text), { timezone: zone, lists: "none" }).items.map((raw) => raw.judge(raw.raw));
const only = (name: string, text: string): ImportItem => {
  const found = items(name, text);
  expect(found).toHaveLength(1);
  return found[0] as ImportItem;
};

describe("fields", () => {
  it.each([
    ["**Logged**: 2026-01-30", "logged", "2026-01-30"],
    ["**Category:** best_practice", "category", "best_practice"],
    ["- Source: user_feedback", "source", "user_feedback"],
    ["  - **Resolved**: today", "aside", "today"],
    ["__Status__: done", "status", "done"],
    ["1. **Priority**: low", "priority", "low"],
    ["- Recurrence-Count: 3", "recurrence", "3"],
  ])("%s", (line, label, value) => {
    expect(readFieldLine(line)).toMatchObject({ label, value });
  });

  it.each(["https://example.org/a", "see: nothing known by that name?", "plain text", "- a bullet", "**bold** text"])(
    "%s is text",
    (line) => {
      expect(readFieldLine(line)?.label === undefined || line.startsWith("see")).toBe(true);
    },
  );

  it("sections, fields and text go where they belong", () => {
    const read = fields(`**Priority**: high

Loose text.
### Details
Status: 403 was the answer
\`\`\`
**Status**: in a fence
\`\`\`
### Own words of the author
Said there.
### Metadata
- Tags: a, b
- See Also: LRN-20260101-001
### Tags
c
### Resolution
- **Resolved**: 2026-01-01
- **Notes**: It was fixed.
### Suggested Action
- Status: report it`);
    expect(read.meta).toEqual({ priority: "high", tags: "a, b, c", see_also: "LRN-20260101-001" });
    expect(read.rest).toBe("Loose text.");
    expect(read.content.details).toContain("Status: 403 was the answer");
    expect(read.content.details).toContain("Own words of the author\nSaid there.");
    expect(read.content).toMatchObject({ resolution: "It was fixed.", action: "- Status: report it" });
  });

  it("nested bullets belong to their field, empty fields take the list below", () => {
    const text =
      "- Context: the laptop\n- Failures:\n  - first: bad\n  - second\n- Workaround: use CI\n**Tags**:\n- x\n- y";
    const { content, meta } = fields(text);
    expect(content).toEqual({ context: "the laptop", error: "  - first: bad\n  - second", action: "use CI" });
    expect(meta.tags).toBe("x, y");
  });
});

describe("kinds", () => {
  it.each([
    ["LEARNINGS.md", "learnings"],
    ["ERRORS.md", "errors"],
    ["FEATURE_REQUESTS.md", "feature-requests"],
    ["archive/errors-2026.md", "errors"],
    ["FEEDBACK_LOG.md", "learnings"],
    ["RESEARCH_GAPS.md", "learnings"],
    ["DECISIONS.md", "decisions"],
    ["log.csv", "decisions"],
  ])("%s", (name, kind) => {
    expect(kindOf(name)).toBe(kind);
  });

  it.each([
    ["LEARNINGS.md", "## [FEAT-20260101-001] x\n\nWanted.\n", { fate: "feature" }],
    ["LEARNINGS.md", "## [ERR-20260101-001] x\n\n### Summary\nOnce.\n", { fate: "log" }],
    ["ERRORS.md", "## [LRN-20260101-001] insight\n\n### Summary\nKnown.\n", { type: "insight" }],
  ])("an id speaks louder than the file's name: %s", (name, text, plan) => {
    expect(only(name, text).plan).toMatchObject(plan);
  });
});

describe("learnings", () => {
  it.each([
    ["**Category**: correction\n\n### Summary\nThe table is kept.", "correction"],
    ["**Mistake:** Pushed to origin.\n**Lesson:** Look at the remotes.", "correction"],
    ["**Tags**: Correction\n\nThe table is kept.", "correction"],
    ["I thought the cache was shared, but each job has its own.", "insight"],
    ["The site uses plain pages, not a framework.", "insight"],
    ["**Category**: best_practice\n\n### Summary\nTest the shell, not the mock.", "insight"],
    ["The mirror lags by ten minutes.", "insight"],
  ])("%s", (body, type) => {
    expect(only("LEARNINGS.md", `## [LRN-20260101-001]\n\n${body}\n`).plan).toMatchObject({ fate: "entry", type });
  });

  it("what the author does not state stays missing", () => {
    const { plan } = only("LEARNINGS.md", "## [LRN-20260101-001] correction\n\n### Summary\nThe table is kept.\n");
    expect(plan).toMatchObject({ fields: { corrected_to: "The table is kept." }, provenance: {} });
    expect(plan.fate === "entry" && Object.keys(plan.fields)).toEqual(["corrected_to"]);
  });

  it("a title that orders is what holds, not what was believed", () => {
    const { plan } = only(
      "ERRORS.md",
      "## [ERR-20260101-001] Never retry a payment\n\n### Suggested Fix\nAsk the bank.\n",
    );
    expect(plan).toMatchObject({ fields: { corrected_to: "Ask the bank.", context: "Never retry a payment" } });
    expect(plan.fate === "entry" && plan.fields.prior_belief).toBeUndefined();
  });

  it("invents no word: every text of a record stands in the original", () => {
    const raw =
      "## [LRN-20260101-001] Keys are read once\n\n### What happened\n- The signer kept the old key\n\n### Root cause\nCached at load.\n\n### Fix\nRead it when signing.\n";
    const { plan } = only("LEARNINGS.md", raw);
    expect(plan.fate).toBe("entry");
    if (plan.fate !== "entry") return;
    const words = new Set(raw.split(/\W+/));
    const said = Object.entries(plan.fields).filter(([name]) => name !== "stakes");
    for (const [, value] of said) for (const word of String(value).split(/\W+/)) expect(words).toContain(word);
  });

  it("a heading that says nothing is skipped, with the reason", () => {
    expect(only("LEARNINGS.md", "## [LRN-20260101-001] correction\n").plan).toEqual({
      fate: "skip",
      because: "It has a heading and says nothing below it.",
    });
  });

  it("cuts what no record can hold, and names it", () => {
    const { plan } = only("LEARNINGS.md", `## [LRN-20260101-001] Long one\n\n### Details\n${"word ".repeat(10_000)}\n`);
    expect(plan).toMatchObject({ provenance: { cut: ["evidence"] } });
  });
});

describe("errors", () => {
  const error = (body: string, title = "x") =>
    only("ERRORS.md", `## [ERR-20260101-001] ${title}\n\n### Summary\nIt failed.\n${body}\n`).plan;
  it.each([
    ["### Suggested Fix\nDo this.", "entry"],
    ["### Resolution\nDone so.", "entry"],
    ["### Lesson\nKnow that.", "entry"],
    ["### Metadata\n- Recurrence-Count: 2", "entry"],
    ["### Metadata\n- See Also: ERR-20251231-001", "entry"],
    ["### Metadata\n- Tags: recurring", "log"],
    ["### Metadata\n- Recurrence-Count: 1", "log"],
    ["### Error\n```\nboom\n```", "log"],
    ["### Suggested Fix\nN/A", "log"],
    ["### Metadata\n- Reproducible: yes", "log"],
  ])("%s", (body, fate) => {
    expect(error(body).fate).toBe(fate);
  });
  it("the words of a heading do not decide that one teaches", () => {
    expect(error("", "dns_failure_again").fate).toBe("log");
  });
});

describe("decoding", () => {
  const decoded = (bytes: readonly number[] | string) => decodeText(Buffer.from(bytes as string));
  it("refuses what is not UTF-8", () => {
    expect(decoded([...Buffer.from("é\nToday"), 0x92]).refused).toBe("It is not UTF-8.");
    expect(decoded([0xff, 0xfe, 0x41, 0x00]).refused).toBe("It is not UTF-8.");
  });

  it("takes control characters out and names them; line ends of every kind are one", () => {
    const { text, notes } = decoded("a\nb\0\u001b[31mc\td");
    expect([text, notes[0]?.line]).toEqual(["a\nb[31mc\td", 2]);
    expect(decoded("a\r\nb\rc\u2028d\u2029e\u0085f").text).toBe("a\nb\nc\nd\ne\nf");
  });
});
