/**
 * The first five minutes as the README tells them, of somebody with a repository, a terminal and an empty home: at a
 * keyboard here, at a pseudo-terminal in proof. Nothing is configured, also no name for git.
 */
import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { claudeCodeSession } from "../hosts/talk.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { atTerminal, ENTER } from "./terminal.js";
import { done, failed, words } from "./typed.js";

const INSTRUCTIONS = "# Rules\n\n- Never push to main\n";
const README = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

async function bareHome(): Promise<Sandbox> {
  const box = await sandbox({ empty: true, git: true });
  box.env["GIT_CONFIG_GLOBAL"] = "/dev/null";
  delete box.env["TENET_SEED"];
  const folder = join(box.env["HOME"] as string, ".claude", "projects", box.dir.replace(/[^A-Za-z0-9]/g, "-"));
  await mkdir(folder, { recursive: true });
  // Only equal words are told as said again; the marks around them do not count.
  for (const [at, mark] of [".", "!", "."].entries()) {
    const text = `No, that's wrong. Install with pnpm here, not with npm${mark}`;
    const turns = [{ label: "correction" as const, text, before: "I ran npm install." }];
    const session = claudeCodeSession(turns, `s${at}`, box.dir, new Date(`2026-02-0${at + 1}T10:00:00Z`));
    await writeFile(join(folder, `s${at}.jsonl`), session);
  }
  return box;
}

async function fiveMinutes(has: boolean): Promise<void> {
  const box = await bareHome();
  if (has) await box.write("CLAUDE.md", INSTRUCTIONS);
  const typed = async (line: string, steps: Parameters<typeof atTerminal>[2] = []): Promise<string> => {
    const { code, screen } = await atTerminal(box, words(line), steps);
    expect(code, `tenet ${line}\n${screen}`).toBe(0);
    return screen;
  };
  const status = async () =>
    (await box.git("status", "--porcelain", "-uall"))
      .trimEnd()
      .split("\n")
      .map((line) => line.slice(3));

  // harvest tells what was said again and again, and leaves the folder as it was.
  const before = await status();
  expect(await typed("harvest")).toMatch(/keep telling your agents[\s\S]*3×[\s\S]*pnpm[\s\S]*tenet init/);
  expect(await status()).toEqual(before);

  // init asks who owns it, uses the instructions that are there, and makes no file that no host reads.
  const where = has ? ([["Where shall rules go", ENTER]] as const) : [];
  const made = await typed("init", [...where, ["Your name:", `bridget${ENTER}`]]);
  expect(made).toMatch(/tenet correct "Use pnpm, never npm"[\s\S]*tenet hooks install claude-code/);
  const own = has ? ["CLAUDE.md"] : ["AGENTS.md", "HEARTBEAT.md"];
  expect((await status()).sort()).toEqual([".gitattributes", ".gitignore", ...own, "tenet.yaml"]);
  if (has) expect((await box.read("CLAUDE.md")).startsWith(INSTRUCTIONS)).toBe(true);
  expect(await box.read("tenet.yaml")).toContain("bridget");

  // correct takes one fact; what else it asks is left open with Enter. context shows it at once.
  const asked = [
    "What held before?",
    "What goes wrong if this is forgotten?",
    "How bad?",
    "What will you do differently?",
  ];
  const learned = await typed(
    "correct 'Use pnpm, never npm'",
    asked.map((question) => [question, ENTER] as const),
  );
  const [, tail = ""] = /Learned {2}(\w{5}) {2}medium/.exec(learned) ?? [];
  expect((await done(box, "context")).stdout).toMatch(/^COR-\S+ \w+ \| Use pnpm, never npm$/m);

  // A host that is connected hands it to the agent.
  const connected = await typed("hooks install claude-code", [["Write this?", ENTER]]);
  expect(connected).toMatch(/SessionStart +→ tenet hook session-start/);
  const stdin = JSON.stringify({
    session_id: "s1",
    hook_event_name: "SessionStart",
    source: "startup",
    cwd: box.dir,
  });
  const { stdout } = await done(box, "hook session-start --host claude-code", { stdin });
  expect(stdout).toContain("Use pnpm, never npm");

  // tenet alone says in ten lines how it stands, and what to do next.
  const alone = await typed("");
  expect(alone.trimEnd().split("\n").length).toBeLessThanOrEqual(10);
  expect(alone).toMatch(/1 correction[\s\S]*tenet review/);

  // undo takes it back, and init --remove leaves the repository as it was.
  await typed("undo", [["to confirm:", `${tail}${ENTER}`]]);
  expect((await done(box, "context")).stdout).not.toContain("Use pnpm");
  const hint = expect.stringContaining("tenet init --remove --dry-run");
  expect(await failed(box, "init --remove")).toMatchObject({ exit: 5, hint });
  expect((await done(box, "init --remove --dry-run")).stdout).toContain("Would take tenet out");
  await typed("init --remove", [["Take this out?", `yes${ENTER}`]]);
  if (has) expect(await box.read("CLAUDE.md")).toBe(INSTRUCTIONS);
}

it("the first five minutes in a repository with CLAUDE.md", { tags: "more" }, () => fiveMinutes(true));
it("the first five minutes in a repository without one", { tags: "proof" }, () => fiveMinutes(false));

it("these are the commands of the README, in its order", () => {
  const typed = [...README.matchAll(/^tenet (harvest|init|correct|context|hooks)/gm)].map(([, name]) => name);
  expect(typed).toEqual(["harvest", "init", "correct", "context", "hooks"]);
});
