/** What each host's transcript says: the person's words and the model's, and nothing else. */
import { describe, expect, it } from "vitest";
import type { Turn } from "../../src/hosts/host.js";
import { folderOf, readerOf } from "../../src/hosts/transcript.js";
import { cpuMs } from "../cpu-time.js";

const json = (...lines: readonly unknown[]): string[] =>
  lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));

function turnsIn(lines: readonly string[], path?: string): Turn[] {
  const reader = readerOf(lines.slice(0, 60), path);
  if (reader === undefined) throw new Error("no reader knows these lines");
  const last = [...lines.flatMap((line) => reader.read(line) ?? [])];
  return [...last, ...[reader.end()].flatMap((turn) => turn ?? [])];
}

const said = (lines: readonly string[]) => turnsIn(lines).map(({ role, text }) => `${role}: ${text}`);

const CLAUDE = { sessionId: "s1", cwd: "/work/app", parentUuid: null, userType: "external", isSidechain: false };
const typed = (content: unknown, more = {}) => ({
  ...CLAUDE,
  type: "user",
  message: { role: "user", content },
  timestamp: "2026-02-10T09:00:00.123Z",
  ...more,
});
const answered = (content: unknown, more = {}) => ({
  ...CLAUDE,
  type: "assistant",
  message: { role: "assistant", content },
  timestamp: "2026-02-10T09:00:05Z",
  ...more,
});
const text = (words: string) => ({ type: "text", text: words });

const REASON = "To tell you how to proceed, the user said:\nuse pnpm";
const refused = (rest: string) => ({
  type: "tool_result",
  is_error: true,
  content: `The user doesn't want to proceed with this tool use. The tool use was rejected (eg. x). ${rest}`,
});
/** Answers to a question for which the model had offered two wordings. */
const asked = (answers: object) =>
  typed([{ type: "tool_result", content: "User has answered" }], {
    toolUseResult: {
      questions: [
        { options: [{ label: "vitest, always" }, { label: "jest" }] },
        { options: [{ label: "a" }, { label: "b" }] },
      ],
      answers,
    },
  });

