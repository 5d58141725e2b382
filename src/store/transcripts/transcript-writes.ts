/**
 * Files that an agent wrote in a session, as each host's transcript tells it: the calls of its tools that write, and that
 * their results say they did. Hosts that tell no instants are not here: nobody could say what came before what.
 */
import { resolve } from "node:path";
import { defined } from "../../text/defined.js";
import { asObject, type Json } from "../hosts/host.js";
import { patchChanges, type Replacement, type WrittenChange } from "./patch-changes.js";
import { asText, instantOf, objectOf } from "./transcript-lines.js";

/** One file that was written by one call. */
export interface FileWrite {
  /** The host's name of the call: the same in every copy of the session. */
  id: string;
  /** As the host names it. */
  path: string;
  /** Where a relative path begins. */
  cwd?: string;
  /** UTC to the second. */
  at: string;
  change: WrittenChange;
}

interface ToolCall {
  id: string;
  name: string;
  input: Json | string;
  /** Where this call alone ran; it may be relative to where the session does. */
  cwd?: string | undefined;
}

interface LineCalls {
  calls?: ToolCall[];
  /** Ids of calls with what their results say: whether they did it. */
  results?: (readonly [id: string, done: boolean])[];
  cwd?: string | undefined;
}

const blocksOf = (content: unknown): Json[] =>
  (Array.isArray(content) ? content : []).map(asObject).filter((block) => block !== undefined);

function callsIn(blocks: readonly Json[], type: string, input: string): ToolCall[] {
  return blocks.flatMap((block) => {
    const [id, name, stated] = [asText(block["id"]), asText(block["name"]), asObject(block[input])];
    if (block["type"] !== type || id === undefined || name === undefined || stated === undefined) return [];
    return [{ id, name, input: stated }];
  });
}

function claudeCode(line: Json): LineCalls {
  const blocks = blocksOf(asObject(line["message"])?.["content"]);
  const cwd = asText(line["cwd"]);
  if (line["type"] === "assistant") return { calls: callsIn(blocks, "tool_use", "input"), cwd };
  const results = blocks.flatMap((block): [string, boolean][] => {
    const id = asText(block["tool_use_id"]);
    return block["type"] === "tool_result" && id !== undefined ? [[id, block["is_error"] !== true]] : [];
  });
  return { results, cwd };
}

/** A patch is a separate tool, or passed to the shell; only its result tells which. */
function codex(line: Json): LineCalls {
  const payload = asObject(line["payload"]) ?? {};
  const { type } = payload;
  if (type !== "custom_tool_call" && type !== "function_call" && !String(type).endsWith("_call_output"))
    return { cwd: asText(payload["cwd"]) };
  const id = asText(payload["call_id"]);
  if (id === undefined) return {};
  if (String(type).endsWith("_output")) {
    return {
      results: [[id, JSON.stringify(payload["output"] ?? "").includes("Success. Updated the following files")]],
    };
  }
  const inputText = asText(payload["input"]) ?? asText(payload["arguments"]) ?? "";
  const fields = type === "function_call" ? objectOf(inputText) : undefined;
  const texts = fields === undefined ? [inputText] : Object.values(fields).flat();
  const patch = texts.find((text) => typeof text === "string" && text.includes("*** Begin Patch"));
  if (typeof patch !== "string") return {};
  return { calls: [{ id, name: "apply_patch", input: patch, cwd: asText(fields?.["workdir"]) }] };
}

function openClaw(line: Json): LineCalls {
  if (line["type"] === "session") return { cwd: asText(line["cwd"]) };
  const message = asObject(line["message"]) ?? {};
  const id = asText(message["toolCallId"]);
  if (message["role"] === "toolResult" && id !== undefined) return { results: [[id, message["isError"] !== true]] };
  return { calls: callsIn(blocksOf(message["content"]), "toolCall", "arguments") };
}

function geminiCli(line: Json): LineCalls {
  const calls = blocksOf(line["toolCalls"]).filter(({ status }) => status === "success");
  const scriptCalls = callsIn(
    calls.map((call) => ({ ...call, type: "call" })),
    "call",
    "args",
  );
  return { calls: scriptCalls, results: scriptCalls.map(({ id }) => [id, true]) };
}

