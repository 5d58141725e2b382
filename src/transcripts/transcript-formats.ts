/** The lines of each host's transcripts. Lines of types that a format does not know hold nothing that anybody said. */

import { asObject, isScripted, type Json, type Turn } from "../store/host.js";
import { defined } from "../text/defined.js";
import { asText, instantOf, objectOf, textIn } from "./transcript-lines.js";
import { typedWords, writtenWords } from "./transcript-words.js";

/** Parses one line's object into a turn; may remember facts of earlier lines about the session. */
export type LineReader = (line: Json) => Turn | undefined;

interface TurnParts {
  role: Turn["role"];
  /** The pieces are judged separately: a host adds its text as a piece. */
  texts: readonly string[];
  at?: string | undefined;
  session?: string | undefined;
}

function turn({ role, texts, at, session }: TurnParts): Turn | undefined {
  const words = texts.map((text) => (role === "user" ? typedWords(text) : writtenWords(text)));
  const own = words.filter((text) => text !== "").join("\n\n");
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
  if (line["type"] === "attachment") return turn({ role: "user", texts: [queuedPrompt(line) ?? ""], at, session });
  if (line["isMeta"] === true || line["isCompactSummary"] === true) return undefined;
  if (line["isVisibleInTranscriptOnly"] === true || line["isApiErrorMessage"] === true) return undefined;
  const message = asObject(line["message"]);
  const role = line["type"];
  if (!isRole(role) || (message?.["role"] !== undefined && message["role"] !== role)) return undefined;
  if (role === "user" && isOfProgram(line)) return undefined;
  const { content } = message ?? {};
  if (role === "assistant") return turn({ role, texts: [textIn(content, ["text"])], at, session });
  if (line["toolUseResult"] !== undefined && !hasBlock(content, "tool_result")) return undefined;
  const blocks: unknown[] = Array.isArray(content) ? content : [{ type: "text", text: content }];
  const texts = [
    ...blocks.map((block) => reasonIn(block) ?? textIn([block], ["text"])),
    ...answersIn(asObject(line["toolUseResult"]) ?? {}),
  ];
  const saidTurn = turn({ role, texts, at, session });
  return saidTurn !== undefined && blocks.some((block) => reasonIn(block) !== undefined)
    ? { ...saidTurn, refuses: true }
    : saidTurn;
};

/** Sent by a script or by the host itself. */
function isOfProgram(line: Json): boolean {
  const origin = asObject(line["origin"]);
  if (origin !== undefined && origin["kind"] !== "human") return true;
  return line["promptSource"] === "sdk" || isScripted(asText(line["entrypoint"]));
}

/** The host's frame around the reason for a refused tool call. */
const REFUSED = /^The user doesn't want to proceed with this tool use\.[^\n]*the user said:\n([\s\S]*)$/;
const NOTE_BEHIND = /\n\nNote: The user's next message may contain a correction[\s\S]*$/;

/** The reason for a refused tool call, in the person's words. */
function reasonIn(block: unknown): string | undefined {
  const { type, is_error, content } = asObject(block) ?? {};
  if (type !== "tool_result" || is_error !== true) return undefined;
  return REFUSED.exec(textIn(content, ["text"]))?.[1]?.replace(NOTE_BEHIND, "");
}

/** Free answers to a model's question with choices, and notes on a choice. */
function answersIn({ questions, answers, annotations }: Json): string[] {
  if (!Array.isArray(questions)) return [];
  const offered = new Set(
    questions.flatMap((question) => {
      const options = asObject(question)?.["options"];
      return Array.isArray(options) ? options.map((option) => asText(asObject(option)?.["label"])) : [];
    }),
  );
  const isOffered = (answer: string) => answer.split(", ").every((part) => offered.has(part)) || offered.has(answer);
  const notes = Object.values(asObject(annotations) ?? {}).flatMap((note) => asText(asObject(note)?.["notes"]) ?? []);
  const own = Object.values(asObject(answers) ?? {}).flatMap((answer) => asText(answer) ?? []);
  return [...own.filter((answer) => !isOffered(answer)), ...notes];
}

function hasBlock(content: unknown, type: string): boolean {
  return Array.isArray(content) && content.some((block) => asObject(block)?.["type"] === type);
}

/** A run without anybody at it, or a call by another agent. */
const isCalled = (source: unknown): boolean => source === "exec" || source === "mcp";