describe("Claude Code", () => {
  it("gives what was typed and what the model wrote, with instant and session", () => {
    expect(
      turnsIn(json({ type: "summary", summary: "x", leafUuid: "u" }, typed("use pnpm"), answered([text("Done.")]))),
    ).toEqual([
      { role: "user", text: "use pnpm", at: "2026-02-10T09:00:00Z", session: "s1" },
      { role: "assistant", text: "Done.", at: "2026-02-10T09:00:05Z", session: "s1" },
    ]);
  });

  it.each([
    ["a tool's result", typed([{ type: "tool_result", content: "no, that's wrong" }])],
    ["a refusal without a reason", typed([refused("STOP what you are doing and wait for the user.")])],
    ["a refusal that a tool's result only quotes", typed([{ ...refused(REASON), is_error: false }])],
    [
      "a wish to talk about what was asked",
      typed([refused("To tell you how to proceed, the user said:\nThe user wants to clarify these questions.\n  x")]),
    ],
    ["an answer that the model had worded", asked({ "Which runner?": "vitest, always", "Also?": "a, b" })],
    ["a plan that the host hands over", typed("Implement the following plan:\n\n# Plan\n\n- Never touch the queue")],
    ["the instructions of a wrapper", typed("<system_instruction>\nNever work elsewhere.\n</system_instruction>")],
    ["the instructions of an observer", typed("You are a Claude-Mem, a specialized observer tool. Never act.")],
    [
      "what an observer is told",
      typed("<observed_from_primary_session>no, that's wrong</observed_from_primary_session>"),
    ],
    ["another session's message", typed('<cross-session-message from="b">Never do it.</cross-session-message>')],
    ["the prompt of a script", typed("no, that's wrong", { promptSource: "sdk" })],
    ["the prompt of a script by its entry point", typed("no, that's wrong", { entrypoint: "sdk-py" })],
    ["a result named at the line", typed("no, that's wrong", { toolUseResult: { stdout: "" } })],
    ["a sub-agent's turn", typed("no, that's wrong", { isSidechain: true })],
    ["a sub-agent's file", typed("no, that's wrong", { agentId: "a1" })],
    ["a meta line", typed("no, that's wrong", { isMeta: true })],
    ["a summary after compaction", typed("no, that's wrong", { isCompactSummary: true })],
    ["a notification", typed("no, that's wrong", { origin: { kind: "task-notification" } })],
    ["an error of the API", answered([text("API Error: 500")], { isApiErrorMessage: true })],
    [
      "thinking and calls",
      answered([
        { type: "thinking", thinking: "x" },
        { type: "tool_use", input: { a: "b" } },
      ]),
    ],
    ["a reminder", typed("<system-reminder>no, that's wrong</system-reminder>")],
    ["a reminder that nothing closes", typed("<system-reminder>\nno, that's wrong")],
    ["a slash command", typed("<command-name>/clear</command-name><command-message>clear</command-message>")],
    ["a bare slash command", typed("/compact")],
    ["a command's output", typed("<local-command-stdout>no, that's wrong</local-command-stdout>")],
    ["a shell line", typed("<bash-input>git log</bash-input>")],
    ["the caveat", typed("Caveat: The messages below were generated by the user while running local commands. x")],
    ["an interruption", typed([text("[Request interrupted by user for tool use]")])],
    ["a continued session", typed("This session is being continued from a previous conversation that ran out")],
    ["an unknown type", { ...CLAUDE, type: "progress", message: { role: "user", content: "no, that's wrong" } }],
    ["a context of tenet's", typed("<tenet-core-1f9c2d>\nno, that's wrong\n</tenet-core-1f9c2d>")],
    ["rules of tenet's", typed("<!-- tenet:begin core -->\nno, that's wrong\n<!-- tenet:end core -->")],
  ])("holds nothing of %s", (_, line) => {
    expect(said(json(typed("first"), line))).toEqual(["user: first"]);
  });

  const RESULT = { type: "tool_result", content: "User has answered" };
  const noted = {
    questions: [{ options: [{ label: "a" }] }],
    answers: { "Which?": "a" },
    annotations: { "Which?": { preview: "never this", notes: "but never on Fridays" } },
  };
  const NOTE = "Note: The user's next message may contain a correction or preference. x";
  const COMMAND = "<command-message>fix</command-message>\n<command-name>/fix</command-name>\n";
  const IMAGE = { type: "image", source: { data: "x".repeat(5_000_000) } };
  const INTERRUPTED = text("[Request interrupted by user for tool use]");
  it.each([
    ["why a tool was turned down", typed([refused(REASON)], { toolUseResult: "User rejected tool use" }), "use pnpm"],
    ["the same without the host's note behind it", typed([refused(`${REASON}\n\n${NOTE}`)]), "use pnpm"],
    ["what they answered in their own words", asked({ "Which runner?": "never jest", "Also?": "a, b" }), "never jest"],
    ["what they noted beside a worded answer", typed([RESULT], { toolUseResult: noted }), "but never on Fridays"],
    ["text beside a tool's result", typed([RESULT, text("use pnpm")], { toolUseResult: { stdout: "ok" } }), "use pnpm"],
    ["what stands behind an interruption", typed([INTERRUPTED, text("use pnpm")]), "use pnpm"],
    ["the arguments of a command", typed(`${COMMAND}<command-args>the form</command-args>`), "the form"],
    ["the same as it is typed", typed("/fix the form"), "the form"],
    ["a path in front", typed("/etc/hosts is wrong"), "/etc/hosts is wrong"],
    ["a shortcut to remember", typed("<user-memory-input>always lint</user-memory-input>"), "always lint"],
    ["what stands behind a tag they name", typed("Add a <timestamp>. Use ISO."), "Add a <timestamp>. Use ISO."],
    [
      "the same where the host adds one of that name",
      typed("Hide the <timestamp> tag.\n<timestamp>10:00</timestamp>"),
      "Hide the <timestamp> tag.",
    ],
    ["what stands beside an image", typed([IMAGE, text("no")]), "no"],
    [
      "what somebody typed beside what was injected",
      typed([text("<ide_opened_file>a.ts</ide_opened_file>"), text("No, pnpm. <system-reminder>x</system-reminder>")]),
      "No, pnpm.",
    ],
  ])("hears %s", (_, line, words) => {
    expect(said(json(typed("first"), line))).toEqual(["user: first", `user: ${words}`]);
  });

  it("says that a reason turns down what the model was about to do", () => {
    expect(turnsIn(json(typed("first"), typed([refused(REASON)]))).map(({ refuses }) => refuses)).toEqual([
      undefined,
      true,
    ]);
  });

  it("hears what was typed while the agent worked", () => {
    const queued = (more: object) => ({
      ...CLAUDE,
      type: "attachment",
      attachment: { type: "queued_command", prompt: "stop, use pnpm", commandMode: "prompt", ...more },
    });
    const lines = json(
      typed("go"),
      queued({ origin: { kind: "human" } }),
      queued({ commandMode: "task-notification" }),
    );
    expect(said(lines)).toEqual(["user: go", "user: stop, use pnpm"]);
  });

  it("counts broken lines and reads on", () => {
    const lines = json(typed("one"), '{"type":"user","mess', "", "null", typed("two"));
    const reader = readerOf(lines);
    const found = lines.flatMap((line) => reader?.read(line)?.text ?? []);
    expect([found, reader?.broken]).toEqual([["one", "two"], 2]);
  });

  it("says in which folder the session ran", () => {
    expect(json({ type: "summary" }, typed("x")).map(folderOf)).toEqual([undefined, "/work/app"]);
  });
});

