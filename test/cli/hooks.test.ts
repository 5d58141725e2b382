import { execFile } from "node:child_process";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { hookCommand } from "../../src/hosts/install/settings-hooks.js";
import tenetForOpenClaw from "../../templates/openclaw/hooks/tenet/handler.js";
import { emptyRepository } from "../empty-repository.js";
import { binary, type Sandbox, sandbox } from "../sandbox.js";
import { knownWorkspace } from "./known-workspace.js";
import { atTerminal, ENTER, RIGHT } from "./terminal.js";

const template = (name: string) => readFile(new URL(`../../templates/${name}`, import.meta.url), "utf8");

/** Puts a program named tenet on the PATH of every child of a sandbox: this run's own. */
async function onPath(box: Sandbox): Promise<void> {
  const folder = join(box.dir, "..", "bin");
  await mkdir(folder, { recursive: true });
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  await writeFile(join(folder, "tenet"), `#!/bin/sh\nexec ${quoted(process.execPath)} ${quoted(binary())} "$@"\n`);
  await chmod(join(folder, "tenet"), 0o755);
  box.env["PATH"] = `${folder}:${box.env["PATH"]}`;
}

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a line in a shell, as a host does. */
function shell(box: Sandbox, line: string, input = ""): Promise<Ended> {
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

describe("hooks install", () => {
  test("off a terminal writes at once, says what it put where, and remove gives the bytes back", async () => {
    const box = await sandbox({ git: true });
    await box.write(SETTINGS, THEIRS);
    const done = await box.run(["hooks", "install", "claude-code"]);
    expect(done).toMatchObject({ code: 0, stderr: "" });
    expect(done.stdout).toMatch(
      /^Connected {2}claude-code, for this project\n {2}added to {2}\.claude\/settings\.json\n/,
    );
    expect(done.stdout).toMatch(/^ {6}UserPromptSubmit {2}→ tenet hook user-prompt$/m);
    expect(done.stdout).not.toContain("+");
    expect(await box.read(SETTINGS)).toContain('\t"model": "x",\n\t"hooks": {');
    const removed = await box.run(["hooks", "remove", "claude-code", "--json"]);
    expect(removed.json().data).toMatchObject({ verb: "remove", written: true });
    expect(await box.read(SETTINGS)).toBe(THEIRS);
    expect(await box.git("status", "--porcelain", "-uall", "--", ".claude")).toBe(`?? ${SETTINGS}\n`);
  });

  test("with --dry-run shows the same and writes nothing", async () => {
    const box = await sandbox({ git: true });
    const shown = await box.run(["hooks", "install", "cursor", "--with", "mcp", "--dry-run", "--diff"]);
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain("Would connect  cursor, for this project");
    expect(shown.stdout).toContain("+++ b/.cursor/mcp.json");
    expect(await box.git("status", "--porcelain", "--", ".cursor")).toBe("");
  });

  test("at a terminal shows the diff first and asks; no leaves everything as it is", { tags: "more" }, async () => {
    const box = await sandbox();
    await box.write(SETTINGS, THEIRS);
    const no = await atTerminal(box, ["hooks", "install", "claude-code"], [["Write this?", RIGHT + ENTER]]);
    expect(no.code).toBe(0);
    expect(no.screen).toContain("Would connect");
    expect(no.screen.indexOf("hook session-start")).toBeLessThan(no.screen.indexOf("Write this?"));
    expect(await box.read(SETTINGS)).toBe(THEIRS);
    const yes = await atTerminal(box, ["hooks", "install", "claude-code"], [["Write this?", ENTER]]);
    expect(yes.screen).toContain("Connected  claude-code");
    expect(await box.read(SETTINGS)).toContain("tenet hook stop --host claude-code");
  });

  test("needs no workspace for your own settings, and one for a project's", async () => {
    const box = await sandbox({ empty: true });
    expect((await box.run(["hooks", "install", "codex"])).code).toBe(10);
    expect((await box.run(["hooks", "install", "codex", "--level", "user"])).code).toBe(0);
    const home = (path: string) => readFile(join(box.env["HOME"] ?? "", path), "utf8");
    expect(JSON.parse(await home(".codex/hooks.json")).hooks.SessionEnd[0].hooks[0].timeout).toBe(3);
    expect(await home(".agents/skills/tenet/SKILL.md")).toContain("tenet add - <<'EOF'");
    expect((await box.run(["hooks", "remove", "codex", "--level", "user"])).code).toBe(0);
    await expect(home(".codex/hooks.json")).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("never writes to settings that are broken: exit 6, with file and line", async () => {
    const box = await sandbox();
    await box.write(SETTINGS, '{\n  "a": 1,\n  "b"\n}\n');
    const failed = await box.run(["hooks", "install", "claude-code", "--json"]);
    expect(failed.code).toBe(6);
    expect(failed.json().error).toMatchObject({ code: "broken-settings", details: { file: SETTINGS } });
    expect(failed.json().error.message).toMatch(/settings\.json:[34]: it is not valid JSON/);
    expect(await box.read(SETTINGS)).toBe('{\n  "a": 1,\n  "b"\n}\n');
  });

  test("row 34: an unknown host or level is wrong usage, and says which there are", async () => {
    const box = await sandbox();
    const host = await box.run(["hooks", "install", "emacs"]);
    expect(host.code).toBe(2);
    expect(host.stderr).toContain("claude-code");
    expect((await box.run(["hooks", "install", "codex", "--level", "team"])).code).toBe(2);
    expect((await box.run(["hooks", "bogus"])).stderr).toContain("It has install, check and remove.");
  });

  test.each([
    ["emacs", /For any other host: agents-md, .*or mcp, /],
    ["gemini", /Did you mean gemini-cli\?/],
    ["VSCode", /Did you mean copilot\?/],
    ["claud-code", /Did you mean claude-code\?/],
    ["constructor", /agents-md/],
  ])("a name that is none here is answered with what would do: %s", async (name, says) => {
    const box = await sandbox();
    const { code, stderr } = await box.run(["hooks", "install", name]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(says)]);
  });

  test("mcp prints the entry to paste for any other host, and writes nothing", async () => {
    const box = await sandbox({ git: true });
    const { code, stdout } = await box.run(["hooks", "install", "mcp"]);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`tenet -C ${box.dir} mcp`)]);
    const { data } = (await box.run(["hooks", "install", "mcp", "--json"])).json();
    expect(JSON.parse(data.paste)).toEqual({ mcpServers: { tenet: data.server } });
    expect(await box.git("status", "--porcelain")).toBe("");
    const nowhere = await sandbox({ empty: true });
    expect((await nowhere.run(["hooks", "install", "mcp", "--json"])).json().data.server.args).toEqual(["mcp"]);
  });

  test("alone shows its help, and what is connected here", async () => {
    const box = await sandbox();
    await box.run(["hooks", "install", "zed"]);
    const { code, stdout } = await box.run(["hooks"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/install \[options\] <host>[\s\S]*Connected here:\n[\s\S]*^zed {10}project {2}installed/m);
    expect(stdout).toMatch(/^not connected: claude-code, codex/m);
  });
});

