/** Every tool as one table: as clients are shown it, and one call of it answered. A new one is a row in its file. */

import type { CallToolResult, ListToolsResult } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { Serving, ToolProfile } from "../context.js";
import { type FailureReport, failureOf, TenetError } from "../errors.js";
import { nearestName } from "../text/nearest-word.js";
import { printable, printableData } from "../text/paint.js";
import { LEARNING_TOOLS } from "./learning-tools.js";
import { MEMORY_TOOLS } from "./memory-tools.js";
import type { Tool } from "./tool.js";

const TOOLS: readonly Tool[] = [...MEMORY_TOOLS, ...LEARNING_TOOLS];

/** The tools of a profile, in the order in which they are listed. */
export function toolsOf(profile: ToolProfile): readonly Tool[] {
  return TOOLS.filter((tool) => profile === "full" || tool.profile === "memory");
}

type JsonObject = ListToolsResult["tools"][number]["inputSchema"];

const asJsonSchema = (schema: z.ZodType, io: "input" | "output"): JsonObject =>
  z.toJSONSchema(schema, { io, unrepresentable: "any" }) as JsonObject;

const said = z.array(z.string()).describe("what else is worth knowing about this answer");

/** Every tool of a profile with the schemas of its arguments and of its answer. */
export function listedTools(profile: ToolProfile): ListToolsResult {
  return {
    tools: toolsOf(profile).map(({ name, title, description, input, output, annotations }) => ({
      name,
      title,
      description,
      inputSchema: asJsonSchema(input, "input"),
      outputSchema: asJsonSchema(output.extend({ warnings: said }), "output"),
      annotations: { title, ...annotations },
    })),
  };
}

function inWords(issue: z.core.$ZodIssue, known: readonly string[], name: string): string[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => {
      const near = nearestName(key, known);
      // Quoted, what is no word could hide from the screening of the answer.
      const named = /^[\w.-]{1,64}$/.test(key) ? JSON.stringify(key) : "a name that is no word";
      return `${named} is no argument of ${name}${near === undefined ? "" : ` (did you mean ${near}?)`}`;
    });
  }
  const place = z.core.toDotPath(issue.path);
  return [place === "" ? issue.message : `${place}: ${issue.message}`];
}

function checkedInput(tool: Tool, args: unknown): Record<string, unknown> {
  const result = (tool.checked ?? tool.input).safeParse(args ?? {});
  if (result.success) return result.data;
  const known = Object.keys((tool.input as unknown as z.ZodObject).shape);
  const problems = result.error.issues.flatMap((issue) => inWords(issue, known, tool.name));
  throw new TenetError(problems.join("; "), {
    failure: "usage",
    code: "wrong-arguments",
    hint: `${tool.name} takes: ${known.join(", ")}.`,
    details: { problems, takes: known },
  });
}

async function failed(thrown: unknown, tool: string): Promise<CallToolResult> {
  const failure = failureOf(thrown);
  const { code, details } = failure;
  const { screenEntry } = await import("../screening/screen.js");
  // Refusals repeat what was given, and an answer stays in a conversation.
  const { value } = await screenEntry(
    { ...failureForClient(failure, tool), details },
    { mode: "redact", bidi: "strip" },
  );
  const { message, hint } = value;
  const error = { code, message, ...(hint === undefined ? {} : { hint }), details: value.details };
  const lines = [`${code}: ${message}`, ...(hint === undefined ? [] : [hint])];
  return {
    isError: true,
    content: [{ type: "text", text: printable(lines.join("\n")) }],
    structuredContent: { ok: false, error },
  };
}

const noted = (warnings: readonly string[]): string =>
  warnings.map((warning) => `note: ${printable(warning)}\n`).join("");

/** Answers one call: arguments checked, the operation run. Never throws. What goes wrong is an answer, too: with a code, what is wrong, and a safe next step. */
export async function answerCall(
  serving: Serving,
  tool: Tool,
  args: unknown,
  cancelled: AbortSignal,
): Promise<CallToolResult> {
  // One collector a call: answers that are made at the same time do not mix.
  const warnings = new Set<string>();
  try {
    const input = checkedInput(tool, args);
    const ctx = await serving.context((warning) => void warnings.add(warning));
    const data = await tool.act({ ...ctx, signal: AbortSignal.any([ctx.signal, cancelled]) }, input);
    const text = await tool.text(printableData(data));
    return {
      content: [{ type: "text", text: `${text}${noted([...warnings])}` }],
      // As JSON has it: what is undefined is not there.
      structuredContent: JSON.parse(JSON.stringify({ ...data, warnings: [...warnings] })),
    };
  } catch (thrown) {
    return await failed(thrown, tool.name);
  }
}

/** A failure as it is said to a client that has tools, and perhaps no shell: without commands and flags. */
type ClientFailure = Pick<FailureReport, "message" | "hint">;

interface MissingField {
  field: string;
  question: string;
}

/** What names a command or a flag of one. */
const SHELL = /`?\btenet [a-z]|(?:^|\s)--[a-z]/;

/** A bug's stack is for whoever reports it, and no reader of a model's context needs it. */
const BUG_HINT = "This is a bug in tenet; the server goes on. Other calls may work. Please report it to a person.";

/** By code: what the tools can do about it. */
const NEXT: Readonly<Record<string, string>> = {
  "not-found": "Search with recall_memories, or list memories with manage_memory: the answers have the ids.",
  "no-memory": "Only memories are changed here. That something else turned out wrong is recorded as a correction.",
  "not-live": "Search again with recall_memories: what holds now is found.",
  "less-trusted": "Record what happened as a correction of your own.",
  "needs-person": "Ask a person to do it themselves. Single memories are deleted by their ids.",
  "no-user": "Save it with the scope project, or ask a person to start this server with their name (TENET_USER).",
  busy: "Another program is writing here. Call again in a little while; if it stays like this, tell a person.",
  "unfinished-merge": "A person finishes the merge in git; searching works meanwhile. Call again after that.",
  "no-workspace": "Tell a person: the workspace that this server was started for is gone.",
};

const isMissingField = (value: unknown): value is MissingField =>
  typeof value === "object" && value !== null && "field" in value && "question" in value;

/** What is missing, by the names of the arguments. */
function missingIn({ details, message }: FailureReport, tool: string): ClientFailure {
  const missing = details["missing"];
  if (!Array.isArray(missing) || !missing.every(isMissingField)) return { message, hint: undefined };
  const lines = missing.map(({ field, question }) => `  ${field}: ${question}`);
  return {
    message: `${missing.length === 1 ? "One answer is" : `${missing.length} answers are`} missing:\n${lines.join("\n")}`,
    hint: `Call ${tool} again with these as well. Ask whoever knows; do not make answers up.`,
  };
}

/** The message and the next step of a failed call. What only a shell can do is said to be for one. */
function failureForClient(failure: FailureReport, tool: string): ClientFailure {
  const { code, message, hint } = failure;
  if (code === "missing-fields") return missingIn(failure, tool);
  if (failure.stack !== undefined) return { message, hint: BUG_HINT };
  if (hint === undefined || !SHELL.test(hint)) return { message, hint };
  return { message, hint: NEXT[code] ?? `At a shell: ${hint}` };
}
