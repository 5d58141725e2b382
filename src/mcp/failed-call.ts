/** How a call that failed is answered: with a code, what is wrong, and a next step that a client of tools can take. */

import type { CallToolResult } from "@modelcontextprotocol/server";
import { type FailureReport, failureOf } from "../errors.js";
import { printable } from "../text/paint.js";

/** A failure as it is said to a client that has tools, and perhaps no shell: without commands and flags. */
type ClientFailure = Pick<FailureReport, "message" | "hint" | "details">;

interface MissingField {
  field: string;
  question: string;
  /** Of a command line. */
  flag?: string;
}

/** What names a command or a flag of one. */
const SHELL = /`?\btenet [a-z]|(?:^|\s)--[a-z]/;

/** A bug's stack is for whoever reports it, and no reader of a model's context needs it. */
const BUG_HINT = "This is a bug in tenet; the server goes on. Other calls may work. Please report it to a person.";

/** What no tool does. */
const FOR_A_PERSON = "No tool helps here: ask a person to look at it in the workspace.";

/** By code: what the tools can do about it. */
const NEXT: Readonly<Record<string, string>> = {
  "not-found": "Search with recall_memories, or list memories with manage_memory: the answers have the ids.",
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
  if (!Array.isArray(missing) || !missing.every(isMissingField)) return { message, hint: undefined, details };
  const lines = missing.map(({ field, question }) => `  ${field}: ${question}`);
  return {
    message: `${missing.length === 1 ? "One answer is" : `${missing.length} answers are`} missing:\n${lines.join("\n")}`,
    hint: `Call ${tool} again with these as well. Ask whoever knows; do not make answers up.`,
    details: { ...details, missing: missing.map(({ flag: _, ...asked }) => asked) },
  };
}

/**
 * The message and the next step of a failed call. Operations say it in the words of the door; what the kernel throws
 * knows none, and where it names a command the code decides what is said instead.
 */
function failureForClient(failure: FailureReport, tool: string): ClientFailure {
  const { code, message, hint, details } = failure;
  if (code === "missing-fields") return missingIn(failure, tool);
  if (failure.stack !== undefined) return { message, hint: BUG_HINT, details };
  if (hint === undefined || !SHELL.test(hint)) return { message, hint, details };
  return { message, hint: NEXT[code] ?? FOR_A_PERSON, details };
}

/** The answer to a call that failed: what is wrong and what can be done, screened. */
export async function failedCall(thrown: unknown, tool: string): Promise<CallToolResult> {
  const failure = failureOf(thrown);
  const { code } = failure;
  const { screenEntry } = await import("../screening/screen.js");
  // Refusals repeat what was given, and an answer stays in a conversation.
  const { value } = await screenEntry({ ...failureForClient(failure, tool) }, { mode: "redact", bidi: "strip" });
  const { message, hint } = value;
  const error = { code, message, ...(hint === undefined ? {} : { hint }), details: value.details };
  const lines = [`${code}: ${message}`, ...(hint === undefined ? [] : [hint])];
  return {
    isError: true,
    content: [{ type: "text", text: printable(lines.join("\n")) }],
    structuredContent: { ok: false, error },
  };
}
