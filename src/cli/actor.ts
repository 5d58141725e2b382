/** Who is at the other end of this process: a person at a terminal, or an agent; and what they may be asked. */

import { type Clock, fixedClock, localDay, systemClock } from "../clock.js";
import { envValue, type Globals, type ProcessIO } from "../command/call.js";
import type { Actor } from "../context.js";
import { defined } from "../text/defined.js";

/**
 * Variables that hosts of agents set for the commands they run. With one of them set, nobody is asked anything and
 * what only a person may do is refused: a guard against a careless agent, not against a program that cleans its
 * environment.
 */
const EXACT: ReadonlySet<string> = new Set([
  "AGENT",
  "AI_AGENT",
  "AMP_THREAD_ID",
  "AUGMENT_AGENT",
  "CLAUDECODE",
  "CLAUDE_CODE",
  "CLAUDE_CODE_ENTRYPOINT",
  "COPILOT_CLI",
  "CURSOR_AGENT",
  "DEVIN",
  "GEMINI_CLI",
  "GOOSE_TERMINAL",
  "OPENCODE",
  "QWEN_CODE",
  "REPLIT_AGENT",
]);

const PREFIXES = ["AIDER_", "CLINE_", "CODEX_", "CURSOR_AGENT_", "OPENCLAW", "OPENHANDS_", "ROO_CODE_"];

/** Settings that people keep in their own shell profile: they say nothing about who types. */
const PEOPLES: ReadonlySet<string> = new Set(["CODEX_HOME", "CODEX_API_KEY"]);

/** The first variable (by name) that says an agent runs this process; undefined when none does. */
export function agentVariable(env: Readonly<Record<string, string | undefined>>): string | undefined {
  return Object.keys(env)
    .filter((name) => (env[name] ?? "") !== "" && !PEOPLES.has(name))
    .sort()
    .find((name) => EXACT.has(name) || PREFIXES.some((prefix) => name.startsWith(prefix)));
}

/** Who is at the other end, from flags, environment and streams; `agent` and `timezone` come from the profile. */
export function actorOf(from: ProcessIO, globals: Globals, agent: string, timezone: string, root: string): Actor {
  const statedAgent = globals.as ?? envValue(from.env, "TENET_AGENT");
  const writer = statedAgent ?? agent;
  const run = globals.run ?? envValue(from.env, "TENET_RUN");
  const user = globals.user ?? envValue(from.env, "TENET_USER");
  const ownSession = globals.session ?? envValue(from.env, "TENET_SESSION");
  let identity: Promise<{ name?: string; email?: string }> | undefined;
  return {
    agent: writer,
    agentStated: statedAgent !== undefined,
    get session() {
      return ownSession ?? `adhoc-${writer}-${localDay(clockOf(from).now(), timezone)}`;
    },
    ...defined({ run, user, atTerminal: atTerminal(from), agentVariable: agentVariable(from.env) }),
    git() {
      identity ??= import("../store/git/git.js").then(({ gitIdentity }) => gitIdentity(root));
      return identity;
    },
  };
}

/** Someone sits here: both ends of a conversation are terminals and no known agent variable is set. */
export function atTerminal(from: ProcessIO): boolean {
  return from.isTTY.stderr && from.isTTY.stdin && agentVariable(from.env) === undefined;
}

/** Can somebody be asked? At a terminal, unless CI, `--json`, `--no-input` or a known agent says no. */
export function mayAsk(from: ProcessIO, globals: Globals): boolean {
  return globals.json !== true && globals.input !== false && envValue(from.env, "CI") === undefined && atTerminal(from);
}

/** The machine's clock, or the fixed one of `TENET_NOW`. */
export function clockOf(from: ProcessIO): Clock {
  const instant = envValue(from.env, "TENET_NOW");
  return instant === undefined ? systemClock : fixedClock(instant);
}