const READERS: Readonly<Record<string, { read: (line: Json) => LineCalls; written: RegExp }>> = {
  "claude-code": { read: claudeCode, written: /"name":\s*"(?:Write|Edit|MultiEdit)"/ },
  codex: { read: codex, written: /\*\*\* Begin Patch|^[^\n]{0,200}"type":\s*"(?:session_meta|turn_context)"/ },
  openclaw: { read: openClaw, written: /"name":\s*"(?:write|edit)"|"type":\s*"session"/ },
  "gemini-cli": { read: geminiCli, written: /"name":\s*"(?:write_file|replace)"/ },
};

const WRITES: ReadonlySet<string> = new Set(["Write", "write", "write_file"]);
const EDITS: ReadonlySet<string> = new Set(["Edit", "MultiEdit", "edit", "replace"]);

function firstText(input: Json, ...names: string[]): string | undefined {
  return names.map((name) => asText(input[name])).find((text) => text !== undefined);
}

function replacementIn(input: Json): Replacement | undefined {
  const old = firstText(input, "old_string", "oldText");
  const newText = firstText(input, "new_string", "newText");
  if (old === undefined || newText === undefined) return undefined;
  const isAll = input["replace_all"] === true || Number(input["expected_replacements"] ?? 1) > 1;
  return { old, new: newText, ...(isAll ? { all: true } : {}) };
}

/** What a call writes; nothing for calls that write no file. */
function changesIn({ name, input }: ToolCall): { path: string; change: WrittenChange }[] {
  if (typeof input === "string") return patchChanges(input);
  const path = firstText(input, "file_path", "path");
  if (path === undefined) return [];
  const text = asText(input["content"]);
  if (WRITES.has(name)) return text === undefined ? [] : [{ path, change: { text } }];
  if (!EDITS.has(name)) return [];
  const edits = blocksOf(input["edits"]);
  const parts = (edits.length > 0 ? edits : [input]).map(replacementIn);
  const whole = parts.filter((part) => part !== undefined);
  return [{ path, change: whole.length === parts.length ? { parts: whole } : { unreadable: true } }];
}

/** A call without a result within so many further calls never gets one. */
const MOST_PENDING = 32;

/** A write that was done, with what its caller knew when it was called for. */
export interface DoneWrite<T> {
  write: FileWrite;
  with: T;
}

/** Reads one transcript line by line from its start; `T` is remembered from the moment of the call. */
export class WriteReader<T> {
  readonly #format: (typeof READERS)[string] | undefined;
  readonly #pending = new Map<string, { writes: FileWrite[]; with: T }>();
  #cwd: string | undefined;

  constructor(format: string) {
    this.#format = READERS[format];
  }

  /** Where the session runs by now. */
  get cwd(): string | undefined {
    return this.#cwd;
  }

  /** Writes that this line shows to be done. */
  read(line: string, now: T): DoneWrite<T>[] {
    if (this.#format === undefined) return [];
    const isResult = [...this.#pending.keys()].some((id) => line.includes(id));
    if (!isResult && !this.#format.written.test(line)) return [];
    const object = objectOf(line);
    if (object === undefined) return [];
    const { calls = [], results = [], cwd } = this.#format.read(object);
    if (cwd !== undefined) this.#cwd = cwd;
    const at = instantOf(object["timestamp"]) ?? instantOf(asObject(object["message"])?.["timestamp"]);
    for (const call of at === undefined ? [] : calls) {
      const ran = call.cwd === undefined ? this.#cwd : resolve(this.#cwd ?? "/", call.cwd);
      const writes = changesIn(call).map(({ path, change }) => ({
        id: `${call.id} ${path}`,
        path,
        at: at as string,
        change,
        ...defined({ cwd: ran }),
      }));
      if (writes.length > 0) this.#pending.set(call.id, { writes, with: now });
    }
    for (const id of [...this.#pending.keys()].slice(0, -MOST_PENDING)) this.#pending.delete(id);
    return results.flatMap(([id, done]) => {
      const call = this.#pending.get(id);
      this.#pending.delete(id);
      return done && call !== undefined ? call.writes.map((write) => ({ write, with: call.with })) : [];
    });
  }
}
