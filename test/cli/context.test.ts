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

  it("the core of a session has one hash from first to last while a version is activated in between", {
    tags: "proof",
  }, async () => {
    const box = await sandbox({ profile: OWNED });
    await worked(box, "Ask before deleting a branch");
    await done(box, "digest");
    const first = await told(box, "context --session work");
    await worked(box, "Tag the release after the upload");
    await done(box, "digest");
    for (let call = 0; call < 3; call++) {
      const now = await told(box, "context --session work --query release");
      expect(now.core.hash).toBe(first.core.hash);
      expect(now.says).toEqual([expect.stringMatching(/^A newer version of the rules \(0002-/)]);
    }
    const next = await told(box, "context --session later");
    expect(next.core.hash).not.toBe(first.core.hash);
    expect(next.core.text).toContain("Tag the release after the upload");
  });

  it("a receipt replays to the same bytes, in text and in JSON, and says what changed when something has", async () => {
    const box = await knownWorkspace({ profile: NO_MODEL });
    const first = await done(box, "context --session work");
    const id = /Receipt (R-[0-9a-f]{8})/.exec(first.stdout)?.[1] as string;
    expect((await done(box, `context --replay ${id}`)).stdout).toBe(first.stdout);
    expect((await told(box, `context --replay ${id}`)).text).toBe(first.stdout);
    await done(box, "learn 'Cold caches double the run' --because 'Two timings' --risk 'high: a slow morning'");
    const changed = await done(box, `context --replay ${id}`);
    expect(changed.stdout).toMatch(/cannot be printed as it was[\s\S]*taught: added: INS-\d{8}-\w{5}/);
    expect((await failed(box, "context --replay R-00000000")).exit).toBe(4);
    expect((await failed(box, "context --host emacs")).exit).toBe(2);
  });

  it("what was erased is in no core that a session kept, and in no context", { tags: "proof" }, async () => {
    const canary = "kanarie-zitrone-9w2k";
    const box = await sandbox({ profile: OWNED, git: true });
    const id = await worked(box, `Doors with ${canary} on their frame open inwards`);
    await worked(box, "Windows close better in winter");
    await done(box, "digest");
    const before = await told(box, "context --session work");
    expect(before.text).toContain(canary);
    expect(holding(box, canary).some((path) => path.endsWith(".core.json"))).toBe(true);
    const asked = [[`Type ${tail(id)} to confirm:`, `${tail(id)}\r`]] as const;
    const erased = await atTerminal(box, ["forget", id, "--erase", "--reason", "private"], asked);
    expect(erased.code, erased.screen).toBe(0);
    expect(holding(box, canary)).toEqual([]);
    const after = await told(box, "context --session work");
    expect(after.text).not.toContain(canary);
    expect(after.text).toContain("Windows close better");
    expect(after.core.hash).not.toBe(before.core.hash);
    expect(holding(box, canary)).toEqual([]);
  });
});
