/**
 * Answers a failed call: a code, what is wrong, and a next step that a client of tools can take. Called by `tools.ts`.
 */

import type { CallToolResult } from "@modelcontextprotocol/server";
import { type FailureReport, failureOf } from "../errors.js";
import { TOOL_NEXT } from "../steps.js";
import { printable } from "../text/paint.js";

/** A failure for a client that may have no shell: without commands and flags. */
type ClientFailure = Pick<FailureReport, "message" | "hint" | "details">;

interface MissingField {
  field: string;
  question: string;
  /** The flag of the command line. */
  flag?: string;
}

/** Matches a command or a flag. */
const SHELL = /`?\btenet [a-z]|(?:^|\s)--[a-z]/;

/** A model gets no stack; it belongs into a person's bug report. */
const BUG_HINT = "This is a bug in tenet; the server goes on. Other calls may work. Please report it to a person.";

/** The hint where no tool helps. */
const FOR_A_PERSON = "No tool helps here: ask a person to look at it in the workspace.";

const isMissingField = (value: unknown): value is MissingField =>
  typeof value === "object" && value !== null && "field" in value && "question" in value;

/** The missing fields by the names of the arguments. */
function missingIn({ details, message }: FailureReport, tool: string): ClientFailure {
  const missing = details["missing"];
  if (!Array.isArray(missing) || !missing.every(isMissingField)) return { message, hint: undefined, details };
  const lines = missing.map(({ field, question }) => `  ${field}: ${question}`);
  return {
    message: `${missing.length === 1 ? "One answer is" : `${missing.length} answers are`} missing:\n${lines.join("\n")}`,
    hint: `Call ${tool} again with these as well. Ask whoever knows; do not make answers up.`,
    details: { ...details, missing: missing.map(({ flag: _, ...withoutFlag }) => withoutFlag) },
  };
}

/**
 * The message and next step of a failed call. Operations state them in the words of the door. Kernel errors do not;
 * where their hint names a command, the code decides the hint.
 */
function failureForClient(failure: FailureReport, tool: string): ClientFailure {
  const { code, message, hint, details } = failure;
  if (code === "missing-fields") return missingIn(failure, tool);
  if (failure.stack !== undefined) return { message, hint: BUG_HINT, details };
  if (hint === undefined || !SHELL.test(hint)) return { message, hint, details };
  return { message, hint: TOOL_NEXT[code] ?? FOR_A_PERSON, details };
}

/** The answer to a failed call: the error and its next step, screened. */
export async function failedCall(thrown: unknown, tool: string): Promise<CallToolResult> {
  const failure = failureOf(thrown);
  const { code } = failure;
  const { screenEntry } = await import("../screening/screen.js");
  // Errors quote the input, and an answer stays in a conversation.
  const { value } = await screenEntry({ ...failureForClient(failure, tool) });
  const { message, hint } = value;
  const error = { code, message, ...(hint === undefined ? {} : { hint }), details: value.details };
  const lines = [`${code}: ${message}`, ...(hint === undefined ? [] : [hint])];
  return {
    isError: true,
    content: [{ type: "text", text: printable(lines.join("\n")) }],
    structuredContent: { ok: false, error },
  };
}
