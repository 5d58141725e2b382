/** Records of architecture decisions, in both forms that are in use. */
import { describe, expect, it } from "vitest";
import { sandbox } from "../sandbox.js";

const NYGARD = (status: string) =>
  `# 7. Keep queues in SQLite\n\nDate: 2026-01-05\n\n## Status\n\n${status}\n\n## Context\n\nOne machine, no broker.\n\n## Decision\n\nWe keep queues in SQLite. A broker is one more thing to run.\n\n## Consequences\n\nOne writer at a time.\n`;
const MADR =
  "---\nstatus: accepted\ndate: 2026-02-01\n---\n\n# Money is kept in cents\n\n## Context and Problem Statement\n\nFloats lose cents.\n\n## Considered Options\n\n- floats\n- cents\n\n## Decision Outcome\n\nChosen option: cents, since they add up.\n";

async function imported(text: string) {
  const box = await sandbox();
  await box.write("0007-decision.md", text);
  const { files } = (await box.run(["import", "0007-decision.md", "--json"])).json().data;
  const { entries } = (await box.run(["list", "--json"])).json().data;
  return { items: files[0].items, entries };
}

describe("a record of a decision", () => {
  it.each([
    ["Nygard's form", NYGARD("Accepted"), "Keep queues in SQLite", "2026-01-05"],
    ["MADR", MADR, "Money is kept in cents", "2026-02-01"],
  ])("is one entry, of its own day, with its title: %s", { tags: "proof" }, async (_, text, title, day) => {
    const { items, entries } = await imported(text);
    expect(items).toMatchObject([{ fate: "imported", type: "insight", text: expect.stringContaining(title) }]);
    expect(entries).toMatchObject([{ timestamp: expect.stringContaining(day) }]);
  });

  it.each(["Proposed", "Superseded by 12", "Rejected"])(
    "that is not in force is left and named: %s",
    async (status) => {
      const { items, entries } = await imported(NYGARD(status));
      expect(items).toMatchObject([{ fate: "skipped", because: `It is not in force: ${status}` }]);
      expect(entries).toEqual([]);
    },
  );
});
