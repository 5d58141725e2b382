/**
 * Answers a failed call: a code, what is wrong, and a next step that a client of tools can take. Called by `tools.ts`.
 */

import type { CallToolResult } from "@modelcontextprotocol/server";
import { type FailureReport, failureOf } from "../errors.js";
import type { Say } from "../steps.js";
import { printable } from "../text/paint.js";

type ClientFailure = Pick<FailureReport, "message" | "hint" | "details">;

interface MissingField {
  field: string;
  question: string;
  /** The flag of the command line. */
  flag?: string;
}

/** A model gets no stack; it belongs into a person's bug report. */
const BUG_HINT = "This is a bug in tenet; the server goes on. Other calls may work. Please report it to a person.";

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

/** The message and next step of a failed call. */
function failureForClient(failure: FailureReport, tool: string): ClientFailure {
  const { code, message, hint, details } = failure;
  if (code === "missing-fields") return missingIn(failure, tool);
  return { message, hint: failure.stack === undefined ? hint : BUG_HINT, details };
}

/** The answer to a failed call: the error and its next step, screened. */
export async function failedCall(thrown: unknown, tool: string, say: Say): Promise<CallToolResult> {
  const failure = failureOf(thrown);
  const { code } = failure;
  const { screenEntry } = await import("../screening/screen.js");
  // Errors quote the input, and an answer stays in a conversation.
  const { value } = await screenEntry({ ...(await say(failureForClient(failure, tool))) });
  const { message, hint } = value;
  const error = { code, message, ...(hint === undefined ? {} : { hint }), details: value.details };
  const lines = [`${code}: ${message}`, ...(hint === undefined ? [] : [hint])];
  return {
    isError: true,
    content: [{ type: "text", text: printable(lines.join("\n")) }],
    structuredContent: { ok: false, error },
  };
}
