/** Records of architecture decisions, in both forms that are in use. */
import { describe, expect, it } from "vitest";
import { readSource } from "../../src/import/policy/source.js";

const NYGARD = (status: string) =>
  `# 7. Keep queues in SQLite\n\nDate: 2026-01-05\n\n## Status\n\n${status}\n\n## Context\n\nOne machine, no broker.\n\n## Decision\n\nWe keep queues in SQLite. A broker is one more thing to run.\n\n## Consequences\n\nOne writer at a time.\n`;
const MADR =
  "---\nstatus: accepted\ndate: 2026-02-01\n---\n\n# Money is kept in cents\n\n## Context and Problem Statement\n\nFloats lose cents.\n\n## Considered Options\n\n- floats\n- cents\n\n## Decision Outcome\n\nChosen option: cents, since they add up.\n";

/** The plan of the only entry in it, and its instant. */
function planOf(text: string) {
  const source = readSource("0007-decision.md", Buffer.from(text), { timezone: "UTC", lists: "alone" });
  const items = source.items.map((item) => item.judge(item.raw));
  expect(items).toHaveLength(1);
  return items[0];
}

describe("a record of a decision", () => {
  it.each([
    ["Nygard's form", NYGARD("Accepted"), "Keep queues in SQLite", "2026-01-05"],
    ["MADR", MADR, "Money is kept in cents", "2026-02-01"],
  ])("is one entry, of its own day, with its title: %s", (_, text, title, day) => {
    const insight = expect.stringContaining(title);
    expect(planOf(text)).toMatchObject({ at: Date.parse(day), plan: { type: "insight", fields: { insight } } });
  });

  it.each(["Proposed", "Superseded by 12", "Rejected"])("that is not in force is left and named: %s", (status) => {
    expect(planOf(NYGARD(status))?.plan).toEqual({ fate: "skip", because: `It is not in force: ${status}` });
  });
});
