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
