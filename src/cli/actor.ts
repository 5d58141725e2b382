/** Who is at the other end of this process: a person at a terminal, or an agent; and what they may be asked. */
import { type Clock, fixedClock, localDay, systemClock } from "../clock.js";
import { type Call, envValue, once, type ProcessIO } from "../command/call.js";
import type { Globals } from "../command/global-flags.js";
import type { Actor } from "../context.js";
import { statedName } from "../screening/stated-name.js";
import { defined } from "../text/defined.js";

/**
 * Variables that hosts of agents set for the commands they run. With one of them set, nobody is asked anything and
 * what only a person may do is refused: a guard against a careless agent, not against a program that cleans its
 * environment. What people keep in their own shell profile says nothing about who types.
 */
const NAMES =
  /^(?:(?:(?:AI|AUGMENT|CURSOR|REPLIT)_)?AGENT|CLAUDE_?CODE(?:_ENTRYPOINT)?|(?:COPILOT|GEMINI)_CLI|QWEN_CODE|OPENCODE|DEVIN|AMP_THREAD_ID|GOOSE_TERMINAL)$/;
const BEGINNINGS = /^(?:(?:AIDER|CLINE|CODEX|CURSOR_AGENT|OPENHANDS|ROO_CODE)_|OPENCLAW)/;
const PEOPLES = /^CODEX_(?:HOME|API_KEY)$/;

/** The first variable (by name) that says an agent runs this process; undefined when none does. */
export const agentVariable = (env: ProcessIO["env"]): string | undefined =>
  Object.keys(env)
    .sort()
    .find((name) => (NAMES.test(name) || BEGINNINGS.test(name)) && !PEOPLES.test(name) && env[name]);

/** Who is at the other end, from flags, environment and streams. Of a token in a name nothing below the doors hears. */
export async function actorOf(
  from: ProcessIO,
  globals: Globals,
  { root, timezone, agent }: Parameters<Call["actor"]>[0],
  warn: Call["warn"],
): Promise<Actor> {
  const named = async (key: "as" | "session" | "run" | "user", what: string) => {
    const name = globals[key] ?? envValue(from.env, `TENET_${what.toUpperCase()}`);
    return name && (await statedName(`The ${what}'s name`, name, warn));
  };
  const ownSession = await named("session", "session");
  const writer = (await named("as", "agent")) ?? agent;
  return {
    agent: writer,
    get session() {
      return ownSession ?? `adhoc-${writer}-${localDay(clockOf(from).now(), timezone)}`;
    },
    ...defined({ run: await named("run", "run"), user: await named("user", "user") }),
    ...defined({ atTerminal: atTerminal(from), agentVariable: agentVariable(from.env) }),
    git: once(async () => (await import("../store/git/git.js")).gitIdentity(root)),
  };
}

/** Someone sits here: both ends of a conversation are terminals and no known agent variable is set. */
export const atTerminal = ({ isTTY, env }: ProcessIO): boolean =>
  isTTY.stderr && isTTY.stdin && agentVariable(env) === undefined;

/** Can somebody be asked? At a terminal, unless CI, `--json`, `--no-input` or a known agent says no. */
export const mayAsk = (from: ProcessIO, { json, input }: Globals): boolean =>
  json !== true && input !== false && envValue(from.env, "CI") === undefined && atTerminal(from);

/** The machine's clock, or the fixed one of `TENET_NOW`. */
export function clockOf(from: ProcessIO): Clock {
  const instant = envValue(from.env, "TENET_NOW");
  return instant === undefined ? systemClock : fixedClock(instant);
}
