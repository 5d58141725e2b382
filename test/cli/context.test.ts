import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { rounds } from "../effort.js";
import { served } from "../mcp/served.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { filesOf } from "./fault-sweep.js";
import { knownWorkspace, NO_MODEL } from "./known-workspace.js";
import { atTerminal } from "./terminal.js";
import { done, failed, tail, told } from "./typed.js";

const OWNED = `${NO_MODEL}people:\n  - {name: sybil, role: owner, emails: [sybil@example.invalid]}\n`;

/** Becomes a rule at the next digest. */
async function worked(box: Sandbox, text: string): Promise<string> {
  const { id } = await told(box, `learn '${text}' --because 'seen twice' --risk 'high: it breaks' --session birth`);
  const born = Date.parse(box.env["TENET_NOW"] ?? "");
  for (const [n, session] of ["a", "b", "c"].entries()) {
    box.at(new Date(born + (n + 1) * 86_400_000).toISOString());
    await done(box, `used ${id} --worked --session ${session}`);
  }
  return id;
}

const holding = (box: Sandbox, text: string): string[] =>
  filesOf(box)
    .filter(({ name, path }) => !name.startsWith(".git/") && readFileSync(path, "latin1").toLowerCase().includes(text))
    .map(({ name }) => name);

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
