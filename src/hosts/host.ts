/** The hosts of agents that tenet knows how to speak with. */

export const HOSTS = ["claude-code", "codex", "cursor", "openclaw"] as const;
export type Host = (typeof HOSTS)[number];

/**
 * Core files that a host reads into the prompt by itself: `core: auto` leaves them out of the context, so that nothing
 * is said twice.
 */
export const LOADED_BY: Readonly<Record<Host, readonly string[]>> = {
  "claude-code": [],
  codex: ["AGENTS.md"],
  cursor: ["AGENTS.md"],
  openclaw: ["AGENTS.md", "SOUL.md", "MEMORY.md", "HEARTBEAT.md"],
};
