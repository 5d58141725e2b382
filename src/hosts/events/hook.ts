/** `tenet hook`: what a host of agents calls at the moments of a session. Prints into the prompt, or nothing. */

import { appendFileSync, lstatSync, readFileSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { Context } from "../../context.js";
import { type Host, READ_BY } from "../../store/host.js";
import { defined } from "../../text/defined.js";
import { shellQuoted } from "../../text/shell-quoted.js";
import { HOOK_LOCK_MS, type HookEvent, type HookInput, isOver, type Until } from "../hook-event.js";
import type { HookResult } from "../install/host-schemas.js";

/** Operations of other capabilities, which the door hands over. */
export interface HookOperations {
  context(ctx: Context, input: Reader): Promise<{ text: string }>;
  coreFromFiles(ctx: Context, input: Reader): Promise<string>;
  tendAtSessionEnd(ctx: Context): Promise<void>;
}

interface Reader {
  host?: Host;
  characters: number;
}

export interface HookCall extends Until {
  operations: HookOperations;
  event: HookEvent;
  input: HookInput;
  /** Told what could be printed if time were up now, in the host's form. */
  ready?(text: string): void;
  /** The file by which the host passes variables on to the shells of the session. */
  shellFile?: string;
}

/** Does what a moment of a session asks for. Never stores an entry; at a session's end rules may be made. */
export async function hook(ctx: Context, call: HookCall): Promise<HookResult> {
  const { event, input } = call;
  const { host } = input;
  const text = await saying(ctx, call);
  return defined({ event, host, session: ctx.actor.session, text: hookAnswer(host, event, text) });
}

async function saying(ctx: Context, { event, input, until, shellFile, ready, operations }: HookCall): Promise<string> {
  const { host, prompt, subagent, scripted, transcript } = input;
  if (event === "session-start") {
    if (shellFile !== undefined && host === "claude-code" && input.session === ctx.actor.session) {
      exportSession(shellFile, ctx.actor.session);
    }
    return await startOf(ctx, host, operations);
  }
  // Agents prompt agents: nobody corrects anybody there, and the session goes on when one of them ends.
  if (subagent) return "";
  if (event === "user-prompt") {
    if (prompt === undefined) return "";
    const { notePrompt, userPrompt } = await import("./user-prompt.js");
    if (reachesModel(host, event)) {
      const answering = { scripted, ready: (text: string) => ready?.(hookAnswer(host, event, text)) };
      return await userPrompt(ctx, prompt, { until }, answering);
    }
    await notePrompt(ctx, prompt, { scripted });
    return "";
  }
  try {
    if (transcript !== undefined && ctx.profile.learning.on) {
      const { lookAtTranscript } = await import("./session-transcript.js");
      await lookAtTranscript(ctx, transcript, { until });
    }
  } finally {
    if (event === "session-end" && !isOver({ until })) {
      await operations.tendAtSessionEnd({ ...ctx, patienceMs: HOOK_LOCK_MS });
    }
  }
  return "";
}

async function startOf(ctx: Context, host: Host | undefined, { context }: HookOperations): Promise<string> {
  return (await context(ctx, defined({ host, characters: ROOM[host ?? "unknown"] }))).text;
}

/**
 * The answer without any look-up, in the host's form, which is printed where time runs out: at a start the rules of the
 * core files, at a prompt one line where it holds a correction.
 */
export async function shortAnswer(
  ctx: Context,
  { event, input, operations }: Pick<HookCall, "event" | "input" | "operations">,
): Promise<string> {
  const { host, prompt, subagent, scripted } = input;
  if (event === "session-start") {
    const core = await operations.coreFromFiles(ctx, defined({ host, characters: ROOM[host ?? "unknown"] }));
    return hookAnswer(host, event, core);
  }
  if (event !== "user-prompt" || subagent || scripted || prompt === undefined) return "";
  const { shortNudge } = await import("./user-prompt.js");
  return hookAnswer(host, event, shortNudge(ctx, prompt));
}

const MOST_BYTES = 1024 * 1024;

/**
 * Adds `export TENET_SESSION=…` to the file that Claude Code runs before each shell command of a session
 * (`CLAUDE_ENV_FILE`), so that what the agent captures there belongs to the session that hooks speak of. Once; never
 * throws.
 */
export function exportSession(path: string, session: string): void {
  const line = `export TENET_SESSION=${shellQuoted(session)}`;
  try {
    if (!isAbsolute(path)) return;
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats !== undefined && (!stats.isFile() || stats.size > MOST_BYTES)) return;
    const text = stats === undefined ? "" : readFileSync(path, "utf8");
    if (text.split("\n").includes(line)) return;
    appendFileSync(path, `${text === "" || text.endsWith("\n") ? "" : "\n"}${line}\n`, { mode: 0o600 });
  } catch {
    // The shells then keep their ad-hoc session.
  }
}

