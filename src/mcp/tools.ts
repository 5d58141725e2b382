/** The tools of all commands: lists them for clients and answers calls. Called by `server.ts`. */
import type { CallToolResult, ListToolsResult } from "@modelcontextprotocol/server";
import * as z from "zod";
import { ANSWERS } from "../capture/entry-fields.input.js";
import { missingFields } from "../capture/policy/questions.js";
import type { Serving, ToolProfile } from "../command/call.js";
import type { AnyCommand } from "../command/command.js";
import { metaOf } from "../command/flags.js";
import type { Shape } from "../command/input.js";
import { sayer, toolWords } from "../command/step-words.js";
import { type AnyTool, wrongArguments } from "../command/tool.js";
import { COMMANDS } from "../commands.js";
import { SCHEMA_OF } from "../entry/entry-schema.js";
import type { Say, StepText } from "../steps.js";
import { beginningAgain } from "../store/cache/begin-again.js";
import { issueInWords } from "../text/issue-words.js";
import { isTooDeep } from "../text/json.js";
import { nearestName } from "../text/nearest-word.js";
import { rendered } from "../text/outline/render.js";
import { PLAIN, printable, printableData } from "../text/paint.js";
import { failedCall } from "./failed-call.js";

/** A tool with the command that does its work. */
export type Tool = AnyTool & { command: Pick<AnyCommand, "input" | "run" | "view"> };

/** The tools of a profile, in the order in which they are listed: those of the default profile first. */
export async function toolsOf(profile: ToolProfile): Promise<readonly Tool[]> {
  const declared = await Promise.all(COMMANDS.filter(({ tools }) => tools === true).map(({ load }) => load()));
  const tools = declared.flatMap((command) => (command.tools ?? []).map((tool) => ({ ...tool, command })));
  const offered = tools.filter(({ full }) => full !== true || profile === "full");
  return offered.sort((a, b) => Number(a.full === true) - Number(b.full === true) || a.place - b.place);
}

/** Its arguments: of its own, fields of its entry, or keys of the command. What says most of one describes it. */
function takenBy({ name, keys, entry, input = {}, command }: Tool): Shape {
  const fields: Shape = entry === undefined ? {} : SCHEMA_OF[entry].shape;
  const types = (keys ?? Object.keys(input)).map((key): [string, z.ZodType] => {
    const stated = command.input?.[key];
    const type = input[key] ?? fields[key] ?? stated;
    if (type === undefined) throw new Error(`${name} takes ${key}, and nothing says what that is`);
    const { description = "", value } = { ...(stated && metaOf(stated)), ...metaOf(type) };
    return [key, type.meta({ description: value === "<id>" ? `ids: ${description}` : description })];
  });
  return Object.fromEntries(types);
}

type InputSchema = ListToolsResult["tools"][number]["inputSchema"];

/** What a model needs to fill in arguments. Bounds and patterns are left out: a call that breaks one gets an error. */
const NEEDED = ["type", "enum", "items", "properties", "required", "description"];

/** Of an entry is required what the operation would ask for; of others what has no value by itself. */
function inputSchema(tool: Tool): InputSchema {
  const { properties, required = [] } = z.toJSONSchema(z.object(takenBy(tool)), {
    io: "input",
    unrepresentable: "any",
    override({ jsonSchema }) {
      for (const key of Object.keys(jsonSchema)) if (!NEEDED.includes(key)) delete jsonSchema[key as "type"];
    },
  });
  const asked = tool.entry === undefined ? required : missingFields(tool.entry, {}).map(({ field }) => field);
  return { type: "object", properties, ...(asked.length > 0 && { required: asked }) } as InputSchema;
}

/** Every tool with the schema of its arguments. The list is part of every conversation, so it is short. */
export const listedTools = (tools: readonly Tool[]): ListToolsResult => ({
  tools: tools.map((tool) => {
    const { name, title, description, hints } = tool;
    return { name, title, description, inputSchema: inputSchema(tool), annotations: hints };
  }),
});

/** Behind a name that is none: the nearest that is one. */
function didYouMean(name: string, names: readonly string[]): string {
  const near = nearestName(name, names);
  return near === undefined ? "" : ` (did you mean ${near}?)`;
}

function inWords(issue: z.core.$ZodIssue, takes: readonly string[], tool: string): string[] {
  const place = issue.path.length === 0 ? "" : `${z.core.toDotPath(issue.path)}: `;
  if (issue.code !== "unrecognized_keys") return [`${place}${issueInWords(issue)}`];
  return issue.keys.map((key) => {
    // A key that is no word is not quoted, since it could evade the screening of the answer.
    const quotedKey = /^[\w.-]{1,64}$/.test(key) ? JSON.stringify(key) : "a name that is no word";
    return `${place}${quotedKey} is no argument of ${tool}${didYouMean(key, takes)}`;
  });
}

/** Without what a client leaves out in other words: null, or a switch that is off; nothing where it is nested too deeply. */
function withoutBlanks(args: unknown): unknown {
  if (isTooDeep(args)) return undefined;
  if (typeof args !== "object" || args === null || Array.isArray(args)) return args ?? {};
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null && value !== false));
}

/** The command's input. Of an entry the operation checks every field, and says what is wrong or missing. */
function commandInput(tool: Tool, args: unknown): Readonly<Record<string, unknown>> {
  const { entry, input, given, name } = tool;
  const taken = takenBy(tool);
  const fields = entry === undefined ? [] : Object.keys({ ...SCHEMA_OF[entry].shape, ...ANSWERS, ...taken });
  const unchecked = Object.fromEntries(fields.map((key) => [key, z.unknown().optional()]));
  const { success, data, error } = z.strictObject({ ...taken, ...unchecked, ...input }).safeParse(withoutBlanks(args));
  if (success) return given?.(data) ?? data;
  const names = Object.keys(taken);
  const problems = error.issues.flatMap((issue) => inWords(issue, names, name));
  throw wrongArguments(problems, `${name} takes:`, names);
}

/** Words steps as calls of the tools that are offered. */
export async function sayFor(profile: ToolProfile): Promise<Say> {
  const offered = new Map((await toolsOf(profile)).map((tool) => [tool.name, tool]));
  return sayer(COMMANDS, (step, declared) => {
    return toolWords(step, declared, (name) => {
      const tool = offered.get(name);
      return tool && Object.keys(takenBy(tool));
    });
  });
}

/** Answers one call: checks the arguments and runs the command. Never throws: an error becomes an answer. */
export async function answerCall(
  { callFor, profile }: Pick<Serving, "callFor" | "profile">,
  tool: Tool,
  args: unknown,
  cancelled: AbortSignal,
): Promise<CallToolResult> {
  // One collector per call, so that parallel calls do not mix warnings.
  const warnings = new Set<StepText>();
  const say = await sayFor(profile);
  try {
    const input = commandInput(tool, args);
    const call = { ...callFor((warning) => void warnings.add(warning), cancelled), say };
    const { run, view } = { ...tool.command, ...tool } as Required<Tool["command"]>;
    const data = await say(await beginningAgain(run, call, input as never));
    const text = await rendered(await view(printableData(data), PLAIN, input as never, call), PLAIN);
    const said = [...new Set(await say([...warnings]))];
    const notes = said.map((warning) => `note: ${printable(warning)}\n`).join("");
    return {
      content: [{ type: "text", text: `${text}${notes}` }],
      // JSON drops undefined values.
      structuredContent: JSON.parse(JSON.stringify({ ...(data as object), warnings: said })),
    };
  } catch (thrown) {
    return await failedCall(thrown, tool.name, say);
  }
}
