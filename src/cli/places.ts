/** Folders outside the workspace, from the environment. */
import { userInfo } from "node:os";
import { join, parse, resolve } from "node:path";
import type { Places } from "../context.js";
import { type ProcessIO, stated } from "./process-io.js";

/** As the system knows it, and the root where it knows nobody of that number: `os.homedir` answers an empty `HOME`, or throws. */
function homeOfUser(cwd: string): string {
  try {
    return userInfo().homedir;
  } catch {
    return parse(cwd).root;
  }
}

/** Where a person's own things lie; each follows the variable by which its owner lets it be moved. */
export function placesOf(from: Pick<ProcessIO, "env" | "cwd">): Places {
  const named = (variable: string) => {
    const path = stated(from.env, variable);
    return path === undefined ? undefined : resolve(from.cwd, path);
  };
  const home = named("HOME") ?? homeOfUser(from.cwd);
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
