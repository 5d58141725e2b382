import { describe, expect, it } from "vitest";
import { agentVariable } from "../../src/cli/actor.js";
import { colourLevel } from "../../src/cli/colours.js";
import { commandAt, hasFlag, markText, strayFlag, unmark } from "../../src/cli/globals.js";
import { editorArguments } from "../../src/store/files/programs.js";
import { durationMs, sinceOf } from "../../src/text/durations.js";
import { printable, printableData } from "../../src/text/paint.js";
import { words } from "./typed.js";

it.each([
  ["", undefined],
  ["list", 0],
  ["--json list", 1],
  ["-C list show", 2],
  ["--session s --json list show", 3],
  ["--session=s list", 1],
  ["--help", undefined],
  ["-C", undefined],
  ["-- list", 1],
  ["--", undefined],
  ["-", 0],
])("the command of `tenet %s` is its word %s", (line, at) => expect(commandAt(words(line))).toBe(at));

describe("flags before the command", () => {
  it("strayFlag finds what nobody knows, and takes values for values", () => {
    expect(strayFlag(["--json", "-C", "--odd"], [])).toBeUndefined();
    expect(strayFlag(["--odd"], [])).toBe("--odd");
    expect(strayFlag(["--help"], ["--help"])).toBeUndefined();
  });

  it("given looks no further than --", () => {
    expect(hasFlag(["list", "--json"], "--json")).toBe(true);
    expect(hasFlag(["log", "--", "--json"], "--json")).toBe(false);
  });
});

describe("text that starts with a dash", () => {
  it.each(["-5 degrees is fine", "--force is never right", "- a list item", "-\tx", "-a\nb"])("%j is text", (token) => {
    const [marked] = markText([token]);
    expect(marked).not.toBe(token);
    expect(unmark(marked)).toBe(token);
  });
  it.each(["-C", "--json", "--risk=high: why it breaks", "-rf", "-", "--", "plain text"])("%s is left alone", (token) =>
    expect(markText([token])).toEqual([token]),
  );
  it("is unmarked in lists", () => expect(unmark(markText(["-a b", "c"]))).toEqual(["-a b", "c"]));
});

describe("colourLevel: decided for each stream", () => {
  const tty = { isTTY: true };
  const pipe = { isTTY: false };
  it.each<[string, number, { isTTY: boolean }, Record<string, string>, { color?: boolean; json?: boolean }]>([
    ["a terminal", 1, tty, { TERM: "xterm" }, {}],
    ["256 colours", 2, tty, { TERM: "xterm-256color" }, {}],
    ["true colour", 3, tty, { TERM: "xterm", COLORTERM: "truecolor" }, {}],
    ["a pipe", 0, pipe, { TERM: "xterm" }, {}],
    ["NO_COLOR", 0, tty, { TERM: "xterm", NO_COLOR: "1" }, {}],
    ["an empty NO_COLOR says nothing", 1, tty, { TERM: "xterm", NO_COLOR: "" }, {}],
    ["NO_COLOR over FORCE_COLOR", 0, tty, { NO_COLOR: "1", FORCE_COLOR: "1" }, {}],
    ["TERM=dumb", 0, tty, { TERM: "dumb" }, {}],
    ["FORCE_COLOR in a pipe", 1, pipe, { FORCE_COLOR: "1" }, {}],
    ["FORCE_COLOR=", 1, pipe, { FORCE_COLOR: "" }, {}],
    ["FORCE_COLOR=3", 3, pipe, { FORCE_COLOR: "3" }, {}],
    ["FORCE_COLOR=0", 0, tty, { FORCE_COLOR: "0" }, {}],
    ["--no-color", 0, tty, { FORCE_COLOR: "1" }, { color: false }],
    ["--json", 0, tty, { FORCE_COLOR: "1" }, { json: true }],
  ])("%s: %i", (_, level, stream, env, flags) => expect(colourLevel(stream, env, flags)).toBe(level));
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

it.each([
  ["vim", ["+7", "f.md"]],
  ["/usr/bin/nano", ["+7", "f.md"]],
  ["code", ["--goto", "f.md:7"]],
  ["hx", ["f.md:7"]],
  ["ed", ["f.md"]],
])("%s opens a file at a line by %j", (command, args) => expect(editorArguments(command, "f.md", 7)).toEqual(args));