describe("hooks check", () => {
  test("says how every host stands; exit 8 when the program they call is not found", async () => {
    const box = await sandbox({ git: true });
    expect((await box.run(["hooks", "check"])).code).toBe(0);
    await box.run(["hooks", "install", "claude-code"]);
    const lost = await box.run(["hooks", "check", "--json"], { env: { PATH: "/usr/bin:/bin" } });
    expect(lost.code).toBe(8);
    expect(lost.json().data.findings[0]).toMatchObject({ code: "hooks-program", severity: "error" });
    await onPath(box);
    const found = await box.run(["hooks", "check"]);
    expect(found.code).toBe(0);
    expect(found.stdout).toMatch(/^claude-code {2}project {2}installed/m);
    const doctor = await box.run(["doctor", "--json"]);
    expect(doctor.json().data.fine).toContain("claude-code is connected, for this project");
    await box.write(SETTINGS, (await box.read(SETTINGS)).replace(hookCommand("claude-code", "stop"), "true"));
    expect((await box.run(["doctor", "--json"])).json().data.findings).toContainEqual(
      expect.objectContaining({ code: "hooks-partly", file: SETTINGS, next: "tenet hooks install claude-code" }),
    );
    expect((await box.run(["hooks", "check", "claude-code"])).code).toBe(8);
  });

  test("leaves git status clean", async () => {
    const box = await sandbox({ git: true });
    await box.run(["hooks", "check"]);
    expect(await box.git("status", "--porcelain")).toBe("");
  });
});

