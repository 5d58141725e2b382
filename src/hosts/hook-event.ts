/** Parses the JSON that a host sends to a hook: event, session, folder and text. Called by `tenet hook`. */

import { asObject, HOSTS, type Host, isScripted, type Json } from "../store/host.js";
import { defined } from "../text/defined.js";

/** The moments of a session in which a host calls tenet. */
export const HOOK_EVENTS = ["session-start", "user-prompt", "pre-compact", "session-end", "stop"] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

/** How hosts call the same moments. OpenClaw's are `type:action`. */
const NAMES: Readonly<Record<string, HookEvent>> = {
  SessionStart: "session-start",
  UserPromptSubmit: "user-prompt",
  PreCompact: "pre-compact",
  SessionEnd: "session-end",
  Stop: "stop",
  BeforeAgent: "user-prompt",
  PreCompress: "pre-compact",
  AfterAgent: "stop",
  sessionStart: "session-start",
  beforeSubmitPrompt: "user-prompt",
  preCompact: "pre-compact",
  sessionEnd: "session-end",
  stop: "stop",
  "agent:bootstrap": "session-start",
  "message:received": "user-prompt",
  "message:transcribed": "user-prompt",
  "message:preprocessed": "user-prompt",
  "session:compact:before": "pre-compact",
  "command:new": "session-end",
  "command:reset": "session-end",
  "session:end": "session-end",
  "command:stop": "stop",
};

/** The event for a name of tenet's or of a host's. */
export function hookEventOf(name: string): HookEvent | undefined {
  const own = HOOK_EVENTS.find((event) => event === name);
  return own ?? (Object.hasOwn(NAMES, name) ? NAMES[name] : undefined);
}

/** The input of a hook. Every field may be missing: hosts differ, and change. */
export interface HookInput {
  host?: Host;
  event?: HookEvent;
  /** The host's name of the session. */
  session?: string;
  /** Folders in which the session works, the most telling first. */
  folders: string[];
  /** The file in which the host keeps the conversation. */
  transcript?: string;
  /** What the person is about to send. */
  prompt?: string;
  /** Why a session starts: `startup`, `resume`, `clear`, `compact`. */
  source?: string;
  /** It comes from an agent that another agent started: nobody typed anything. */
  subagent: boolean;
  /** A program composes the prompts of this session: they correct nobody. */
  scripted: boolean;
}

const MOST_NAME = 200;
const MOST_PATH = 4096;

function text(json: Json, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = json[name];
    if (typeof value === "string" && value.trim() !== "") return value;
  }
  return undefined;
}

/** A name of one line; anything else names nothing. */
function nameIn(json: Json, ...names: string[]): string | undefined {
  const value = text(json, ...names)?.trim();
  return value === undefined || value.length > MOST_NAME || /\p{Cc}/u.test(value) ? undefined : value;
}

const isPath = (path: unknown): path is string =>
  typeof path === "string" && path !== "" && path.length <= MOST_PATH && !path.includes("\0");

function pathIn(json: Json, ...names: string[]): string | undefined {
  const value = text(json, ...names);
  return isPath(value) ? value : undefined;
}

function hostOf(json: Json): Host | undefined {
  if ("conversation_id" in json || "cursor_version" in json || "workspace_roots" in json) return "cursor";
  if (typeof json["type"] === "string" && typeof json["action"] === "string") return "openclaw";
  const event = json["hook_event_name"];
  if (typeof event !== "string") return undefined;
  if (/^[a-z]/.test(event)) return "cursor";
  // Only Gemini CLI sends a time.
  if (typeof json["timestamp"] === "string") return "gemini-cli";
  // Codex took over the form of Claude Code: a turn has a name there, and a transcript another place.
  const transcript = json["transcript_path"];
  const isRollout = typeof transcript === "string" && /(?:^|[\\/])rollout-[^\\/]*\.jsonl$/.test(transcript);
  return "turn_id" in json || transcript === null || isRollout ? "codex" : "claude-code";
}

/** Reads a hook's JSON; `statedHost` is named on the command line, `entrypoint` is how Claude Code was started. */
export function readHookInput(payload: unknown, statedHost?: Host, entrypoint?: string): HookInput {
  const json = asObject(payload);
  const scripted = isScripted(entrypoint);
  if (json === undefined) return defined({ folders: [], subagent: false, scripted, host: statedHost });
  const host = statedHost ?? hostOf(json);
  return { ...(host === "openclaw" ? ofOpenClaw(json) : ofCommandHook(json)), scripted, ...defined({ host }) };
}

/** Claude Code, Codex, Cursor and Gemini CLI: one flat map with names in snake case. */
function ofCommandHook(json: Json): Omit<HookInput, "scripted"> {
  const roots = Array.isArray(json["workspace_roots"]) ? json["workspace_roots"].filter(isPath) : [];
  const cwd = pathIn(json, "cwd");
  const event = text(json, "hook_event_name");
  return defined({
    folders: [...(cwd === undefined ? [] : [cwd]), ...roots],
    subagent: nameIn(json, "agent_id") !== undefined,
    event: event === undefined ? undefined : hookEventOf(event),
    session: nameIn(json, "conversation_id", "session_id"),
    transcript: pathIn(json, "transcript_path"),
    prompt: text(json, "prompt"),
    source: nameIn(json, "source"),
  });
}

/** OpenClaw: the event that its handler was given, with the context beneath it. */
function ofOpenClaw(json: Json): Omit<HookInput, "scripted"> {
  const context = asObject(json["context"]) ?? {};
  const event = hookEventOf(`${text(json, "type") ?? ""}:${text(json, "action") ?? ""}`);
  // A command that begins a session anew speaks of the one before.
  const entries = [context["previousSessionEntry"], context["sessionEntry"]]
    .map(asObject)
    .filter((one) => one !== undefined);
  const folder = pathIn(context, "workspaceDir") ?? pathIn(json, "cwd");
  const sessionOf = [context, ...entries].map((one) => nameIn(one, "sessionId")).find((one) => one !== undefined);
  const transcripts = [...entries, context, json].map((one) => pathIn(one, "sessionFile", "transcript_path"));
  return defined({
    folders: folder === undefined ? [] : [folder],
    subagent: /(?:^|:)subagent:/.test(text(json, "sessionKey") ?? ""),
    event,
    session: sessionOf ?? nameIn(json, "sessionKey"),
    transcript: transcripts.find((one) => one !== undefined),
    prompt: text(context, "bodyForAgent", "transcript", "content", "body"),
  });
}

/** The host of a name, in any case; undefined for one that tenet does not know. */
export function hostNamed(name: string): Host | undefined {
  return HOSTS.find((host) => host === name.trim().toLowerCase());
}

/** How long a hook waits for another writer: a host waits for it, and gives it up when it takes too long. */
export const HOOK_LOCK_MS = 1_000;

/** The moment (`performance.now()`) until which something new may be begun. */
export interface Until {
  until: number;
}

export const isOver = ({ until }: Until): boolean => performance.now() > until;
