/** The hosts of agents that tenet knows how to speak with, and what a turn of a conversation with one is. */

/** Hosts that call tenet at the moments of a session. */
export const HOSTS = ["claude-code", "codex", "cursor", "gemini-cli", "openclaw"] as const;
export type Host = (typeof HOSTS)[number];

/** What can be connected: those, Copilot, git, and any agent that reads AGENTS.md. */
export const HOOK_HOSTS = [...HOSTS, "copilot", "git", "agents-md"] as const;
export type HookHost = (typeof HOOK_HOSTS)[number];

/** What a host reads into the prompt by itself, so that a context leaves it out; and what it does not. */
interface Reading {
  /** Core files. */
  files: readonly string[];
  /** Of which it reads every file. */
  folder?: string;
  /** It takes in what they import. */
  imports?: true;
  /** The bytes that it reads of one, where it documents a limit (Codex: `project_doc_max_bytes`). */
  bytes?: number;
  /** It documents no way to add to a prompt: an answer that is not of its form may hold the prompt back. */
  silentAtPrompts?: true;
}

export const READ_BY: Readonly<Record<Host, Reading>> = {
  "claude-code": { files: ["CLAUDE.md", ".claude/CLAUDE.md"], folder: ".claude/rules", imports: true },
  codex: { files: ["AGENTS.md"], bytes: 32_768 },
  cursor: { files: ["AGENTS.md", ".cursor/rules/tenet.mdc"], folder: ".cursor/rules", silentAtPrompts: true },
  "gemini-cli": { files: ["GEMINI.md"], imports: true },
  openclaw: { files: ["AGENTS.md", "SOUL.md", "MEMORY.md", "HEARTBEAT.md"] },
};

/** Is it a program that talks to Claude Code there (its entry point is an SDK), so that nobody types? */
export const isScripted = (entrypoint: string | undefined): boolean => /^sdk\b/.test(entrypoint ?? "");

/** One turn of a conversation, as a host's transcript tells it. */
export interface Turn {
  /** The author of the text: the person, or the model. Tool results and injected text are in neither. */
  role: "user" | "assistant";
  /** What they wrote themselves: no tool results, no reminders of the host, nothing between tenet's fences. */
  text: string;
  /** The person turned down what the model was about to do: it need not have written anything before. */
  refuses?: true;
  /** UTC to the second, where the transcript has a time. */
  at?: string;
  /** The host's name of the session, where the line has it. */
  session?: string;
}

/** Parses one line of a transcript into turns; undefined for lines without any. */
export type TurnReader = (line: string) => Turn | undefined;

/** An object of unknown shape, as hosts write them. */
export type Json = { readonly [key: string]: unknown };

/** A value as an object; undefined for lists and everything else. */
export function asObject(value: unknown): Json | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}
