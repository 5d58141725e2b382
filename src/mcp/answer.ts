/** One call of a tool: arguments checked, the operation run, its data or its failure as an answer. Never throws. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { z } from "zod";
import { TenetError } from "../errors.js";
import type { Serving } from "../serving.js";
import { failureOf } from "../text/error-text.js";
import { nearestName } from "../text/nearest-word.js";
import { printable, printableData } from "../text/printable.js";
import { saidToClient } from "./next-step.js";
import type { Tool } from "./tool.js";

type Issue = z.core.$ZodIssue;

const placeOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (said, part) =>
      typeof part === "number" ? `${said}[${part}]` : said === "" ? String(part) : `${said}.${String(part)}`,
    "",
  );

function inWords(issue: Issue, known: readonly string[], name: string): string[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => {
      const near = nearestName(key, known);
      // Quoted, what is no word could hide from the screening of the answer.
      const named = /^[\w.-]{1,64}$/.test(key) ? JSON.stringify(key) : "a name that is no word";
      return `${named} is no argument of ${name}${near === undefined ? "" : ` (did you mean ${near}?)`}`;
    });
  }
  const place = placeOf(issue.path);
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
  const { value } = await screenEntry({ ...saidToClient(failure, tool), details }, { mode: "redact", bidi: "strip" });
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

/** Answers one call. What goes wrong is an answer, too: with a code, what is wrong, and a safe next step. */
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
