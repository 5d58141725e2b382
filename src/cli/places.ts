/** Folders outside the workspace, from the environment. */
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { Places } from "../context.js";
import { type Surroundings, stated } from "./surroundings.js";

/** Where a person's own things lie; each follows the variable by which its owner lets it be moved. */
export function placesOf(from: Pick<Surroundings, "env" | "cwd">): Places {
  const named = (variable: string) => {
    const path = stated(from.env, variable);
    return path === undefined ? undefined : resolve(from.cwd, path);
  };
  const home = named("HOME") ?? homedir();
  const data = named("XDG_DATA_HOME") ?? join(home, ".local", "share");
  return {
    home,
    userTree: named("TENET_USER_TREE") ?? join(data, "tenet"),
    hosts: {
      "claude-code": named("CLAUDE_CONFIG_DIR") ?? join(home, ".claude"),
      codex: named("CODEX_HOME") ?? join(home, ".codex"),
      cursor: join(home, ".cursor"),
      openclaw: named("OPENCLAW_STATE_DIR") ?? join(home, ".openclaw"),
    },
  };
}
