/**
 * The first five minutes as the README tells them, of somebody with a repository, a terminal and an empty home: at a
 * keyboard here, at a pseudo-terminal in proof. Nothing is configured, also no name for git.
 */
import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { claudeCodeSession } from "../hosts/talk.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { atTerminal, ENTER } from "./terminal.js";

const INSTRUCTIONS = "# Rules\n\n- Never push to main\n";
const README = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

async function bareHome(): Promise<Sandbox> {
  const box = await sandbox({ empty: true, git: true });
  box.env["GIT_CONFIG_GLOBAL"] = "/dev/null";
  delete box.env["TENET_SEED"];
  // Only equal words are told as said again; the marks around them do not count.
  const said = [
    "No, that's wrong. Install with pnpm here, not with npm.",
    "No, that's wrong. Install with pnpm here, not with npm!",
    "No, that's wrong. Install with pnpm here, not with npm.",
  ];
  const folder = join(box.env["HOME"] as string, ".claude", "projects", box.dir.replace(/[^A-Za-z0-9]/g, "-"));
  await mkdir(folder, { recursive: true });
  for (const [at, text] of said.entries()) {
    const turns = [{ label: "correction" as const, text, before: "I ran npm install." }];
    const session = claudeCodeSession(turns, `s${at}`, box.dir, new Date(`2026-02-0${at + 1}T10:00:00Z`));
    await writeFile(join(folder, `s${at}.jsonl`), session);
  }
  return box;
}

describe.each([
  ["with CLAUDE.md", true],
  ["without one", false],
])("in a repository %s", { tags: "more" }, (_, has) => {
  let box: Sandbox;
  let tail = "";
  beforeAll(async () => {
    box = await bareHome();
    if (has) await box.write("CLAUDE.md", INSTRUCTIONS);
  });

  it("harvest tells what was said again and again, and leaves the folder as it was", async () => {
    const before = await box.git("status", "--porcelain");
    const { code, screen } = await atTerminal(box, ["harvest"], []);
    expect(code).toBe(0);
    expect(screen).toMatch(/keep telling your agents[\s\S]*3×[\s\S]*pnpm/);
    expect(screen).toContain("tenet init");
    expect(await box.git("status", "--porcelain")).toBe(before);
  });

  it("init asks who owns it, uses the instructions that are there, and makes no file that no host reads", async () => {
    const where = has ? ([["Where shall rules go", ENTER]] as const) : [];
    const { code, screen } = await atTerminal(box, ["init"], [...where, ["Your name:", `bridget${ENTER}`]]);
    expect(code).toBe(0);
    expect(screen).toContain('tenet correct "Use pnpm, never npm"');
    expect(screen).toContain("tenet hooks install claude-code");
    const made = (await box.git("status", "--porcelain", "-uall")).split("\n").map((line) => line.slice(3));
    const own = has ? ["CLAUDE.md"] : ["AGENTS.md", "HEARTBEAT.md"];
    expect(made.filter((name) => name !== "").sort()).toEqual(
      [".gitattributes", ".gitignore", ...own, "tenet.yaml"].sort(),
    );
    if (has) expect((await box.read("CLAUDE.md")).startsWith(INSTRUCTIONS)).toBe(true);
    expect(await box.read("tenet.yaml")).toContain("bridget");
  });

  it("correct takes one fact; what else it asks is left open with Enter", async () => {
    const { code, screen } = await atTerminal(
      box,
      ["correct", "Use pnpm, never npm"],
      [
        ["What held before?", ENTER],
        ["What goes wrong if this is forgotten?", ENTER],
        ["How bad?", ENTER],
        ["What will you do differently?", ENTER],
      ],
    );
    expect({ code, screen }).toEqual({ code: 0, screen: expect.stringMatching(/Learned {2}\w{5} {2}medium/) });
    tail = /Learned {2}(\w{5})/.exec(screen)?.[1] ?? "";
  });

  it("context shows it at once", async () => {
    const { stdout } = await box.run(["context"]);
    expect(stdout).toMatch(/^COR-\S+ \w+ \| Use pnpm, never npm$/m);
  });

  it("a host that is connected hands it to the agent", async () => {
    const { code, screen } = await atTerminal(box, ["hooks", "install", "claude-code"], [["Write this?", ENTER]]);
    expect({ code, screen }).toEqual({
      code: 0,
      screen: expect.stringMatching(/SessionStart +→ tenet hook session-start/),
    });
    const start = JSON.stringify({
      session_id: "s1",
      hook_event_name: "SessionStart",
      source: "startup",
      cwd: box.dir,
    });
    const { stdout } = await box.run(["hook", "session-start", "--host", "claude-code"], { stdin: start });
    expect(stdout).toContain("Use pnpm, never npm");
  });

  it("tenet alone says in ten lines how it stands, and what to do next", async () => {
    const { code, screen } = await atTerminal(box, [], []);
    expect(code).toBe(0);
    const lines = screen.trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(10);
    expect(screen).toMatch(/1 correction/);
    expect(screen).toContain("tenet review");
  });

  it("undo takes it back, and uninstall leaves the repository as it was", async () => {
    const undone = await atTerminal(box, ["undo"], [["to confirm:", `${tail}${ENTER}`]]);
    expect(undone.code).toBe(0);
    expect((await box.run(["context"])).stdout).not.toContain("Use pnpm");
    const refused = await box.run(["uninstall"]);
    expect(refused).toMatchObject({
      code: 5,
      stdout: "",
      stderr: expect.stringContaining("tenet uninstall --dry-run"),
    });
    expect((await box.run(["uninstall", "--dry-run"])).stdout).toContain("Would take tenet out");
    const { code } = await atTerminal(box, ["uninstall"], [["Take this out?", `yes${ENTER}`]]);
    expect(code).toBe(0);
    if (has) expect(await box.read("CLAUDE.md")).toBe(INSTRUCTIONS);
  });
});

it("these are the commands of the README, in its order", () => {
  const typed = [...README.matchAll(/^tenet (harvest|init|correct|context|hooks)/gm)].map(([, name]) => name);
  expect(typed).toEqual(["harvest", "init", "correct", "context", "hooks"]);
});
