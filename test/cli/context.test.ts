import { describe, expect, it } from "vitest";
import { rounds } from "../effort.js";
import { served } from "../mcp/served.js";
import { knownWorkspace } from "./known-workspace.js";
import { done } from "./typed.js";

describe("tenet context as it is typed", () => {
  it("many contexts, with and without a query and a session, leave git status clean", { tags: "proof" }, async () => {
    const box = await knownWorkspace({ git: true });
    await box.write(".gitignore", ".tenet/\nmemory/learning/index.md\n");
    await box.git("add", ".");
    await box.git("commit", "-qm", "x");
    // What a slow machine has not indexed yet would be told on stderr.
    await done(box, "index");
    for (const line of ["", "--session s1", "--session s1 --query lockfile", "--query lockfile --json", "--session s2"])
      expect((await done(box, `context ${line}`)).stderr).toBe("");
    // The others by a server: the same operation, without a command for each.
    const { call } = await served(box, ["--profile", "full"]);
    for (let at = 0; at < rounds(20, 100); at++) await call("context", at % 10 === 0 ? { query: "lockfile" } : {});
    expect(await box.git("status", "--porcelain")).toBe("");
  });
});