const META = { timestamp: "2026-02-10T09:00:00Z", type: "session_meta", payload: { id: "c1", cwd: "/work/app" } };
const item = (role: string, words: string) => ({
  timestamp: "2026-02-10T09:01:00.5Z",
  type: "response_item",
  payload: {
    type: "message",
    role,
    content: [{ type: role === "assistant" ? "output_text" : "input_text", text: words }],
  },
});

describe("Codex", () => {
  it("gives each turn once, though the file tells it twice", () => {
    const lines = json(
      META,
      item("user", "<environment_context>\n<cwd>/work/app</cwd>\n</environment_context>"),
      item("user", "# AGENTS.md instructions for /work/app\n\n<INSTRUCTIONS>never do this</INSTRUCTIONS>"),
      item("developer", "<permissions instructions>x</permissions instructions>"),
      item("user", "use pnpm"),
      { type: "event_msg", payload: { type: "user_message", message: "use pnpm" } },
      { type: "response_item", payload: { type: "function_call_output", output: "no, that's wrong" } },
      item("assistant", "Done."),
      { type: "event_msg", payload: { type: "agent_message", message: "Done." } },
      { type: "compacted", payload: { message: "no, that's wrong" } },
    );
    expect(turnsIn(lines)).toEqual([
      { role: "user", text: "use pnpm", at: "2026-02-10T09:01:00Z", session: "c1" },
      { role: "assistant", text: "Done.", at: "2026-02-10T09:01:00Z", session: "c1" },
    ]);
    expect(folderOf(lines[0] as string)).toBe("/work/app");
  });

  it("reads the request behind an editor's context, and nothing of a context without one", () => {
    const context = "# Context from my IDE setup:\n\n## Open tabs:\n- a.ts\n\n";
    const lines = json(META, item("user", `${context}## My request for Codex:\nno, use pnpm`), item("user", context));
    expect(said(lines)).toEqual(["user: no, use pnpm"]);
  });

  it("hears what somebody noted beside an answer, and nothing of the answers that the model worded", () => {
    const output = (said: unknown) => ({
      timestamp: "2026-02-10T09:02:00Z",
      type: "response_item",
      payload: { type: "function_call_output", call_id: "a", output: JSON.stringify(said) },
    });
    const lines = json(
      META,
      output({
        answers: { runner: { answers: ["jest", "user_note: no, always vitest"] }, also: { answers: ["yes"] } },
      }),
      output({ answers: { runner: { answers: ["jest"] } } }),
      output({ answers: ["no, that's wrong"] }),
    );
    expect(turnsIn(lines)).toEqual([
      { role: "user", text: "no, always vitest", at: "2026-02-10T09:02:00Z", session: "c1" },
    ]);
  });

  it("reads the first format, without an envelope", () => {
    const lines = json(
      { id: "old", timestamp: "2025-06-01T00:00:00Z", instructions: null },
      { record_type: "state" },
      { type: "message", role: "user", content: [{ type: "input_text", text: "use pnpm" }] },
    );
    expect(turnsIn(lines)).toEqual([{ role: "user", text: "use pnpm", session: "old" }]);
  });

  it("holds nothing of a sub-agent's session, and keeps the first name of a forked one", () => {
    const sub = { ...META, payload: { ...META.payload, source: { subagent: "review" } } };
    expect(said(json(sub, item("user", "no, that's wrong")))).toEqual([]);
    for (const source of ["exec", "mcp"])
      expect(said(json({ ...META, payload: { ...META.payload, source } }, item("user", "no, that's wrong")))).toEqual(
        [],
      );
    const forked = json(META, { ...META, payload: { id: "parent" } }, item("user", "x"));
    expect(turnsIn(forked)[0]?.session).toBe("c1");
  });
});

