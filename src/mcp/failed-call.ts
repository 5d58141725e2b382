/** Answers a failed call: a code, what is wrong, and a next step that a client of tools can take. Called by `tools.ts`. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import { failureOf } from "../errors.js";
import type { Say, StepText } from "../steps.js";
import { defined } from "../text/defined.js";
import { printable } from "../text/paint.js";

/** A model gets no stack; it belongs into a person's bug report. */
const BUG_HINT = "This is a bug in tenet; the server goes on. Other calls may work. Please report it to a person.";

/** The missing fields by the names of the arguments. */
function missingIn(missing: readonly Readonly<Record<string, string>>[], tool: string) {
  const lines = missing.map(({ field, question }) => `\n  ${field}: ${question}`);
  return {
    message: `${missing.length === 1 ? "One answer is" : `${missing.length} answers are`} missing:${lines.join("")}`,
    hint: `Call ${tool} again with these as well. Ask whoever knows; do not make answers up.` as StepText | undefined,
    missing: missing.map(({ flag: _, ...field }) => field),
  };
}

/** The answer to a failed call: the error and its next step, screened. */
export async function failedCall(thrown: unknown, tool: string, say: Say): Promise<CallToolResult> {
  const failure = failureOf(thrown);
  const { code, details } = failure;
  const isLacking = Array.isArray(details["missing"]);
  const { message, hint, ...more } = isLacking
    ? missingIn(details["missing"] as [], tool)
    : { message: failure.message, hint: failure.stack === undefined ? failure.hint : BUG_HINT };
  const { screenEntry } = await import("../screening/screen.js");
  // Errors quote the input, and an answer stays in a conversation.
  const { value } = await screenEntry(defined(await say({ message, hint, details: { ...details, ...more } })));
  return {
    isError: true,
    content: [{ type: "text", text: printable([`${code}: ${value.message}`, value.hint ?? ""].join("\n").trim()) }],
    structuredContent: { ok: false, error: { code, ...value } },
  };
}
