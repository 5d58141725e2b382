import { execFile } from "node:child_process";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { hookCommand } from "../../src/hosts/install/settings-hooks.js";
import tenetForOpenClaw from "../../templates/openclaw/hooks/tenet/handler.js";
import { emptyRepository } from "../empty-repository.js";
import { binary, type Sandbox, sandbox } from "../sandbox.js";
import { knownWorkspace, NO_MODEL } from "./known-workspace.js";
import { atTerminal, ENTER } from "./terminal.js";
import { done } from "./typed.js";

const template = (name: string) => readFile(new URL(`../../templates/${name}`, import.meta.url), "utf8");

/** Puts a program named tenet on the PATH of every child of a sandbox: this run's own, unless another is given. */
async function onPath(box: Sandbox, script = `exec '${process.execPath}' '${binary()}' "$@"`): Promise<void> {
  const folder = join(box.dir, "..", "bin");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "tenet"), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, "tenet"), 0o755);
  box.env["PATH"] = `${folder}:${box.env["PATH"]}`;
}

/** Runs a line in a shell, as a host does. */
function shell(box: Sandbox, line: string, input = ""): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = execFile("sh", ["-c", line], { cwd: box.dir, env: box.env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === "number" ? error.code : error === null ? 0 : -1, stdout, stderr }),
    );
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input);
  });
}

const SETTINGS = ".claude/settings.json";
const THEIRS = '{\n\t// mine\n\t"model": "x"\n}\n';
const plain = () => sandbox({ profile: NO_MODEL });

it("hooks install at a terminal shows the diff first and asks: no leaves everything as it is", {
  tags: "more",
}, async () => {
  const box = await plain();
  await box.write(SETTINGS, THEIRS);
  const no = await atTerminal(box, ["hooks", "install", "claude-code"], [["Write this?", ENTER]]);
  expect(no.code).toBe(0);
  expect(no.screen).toMatch(/Would connect[\s\S]*hook session-start[\s\S]*Write this\?[\s\S]*no: nothing changes/);
  expect(await box.read(SETTINGS)).toBe(THEIRS);
  const yes = await atTerminal(box, ["hooks", "install", "claude-code"], [["Write this?", `yes${ENTER}`]]);
  expect(yes.screen).toContain("Connected  claude-code");
  expect(await box.read(SETTINGS)).toContain("tenet hook stop --host claude-code");
});

it("row 38: the line that a host runs calls tenet where it is installed, and is silent and done where it is not", {
  tags: "proof",
}, async () => {
  const box = await knownWorkspace({ profile: NO_MODEL });
  const line = hookCommand("claude-code", "session-start");
  const input = JSON.stringify({ hook_event_name: "SessionStart", session_id: "s1", source: "startup", cwd: box.dir });
  expect(await shell(box, line, input)).toEqual({ code: 0, stdout: "", stderr: "" });
  await onPath(box);
  // The records are read once before: a hook has two seconds, on whatever machine this runs.
  await done(box, "list");
  let { code, stdout, stderr } = await shell(box, line, input);
  // A busy machine may take that long: then it says so, and what it read is kept for the next.
  if (stderr.includes("no time to read")) ({ code, stdout, stderr } = await shell(box, line, input));
  expect([code, stderr]).toEqual([0, ""]);
  expect(JSON.parse(stdout).hookSpecificOutput.additionalContext).toContain("Install from the lockfile");
});

it("the hook of git stops a commit that breaks a record, and no other", { tags: "proof" }, async () => {
  const box = await sandbox({ git: true, profile: NO_MODEL });
  const without = box.env["PATH"] ?? "";
  await onPath(box);
  await done(box, "hooks install git");
  const record = "## COR-20260210-K7Q2X · x\n```yaml\ntype: correction\nid: [\n```\n";
  await box.write("memory/learning/corrections/2026-02-10.md", record);
  const stopped = await shell(box, "git add -A . && git commit -qm broken");
  expect(stopped).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("tenet verify found errors in the records"),
  });
  await box.git("reset", "-q", "memory");
  expect((await shell(box, "git add tenet.yaml && git commit -qm other --allow-empty")).code).toBe(0);
  box.env["PATH"] = without;
  expect((await shell(box, "git add -A . && git commit -qm broken")).code).toBe(0);
});

/** What stands between fences of shell in a page. */
const scripts = (page: string): string[] =>
  [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, script]) => script ?? "");