describe("OpenClaw", () => {
  const header = { type: "session", version: 3, id: "o1", timestamp: "2026-02-10T09:00:00Z", cwd: "/work/app" };
  const message = (role: string, words: string, more = {}) => ({
    type: "message",
    id: "m",
    timestamp: "2026-02-10T09:02:00Z",
    message: { role, content: [text(words)], ...more },
  });
  const info = (group: boolean) =>
    `Conversation info (untrusted metadata):\n\`\`\`json\n{"message_id": "4542", "is_group_chat": ${group}}\n\`\`\`\n\n`;

  it("takes the envelope off and leaves the host's own messages out", () => {
    const lines = json(
      header,
      { type: "model_change" },
      message("user", `${info(false)}No, use pnpm here.`),
      message("user", "[Telegram Bridget id:1 2026-02-10 09:02 UTC] Always run the tests.\n[message_id: 7]"),
      message("toolResult", "no, that's wrong"),
      message("user", "Read HEARTBEAT.md if it exists"),
      message("user", "no, that's wrong", { provenance: { kind: "inter_session" } }),
      message("user", `${info(true)}no, that's wrong`),
      message("assistant", "HEARTBEAT_OK"),
      message("assistant", "[[reply_to_current]] Done."),
    );
    expect(said(lines)).toEqual(["user: No, use pnpm here.", "user: Always run the tests.", "assistant: Done."]);
    expect(turnsIn(lines)[0]).toMatchObject({ at: "2026-02-10T09:02:00Z", session: "o1" });
  });
});

describe("Cursor", () => {
  it("reads the typed query among everything that is put around it", () => {
    const line = (role: string, words: string) => ({ role, message: { content: [text(words)] } });
    const lines = json(
      line("user", "<attached_files>x</attached_files>\n<user_query>\nno, use pnpm\n</user_query>"),
      line("assistant", "Done."),
      {
        role: "user",
        message: { content: [{ type: "tool_result", content: "no" }, text("<user_query>use tabs</user_query>")] },
      },
    );
    expect(said(lines)).toEqual(["user: no, use pnpm", "assistant: Done.", "user: use tabs"]);
  });
});