/** Codex's label before a person's own words beside a chosen answer. */
const NOTE = "user_note: ";

/** Notes in the result of `request_user_input`, known by its form: lines are read again one by one. */
function notesIn({ type, output }: Json): string[] {
  if (type !== "function_call_output" || typeof output !== "string" || !output.startsWith('{"answers":{')) return [];
  return Object.values(asObject(objectOf(output)?.["answers"]) ?? {})
    .flatMap((answer) => asObject(answer)?.["answers"] ?? [])
    .flatMap((text) => (typeof text === "string" && text.startsWith(NOTE) ? text.slice(NOTE.length) : []));
}

/** `~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl`: the first `session_meta` names the session. */
export function codexLines(): LineReader {
  let session: string | undefined;
  let isAnswered = false;
  let isDriven = false;
  return (line) => {
    const payload = asObject(line["payload"]);
    if (line["type"] === "session_meta" && payload !== undefined) {
      // a forked session repeats the meta lines of the one it came from
      if (!isAnswered) {
        session = asText(payload["id"]);
        isDriven =
          asObject(payload["source"])?.["subagent"] !== undefined ||
          payload["thread_source"] === "subagent" ||
          isCalled(payload["source"]);
      }
      isAnswered = true;
      return undefined;
    }
    const message = line["type"] === "response_item" ? payload : undefined;
    if (isDriven || message === undefined) return undefined;
    const at = instantOf(line["timestamp"]);
    const notes = notesIn(message);
    if (notes.length > 0) return turn({ role: "user", texts: notes, at, session });
    const { role } = message;
    if (message["type"] !== "message" || !isRole(role)) return undefined;
    const text = textIn(message["content"], [role === "user" ? "input_text" : "output_text", "text"]);
    return turn({ role, texts: [text], at, session });
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
    // sent by another session or by the host, not typed
    if (asObject(message["provenance"])?.["kind"] === "inter_session") return undefined;
    const at = instantOf(line["timestamp"]) ?? instantOf(message["timestamp"]);
    return turn({ role, texts: [textIn(message["content"], ["text"])], at, session });
  };
}

/** `~/.cursor/projects/<folder>/agent-transcripts/<session>/<session>.jsonl`: no instants, no name of the session. */
export const cursorLine: LineReader = (line) => {
  const role = line["role"];
  if (!isRole(role)) return undefined;
  const content = asObject(line["message"])?.["content"] ?? line["content"];
  return turn({ role, texts: [textIn(content, ["text"])], at: instantOf(line["timestamp"]) });
};

/** The answers to calls of `ask_user`, which stand in the model's message with their results. */
function askedIn(calls: unknown): string[] {
  return (Array.isArray(calls) ? calls : []).flatMap((call) => {
    const { name, args, result } = asObject(call) ?? {};
    if (name !== "ask_user" || !Array.isArray(result)) return [];
    const outputs = result.map(
      (part) => asObject(asObject(asObject(part)?.["functionResponse"])?.["response"])?.["output"],
    );
    const answerLists = outputs.map((output) => objectOf(asText(output) ?? "")?.["answers"]);
    return answerLists.flatMap((answers) => answersIn({ questions: asObject(args)?.["questions"], answers }));
  });
}

/**
 * `~/.gemini/tmp/<project>/chats/session-*.jsonl`: the first line names the session, each further one is a message, or
 * says what became of earlier ones.
 */
export function geminiLines(): LineReader {
  let session: string | undefined;
  let isDriven = false;
  return (line) => {
    if (line["projectHash"] !== undefined) {
      session ??= asText(line["sessionId"]);
      isDriven ||= line["kind"] === "subagent";
      return undefined;
    }
    const role = line["type"] === "gemini" ? "assistant" : line["type"];
    if (isDriven || !isRole(role)) return undefined;
    const at = instantOf(line["timestamp"]);
    const answers = askedIn(line["toolCalls"]);
    if (answers.length > 0) return turn({ role: "user", texts: answers, at, session });
    // what stood on the screen: without the files that were named with it
    const parts = [line["displayContent"] ?? line["content"]].flat();
    const texts = parts.flatMap((part) => asText(part) ?? asText(asObject(part)?.["text"]) ?? []);
    return turn({ role, texts: [texts.join("\n")], at, session });
  };
}