describe("row 38: the line that a host runs", () => {
  test("calls tenet where it is installed, and is silent and done where it is not", async () => {
    const box = await knownWorkspace();
    const line = hookCommand("claude-code", "session-start");
    const input = JSON.stringify({
      hook_event_name: "SessionStart",
      session_id: "s1",
      source: "startup",
      cwd: box.dir,
    });
    expect(await shell(box, line, input)).toEqual({ code: 0, stdout: "", stderr: "" });
    await onPath(box);
    // The records are read once before: a hook has two seconds, on whatever machine this runs.
    await box.run(["list"]);
    const told = await shell(box, line, input);
    expect(told).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(told.stdout).hookSpecificOutput.additionalContext).toContain("Install from the lockfile");
  });
});

describe("the hook of git", () => {
  test("stops a commit that breaks a record, and no other", async () => {
    const box = await sandbox({ git: true });
    await onPath(box);
    expect((await box.run(["hooks", "install", "git"])).code).toBe(0);
    await box.write("readme.txt", "x\n");
    expect((await shell(box, "git add readme.txt && git commit -qm other")).code).toBe(0);
    await box.write(
      "memory/learning/corrections/2026-02-10.md",
      "## COR-20260210-K7Q2X · x\n```yaml\ntype: correction\nid: [\n```\n",
    );
    const stopped = await shell(box, "git add -A . && git commit -qm broken");
    expect(stopped.code).toBe(1);
    expect(stopped.stderr).toContain("tenet verify found errors in the records");
    const folder = box.env["PATH"]?.split(":").slice(1).join(":") ?? "";
    box.env["PATH"] = folder;
    expect((await shell(box, "git commit -qm broken")).code).toBe(0);
  });
});

/** What stands between fences of shell in a page. */
const scripts = (page: string): string[] =>
  [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, script]) => script ?? "");

