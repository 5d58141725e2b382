import { describe, expect, it } from "vitest";
import { agentVariable } from "../../src/cli/actor.js";
import { durationMs, sinceOf } from "../../src/text/durations.js";
import { printable, printableData } from "../../src/text/paint.js";
import { sandbox } from "../sandbox.js";
import { words } from "./typed.js";

it.each([
  ["--session s --json log", "-5 degrees is fine"],
  ["-C . log", "--force is never right"],
  ["--session=s log", "- a list item"],
  ["log --", "--json"],
  ["-- log", "plain"],
])("tenet %s %j: the command is found behind its flags, and text may begin with a dash", async (line, text) => {
  const box = await sandbox();
  expect((await box.run([...words(line), text])).code).toBe(0);
  expect(await box.read("memory/2026-02-15.md")).toMatch(new RegExp(`- \\d\\d:\\d\\d ${text}\n`));
});

it("who types is an agent by the variables of its host alone", () => {
  for (const name of ["CLAUDECODE", "CODEX_SANDBOX", "CURSOR_AGENT", "OPENCLAW_SESSION", "GEMINI_CLI", "AIDER_MODEL"])
    expect(agentVariable({ PATH: "/", [name]: "1" })).toBe(name);
  for (const name of ["CODEX_HOME", "EDITOR", "TENET_AGENT", "SSH_AUTH_SOCK"])
    expect(agentVariable({ [name]: "1" }), name).toBeUndefined();
  expect(agentVariable({ CLAUDECODE: "" })).toBeUndefined();
});

describe("printable", () => {
  it.each([
    ["a\u001b[31mb", "a\\u{1b}[31mb"],
    ["a\u009b31mb", "a\\u{9b}31mb"],
    ["a\rb", "a\\u{d}b"],
    ["a\u202eb", "a\\u{202e}b"],
    ["a\u{e0041}b", "a\\u{e0041}b"],
    ["a\u0000b", "a\\u{0}b"],
    ["a\u2028b", "a\\u{2028}b"],
  ])("%j is shown as %s", (text, shown) => expect(printable(text)).toBe(shown));
  it.each(["a\tb\nc", "👩‍🔬", "می‌خواهم", "日本語", "é"])("keeps %j", (text) => expect(printable(text)).toBe(text));
  it("reaches into results", () => {
    expect(printableData({ a: ["\u001b"], b: { c: "\u0007" }, d: 1, e: null })).toEqual({
      a: ["\\u{1b}"],
      b: { c: "\\u{7}" },
      d: 1,
      e: null,
    });
  });
});

describe("since", () => {
  const now = new Date("2026-02-15T14:00:00Z");
  it.each([
    ["12h", "2026-02-15T02:00:00.000Z"],
    ["7d", "2026-02-08T14:00:00.000Z"],
    ["2w", "2026-02-01T14:00:00.000Z"],
    ["3 days", "2026-02-12T14:00:00.000Z"],
    ["0d", "2026-02-15T14:00:00.000Z"],
    ["2026-02-01", "2026-02-01T00:00:00.000Z"],
    ["2026-02-01T08:00:00+02:00", "2026-02-01T06:00:00.000Z"],
    ["2026-02-31T", undefined],
    ["2026-02-30", undefined],
    ["2026-02-30T08:00:00Z", undefined],
    ["2024-02-29", "2024-02-29T00:00:00.000Z"],
    ["yesterday", undefined],
    ["-1d", undefined],
    ["7", undefined],
    ["", undefined],
  ])("%j is %s", (text, at) => expect(sinceOf(text, now)?.toISOString()).toBe(at));
  it("durations alone", () => {
    expect(durationMs("1h")).toBe(3_600_000);
    expect(durationMs("1 week")).toBe(604_800_000);
    expect(durationMs("99999d")).toBeUndefined();
  });
});
