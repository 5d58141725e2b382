/**
 * The tools of all commands: lists them for clients and answers calls. Called by `server.ts`. A tool is declared with its
 * command.
 */

import type { CallToolResult, ListToolsResult } from "@modelcontextprotocol/server";
import * as z from "zod";
import { missingFields } from "../capture/policy/questions.js";
import type { Serving } from "../command/call.js";
import type { AnyCommand } from "../command/command.js";
import { ANSWERS } from "../command/entry-fields.js";
import { metaOf } from "../command/flags.js";
import type { Shape } from "../command/input.js";
import { type AnyTool, type ToolProfile, wrongArguments } from "../command/tool.js";
import { COMMANDS } from "../commands.js";
import { SCHEMA_OF } from "../entry/entry-schema.js";
import { defined } from "../text/defined.js";
import { issueInWords } from "../text/issue-words.js";
import { isTooDeep } from "../text/json.js";
import { nearestName } from "../text/nearest-word.js";
import { rendered } from "../text/outline/render.js";
import { PLAIN, printable, printableData } from "../text/paint.js";
import { failedCall } from "./failed-call.js";

/** A tool with the command that does its work. */
export interface Tool extends AnyTool {
  command: Pick<AnyCommand, "input" | "run" | "view">;
}

/** The tools of a profile, in the order in which they are listed: those of the default profile first. */
export async function toolsOf(profile: ToolProfile): Promise<readonly Tool[]> {
  const declared = await Promise.all(COMMANDS.filter(({ tools }) => tools === true).map(({ load }) => load()));
  const tools = declared.flatMap((command) => (command.tools ?? []).map((tool) => ({ ...tool, command })));
  const offered = tools.filter(({ full }) => full !== true || profile === "full");
  return offered.sort((a, b) => Number(a.full === true) - Number(b.full === true) || a.place - b.place);
}

const shapeOf = ({ entry }: AnyTool): Shape => (entry === undefined ? {} : SCHEMA_OF[entry].shape);
const keysOf = ({ keys = [], input = {} }: AnyTool): string[] => [...new Set([...keys, ...Object.keys(input)])];

/** `dryRun` is `dry_run` to a client. */
const argumentName = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** What a key takes, in its own words or those of the command. Ids are texts: their description says so. */
function listedType(tool: Tool, key: string): z.ZodType {
  const said = tool.command.input?.[key];
  const type = tool.input?.[key] ?? shapeOf(tool)[key] ?? said;
  if (type === undefined) throw new Error(`${tool.name} takes ${key}, and nothing says what that is`);
  const { description = "", value } = { ...(said && metaOf(said)), ...metaOf(type) };
  return type.meta({ description: value === "<id>" ? `ids: ${description}` : description });
}

type JsonObject = ListToolsResult["tools"][number]["inputSchema"];
type Json = Readonly<Record<string, unknown>>;
type Schema = Readonly<{ [Keyword in "type" | "enum" | "items" | "properties" | "required" | "description"]?: unknown }>;

/** What a model needs to fill in arguments. Bounds and patterns are left out: a call that breaks one gets an error. */
function shortSchema({ type, enum: words, items, properties, required, description }: Schema): JsonObject {
  const inner = Object.entries(properties ?? {}).map(([name, one]) => [name, shortSchema(one as Schema)]);
  return defined({
    type,
    enum: words,
    items: items && shortSchema(items),
    properties: properties && Object.fromEntries(inner),
    required,
    description,
  }) as unknown as JsonObject;
}

/** Of an entry is required what the operation would ask for; of others what has no value by itself. */
function inputSchema(tool: Tool): JsonObject {
  const { entry } = tool;
  const asked = entry && missingFields(entry, {}).map(({ field }) => field);
  const types = keysOf(tool).map((key): [string, z.ZodType] => [argumentName(key), listedType(tool, key)]);
  const { required = [], ...schema } = z.toJSONSchema(z.object(Object.fromEntries(types)), {
    io: "input",
    unrepresentable: "any",
  });
  const needed = asked ?? required;
  return shortSchema({ ...schema, required: needed.length === 0 ? undefined : needed });
}

/** Every tool with the schema of its arguments. The list is part of every conversation, so it is short. */
export const listedTools = (tools: readonly Tool[]): ListToolsResult => ({
  tools: tools.map((tool) => {
    const { name, title, description, hints } = tool;
    return { name, title, description, inputSchema: inputSchema(tool), annotations: hints };
  }),
});

function inWords(issue: z.core.$ZodIssue, names: readonly string[], tool: string): string[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => {
      const near = nearestName(key, names);
      // A key that is no word is not quoted, since it could evade the screening of the answer.
      const quotedKey = /^[\w.-]{1,64}$/.test(key) ? JSON.stringify(key) : "a name that is no word";
      return `${quotedKey} is no argument of ${tool}${near === undefined ? "" : ` (did you mean ${near}?)`}`;
    });
  }
  const place = z.core.toDotPath(issue.path);
  return [`${place === "" ? "" : `${place}: `}${issueInWords(issue)}`];
}

/** What a client leaves out in other words: null, or a switch that is off. */
function withoutBlanks(args: unknown): unknown {
  if (typeof args !== "object" || args === null || Array.isArray(args)) return args ?? {};
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null && value !== false));
}

/** The command's input. Of an entry the operation checks every field, and says what is wrong or missing. */
function commandInput(tool: Tool, args: unknown): Json {
  const keys = keysOf(tool);
  const isLoose = (key: string): boolean => tool.entry !== undefined && tool.input?.[key] === undefined;
  const unlisted = tool.entry === undefined ? [] : Object.keys({ ...SCHEMA_OF[tool.entry].shape, ...ANSWERS });
  const types = [...unlisted, ...keys].map((key) => [
    argumentName(key),
    isLoose(key) ? z.unknown().optional() : listedType(tool, key),
  ]);
  const names = keys.map(argumentName);
  const stated = isTooDeep(args) ? undefined : z.strictObject(Object.fromEntries(types)).safeParse(withoutBlanks(args));
  if (stated?.success !== true) {
    const issues = stated?.error.issues.flatMap((issue) => inWords(issue, names, tool.name));
    throw wrongArguments(issues ?? ["nested too deeply"], `${tool.name} takes:`, names);
  }
  const values: Json = stated.data;
  if (tool.given !== undefined) return tool.given(values);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [keys.find((key) => argumentName(key) === name) ?? name, value]),
  );
}

/**
 * Answers one call: checks the arguments and runs the command. Never throws; an error becomes an answer with a code, a
 * message and a next step.
 */
export async function answerCall(
  { callFor }: Pick<Serving, "callFor">,
  tool: Tool,
  args: unknown,
  cancelled: AbortSignal,
): Promise<CallToolResult> {
  // One collector per call, so that parallel calls do not mix warnings.
  const warnings = new Set<string>();
  try {
    const input = commandInput(tool, args);
    const call = callFor((warning) => void warnings.add(warning), cancelled);
    const { run, view } = { ...tool.command, ...tool } as Required<Tool["command"]>;
    const data = await run(call, input as never);
    const text = await rendered(await view(printableData(data), PLAIN, input as never, call), PLAIN);
    const notes = [...warnings].map((warning) => `note: ${printable(warning)}\n`).join("");
    return {
      content: [{ type: "text", text: `${text}${notes}` }],
      // JSON drops undefined values.
      structuredContent: JSON.parse(JSON.stringify({ ...(data as object), warnings: [...warnings] })),
    };
  } catch (thrown) {
    return await failedCall(thrown, tool.name);
  }
}
