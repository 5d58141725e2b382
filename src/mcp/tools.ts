/**
 * The table of all tools: lists them for clients and answers calls. Called by `server.ts`. To add a tool, add a row in
 * its file.
 */

import type { CallToolResult, ListToolsResult } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { Serving, ToolProfile } from "../context.js";
import { issueInWords } from "../text/issue-words.js";
import { nearestName } from "../text/nearest-word.js";
import { printable, printableData } from "../text/paint.js";
import { ANSWER_TOOLS } from "./answer-tool.js";
import { failedCall } from "./failed-call.js";
import { FULL_TOOLS } from "./full-tools.js";
import { LEARNING_TOOLS } from "./learning-tools.js";
import { MEMORY_TOOLS } from "./memory-tools.js";
import { type Tool, wrongArguments } from "./tool.js";

/** Always offered, in the order of a session: read, record, remember, answer. */
const DEFAULT_TOOLS: readonly Tool[] = [...LEARNING_TOOLS, ...MEMORY_TOOLS, ...ANSWER_TOOLS];

/** The tools of a profile, in the order in which they are listed. */
export function toolsOf(profile: ToolProfile): readonly Tool[] {
  return profile === "full" ? [...DEFAULT_TOOLS, ...FULL_TOOLS] : DEFAULT_TOOLS;
}

type JsonObject = ListToolsResult["tools"][number]["inputSchema"];

const asJsonSchema = (schema: z.ZodType, io: "input" | "output"): JsonObject =>
  z.toJSONSchema(schema, { io, unrepresentable: "any" }) as JsonObject;

/**
 * The keywords that a model needs to fill in arguments. Bounds and patterns are left out: a call that breaks one gets
 * an error.
 */
const FOR_MODELS = new Set(["type", "enum", "description", "properties", "required", "items", "additionalProperties"]);

/** The schema of arguments, shortened, since it is part of every conversation. */
function shortSchema(schema: z.ZodType): JsonObject {
  const names = Object.keys((schema as unknown as z.ZodObject).shape);
  const text = JSON.stringify(asJsonSchema(schema, "input"), function (this: Record<string, unknown>, key, value) {
    // A property may have the name of a keyword.
    const isProperty = names.includes(key) && this !== null && !("type" in this && "properties" in this);
    // The description of a list covers its items.
    if (key === "items" && !isProperty) return { ...(value as object), description: undefined };
    return key === "" || FOR_MODELS.has(key) || isProperty || Array.isArray(this) ? value : undefined;
  });
  return JSON.parse(text) as JsonObject;
}

/** The hints that differ from the client's defaults; for a tool that only reads the others are meaningless. */
function hintsFor({ readOnlyHint, destructiveHint, idempotentHint }: Tool["annotations"]) {
  if (readOnlyHint) return { readOnlyHint, openWorldHint: false };
  return { readOnlyHint, destructiveHint, ...(idempotentHint ? { idempotentHint } : {}), openWorldHint: false };
}

const warningsSchema = z.array(z.string()).describe("what else is worth knowing about this answer");

/**
 * Every tool of a profile with the schema of its arguments. The list is part of every conversation, so the default
 * profile is short; `full` adds the schema of each answer.
 */
export function listedTools(profile: ToolProfile): ListToolsResult {
  return {
    tools: toolsOf(profile).map(({ name, title, description, input, output, annotations }) => ({
      name,
      title,
      description,
      inputSchema: shortSchema(input),
      ...(profile === "full"
        ? { outputSchema: asJsonSchema(output.extend({ warnings: warningsSchema }), "output") }
        : {}),
      annotations: hintsFor(annotations),
    })),
  };
}

function inWords(issue: z.core.$ZodIssue, argumentNames: readonly string[], name: string): string[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => {
      const near = nearestName(key, argumentNames);
      // A key that is no word is not quoted, since it could evade the screening of the answer.
      const quotedKey = /^[\w.-]{1,64}$/.test(key) ? JSON.stringify(key) : "a name that is no word";
      return `${quotedKey} is no argument of ${name}${near === undefined ? "" : ` (did you mean ${near}?)`}`;
    });
  }
  const place = z.core.toDotPath(issue.path);
  return [`${place === "" ? "" : `${place}: `}${issueInWords(issue)}`];
}

/** Drops arguments that are null. */
function withoutNulls(args: unknown): unknown {
  if (typeof args !== "object" || args === null || Array.isArray(args)) return args ?? {};
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
}

function checkedInput(tool: Tool, args: unknown): Record<string, unknown> {
  const result = (tool.checked ?? tool.input).safeParse(withoutNulls(args));
  if (result.success) return result.data;
  const argumentNames = Object.keys((tool.input as unknown as z.ZodObject).shape);
  const problems = result.error.issues.flatMap((issue) => inWords(issue, argumentNames, tool.name));
  throw wrongArguments(problems, `${tool.name} takes`, argumentNames);
}

const noteLines = (warnings: readonly string[]): string =>
  warnings.map((warning) => `note: ${printable(warning)}\n`).join("");

/**
 * Answers one call: checks the arguments and runs the operation. Never throws; an error becomes an answer with a code,
 * a message and a next step.
 */
export async function answerCall(
  serving: Serving,
  tool: Tool,
  args: unknown,
  cancelled: AbortSignal,
): Promise<CallToolResult> {
  // One collector per call, so that parallel calls do not mix warnings.
  const warnings = new Set<string>();
  try {
    const input = checkedInput(tool, args);
    const ctx = await serving.context((warning) => void warnings.add(warning));
    const data = await tool.act({ ...ctx, signal: AbortSignal.any([ctx.signal, cancelled]) }, input);
    const text = await tool.text(printableData(data));
    return {
      content: [{ type: "text", text: `${text}${noteLines([...warnings])}` }],
      // JSON drops undefined values.
      structuredContent: JSON.parse(JSON.stringify({ ...data, warnings: [...warnings] })),
    };
  } catch (thrown) {
    return await failedCall(thrown, tool.name);
  }
}
