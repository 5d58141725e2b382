/** What each host's transcript says of files that were written, and what its words do not prove. */
import { describe, expect, it } from "vitest";
import { patchChanges } from "../../../src/store/transcripts/patch-changes.js";
import { WriteReader } from "../../../src/store/transcripts/transcript-writes.js";

const AT = { timestamp: "2026-02-01T10:00:00.123Z" };

function writesIn(format: string, rows: readonly object[]) {
  const reader = new WriteReader<number>(format);
  return rows
    .flatMap((row, nth) => reader.read(JSON.stringify({ ...AT, ...row }), nth))
    .map(({ write: { path, cwd, at, change }, with: nth }) => ({ path, cwd, at, change, nth }));
}

const claude = (name: string, input: object, result: object = {}) => [
  { type: "assistant", cwd: "/w", message: { content: [{ type: "tool_use", id: "t1", name, input }] } },
  { type: "user", cwd: "/w", message: { content: [{ type: "tool_result", tool_use_id: "t1", ...result }] } },
];
const PATCH = "*** Begin Patch\n*** Update File: a.md\n@@\n one\n-two\n+three\n*** End Patch";
const DONE = "Success. Updated the following files:\nM a.md\n";
const codex = (call: object, output: unknown = DONE) => [
  { type: "session_meta", payload: { id: "c", cwd: "/w" } },
  { type: "response_item", payload: { call_id: "c1", ...call } },
  { type: "response_item", payload: { type: "custom_tool_call_output", call_id: "c1", output } },
];
const openClaw = (name: string, input: object, isError = false) => [
  { type: "session", id: "o", cwd: "/w" },
  {
    type: "message",
    message: { role: "assistant", content: [{ type: "toolCall", id: "k1", name, arguments: input }] },
  },
  { type: "message", message: { role: "toolResult", toolCallId: "k1", isError } },
];
const gemini = (name: string, args: object, status = "success") => [
  { type: "gemini", toolCalls: [{ id: "g1", name, args, status }] },
];

const whole = { text: "hello" };
const part = { parts: [{ old: "one", new: "two" }] };
const patched = { parts: [{ old: "one\ntwo", new: "one\nthree" }] };

const FILE = { file_path: "/w/a" };
const HELLO = { ...FILE, content: "hello" };
const EDIT = { ...FILE, old_string: "one", new_string: "two" };
const EVERYWHERE = { parts: [{ old: "one", new: "two", all: true }] };
const MULTI = { ...FILE, edits: [{ old_string: "one", new_string: "two" }] };
const UNKNOWN = { ...FILE, edits: [{ at: 3, line: "two" }] };
const APPLY = { type: "custom_tool_call", name: "apply_patch", input: PATCH };
const SHELL = { command: ["bash", "-lc", `apply_patch <<'E'\n${PATCH}\nE`] };
const IN_SHELL = { type: "function_call", arguments: JSON.stringify(SHELL) };
const CURSOR = { type: "tool_use", name: "Write", input: { path: "a", content: "x" } };

describe("files that were written", () => {
  it.each<[what: string, format: string, rows: object[], expected: [path: string, change: object] | undefined]>([
    ["whole", "claude-code", claude("Write", HELLO), ["/w/a", whole]],
    ["in part", "claude-code", claude("Edit", EDIT), ["/w/a", part]],
    ["everywhere", "claude-code", claude("Edit", { ...EDIT, replace_all: true }), ["/w/a", EVERYWHERE]],
    ["in several parts", "claude-code", claude("MultiEdit", MULTI), ["/w/a", part]],
    ["in parts of an unknown form", "claude-code", claude("MultiEdit", UNKNOWN), ["/w/a", { unreadable: true }]],
    ["refused", "claude-code", claude("Write", HELLO, { is_error: true }), undefined],
    ["read, not written", "claude-code", claude("Read", HELLO), undefined],
    ["without a result", "claude-code", claude("Write", HELLO).slice(0, 1), undefined],
    ["a patch", "codex", codex(APPLY), ["a.md", patched]],
    ["a patch in the shell", "codex", codex(IN_SHELL), ["a.md", patched]],
    ["a patch that did not apply", "codex", codex(APPLY, "apply_patch verification failed"), undefined],
    ["a result as JSON", "codex", codex(APPLY, JSON.stringify({ output: DONE })), ["a.md", patched]],
    ["whole", "openclaw", openClaw("write", { path: "a.md", content: "hello" }), ["a.md", whole]],
    ["in part", "openclaw", openClaw("edit", { path: "a.md", oldText: "one", newText: "two" }), ["a.md", part]],
    ["failed", "openclaw", openClaw("write", { path: "a.md", content: "hello" }, true), undefined],
    ["whole", "gemini-cli", gemini("write_file", HELLO), ["/w/a", whole]],
    ["in part", "gemini-cli", gemini("replace", EDIT), ["/w/a", part]],
    ["cancelled", "gemini-cli", gemini("write_file", HELLO, "cancelled"), undefined],
    ["told without instants", "cursor", [{ role: "assistant", message: { content: [CURSOR] } }], undefined],
  ])("%s, by %s", (_, format, rows, expected) => {
    expect(writesIn(format, rows).map(({ path, change }) => [path, change])).toEqual(expected ? [expected] : []);
  });

  it("are told with when, where, and what was known at the call", () => {
    const [write] = writesIn("codex", codex(APPLY));
    expect(write).toMatchObject({ cwd: "/w", at: "2026-02-01T10:00:00Z", nth: 1 });
  });

  it("of Codex lie where their call ran, and the next one where the session does", () => {
    const shell = (more: object) => ({
      type: "function_call",
      arguments: JSON.stringify({ command: [PATCH], ...more }),
    });
    const rows = [...codex(shell({ workdir: "docs" })), ...codex(shell({})).slice(1)];
    expect(writesIn("codex", rows).map(({ cwd }) => cwd)).toEqual(["/w/docs", "/w"]);
  });
});

it("reads a patch of several files, and what it does to each", () => {
  const text = [
    ...["*** Begin Patch", "*** Add File: new.md", "+one", "+", "+two"],
    ...["*** Update File: a.md", "@@ class A", " keep", "-old", "+new", "", "@@", "+at the end"],
    ...["*** Update File: b.md", "*** Move to: c.md", "@@", "-x", "+y"],
    ...["*** Delete File: d.md", "*** End Patch"],
  ].join("\n");
  expect(patchChanges(`${text}\n*** Add File: not-of-it.md\n+x`)).toEqual([
    { path: "new.md", change: { text: "one\n\ntwo\n" } },
    {
      path: "a.md",
      change: {
        parts: [
          { old: "keep\nold", new: "keep\nnew" },
          { old: "", new: "at the end" },
        ],
      },
    },
    { path: "b.md", change: { gone: true } },
    { path: "d.md", change: { gone: true } },
  ]);
});