it("every command of the skill and of the block runs as it stands there", {
  tags: "proof",
  timeout: 120_000,
}, async () => {
  const box = await knownWorkspace();
  emptyRepository(box.dir);
  await onPath(box);
  const [skill, block] = [await template("skill/SKILL.md"), await template("agents-block.md")];
  // The entry that the pages' answer is about, beside the known one.
  const file = "memory/learning/corrections/2026-02-10.md";
  const known = (await box.read(file)).slice((await box.read(file)).indexOf("## COR-20260210-K7Q2X"));
  await box.write("memory/learning/corrections/2026-02-13.md", known.replaceAll("20260210-K7Q2X", "20260213-H4WSN"));
  for (const page of [skill, block]) {
    for (const script of scripts(page)) {
      const ran = await shell(box, `set -e\n${script}`);
      expect(ran, ran.stderr).toMatchObject({ code: 0 });
    }
    for (const [, line = ""] of page.matchAll(/`(tenet [^`<]+)`/g)) {
      const ran = await shell(box, line);
      expect(ran, `${line}\n${ran.stderr}`).toMatchObject({ code: 0 });
    }
  }
  const stored = await shell(box, "tenet list --limit 100");
  expect(stored.stdout).toContain("Use npm ci in CI");
  expect((await shell(box, "tenet list --type memory")).stdout).toContain(
    "The staging database is restored every Sunday",
  );
});

describe("the folder for OpenClaw", () => {
  const event = (type: string, action: string, sessionKey: string, context: Record<string, unknown>) => ({
    type,
    action,
    sessionKey,
    timestamp: new Date("2026-02-15T14:00:00Z"),
    messages: [] as string[],
    context,
  });

  /** Runs the handler in this process, as the gateway does, with the world of a sandbox around it. */
  async function within<T>(box: Sandbox, act: () => Promise<T>): Promise<T> {
    const before = { ...process.env };
    Object.assign(process.env, box.env);
    try {
      return await act();
    } finally {
      for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
      Object.assign(process.env, before);
    }
  }

  it("names events of OpenClaw, and its header is one that OpenClaw reads", async () => {
    const page = await template("openclaw/hooks/tenet/HOOK.md");
    const header = parse(/^---\n([\s\S]*?)\n---\n/.exec(page)?.[1] ?? "");
    expect(header).toMatchObject({ name: "tenet", metadata: { openclaw: { requires: { bins: ["tenet"] } } } });
    const handler = await template("openclaw/hooks/tenet/handler.ts");
    for (const name of header.metadata.openclaw.events) expect(handler).toContain(`"${name}": `);
  });

  // A machine that is busy with other tests may not answer within two seconds: then the next run asks again.
  it("adds the context to the bootstrap files, once and the same for a session, and a message's note behind it", {
    tags: "proof",
    timeout: 300_000,
  }, async () => {
    const box = await knownWorkspace({ profile: NO_MODEL });
    await onPath(box);
    const key = "agent:main:a";
    const context = { workspaceDir: box.dir, sessionId: "s1" };
    const shownAt = async (): Promise<string> => {
      const files: { path: string; content?: string }[] = [];
      await tenetForOpenClaw(event("agent", "bootstrap", key, { ...context, bootstrapFiles: files }));
      expect(files.every(({ path }) => path === join(box.dir, "TENET.md"))).toBe(true);
      return files.map(({ content }) => content).join();
    };
    const noted = async (): Promise<string> => {
      const said = { bodyForAgent: "No, that's wrong: the limit is 30 seconds, not 500." };
      const told = event("message", "preprocessed", key, said);
      await tenetForOpenClaw(told);
      expect(told.messages).toEqual([]);
      return await shownAt();
    };
    await within(box, async () => {
      await expect.poll(shownAt, { timeout: 120_000 }).toContain("Install from the lockfile");
      const start = await shownAt();
      await expect.poll(noted, { timeout: 120_000 }).not.toBe(start);
      expect(await shownAt()).toBe(start);
      expect((await noted()).startsWith(start)).toBe(true);
    });
  });

  const starting = (dir: unknown, key: string, files: unknown[]) =>
    event("agent", "bootstrap", key, { workspaceDir: dir, sessionId: key, bootstrapFiles: files });

  it("never throws and adds nothing: no program, no workspace, an agent's agent, events of any form", {
    tags: "proof",
  }, async () => {
    const box = await knownWorkspace();
    const nowhere = await sandbox({ empty: true });
    await onPath(nowhere);
    const files: unknown[] = [];
    await within(box, () => tenetForOpenClaw(starting(box.dir, "agent:main:b", files)));
    await within(nowhere, async () => {
      await tenetForOpenClaw(starting(nowhere.dir, "agent:main:c", files));
      await tenetForOpenClaw(starting("/no/such/folder", "agent:main:d", files));
      await tenetForOpenClaw(starting(box.dir, "agent:main:subagent:e", files));
      await tenetForOpenClaw(starting(7, "agent:main:f", files));
      await tenetForOpenClaw(event("command", "new", "agent:main:g", { workspaceDir: box.dir, cfg: { key: "x" } }));
      await tenetForOpenClaw(undefined as never);
      await tenetForOpenClaw({ type: "agent", action: "bootstrap" });
    });
    expect(files).toEqual([]);
  });

  it("a session that ends is looked through, and the configuration is told to nobody", async () => {
    const box = await plain();
    await onPath(box, `echo "$@" >> ${box.dir}/calls\ncat >> ${box.dir}/calls`);
    const ended = {
      workspaceDir: box.dir,
      cfg: { token: "not-for-others" },
      previousSessionEntry: { sessionId: "s9", sessionFile: "/sessions/s9.jsonl", systemSent: true },
    };
    await within(box, () => tenetForOpenClaw(event("command", "new", "agent:main:h", ended)));
    const calls = await box.read("calls");
    expect(calls).toContain("hook session-end --host openclaw");
    expect(calls).toContain('"previousSessionEntry":{"sessionId":"s9","sessionFile":"/sessions/s9.jsonl"}');
    expect(calls).not.toContain("not-for-others");
  });

  it("a program that hangs is left behind after two seconds", { tags: "proof" }, async () => {
    const box = await plain();
    await onPath(box, "exec sleep 60");
    const files: unknown[] = [];
    const began = performance.now();
    await within(box, () => tenetForOpenClaw(starting(box.dir, "agent:main:i", files)));
    // The program would be there for a minute.
    expect(performance.now() - began).toBeLessThan(30_000);
    expect(files).toEqual([]);
  });
});
