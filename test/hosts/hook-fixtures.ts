/**
 * What hosts write to a hook on stdin, in the likeness of what they document; values are ours.
 * Claude Code: code.claude.com/docs/en/hooks. Codex: codex-rs/hooks/schema/generated/*.command.input.schema.json.
 * Cursor: cursor.com/docs/agent/hooks. Gemini CLI: geminicli.com/docs/hooks/reference. OpenClaw: docs.openclaw.ai/automation/hooks, the event its handler is given.
 */
export const FOLDER = "/home/bridget/shop";

const claude = (fields: object) => ({
  session_id: "5d0c6a0e-claude",
  transcript_path: "/home/bridget/.claude/projects/-home-bridget-shop/5d0c6a0e-claude.jsonl",
  cwd: FOLDER,
  permission_mode: "default",
  ...fields,
});

const codex = (fields: object) => ({
  session_id: "019d036d-codex",
  transcript_path: "/home/bridget/.codex/sessions/2026/02/15/rollout-2026-02-15T14-00-00-019d036d-codex.jsonl",
  cwd: FOLDER,
  model: "a-model",
  permission_mode: "default",
  ...fields,
});

const cursor = (fields: object) => ({
  conversation_id: "afafb0bf-cursor",
  generation_id: "490b90b7-cursor",
  model: "a-model",
  cursor_version: "3.1.0",
  workspace_roots: [FOLDER],
  user_email: null,
  transcript_path: "/home/bridget/.cursor/projects/shop/agent-transcripts/afafb0bf-cursor.jsonl",
  ...fields,
});

const gemini = (fields: object) => ({
  session_id: "3b1f-gemini",
  transcript_path: "/home/bridget/.gemini/tmp/shop/chats/session-2026-02-15T14-00-3b1f.jsonl",
  cwd: FOLDER,
  timestamp: "2026-02-15T14:00:00.000Z",
  ...fields,
});

const openclaw = (type: string, action: string, context: object) => ({
  type,
  action,
  sessionKey: "agent:main:main",
  timestamp: "2026-02-15T14:00:00.000Z",
  messages: [],
  context,
});

const ENTRY = {
  sessionId: "7c1e-openclaw",
  sessionFile: "/home/bridget/.openclaw/agents/main/sessions/7c1e-openclaw.jsonl",
};

export const CLAUDE = {
  "session-start": claude({ hook_event_name: "SessionStart", source: "startup", model: "a-model" }),
  "user-prompt": claude({ hook_event_name: "UserPromptSubmit", prompt: "Deploy the shop" }),
  "pre-compact": claude({ hook_event_name: "PreCompact", trigger: "auto", custom_instructions: "" }),
  "session-end": claude({ hook_event_name: "SessionEnd", reason: "prompt_input_exit" }),
  stop: claude({ hook_event_name: "Stop", stop_hook_active: false, last_assistant_message: "Done." }),
};

export const CODEX = {
  "session-start": codex({ hook_event_name: "SessionStart", source: "startup" }),
  "user-prompt": codex({ hook_event_name: "UserPromptSubmit", prompt: "Deploy the shop", turn_id: "t-1" }),
  "pre-compact": codex({ hook_event_name: "PreCompact", trigger: "auto", turn_id: "t-1" }),
  "session-end": codex({ hook_event_name: "SessionEnd", reason: "other" }),
  stop: codex({ hook_event_name: "Stop", stop_hook_active: false, last_assistant_message: null, turn_id: "t-1" }),
};

export const CURSOR = {
  "session-start": cursor({
    hook_event_name: "sessionStart",
    session_id: "afafb0bf-cursor",
    is_background_agent: false,
    composer_mode: "agent",
    transcript_path: null,
  }),
  "user-prompt": cursor({ hook_event_name: "beforeSubmitPrompt", prompt: "Deploy the shop", attachments: [] }),
  "pre-compact": cursor({
    hook_event_name: "preCompact",
    trigger: "auto",
    context_usage_percent: 85,
    message_count: 45,
  }),
  "session-end": cursor({ hook_event_name: "sessionEnd", session_id: "afafb0bf-cursor", reason: "user_close" }),
  stop: cursor({ hook_event_name: "stop", status: "completed", loop_count: 0 }),
};

export const GEMINI = {
  "session-start": gemini({ hook_event_name: "SessionStart", source: "startup" }),
  "user-prompt": gemini({ hook_event_name: "BeforeAgent", prompt: "Deploy the shop" }),
  "pre-compact": gemini({ hook_event_name: "PreCompress", trigger: "auto" }),
  "session-end": gemini({ hook_event_name: "SessionEnd", reason: "exit" }),
  stop: gemini({
    hook_event_name: "AfterAgent",
    prompt: "Deploy the shop",
    prompt_response: "Done.",
    stop_hook_active: false,
  }),
};

export const OPENCLAW = {
  "session-start": openclaw("agent", "bootstrap", {
    workspaceDir: FOLDER,
    bootstrapFiles: [],
    sessionId: ENTRY.sessionId,
  }),
  "user-prompt": openclaw("message", "preprocessed", {
    workspaceDir: FOLDER,
    body: "Deploy",
    bodyForAgent: "Deploy the shop",
    sessionId: ENTRY.sessionId,
    channelId: "telegram",
  }),
  "pre-compact": openclaw("session", "compact:before", { workspaceDir: FOLDER, sessionEntry: ENTRY }),
  "session-end": openclaw("command", "new", {
    workspaceDir: FOLDER,
    previousSessionEntry: ENTRY,
    sessionEntry: { sessionId: "9f9f-the-next" },
  }),
  stop: openclaw("command", "stop", { workspaceDir: FOLDER, sessionId: ENTRY.sessionId, sessionEntry: ENTRY }),
};

export const HOSTS_SAY = {
  "claude-code": { says: CLAUDE, session: "5d0c6a0e-claude" },
  codex: { says: CODEX, session: "019d036d-codex" },
  cursor: { says: CURSOR, session: "afafb0bf-cursor" },
  "gemini-cli": { says: GEMINI, session: "3b1f-gemini" },
  openclaw: { says: OPENCLAW, session: "7c1e-openclaw" },
} as const;
