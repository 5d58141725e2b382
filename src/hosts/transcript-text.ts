/** Conversations as plain text or Markdown: `User: …`, `**You:** …`, `## Assistant`, one turn up to the next marker. */

import type { Turn } from "./host.js";
import { typedWords, writtenWords } from "./transcript-words.js";

const PERSON = "user|human|you|me|prompt";
const MODEL = "assistant|ai|agent|bot|model|claude|chatgpt|gpt|codex|cursor|gemini|copilot|openclaw";
/** A heading that is nothing but a name, perhaps with a picture before and an hour behind it. */
const HEADING = new RegExp(`^#{1,4}\\s+(?:[^\\w\\s]+\\s*)?(?:(${PERSON})|(${MODEL}))\\s*(?:\\([^)]*\\))?:?\\s*$`, "iu");
const LABEL = new RegExp(
  `^\\s{0,3}(?:\\*\\*|__|\\[)?(?:(${PERSON})|(${MODEL}))(?:\\*\\*|__|\\])?\\s*:(?:\\*\\*|__)?(?:\\s+(.*))?$`,
  "iu",
);
const CODE = /^\s{0,3}(`{3,}|~{3,})/;

/** Longer turns are cut: what is looked for opens a message. */
const MAX_TURN = 20_000;

interface Marker {
  role: Turn["role"];
  rest: string;
}

function markerIn(line: string): Marker | undefined {
  const found = HEADING.exec(line) ?? LABEL.exec(line);
  if (found === null) return undefined;
  return { role: found[1] !== undefined ? "user" : "assistant", rest: found[3] ?? "" };
}

/** Whether these first lines are a conversation: both sides speak in it, or it opens with the person's turn. */
export function isConversation(lines: readonly string[]): boolean {
  const roles = new Set(lines.flatMap((line) => markerIn(line)?.role ?? []));
  if (!roles.has("user")) return false;
  const first = lines.find((line) => line.trim() !== "");
  return roles.has("assistant") || (first !== undefined && markerIn(first)?.role === "user");
}

/** Reads such lines; a turn is complete when the next one begins, so `end` hands over the last. */
export class TextTurns {
  #role: Turn["role"] | undefined;
  #lines: string[] = [];
  #length = 0;
  #code: string | undefined;

  read(line: string): Turn | undefined {
    const code = CODE.exec(line)?.[1];
    if (this.#code !== undefined) {
      if (code?.startsWith(this.#code) === true) this.#code = undefined;
      this.#keep(line);
      return undefined;
    }
    const marker = markerIn(line);
    if (marker === undefined) {
      if (code !== undefined) this.#code = code;
      this.#keep(line);
      return undefined;
    }
    const before = this.end();
    this.#role = marker.role;
    this.#keep(marker.rest);
    return before;
  }

  end(): Turn | undefined {
    const [role, text] = [this.#role, this.#lines.join("\n")];
    this.#role = undefined;
    this.#lines = [];
    this.#length = 0;
    this.#code = undefined;
    if (role === undefined) return undefined;
    const own = role === "user" ? typedWords(text) : writtenWords(text);
    return own === "" ? undefined : { role, text: own };
  }

  #keep(line: string): void {
    if (this.#role === undefined || this.#length > MAX_TURN) return;
    this.#lines.push(line.slice(0, MAX_TURN));
    this.#length += line.length + 1;
  }
}