/** 10,000 characters go into a prompt whole; of much longer ones only the beginning is kept. */
export const MOST_PRINTED = 9_000;

/** What is left for the text when its host wants it as JSON, where line breaks and quotes take two characters. */
export const ROOM: Readonly<Record<Host | "unknown", number>> = {
  "claude-code": 8_300,
  codex: 8_300,
  cursor: 8_300,
  "gemini-cli": 8_300,
  openclaw: 8_900,
  unknown: 8_900,
};

/** The events whose answer reaches the model, with the host's names of them. */
const EVENT_NAME: Partial<Record<HookEvent, string>> = {
  "session-start": "SessionStart",
  "user-prompt": "UserPromptSubmit",
};

/** Does the host put an answer to this event into the prompt? */
export function reachesModel(host: Host | undefined, event: HookEvent): boolean {
  if (event === "user-prompt" && host !== undefined && READ_BY[host].silentAtPrompts) return false;
  return EVENT_NAME[event] !== undefined;
}

function formed(host: Host | undefined, event: HookEvent, text: string): string {
  if (host === "claude-code" || host === "codex" || host === "gemini-cli") {
    const hookEventName = host === "gemini-cli" && event === "user-prompt" ? "BeforeAgent" : EVENT_NAME[event];
    return JSON.stringify({ hookSpecificOutput: { hookEventName, additionalContext: text } });
  }
  if (host === "cursor") return JSON.stringify({ additional_context: text });
  return text;
}

const ENDS_FENCE = /^<\/tenet-/;
const CUT = "(cut: more did not fit)";

/** The text with lines cut at its end until `fits` accepts it; closing fence marks stay. */
function shortened(text: string, fits: (text: string) => boolean): string {
  const lines = text.split("\n");
  // A wrapped form is never shorter than its text: texts over the limit are not tried.
  let cut = 0;
  for (let room = MOST_PRINTED; cut < lines.length && room >= 0; cut++) room -= (lines[cut] as string).length + 1;
  const ends = lines.slice(cut).filter((line) => ENDS_FENCE.test(line));
  while (cut > 0) {
    cut--;
    const cutLine = lines[cut] as string;
    if (ENDS_FENCE.test(cutLine)) ends.unshift(cutLine);
    const keptText = [...lines.slice(0, cut), CUT, ...ends].join("\n");
    if (fits(keptText)) return keptText;
  }
  return "";
}

/** What goes to stdout: nothing where there is nothing to say or nobody reads it, and never too much. */
export function hookAnswer(host: Host | undefined, event: HookEvent, text: string): string {
  const trimmed = text.replace(/\s+$/, "");
  if (trimmed === "" || !reachesModel(host, event)) return "";
  const fits = (one: string) => formed(host, event, one).length < MOST_PRINTED;
  const fitting = fits(trimmed) ? trimmed : shortened(trimmed, fits);
  return fitting === "" ? "" : `${formed(host, event, fitting)}\n`;
}