describe("what agents are taught", () => {
  test("is under 60 lines together, and the skill's header is valid", async () => {
    const [skill, block] = [await template("skill/SKILL.md"), await template("agents-block.md")];
    expect(`${skill}${block}`.split("\n").length).toBeLessThan(60);
    const header = parse(/^---\n([\s\S]*?)\n---\n/.exec(skill)?.[1] ?? "");
    expect(header.name).toBe("tenet");
    expect(header.description.length).toBeGreaterThan(100);
    expect(header.description.length).toBeLessThanOrEqual(1024);
    for (const page of [skill, block]) expect(page.indexOf("tenet add - <<'EOF'")).toBeGreaterThan(0);
  });

  test("every command of the skill and of the block runs as it stands there", {
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
    expect((await shell(box, "tenet memories")).stdout).toContain("The staging database is restored every Sunday");
  });
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

  test("names events of OpenClaw, and its header is one that OpenClaw reads", async () => {
    const page = await template("openclaw/hooks/tenet/HOOK.md");
    const header = parse(/^---\n([\s\S]*?)\n---\n/.exec(page)?.[1] ?? "");
    expect(header).toMatchObject({ name: "tenet", metadata: { openclaw: { requires: { bins: ["tenet"] } } } });
    const handler = await template("openclaw/hooks/tenet/handler.ts");
    for (const name of header.metadata.openclaw.events) expect(handler).toContain(`"${name}": `);
  });

  // A machine that is busy with other tests may not answer within two seconds: then the next run asks again.
  test("adds the context to the bootstrap files, once and the same for a session, and a message's note behind it", {
    tags: "proof",
    timeout: 300_000,
  }, async () => {
    const box = await knownWorkspace();
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

  test("asks again after a start that had no time to look", async () => {
    const box = await sandbox({ empty: true });
    await onPath(box);
    const asked = box.path("asked");
    const said = `test -e ${asked} && echo all || echo tenet ran out of time\ntouch ${asked}\n`;
    await writeFile(join(box.dir, "..", "bin", "tenet"), `#!/bin/sh\n${said}`);
    const shown: unknown[] = [];
    for (let run = 0; run < 2; run++) {
      const files: { content?: string }[] = [];
      const context = { workspaceDir: box.dir, sessionId: "s1", bootstrapFiles: files };
      await within(box, () => tenetForOpenClaw(event("agent", "bootstrap", "agent:main:h", context)));
      shown.push(files[0]?.content);
    }
    expect(shown).toEqual(["tenet ran out of time", "all"]);
  });

  test("never throws and adds nothing: no program, no workspace, an agent's agent, events of any form", {
    tags: "proof",
  }, async () => {
    const box = await knownWorkspace();
    const nowhere = await sandbox({ empty: true });
    await onPath(nowhere);
    const files: unknown[] = [];
    const start = (dir: unknown, key: string) =>
      event("agent", "bootstrap", key, { workspaceDir: dir, sessionId: key, bootstrapFiles: files });
    await within(box, () => tenetForOpenClaw(start(box.dir, "agent:main:b")));
    await within(nowhere, async () => {
      await tenetForOpenClaw(start(nowhere.dir, "agent:main:c"));
      await tenetForOpenClaw(start("/no/such/folder", "agent:main:d"));
      await tenetForOpenClaw(start(box.dir, "agent:main:subagent:e"));
      await tenetForOpenClaw(start(7, "agent:main:f"));
      await tenetForOpenClaw(event("command", "new", "agent:main:g", { workspaceDir: box.dir, cfg: { key: "x" } }));
      await tenetForOpenClaw(undefined as never);
      await tenetForOpenClaw({ type: "agent", action: "bootstrap" });
    });
    expect(files).toEqual([]);
  });

  test("a session that ends is looked through, and the configuration is told to nobody", async () => {
    const box = await sandbox();
    const folder = join(box.dir, "..", "bin");
    await mkdir(folder);
    await writeFile(join(folder, "tenet"), `#!/bin/sh\necho "$@" >> ${box.dir}/calls\ncat >> ${box.dir}/calls\n`);
    await chmod(join(folder, "tenet"), 0o755);
    box.env["PATH"] = `${folder}:${box.env["PATH"]}`;
    await within(box, () =>
      tenetForOpenClaw(
        event("command", "new", "agent:main:h", {
          workspaceDir: box.dir,
          cfg: { token: "not-for-others" },
          previousSessionEntry: { sessionId: "s9", sessionFile: "/sessions/s9.jsonl", systemSent: true },
        }),
      ),
    );
    const calls = await box.read("calls");
    expect(calls).toContain("hook session-end --host openclaw");
    expect(calls).toContain('"previousSessionEntry":{"sessionId":"s9","sessionFile":"/sessions/s9.jsonl"}');
    expect(calls).not.toContain("not-for-others");
  });

  test("a program that hangs is left behind after two seconds", async () => {
    const box = await sandbox();
    const folder = join(box.dir, "..", "bin");
    await mkdir(folder);
    await writeFile(join(folder, "tenet"), "#!/bin/sh\nexec sleep 60\n");
    await chmod(join(folder, "tenet"), 0o755);
    box.env["PATH"] = `${folder}:${box.env["PATH"]}`;
    const files: unknown[] = [];
    const began = performance.now();
    await within(box, () =>
      tenetForOpenClaw(
        event("agent", "bootstrap", "agent:main:i", { workspaceDir: box.dir, sessionId: "i", bootstrapFiles: files }),
      ),
    );
    // The program would be there for a minute.
    expect(performance.now() - began).toBeLessThan(30_000);
    expect(files).toEqual([]);
  });
});
