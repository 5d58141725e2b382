/**
 * The first five minutes as the README tells them, of somebody with a repository, a terminal and an empty home: at a
 * keyboard here, at a pseudo-terminal in proof. Nothing is configured, also no name for git.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { bytesIn } from "../bytes.js";
import { claudeCodeSession } from "../hosts/talk.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { atTerminal, ENTER } from "./terminal.js";
import { done, failed, words } from "./typed.js";

/** A CLAUDE.md of sixty lines, as projects have them: headings, lists, code, and no newline at its end. */
const INSTRUCTIONS = [
  ...["# Shop", "", "A shop of three services.", "", "## Rules", "", "- Never push to main", ""],
  ...Array.from({ length: 44 }, (_, at) => `- Service ${at + 1} listens on port ${4100 + at}`),
  ...["", "## Build", "", "```sh", "make all", "```", "", "Ask before a release."],
].join("\n");

interface Repository {
  name: string;
  files: Readonly<Record<string, string>>;
  /** Where the commands are typed, below the top of the repository. */
  folder?: string;
  git?: boolean;
}
const REPOSITORIES = {
  empty: { name: "an empty repository", files: {} },
  claude: { name: "a repository with a CLAUDE.md of sixty lines", files: { "CLAUDE.md": INSTRUCTIONS } },
  monorepo: {
    name: "a package of a monorepo",
    files: { "CLAUDE.md": INSTRUCTIONS, "packages/api/package.json": "{}\n", "packages/web/package.json": "{}\n" },
    folder: "packages/api",
  },
  bare: { name: "an empty folder without git", files: {}, git: false },
} as const satisfies Record<string, Repository>;
const README = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

async function bareHome({ git = true }: Pick<Repository, "git">): Promise<Sandbox> {
  const box = await sandbox({ empty: true, git });
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

async function fiveMinutes({ files, folder = ".", git = true }: Repository): Promise<void> {
  const box = await bareHome({ git });
  for (const [file, text] of Object.entries(files)) await box.write(file, text);
  const cwd = box.path(folder);
  const has = "CLAUDE.md" in files;
  const typed = async (line: string, steps: Parameters<typeof atTerminal>[2] = []): Promise<string> => {
    const { code, screen } = await atTerminal({ ...box, dir: cwd }, words(line), steps);
    expect(code, `tenet ${line}\n${screen}`).toBe(0);
    return screen;
  };
  const here = (line: string, options: Parameters<typeof done>[2] = {}) => done(box, line, { cwd, ...options });
  const before = treeOf(box);

  // harvest tells what was said again and again, and leaves the folder as it was: the first value, at the second command.
  expect(await typed("harvest")).toMatch(/keep telling your agents[\s\S]*3×[\s\S]*pnpm[\s\S]*tenet init/);
  expect(treeOf(box)).toEqual(before);

  // init asks who owns it, uses the instructions that are there, and makes no file that no host reads.
  const where = has && folder === "." ? ([["Which file shall rules go into", ENTER]] as const) : [];
  const made = await typed("init", [...where, ["A name", `bridget${ENTER}`]]);
  expect(made).toMatch(/tenet correct "Use pnpm, never npm"[\s\S]*tenet hooks install claude-code/);
  const own = has && folder === "." ? [] : ["AGENTS.md"];
  const added = Object.keys(treeOf(box)).filter((file) => !(file in before) && !file.includes(".tenet/"));
  const at = (file: string) => (folder === "." ? file : `${folder}/${file}`);
  expect(added.sort()).toEqual([".gitattributes", ".gitignore", ...own, "tenet.yaml"].map(at).sort());
  if (has) expect((await box.read("CLAUDE.md")).startsWith(INSTRUCTIONS)).toBe(true);
  expect(await box.read(at("tenet.yaml"))).toContain("bridget");

  // correct takes one fact and asks one question, which Enter leaves open. context shows it at once.
  const learned = await typed("correct 'Use pnpm, never npm'", [["What goes wrong if this is forgotten?", ENTER]]);
  const [, tail = ""] = /Learned {2}(\w{5}) {2}medium/.exec(learned) ?? [];
  expect((await here("context")).stdout).toMatch(/^COR-\S+ \w+ \| Use pnpm, never npm$/m);

  // A host that is connected hands it to the agent.
  const connected = await typed("hooks install claude-code", [["Write this?", `y${ENTER}`]]);
  expect(connected).toMatch(/SessionStart +→ tenet hook session-start/);
  const stdin = JSON.stringify({ session_id: "s1", hook_event_name: "SessionStart", source: "startup", cwd });
  const { stdout } = await here("hook session-start --host claude-code", { stdin });
  expect(stdout).toContain("Use pnpm, never npm");

  // tenet status says in ten lines how it stands.
  const alone = await typed("status");
  expect(alone.trimEnd().split("\n").length).toBeLessThanOrEqual(10);
  expect(alone).toContain("1 correction");

  // undo takes it back, and init --remove leaves the repository as it was, but for white space at the end of a file.
  await typed("undo", [["to confirm:", `${tail}${ENTER}`]]);
  expect((await here("context")).stdout).not.toContain("Use pnpm");
  const hint = expect.stringContaining("tenet init --remove --dry-run");
  expect(await failed(box, "init --remove", { cwd })).toMatchObject({ exit: 5, hint });
  expect((await here("init --remove --dry-run")).stdout).toContain("Would take tenet out");
  await typed("init --remove", [["Take this out?", `yes${ENTER}`]]);
  const trimmed = (tree: Record<string, string>) =>
    Object.fromEntries(Object.entries(tree).map(([file, text]) => [file, text.trimEnd()]));
  expect(trimmed(treeOf(box))).toMatchObject(trimmed(before));
}

/** Files of the repository by path, with their bytes. */
const treeOf = (box: Sandbox) => bytesIn(box.dir, (name) => !name.startsWith(".git/"));

/** Keeps every core busy with so many processes while something is done. */
async function underLoad(count: number, work: () => Promise<void>): Promise<void> {
  const busy = Array.from({ length: count }, () => spawn("sh", ["-c", "while :; do :; done"], { stdio: "ignore" }));
  try {
    await work();
  } finally {
    for (const one of busy) one.kill("SIGKILL");
  }
}

it(`the first five minutes in ${REPOSITORIES.claude.name}`, { tags: "more" }, () => fiveMinutes(REPOSITORIES.claude));

const OTHERS: readonly Repository[] = [REPOSITORIES.empty, REPOSITORIES.monorepo, REPOSITORIES.bare];
it.each(OTHERS)("the first five minutes in $name", { tags: "proof" }, (repository) => fiveMinutes(repository));

it("the first five minutes on a machine with a load of sixteen", { tags: "proof", timeout: 600_000 }, () =>
  underLoad(16, () => fiveMinutes(REPOSITORIES.claude)),
);

it("these are the commands of the README, in its order", () => {
  const typed = [...README.matchAll(/^tenet (harvest|init|correct|context|hooks)/gm)].map(([, name]) => name);
  expect(typed).toEqual(["harvest", "init", "correct", "hooks"]);
});
