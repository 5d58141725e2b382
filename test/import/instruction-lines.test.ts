import { describe, expect, it } from "vitest";
import { instructionItems } from "../../src/import/policy/instructions.js";
import { HELD_OUT, type Label, type Labelled, TUNED } from "./labelled-lines.js";

/** What an import makes of a piece of Markdown with one line to judge. */
function labelOf(markdown: string): Label {
  const [item] = instructionItems(markdown).items;
  const plan = item?.judge(item.raw).plan;
  return plan?.fate !== "entry" || plan.type === "insight" ? "neither" : plan.type;
}

const wrong = (rows: readonly Labelled[]) =>
  rows.filter(([markdown, label]) => labelOf(markdown) !== label).map(([markdown]) => markdown);

/** The claims that a text becomes, with where they stood. */
const claims = (text: string) =>
  instructionItems(text).items.map((item) => {
    const { plan, line } = item.judge(item.raw);
    if (plan.fate !== "entry") throw new Error("no entry");
    const { corrected_to, content, context } = plan.fields;
    return [line, corrected_to ?? content, context];
  });

describe("what a line becomes", () => {
  it("every line that the classifier was made with has its label", () => {
    expect(TUNED.length).toBeGreaterThanOrEqual(60);
    expect(wrong(TUNED)).toEqual([]);
  });

  it("of the lines held out at most one in twenty is judged otherwise than by its author", () => {
    expect(HELD_OUT.length).toBeGreaterThanOrEqual(60);
    expect(wrong(HELD_OUT).length).toBeLessThanOrEqual(3);
  });
});

describe("a file of instructions", () => {
  it("its lines are joined where they were wrapped, and stand with the headings and items above them", () => {
    const text = [
      "# CLAUDE.md",
      "## Tests",
      "- Fixtures live in `fixtures`,",
      "  one folder each",
      "- When writing tests:",
      "  - Never sleep",
      "",
      "IMPORTANT: **never** push on Fridays.",
    ].join("\n");
    expect(claims(text)).toEqual([
      [3, "Fixtures live in `fixtures`, one folder each", "Tests"],
      [6, "Never sleep", "Tests › When writing tests"],
      [8, "never push on Fridays.", "Tests"],
    ]);
  });

  it("a sign that alone says what is right or wrong stays with the words; one that repeats them does not", () => {
    const text =
      "- ❌ Removing the lock file\n- ✅ Reading the settings\n- ❌ Never sleep\n- ✅ Use pnpm\n- 🚫 Use npm\n";
    expect(claims(text).map(([, claim]) => claim)).toEqual([
      "❌ Removing the lock file",
      "✅ Reading the settings",
      "Never sleep",
      "Use pnpm",
      "🚫 Use npm",
    ]);
  });

  it("a name without a statement is no fact", () => {
    expect(claims("- Development commands\n- Named exports only\n- Never sleep\n").length).toBe(2);
  });

  it("which files they are for is part of what they say", () => {
    const text = "---\ndescription: style\nglobs: src/**/*.ts\nalwaysApply: false\n---\n- No default exports\n";
    expect(claims(text)).toEqual([[6, "No default exports", "in src/**/*.ts"]]);
  });

  it("code, tables, drawings, comments and tenet's own block are no entries", () => {
    const text = [
      "<!-- tenet:begin rules -->",
      "## Learned",
      "- Never eat yellow snow. <!-- COR-20260215-K7Q2X -->",
      "<!-- tenet:end rules -->",
      "```",
      "- Always in a fence",
      "```",
      "| Always | in a table |",
      "├── Always/ in a drawing",
      "<!--",
      "- Always in a comment",
      "-->",
      "- Always outside",
    ].join("\n");
    expect(claims(text)).toEqual([[13, "Always outside", undefined]]);
  });
});
