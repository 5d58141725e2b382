/** What a hook prints, in the form in which its host reads it into the prompt. */

import type { Host } from "../host.js";
import type { HookEvent } from "./hook-event.js";

/** 10,000 characters go into a prompt whole; of much longer ones only the beginning is kept. */
export const MOST_PRINTED = 9_000;

/** What is left for the text when its host wants it as JSON, where line breaks and quotes take two characters. */
export const ROOM: Readonly<Record<Host | "unknown", number>> = {
  "claude-code": 8_300,
  codex: 8_300,
  cursor: 8_300,
  openclaw: 8_900,
  unknown: 8_900,
};

/** The events whose answer reaches the model, and what the host calls them. */
const EVENT_NAME: Partial<Record<HookEvent, string>> = {
  "session-start": "SessionStart",
  "user-prompt": "UserPromptSubmit",
};

/**
 * Does the host put an answer to this event into the prompt? Cursor documents no way at a prompt: an answer that is not
 * of its form may hold the prompt back.
 */
export function reachesModel(host: Host | undefined, event: HookEvent): boolean {
  return EVENT_NAME[event] !== undefined && !(host === "cursor" && event === "user-prompt");
}

function formed(host: Host | undefined, event: HookEvent, text: string): string {
  if (host === "claude-code" || host === "codex") {
    return JSON.stringify({ hookSpecificOutput: { hookEventName: EVENT_NAME[event], additionalContext: text } });
  }
  if (host === "cursor") return JSON.stringify({ additional_context: text });
  return text;
}

const ENDS_FENCE = /^<\/tenet-/;
const CUT = "(cut: more did not fit)";

/** The text with lines left out from its end until `fits` says so; marks that end a fence stay. */
function shortened(text: string, fits: (text: string) => boolean): string {
  const lines = text.split("\n");
  // A form is never shorter than its text: what is longer by itself is not tried.
  let cut = 0;
  for (let room = MOST_PRINTED; cut < lines.length && room >= 0; cut++) room -= (lines[cut] as string).length + 1;
  const ends = lines.slice(cut).filter((line) => ENDS_FENCE.test(line));
  while (cut > 0) {
    cut--;
    const left = lines[cut] as string;
    if (ENDS_FENCE.test(left)) ends.unshift(left);
    const kept = [...lines.slice(0, cut), CUT, ...ends].join("\n");
    if (fits(kept)) return kept;
  }
  return "";
}

/** What goes to stdout: nothing where there is nothing to say or nobody reads it, and never too much. */
export function hookAnswer(host: Host | undefined, event: HookEvent, text: string): string {
  const said = text.replace(/\s+$/, "");
  if (said === "" || !reachesModel(host, event)) return "";
  const fits = (one: string) => formed(host, event, one).length < MOST_PRINTED;
  const fitting = fits(said) ? said : shortened(said, fits);
  return fitting === "" ? "" : `${formed(host, event, fitting)}\n`;
}
