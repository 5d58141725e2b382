/** Failures as they are said to a client that has tools, and perhaps no shell: without commands and flags. */
import type { Failure } from "../text/error-text.js";

type Said = Pick<Failure, "message" | "hint">;

interface Asked {
  field: string;
  question: string;
}

/** What names a command or a flag of one. */
const SHELL = /`?\btenet [a-z]|(?:^|\s)--[a-z]/;

/** A bug's stack is for whoever reports it, and no reader of a model's context needs it. */
const BUG_HINT = "This is a bug in tenet; the server goes on. Other calls may work. Please report it to a person.";

/** By code: what the tools can do about it. */
const NEXT: Readonly<Record<string, string>> = {
  "not-found": "Search with recall_memories, or list memories with manage_memory: the answers have the ids.",
  "no-memory": "Only memories are changed here. That something else turned out wrong is recorded as a correction.",
  "not-live": "Search again with recall_memories: what holds now is found.",
  "less-trusted": "Record what happened as a correction of your own.",
  "needs-person": "Ask a person to do it themselves. Single memories are deleted by their ids.",
  "no-user": "Save it with the scope project, or ask a person to start this server with their name (TENET_USER).",
  busy: "Another program is writing here. Call again in a little while; if it stays like this, tell a person.",
  "unfinished-merge": "A person finishes the merge in git; searching works meanwhile. Call again after that.",
  "no-workspace": "Tell a person: the workspace that this server was started for is gone.",
};

const isAsked = (value: unknown): value is Asked =>
  typeof value === "object" && value !== null && "field" in value && "question" in value;

/** What is missing, by the names of the arguments. */
function missingIn({ details, message }: Failure, tool: string): Said {
  const missing = details["missing"];
  if (!Array.isArray(missing) || !missing.every(isAsked)) return { message, hint: undefined };
  const lines = missing.map(({ field, question }) => `  ${field}: ${question}`);
  return {
    message: `${missing.length === 1 ? "One answer is" : `${missing.length} answers are`} missing:\n${lines.join("\n")}`,
    hint: `Call ${tool} again with these as well. Ask whoever knows; do not make answers up.`,
  };
}

/** The message and the next step of a failed call. What only a shell can do is said to be for one. */
export function saidToClient(failure: Failure, tool: string): Said {
  const { code, message, hint } = failure;
  if (code === "missing-fields") return missingIn(failure, tool);
  if (failure.stack !== undefined) return { message, hint: BUG_HINT };
  if (hint === undefined || !SHELL.test(hint)) return { message, hint };
  return { message, hint: NEXT[code] ?? `At a shell: ${hint}` };
}
