/** People's lines in a context: of the files that the reader's host does not load, first in the core, within its bounds. */
import { describe, expect, it } from "vitest";
import { coreFromFiles } from "../../src/context/core-from-files.js";
import type { Host } from "../../src/store/host.js";
import { type Capturing, capturing } from "../capture/capturing.js";
import { context } from "../operations.js";

const SOUL = "# SOUL.md\n\n## Never\n\n- share what a contact told you\n";
const RULES =
  "<!-- tenet:begin rules -->\n## Learned\n\n- Prefer small files <!-- COR-20260215-K7Q2X -->\n<!-- tenet:end rules -->\n";
const PRINTED = "SOUL.md:5 people | Never › share what a contact told you";
/** More than a core in a hook holds. */
const LONG = Array.from({ length: 200 }, (_, at) => `- Part ${at} of the house stays as it is built\n`).join("");

function world(files: Record<string, string>): Capturing {
  const w = capturing();
  for (const [name, text] of Object.entries(files)) w.put(name, text);
  return w;
}

const linesFor = async (w: Capturing, host?: Host) => {
  const { layers } = await context(w, host === undefined ? {} : { host });
  const items = layers.find(({ name }) => name === "people")?.items ?? [];
  return items.map(({ place, who, text }) => `${place} ${who} | ${text}`);
};

describe("people's lines", () => {
  it.each([
    ["no host that is known", undefined, [PRINTED, "AGENTS.md:1 people | Run the tests"]],
    ["a host that loads neither", "claude-code", [PRINTED, "AGENTS.md:1 people | Run the tests"]],
    ["a host that loads one", "codex", [PRINTED]],
    ["a host that loads both", "openclaw", []],
  ] as const)("for %s", async (_, host, lines) => {
    const w = world({ "SOUL.md": SOUL, "AGENTS.md": "- Run the tests\n" });
    expect(await linesFor(w, host)).toEqual(lines);
  });

  it("of a file that one of the host's takes in are not printed, where the host follows it", async () => {
    const files = { "SOUL.md": SOUL, "CLAUDE.md": "@docs/more.md\n", "docs/more.md": "@../SOUL.md\n" };
    expect(await linesFor(world(files), "claude-code")).toEqual([]);
    expect(await linesFor(world(files), "codex")).toEqual([PRINTED]);
  });

  it("that a loaded file says, or another one, are not said again", async () => {
    const w = world({ "SOUL.md": "- Run the tests\n- Be brief here\n", "AGENTS.md": "- run the tests.\n" });
    w.put("MEMORY.md", "- Be brief here\n");
    expect(await linesFor(w, "codex")).toEqual(["SOUL.md:2 people | Be brief here"]);
  });

  it("stand before the rules, and leave them half of the core in a hook, which takes 3,000 characters", async () => {
    const w = world({ "SOUL.md": LONG + RULES });
    const { core, layers } = await context(w, { characters: 8_300 });
    expect(core.text.length).toBeLessThan(3_100);
    expect(core.text).toMatch(/People's lines:\nSOUL\.md:1 people \| Part 0 [\s\S]*\nRules:\n.*Prefer small files/);
    expect(layers.find(({ name }) => name === "people")?.items.length).toBeLessThan(100);
  });

  it("past what Codex reads of AGENTS.md are printed, as rules there are", async () => {
    const filler = Array.from(
      { length: 700 },
      (_, at) => `- Module ${at} is named and built as its chapter says\n`,
    ).join("");
    const w = world({ "AGENTS.md": `- Run the tests\n${filler}- Ask first\n${RULES}` });
    w.profile = { ...w.profile, files: { ...w.profile.files, soul: "AGENTS.md" } };
    const { text } = await context(w, { host: "codex" });
    expect(text).not.toContain("Run the tests");
    expect(text).toMatch(/AGENTS\.md:\d{3} people \| Module 6/);
    expect(text).toContain("Prefer small files");
  });

  it("are printed by a hook that ran out of time", async () => {
    const text = await coreFromFiles(world({ "SOUL.md": SOUL + RULES }), { host: "claude-code", characters: 8_300 });
    expect(text).toContain(`${PRINTED}\nRules:\n`);
  });
});
