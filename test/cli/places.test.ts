import { isAbsolute } from "node:path";
import { describe, expect, test } from "vitest";
import { placesOf } from "../../src/cli/context.js";

describe("folders outside the workspace", () => {
  test("are never in the folder that a command runs in, whatever HOME says", () => {
    for (const env of [{}, { HOME: "" }, { HOME: "", XDG_DATA_HOME: "", CODEX_HOME: "" }]) {
      const { home, userTree, hosts } = placesOf({ env, cwd: "/some/where" });
      for (const path of [home, userTree, ...Object.values(hosts)]) {
        expect(isAbsolute(path), path).toBe(true);
        expect(path.startsWith("/some/where"), path).toBe(false);
      }
    }
  });

  test("follow the variables by which their owners let them be moved", () => {
    const env = { HOME: "/h", XDG_DATA_HOME: "/d", CODEX_HOME: "/c", CLAUDE_CONFIG_DIR: "rel", TENET_USER_TREE: "" };
    expect(placesOf({ env, cwd: "/w" })).toMatchObject({
      home: "/h",
      userTree: "/d/tenet",
      hub: "/d/tenet-hub",
      hosts: { codex: "/c", "claude-code": "/w/rel", cursor: "/h/.cursor" },
    });
  });
});
