/**
 * The table of all tools: lists them for clients and answers calls. Called by `server.ts`. A tool is declared
 * with its command.
 */

import type { CallToolResult, ListToolsResult } from "@modelcontextprotocol/server";
import * as z from "zod";
import { sayer, toolWords } from "../command/step-words.js";
import { type AnyTool, type Hints, wrongArguments } from "../command/tool.js";
import { COMMANDS } from "../commands.js";
import type { Serving, ToolProfile } from "../context.js";
import type { StepText } from "../steps.js";
import { issueInWords } from "../text/issue-words.js";
import { nearestName } from "../text/nearest-word.js";
import { rendered } from "../text/outline/render.js";
import { PLAIN, printable, printableData } from "../text/paint.js";
import { failedCall } from "./failed-call.js";
import { TOOL_KIT } from "./tool-kit.js";

/** A tool with the schemas that its declaration names. */
export interface Tool extends Omit<AnyTool, "input" | "checked"> {
  input: z.ZodObject;
  checked: z.ZodObject;
}

function toolFrom({ input, checked, ...rest }: AnyTool): Tool {
  const taken = input(TOOL_KIT);
  return { ...rest, input: taken, checked: checked?.(TOOL_KIT) ?? taken };
}

/** The tools of a profile, in the order in which they are listed: those of the default profile first. */
export async function toolsOf(profile: ToolProfile): Promise<readonly Tool[]> {
  const declared = await Promise.all(COMMANDS.filter(({ tools }) => tools === true).map(({ load }) => load()));
  const tools = declared.flatMap((one) => one.tools ?? []);
  const offered = tools.filter(({ full }) => full !== true || profile === "full");
  const inOrder = offered.sort((a, b) => Number(a.full === true) - Number(b.full === true) || a.place - b.place);
  return inOrder.map(toolFrom);
}

type JsonObject = ListToolsResult["tools"][number]["inputSchema"];

/**
 * The keywords that a model needs to fill in arguments. Bounds and patterns are left out: a call that breaks one gets
 * an error.
 */
const FOR_MODELS = new Set(["type", "enum", "description", "properties", "required", "items", "additionalProperties"]);

/** The schema of arguments, shortened, since it is part of every conversation. */
function shortSchema(schema: z.ZodObject): JsonObject {
  const names = Object.keys(schema.shape);
  const text = JSON.stringify(
    z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }),
    function (this: Record<string, unknown>, key, value) {
      // A property may have the name of a keyword.
      const isProperty = names.includes(key) && this !== null && !("type" in this && "properties" in this);
      // The description of a list covers its items.
      if (key === "items" && !isProperty) return { ...(value as object), description: undefined };
      return key === "" || FOR_MODELS.has(key) || isProperty || Array.isArray(this) ? value : undefined;
    },
  );
  return JSON.parse(text) as JsonObject;
}

/** The hints that differ from the client's defaults; for a tool that only reads the others are meaningless. */
function hintsFor({ readOnlyHint, destructiveHint, idempotentHint }: Hints) {
  if (readOnlyHint) return { readOnlyHint, openWorldHint: false };
  return { readOnlyHint, destructiveHint, ...(idempotentHint ? { idempotentHint } : {}), openWorldHint: false };
}

/** Every tool with the schema of its arguments. The list is part of every conversation, so it is short. */
export function listedTools(tools: readonly Tool[]): ListToolsResult {
  return {
    tools: tools.map(({ name, title, description, input, hints }) => ({
      name,
      title,
      description,
      inputSchema: shortSchema(input),
      annotations: hintsFor(hints),
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
  const result = tool.checked.safeParse(withoutNulls(args));
  if (result.success) return result.data;
  const argumentNames = Object.keys(tool.input.shape);
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
  const warnings = new Set<StepText>();
  const takes = new Map((await toolsOf(serving.profile)).map(({ name, input }) => [name, Object.keys(input.shape)]));
  const say = sayer(COMMANDS, (step, declared) => toolWords(step, declared, (name) => takes.get(name)));
  try {
    const input = checkedInput(tool, args);
    const ctx = await serving.context((warning) => void warnings.add(warning));
    const signal = AbortSignal.any([ctx.signal, cancelled]);
    const data = await say(await tool.act({ ...ctx, signal }, input, say));
    const notes = [...new Set(await say([...warnings]))];
    const text = await rendered(await tool.text(printableData(data)), PLAIN);
    return {
      content: [{ type: "text", text: `${text}${noteLines(notes)}` }],
      // JSON drops undefined values.
      structuredContent: JSON.parse(JSON.stringify({ ...data, warnings: notes })),
    };
  } catch (thrown) {
    return await failedCall(thrown, tool.name, say);
  }
}
