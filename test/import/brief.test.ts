/** A file that has no form of its own: its passages go out with their lines, entries that cite them come back. */
import { describe, expect, it } from "vitest";
import { wordedItems } from "../../src/import/policy/worded.js";
import { type Sandbox, sandbox } from "../sandbox.js";

const NOTES = `Standup, 3 March

We agreed that nobody pushes to main on Fridays.
The old mirror is gone: builds read from eu-2 now, port 8443.

Ask Ines before the schema changes.
`;

const LIST = [
  { type: "memory", content: "Builds read from the mirror eu-2 on port 8443", category: "fact", lines: 4 },
  {
    type: "correction",
    corrected_to: "Nobody pushes to main on Fridays",
    behavioral_change: "Wait until Monday",
    lines: "3",
    stakes: "high",
    at_risk: "a release without anybody at hand",
  },
];

const taking = (box: Sandbox, list: unknown) =>
  box.run(["import", "notes.txt", "--apply", "-", "--json"], { stdin: JSON.stringify(list) });

async function noted(text = NOTES): Promise<Sandbox> {
  const box = await sandbox();
  await box.write("notes.txt", text);
  return box;
}

describe("--brief", () => {
  it("prints as much as fits, and what prints the rest; secrets are replaced", async () => {
    const lines = Array.from({ length: 3_000 }, (_, at) => `Machine ${at} stands in hall ${at % 7} of the building.`);
    const box = await noted(`password: "hunter2-hunter2-Xx9"\n${lines.join("\n")}\n`);
    const { lines: shown, rest } = (await box.run(["import", "notes.txt", "--brief", "--json"])).json().data;
    expect(shown[0].text).not.toContain("hunter2-hunter2-Xx9");
    expect(JSON.stringify(shown).length).toBeLessThan(12_000 * 7);
    const next = shown.at(-1).line + 1;
    expect(rest).toBe(`tenet import 'notes.txt' --brief --from ${next}`);
    const more = (await box.run(rest.replaceAll("'", "").split(" ").slice(1).concat("--json"))).json().data;
    expect(more.lines[0].line).toBe(next);
  });
});

describe("--apply", () => {
  it("takes entries with the lines that they cite; again changes nothing", { tags: "proof" }, async () => {
    const box = await noted();
    const { totals } = (await taking(box, LIST)).json().data;
    expect(totals).toMatchObject({ found: 2, imported: 2 });
    const entries = (await box.run(["export"])).stdout.split("\n").filter((line) => line.startsWith('{"type"'));
    expect(entries.map((line) => JSON.parse(line))).toMatchObject([
      { content: LIST[0]?.content, imported: { from: "notes.txt:4", lines: "4" } },
      { corrected_to: "Nobody pushes to main on Fridays", tier: "self", imported: { from: "notes.txt:3", lines: "3" } },
    ]);
    const { id } = JSON.parse(entries[0] ?? "");
    expect((await box.run(["show", id])).stdout).toContain("imported from notes.txt:4");
    expect((await taking(box, LIST)).json().data.totals).toMatchObject({ imported: 0, skipped: 2 });
    expect((await box.run(["verify"])).code).toBe(0);
  });

  it("replaces secrets in what comes back, also one that looks like the end of its own text", async () => {
    const box = await noted();
    const key = `-----BEGIN PRIVATE KEY-----\n${"MIIEvQIBADANBgkqhkiG9w0B".repeat(20)}`;
    const fact = { type: "memory", category: "fact", lines: 4 };
    const said = [
      { ...fact, content: 'The mirror takes password: "hunter2-hunter2-Xx"' },
      { ...fact, content: "Builds read from eu-2", context: key },
    ];
    expect((await taking(box, said)).code).toBe(0);
    expect((await box.run(["export"])).stdout).not.toMatch(/hunter2-hunter2-Xx|MIIEvQIBADANBgkqhkiG9w0B/);
  });
});

it.each([
  [{ content: "Nobody pushes to main on Fridays", lines: "3" }, 0],
  [{ content: "Pushes to main go out on Fridays", lines: "3-3" }, 0],
  [{ content: "Never push to main on Fridays", lines: "6" }, 1],
  [{ content: "Ask Ines", lines: "6", paths: ["/etc"] }, 1],
  [{ content: "Ask\nInes", lines: "6" }, 1],
  [{ content: "Ask Ines", lines: "6-" }, 1],
  [{ content: "Ask Ines", lines: "2" }, 1],
  [{ content: "Ask Ines", lines: "6", tier: "owner" }, 1],
])("a worded entry %j has its words in the lines that it cites: %i problems", (entry, count) => {
  expect(wordedItems([{ type: "memory", category: "fact", ...entry }], NOTES).problems).toHaveLength(count);
});