describe("Gemini CLI", () => {
  const HEAD = { sessionId: "g1", projectHash: "f00", kind: "main" };
  const line = (type: string, content: unknown, more = {}) => ({
    ...{ id: "m", timestamp: "2026-02-10T09:00:00.000Z", type, content },
    ...more,
  });
  const user = (words: string) => line("user", [text(words)]);

  it("gives what was typed and what the model wrote, with instant and session", () => {
    const lines = json(HEAD, user("use pnpm"), { $set: { lastUpdated: "y" } }, line("gemini", "Done."));
    expect(turnsIn(lines)).toEqual([
      { role: "user", text: "use pnpm", at: "2026-02-10T09:00:00Z", session: "g1" },
      { role: "assistant", text: "Done.", at: "2026-02-10T09:00:00Z", session: "g1" },
    ]);
  });

  it("gives nothing of the files and the context that the host adds, of tools, hooks, notes, and sub-agents", () => {
    const files = ["look at @a.ts, and use pnpm", "\n--- Content from referenced files ---"];
    files.push("\nContent from @a.ts:\n", "no, that's wrong", "\n--- End of content ---");
    const lines = json(
      HEAD,
      user("<session_context>\nThis is the Gemini CLI. Never stop.\n</session_context>"),
      user("This is the Gemini CLI. We are setting up the context for our chat. Never stop."),
      line("user", files.map(text)),
      line("user", files.map(text), { displayContent: [text("the same, please")] }),
      user("<state_snapshot>no, that's wrong</state_snapshot>"),
      user("<hook_context>no, that's wrong</hook_context>"),
      line("user", [{ functionResponse: { response: { output: "no, that's wrong" } } }]),
      line("info", "no, that's wrong"),
      line("error", "no, that's wrong"),
      { $set: { messages: [line("user", "no, that's wrong")] } },
    );
    expect(said(lines)).toEqual(["user: look at @a.ts, and use pnpm", "user: the same, please"]);
    expect(said(json({ ...HEAD, kind: "subagent" }, user("no, that's wrong")))).toEqual([]);
  });

  it("hears an answer to a question in somebody's own words, and none that the model had worded", () => {
    const ask = (answers: object) => ({
      ...{ name: "ask_user", status: "success" },
      args: { questions: [{ options: [{ label: "vitest" }, { label: "jest" }] }] },
      result: [{ functionResponse: { response: { output: JSON.stringify({ answers }) } } }],
    });
    const calls = (answers: object) => line("gemini", "Which runner?", { toolCalls: [ask(answers)] });
    expect(said(json(HEAD, line("user", "go"), calls({ 0: "never jest" }), calls({ 0: "jest" })))).toEqual([
      ...["user: go", "user: never jest", "assistant: Which runner?"],
    ]);
  });
});

describe("plain text", () => {
  it.each([
    ["User: one\nmore\nAssistant: two", ["user: one\nmore", "assistant: two"]],
    ["Human: one\n\nAI: two\nHuman: three", ["user: one", "assistant: two", "user: three"]],
    ["# Chat\n\n## User\n\none\n\n## Assistant\n\ntwo", ["user: one", "assistant: two"]],
    ["**You:** one\n**Agent:** two", ["user: one", "assistant: two"]],
    ["### 👤 User (08:30)\none\n### 🤖 Assistant (08:31)\ntwo", ["user: one", "assistant: two"]],
    ["user:\n<user_query>\none\n</user_query>\n\nassistant:\ntwo", ["user: one", "assistant: two"]],
    [
      "User: look:\n```\nAssistant: not a turn\n```\nends\nAI: two",
      ["user: look:\n```\nAssistant: not a turn\n```\nends", "assistant: two"],
    ],
  ])("finds the turns of %j", (page, turns) => {
    expect(said(page.split("\n"))).toEqual(turns);
  });

  it.each([
    ["a page of notes", "# Notes\n\nNo, that's wrong.", undefined],
    ["an answer without a question", "Assistant: hello", undefined],
    ["JSON lines of something else", '{"a":1}\n{"b":2}', undefined],
    ["broken JSON lines that look like talk", "User: hi\nAssistant: yo", "x.jsonl"],
    ["nothing", "", undefined],
  ])("takes %s for no conversation", (_, page, path) => {
    expect(readerOf(page.split("\n"), path)).toBeUndefined();
  });
});

it("stays quick on turns that were made to be slow", { tags: "proof" }, () => {
  const nasty = [
    "<image>",
    "<rules>",
    "<rules></rules>",
    "[Telegram ",
    "x (untrusted metadata):\n```json\n",
    "<user_query>",
  ];
  const began = cpuMs();
  for (const piece of nasty)
    readerOf(json(typed("x")))?.read(JSON.stringify(typed(piece.repeat(3_000_000 / piece.length))));
  expect(cpuMs() - began).toBeLessThan(20_000);
});
