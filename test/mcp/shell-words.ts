/** What only a shell understands: found in whatever a client was sent. */
import { INVOCATIONS } from "../cli/known-workspace.js";

const COMMANDS = [...Object.keys(INVOCATIONS), "undo", "help", "sync", "report", "draft", "ask", "answer"].join("|");
/** A command of tenet, or a flag of any. */
const SHELL = new RegExp(`\\btenet (?:${COMMANDS})\\b|(?:^|[\\s\`"'(])--[a-z]`);

/** Every text in a message, with the names of the fields it stands in. */
function textsIn(value: unknown, place = ""): [string, string][] {
  if (typeof value === "string") return [[place, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => textsIn(part, `${place}.${name}`));
}

/** Texts that hold a command line, among all that a server has printed. */
export function shellWordsIn(messages: readonly unknown[]): string[] {
  return messages.flatMap((message) =>
    textsIn(message).flatMap(([place, text]) => (SHELL.test(text) ? [`${place}: ${text}`] : [])),
  );
}
