/** The lines of each host's transcripts. Lines of types that a format does not know hold nothing that anybody said. */

import { defined } from "../text/defined.js";
import { asObject, type Json, type Turn } from "./host.js";
import { asText, instantOf, textIn } from "./transcript-lines.js";
import { typedWords, writtenWords } from "./transcript-words.js";

/** Turns one line's object into what was said; may remember what earlier lines told of the session. */
export type LineReader = (line: Json) => Turn | undefined;

interface TurnParts {
  role: Turn["role"];
  text: string;
  at?: string | undefined;
  session?: string | undefined;
}

function turn({ role, text, at, session }: TurnParts): Turn | undefined {
  const own = role === "user" ? typedWords(text) : writtenWords(text);
  return own === "" ? undefined : defined({ role, text: own, at, session });
}

const isRole = (value: unknown): value is Turn["role"] => value === "user" || value === "assistant";

/** A prompt that was typed while the agent worked arrives as an attachment. */
function queuedPrompt(line: Json): string | undefined {
  const attachment = asObject(line["attachment"]);
  if (attachment?.["type"] !== "queued_command" || attachment["commandMode"] !== "prompt") return undefined;
  const origin = asObject(attachment["origin"]);
  if (attachment["isMeta"] === true || (origin !== undefined && origin["kind"] !== "human")) return undefined;
  return textIn(attachment["prompt"], ["text"]);
}

/** `~/.claude/projects/<folder>/<session>.jsonl`. */
export const claudeCodeLine: LineReader = (line) => {
  const at = instantOf(line["timestamp"]);
  const session = asText(line["sessionId"]);
  // a sub-agent's turns: both sides are models
  if (line["isSidechain"] === true || line["agentId"] !== undefined) return undefined;
  if (line["type"] === "attachment") return turn({ role: "user", text: queuedPrompt(line) ?? "", at, session });
  if (line["isMeta"] === true || line["isCompactSummary"] === true) return undefined;
  if (line["isVisibleInTranscriptOnly"] === true || line["isApiErrorMessage"] === true) return undefined;
  const message = asObject(line["message"]);
  const role = line["type"];
  if (!isRole(role) || (message?.["role"] !== undefined && message["role"] !== role)) return undefined;
  if (role === "user") {
    const origin = asObject(line["origin"]);
    if (origin !== undefined && origin["kind"] !== "human") return undefined;
    if (line["toolUseResult"] !== undefined || hasBlock(message?.["content"], "tool_result")) return undefined;
  }
  return turn({ role, text: textIn(message?.["content"], ["text"]), at, session });
};

function hasBlock(content: unknown, type: string): boolean {
  return Array.isArray(content) && content.some((block) => asObject(block)?.["type"] === type);
}

/** `~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl`: the first `session_meta` names the session. */
export function codexLines(): LineReader {
  let session: string | undefined;
  let told = false;
  let subAgent = false;
  return (line) => {
    const payload = asObject(line["payload"]);
    if (line["type"] === "session_meta" && payload !== undefined) {
      // a forked session repeats the meta lines of the one it came from
      if (!told) {
        session = asText(payload["id"]);
        subAgent = asObject(payload["source"])?.["subagent"] !== undefined || payload["thread_source"] === "subagent";
      }
      told = true;
      return undefined;
    }
    // The first format had no envelope: a bare head, then bare messages.
    const message = line["type"] === "response_item" ? payload : line["record_type"] === undefined ? line : undefined;
    if (!told && message === line && line["type"] === undefined && line["id"] !== undefined) {
      session = asText(line["id"]);
      told = true;
      return undefined;
    }
    const role = message?.["role"];
    if (subAgent || message?.["type"] !== "message" || !isRole(role)) return undefined;
    const text = textIn(message["content"], [role === "user" ? "input_text" : "output_text", "text"]);
    return turn({ role, text, at: instantOf(line["timestamp"]), session });
  };
}

/** `~/.openclaw/agents/<id>/sessions/<session>.jsonl`. */
export function openClawLines(): LineReader {
  let session: string | undefined;
  return (line) => {
    if (line["type"] === "session") {
      session ??= asText(line["id"]);
      return undefined;
    }
    const message = asObject(line["message"]);
    const role = message?.["role"];
    if (line["type"] !== "message" || message === undefined || !isRole(role)) return undefined;
    // sent by another session or by the host itself, not by somebody
    if (asObject(message["provenance"])?.["kind"] === "inter_session") return undefined;
    const at = instantOf(line["timestamp"]) ?? instantOf(message["timestamp"]);
    return turn({ role, text: textIn(message["content"], ["text"]), at, session });
  };
}

/** `~/.cursor/projects/<folder>/agent-transcripts/<session>/<session>.jsonl`: no instants, no name of the session. */
export const cursorLine: LineReader = (line) => {
  const role = line["role"];
  if (!isRole(role)) return undefined;
  const content = asObject(line["message"])?.["content"] ?? line["content"];
  if (hasBlock(content, "tool_result")) return undefined;
  return turn({ role, text: textIn(content, ["text"]), at: instantOf(line["timestamp"]) });
};

/**
 * `~/.gemini/tmp/<project>/chats/session-*.jsonl`: the first line names the session, each further one is a message, or
 * says what became of earlier ones.
 */
export function geminiLines(): LineReader {
  let session: string | undefined;
  let subAgent = false;
  return (line) => {
    if (line["projectHash"] !== undefined) {
      session ??= asText(line["sessionId"]);
      subAgent ||= line["kind"] === "subagent";
      return undefined;
    }
    const role = line["type"] === "gemini" ? "assistant" : line["type"];
    if (subAgent || !isRole(role)) return undefined;
    const { content } = line;
    const parts = Array.isArray(content) ? content.map((part) => asObject(part)?.["text"]) : [content];
    return turn({
      role,
      text: parts.flatMap((part) => asText(part) ?? []).join("\n"),
      at: instantOf(line["timestamp"]),
      session,
    });
  };
}
