import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { rounds } from "../effort.js";
import { served } from "../mcp/served.js";
import { type Ran, type Sandbox, sandbox } from "../sandbox.js";
import { knownWorkspace } from "./known-workspace.js";
import { atTerminal } from "./terminal.js";

const PROFILE = `schema: 1
agent: main
timezone: UTC
recall: {limit: 10, mode: keyword}
people:
  - {name: sybil, role: owner, emails: [sybil@example.invalid]}
`;

async function done(ran: Promise<Ran>): Promise<Ran> {
  const finished = await ran;
  expect(finished.code, finished.stdout + finished.stderr).toBe(0);
  return finished;
}

const data = async (box: Sandbox, ...args: string[]) =>
  (await done(box.run(["context", "--json", ...args]))).json().data;

/** Becomes a rule at the next digest. */
async function worked(box: Sandbox, text: string): Promise<string> {
  const args = ["learn", text, "--because", "seen twice", "--risk", "high: it breaks", "--json", "--session", "birth"];
  const { id } = (await done(box.run(args))).json().data;
  const born = Date.parse(box.env["TENET_NOW"] ?? "");
  for (const [n, session] of ["a", "b", "c"].entries()) {
    box.at(new Date(born + (n + 1) * 86_400_000).toISOString());
    await done(box.run(["used", id, "--worked", "--session", session]));
  }
  return id;
}

/** What a person types to confirm. */
const word = (id: string) => id.slice(-5).toLowerCase();

function holding(box: Sandbox, text: string): string[] {
  const found: string[] = [];
  const look = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== ".git") look(path);
      } else if (readFileSync(path).toString("latin1").toLowerCase().includes(text)) found.push(path);
    }
  };
  look(box.dir);
  return found;
}

describe("tenet context, through the binary", () => {
  it("many contexts, with and without a query and a session, leave git status clean", {
    tags: "proof",
    timeout: 180_000,
  }, async () => {
    const box = await knownWorkspace({ git: true });
    await box.write(".gitignore", ".tenet/\nmemory/learning/index.md\n");
    await box.git("add", ".");
    await box.git("commit", "-qm", "x");
    // What a slow machine has not indexed yet would be told on stderr.
    await done(box.run(["index"]));
    const calls = Array.from({ length: 16 }, (_, at) => [
      "context",
      ...(at % 2 === 0 ? ["--session", `s${at % 5}`] : []),
      ...(at % 5 === 0 ? ["--query", "lockfile"] : []),
      ...(at % 3 === 0 ? ["--json"] : []),
    ]);
    for (let at = 0; at < calls.length; at += 4) {
      const ran = await Promise.all(calls.slice(at, at + 4).map((args) => done(box.run(args))));
      for (const { stderr } of ran) expect(stderr).toBe("");
    }
    // The others by a server: the same operation, without a process for each.
    const { call } = await served(box, ["--profile", "full"]);
    for (let at = 0; at < rounds(20, 100); at++) await call("context", at % 10 === 0 ? { query: "lockfile" } : {});
    expect(await box.git("status", "--porcelain")).toBe("");
  });

  it("the core of a session has one hash from first to last while a version is activated in between", {
    tags: "proof",
    timeout: 60_000,
  }, async () => {
    const box = await sandbox({ profile: PROFILE });
    await worked(box, "Ask before deleting a branch");
    await done(box.run(["digest"]));
    const session = ["--session", "work"];
    const hashes = [(await data(box, ...session)).core.hash];
    await worked(box, "Tag the release after the upload");
    await done(box.run(["digest"]));
    for (let call = 0; call < 3; call++) {
      const now = await data(box, ...session, "--query", "release");
      hashes.push(now.core.hash);
      expect(now.says).toEqual([expect.stringMatching(/^A newer version of the rules \(0002-/)]);
    }
    expect(new Set(hashes).size).toBe(1);
    const next = await data(box, "--session", "later");
    expect(next.core.hash).not.toBe(hashes[0]);
    expect(next.core.text).toContain("Tag the release after the upload");
  });

  it("a receipt replays to the same bytes, in text and in JSON, and says what changed when something has", async () => {
    const box = await knownWorkspace();
    const first = await done(box.run(["context", "--session", "work"]));
    const id = /Receipt (R-[0-9a-f]{8})/.exec(first.stdout)?.[1] as string;
    expect((await done(box.run(["context", "--replay", id]))).stdout).toBe(first.stdout);
    expect((await data(box, "--replay", id)).text).toBe(first.stdout);
    await done(
      box.run(["learn", "Cold caches double the run", "--because", "Two timings", "--risk", "high: a slow morning"]),
    );
    const changed = await done(box.run(["context", "--replay", id]));
    expect(changed.stdout).toMatch(/cannot be printed as it was[\s\S]*taught: added: INS-\d{8}-\w{5}/);
    expect((await box.run(["context", "--replay", "R-00000000"])).code).toBe(4);
  });

  it("what was erased is in no core that a session kept, and in no context", {
    tags: "proof",
    timeout: 60_000,
  }, async () => {
    const canary = "kanarie-zitrone-9w2k";
    const box = await sandbox({ profile: PROFILE, git: true });
    const id = await worked(box, `Doors with ${canary} on their frame open inwards`);
    await worked(box, "Windows close better in winter");
    await done(box.run(["digest"]));
    const before = await data(box, "--session", "work");
    expect(before.text).toContain(canary);
    expect(holding(box, canary).some((path) => path.endsWith(".core.json"))).toBe(true);
    const erased = await atTerminal(
      box,
      ["forget", id, "--erase", "--reason", "private"],
      [[`Type ${word(id)} to confirm:`, `${word(id)}\r`]],
    );
    expect(erased.code, erased.screen).toBe(0);
    expect(holding(box, canary)).toEqual([]);
    const after = await data(box, "--session", "work");
    expect(after.text).not.toContain(canary);
    expect(after.text).toContain("Windows close better");
    expect(after.core.hash).not.toBe(before.core.hash);
    expect(holding(box, canary)).toEqual([]);
  });

  it("a fresh workspace: something short; an unknown host: wrong usage", async () => {
    const box = await sandbox();
    const { stdout, stderr } = await done(box.run(["context"]));
    expect(stdout.split("\n")).toHaveLength(3);
    expect(stderr).toBe("");
    expect((await box.run(["context", "--host", "emacs"])).code).toBe(2);
  });

  it("init run again brings the older line in AGENTS.md up to date", async () => {
    const box = await sandbox({ profile: PROFILE });
    await done(box.run(["init"]));
    const now = await box.read("AGENTS.md");
    expect(now).toContain(
      "At session start run `tenet context`, unless what it prints stands above already; answer the questions it lists.",
    );
    await box.write("AGENTS.md", `mine\n${now.replace("tenet context", "tenet status")}`);
    await done(box.run(["init"]));
    expect(await box.read("AGENTS.md")).toBe(`mine\n${now}`);
  });
});
