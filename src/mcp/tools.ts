/** Every tool as one table: as clients are shown it, and one call of it answered. A new one is a row in its file. */

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

/** Offered always, in the order of a session: read, record, remember, answer. */
const DEFAULT_TOOLS: readonly Tool[] = [...LEARNING_TOOLS, ...MEMORY_TOOLS, ...ANSWER_TOOLS];

/** The tools of a profile, in the order in which they are listed. */
export function toolsOf(profile: ToolProfile): readonly Tool[] {
  return profile === "full" ? [...DEFAULT_TOOLS, ...FULL_TOOLS] : DEFAULT_TOOLS;
}

type JsonObject = ListToolsResult["tools"][number]["inputSchema"];

const asJsonSchema = (schema: z.ZodType, io: "input" | "output"): JsonObject =>
  z.toJSONSchema(schema, { io, unrepresentable: "any" }) as JsonObject;

/** What a model fills arguments in by. Bounds and patterns are left out: a call that breaks one is told so. */
const FOR_MODELS = new Set(["type", "enum", "description", "properties", "required", "items", "additionalProperties"]);

/** The schema of arguments as it stands in every conversation: short. */
function shortSchema(schema: z.ZodType): JsonObject {
  const names = Object.keys((schema as unknown as z.ZodObject).shape);
  const text = JSON.stringify(asJsonSchema(schema, "input"), function (this: Record<string, unknown>, key, value) {
    // A property may have the name of a keyword.
    const isProperty = names.includes(key) && this !== null && !("type" in this && "properties" in this);
    // What each item is, the description of its list says.
    if (key === "items" && !isProperty) return { ...(value as object), description: undefined };
    return key === "" || FOR_MODELS.has(key) || isProperty || Array.isArray(this) ? value : undefined;
  });
  return JSON.parse(text) as JsonObject;
}

/** Hints that say something else than a client takes for granted; of what only reads, the others mean nothing. */
function toldHints({ readOnlyHint, destructiveHint, idempotentHint }: Tool["annotations"]) {
  if (readOnlyHint) return { readOnlyHint, openWorldHint: false };
  return { readOnlyHint, destructiveHint, ...(idempotentHint ? { idempotentHint } : {}), openWorldHint: false };
}

const said = z.array(z.string()).describe("what else is worth knowing about this answer");

/**
 * Every tool of a profile with the schema of its arguments. Hosts put the list into every conversation, so that by default
 * it is short; `full` says the shape of each answer as well.
 */
export function listedTools(profile: ToolProfile): ListToolsResult {
  return {
    tools: toolsOf(profile).map(({ name, title, description, input, output, annotations }) => ({
      name,
      title,
      description,
      inputSchema: shortSchema(input),
      ...(profile === "full" ? { outputSchema: asJsonSchema(output.extend({ warnings: said }), "output") } : {}),
      annotations: toldHints(annotations),
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
  return [`${place === "" ? "" : `${place}: `}${issueInWords(issue)}`];
}

/** What is null is not stated. */
function stated(args: unknown): unknown {
  if (typeof args !== "object" || args === null || Array.isArray(args)) return args ?? {};
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
}

function checkedInput(tool: Tool, args: unknown): Record<string, unknown> {
  const result = (tool.checked ?? tool.input).safeParse(stated(args));
  if (result.success) return result.data;
  const known = Object.keys((tool.input as unknown as z.ZodObject).shape);
  const problems = result.error.issues.flatMap((issue) => inWords(issue, known, tool.name));
  throw wrongArguments(problems, `${tool.name} takes`, known);
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
    return await failedCall(thrown, tool.name);
  }
}
