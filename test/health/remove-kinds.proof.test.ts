/**
 * `tenet init --remove` in eleven kinds of repositories that used everything: every file has the bytes and the mode of
 * before, but for what stays on purpose, which is listed.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, it } from "vitest";
import { atTerminal, ENTER, RIGHT } from "../cli/terminal.js";
import { done, told } from "../cli/typed.js";
import { type Sandbox, sandbox } from "../sandbox.js";

type Tree = Record<string, string>;

/** Each file and folder beneath one, with its mode and bytes; of git's own folder what a setup could touch. */
function treeOf(root: string, folder = ""): Tree {
  return Object.fromEntries(
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry): [string, string][] => {
      const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (/(?:^|\/)\.git\/(?!config$|hooks|info)/.test(name)) return [];
      const mode = (lstatSync(join(root, name)).mode & 0o777).toString(8);
      if (entry.isDirectory()) return [[`${name}/`, mode], ...Object.entries(treeOf(root, name))];
      return [[name, `${mode} ${readFileSync(join(root, name)).toString("latin1")}`]];
    }),
  );
}

const LINES = Array.from({ length: 60 }, (_, at) => `- Rule ${at + 1} of this project`).join("\n");
const SETTINGS =
  '{ "hooks" :{\n\t"Stop": [ {"hooks":[{"type":"command" ,"command":"./mine.sh"}]} ],\n  "PreToolUse":[]},\n\n"model":"x" }';

/** One kind of repository: files by their place from the workspace, with what is done before and after init. */
interface Kind {
  name: string;
  files?: Tree;
  git?: "empty" | "committed" | "worktree";
  /** Of the workspace in the repository. */
  at?: string;
  modes?: Record<string, number>;
  /** What a person does once everything was used; answers the files that shall have other bytes, and which. */
  edits?: (ws: string, env: Record<string, string>) => Tree;
  /** What is used besides everything else. */
  uses?: (box: Sandbox, ws: string) => Promise<void>;
  /** What holds `.tenet/` back, and what a person does about it. */
  ends?: (box: Sandbox, ws: string) => Promise<void>;
  /** Files that stay as the removal found them, and why. */
  left?: Record<string, RegExp>;
}

const RULES = /its block holds rules: they are what was learned/;
const put = (path: string, change: (text: string) => string) => writeFileSync(path, change(readFileSync(path, "utf8")));

const KINDS: Kind[] = [
  { name: "an empty folder without git" },
  { name: "git without a commit", git: "empty" },
  {
    name: "sixty lines without an end",
    git: "committed",
    files: { "CLAUDE.md": `# Project\n${LINES}` },
    left: { "CLAUDE.md": RULES },
  },
  {
    name: "lines that end in CRLF",
    git: "committed",
    files: {
      "CLAUDE.md": "# Project\r\n\r\n- Be kind\r\n",
      ".gitignore": "dist/\r\n",
      ".gitattributes": "* text=auto\r\n",
      ".cursor/mcp.json": '{\r\n  "mcpServers": {}\r\n}\r\n',
    },
    left: { "CLAUDE.md": RULES },
  },
  {
    name: "a byte order mark",
    git: "committed",
    files: { "AGENTS.md": "\uFEFF# Project\n- Be kind\n", ".claude/settings.json": '\uFEFF{"model": "x"}\n' },
    left: { "AGENTS.md": RULES },
  },
  {
    name: "an agent's workspace",
    git: "committed",
    files: {
      "AGENTS.md": "# Agent\n",
      "SOUL.md": "# Soul\nKind.",
      "MEMORY.md": "# Memory\n\n- Tea\n\n",
      "HEARTBEAT.md": "",
    },
  },
  {
    name: "odd settings of its own",
    git: "committed",
    files: {
      "CLAUDE.md": "# Project\n",
      ".gitignore": "# tenet\n\ndist/\n\n\n",
      ".gitattributes": "*.md diff=markdown",
      ".claude/settings.json": SETTINGS,
      ".cursor/hooks.json": '{"version":1,"hooks":{"stop":[{"command":"./mine.sh"}]}}',
      ".codex/hooks.json": "{}\n",
      ".gemini/settings.json": '{"hooks": {}}',
      ".mcp.json": '{"mcpServers":{}}',
    },
    left: { "CLAUDE.md": RULES },
  },
  {
    name: "a folder of a monorepo, some files read-only",
    git: "committed",
    at: "packages/app",
    files: {
      "../../README.md": "# Mono\n",
      "../../.gitignore": "dist/",
      "CLAUDE.md": "# App\n",
      ".claude/settings.json": '{"model": "x"}\n',
      ".gitattributes": "*.png binary\n",
    },
    modes: { "../../.gitignore": 0o444 },
    edits: (ws) => {
      for (const name of [".claude/settings.json", ".gitattributes"]) chmodSync(join(ws, name), 0o444);
      return {};
    },
    left: { "CLAUDE.md": RULES, ".claude/settings.json": /is read-only/, ".gitattributes": /is read-only/ },
  },
  {
    name: "a work tree beside, where git looks for hooks elsewhere since",
    git: "worktree",
    files: { "CLAUDE.md": "# Project\n" },
    edits: (ws, env) => {
      git(ws, env, "config", "core.hooksPath", env["HOME"] as string);
      const config = join(ws, "../workspace/.git/config");
      const text = readFileSync(config, "utf8").replace(/\[merge "tenet"\]\n(?:\t.*\n)*/, "");
      return { "../workspace/.git/config": `644 ${text}` };
    },
    left: { "CLAUDE.md": RULES },
  },
  {
    name: "hooks of a person in a folder of their own, and edits after init",
    git: "committed",
    files: {
      "CLAUDE.md": "# Project\n",
      ".githooks/pre-commit": "#!/bin/sh\ntrue",
      ".cursor/hooks.json": '{"version":1,"hooks":{}}',
    },
    modes: { ".githooks/pre-commit": 0o755, "CLAUDE.md": 0o600 },
    edits: (ws) => {
      put(join(ws, "CLAUDE.md"), (text) => `# Our project\n${text.slice(text.indexOf("\n") + 1)}\n- Later\n`);
      put(join(ws, ".githooks/pre-commit"), (text) => `${text}\nmake lint\n`);
      put(join(ws, ".gitattributes"), (text) => `*.png binary\n${text}*.gif binary\n`);
      put(join(ws, ".cursor/hooks.json"), (text) => text.replace('"version":1', '"version": 1'));
      put(join(ws, ".claude/settings.json"), (text) => text.replace("{", '{\n  "model": "x",'));
      return {
        "CLAUDE.md": "600 # Our project\n\n- Later\n",
        ".gitattributes": "644 *.png binary\n*.gif binary\n",
        ".githooks/pre-commit": "755 #!/bin/sh\ntrue\nmake lint\n",
        ".cursor/hooks.json": '644 {"version": 1,"hooks":{}}',
        ".claude/": "755",
        ".claude/settings.json": '644 {\n  "model": "x"\n}\n',
      };
    },
    left: { "CLAUDE.md": RULES },
  },
  {
    name: "one that joined a hub, with rules, versions and a wiki",
    git: "committed",
    files: { "CLAUDE.md": "# Project\n" },
    uses: joinsAndWrites,
    ends: leavesHub,
    left: { "CLAUDE.md": RULES },
  },
];

/** A hub in a folder beside, with what was let out to it; versions in the chain, and a page of the wiki. */
async function joinsAndWrites(box: Sandbox, cwd: string): Promise<void> {
  await done(box, `sync init --hub ${join(cwd, "../hub")}`, { cwd });
  const shared = await atTerminal({ ...box, dir: cwd }, ["sync"], [["Type", `share${ENTER}`]]);
  expect(shared.code, shared.screen).toBe(0);
  const args = ["remember", "The lift takes nine people", "--category", "fact", "--domain", "house", "--json"];
  const { id } = (await box.run(args, { cwd })).json().data;
  const prose = JSON.stringify([{ page: "house", text: `The lift takes nine people. (${id})` }]);
  const built = await box.run(["index", "--wiki", "--apply", "-"], { cwd, stdin: prose });
  expect(built.code, built.stderr).toBe(0);
}

async function leavesHub(box: Sandbox, cwd: string): Promise<void> {
  const { files } = await told(box, "init --remove --dry-run", { cwd });
  expect(files.at(-1)).toMatchObject({ file: ".tenet", because: expect.stringContaining("tenet sync leave") });
  await remove(box, cwd);
  expect(existsSync(join(cwd, ".tenet/state/sync/identity.json"))).toBe(true);
  await done(box, "sync leave", { cwd });
}

const git = (cwd: string, env: Record<string, string>, ...args: string[]) =>
  execFileSync("git", args, { cwd, env, stdio: "pipe" });

async function roomOf(kind: Kind): Promise<{ box: Sandbox; root: string; ws: string }> {
  const box = await sandbox({ empty: true });
  const main = box.dir;
  const ws = join(main, kind.at ?? "");
  mkdirSync(ws, { recursive: true });
  for (const [name, text] of Object.entries(kind.files ?? {})) {
    mkdirSync(dirname(join(ws, name)), { recursive: true });
    writeFileSync(join(ws, name), text);
  }
  for (const [name, mode] of Object.entries(kind.modes ?? {})) chmodSync(join(ws, name), mode);
  if (kind.git !== undefined) {
    git(main, box.env, "init", "-q", "-b", "main");
    if (kind.files?.[".githooks/pre-commit"]) git(main, box.env, "config", "core.hooksPath", ".githooks");
    if (kind.git !== "empty") {
      git(main, box.env, "add", "-A");
      git(main, box.env, "commit", "-q", "--allow-empty", "-m", "start");
    }
  }
  if (kind.git !== "worktree") return { box, root: main, ws };
  const beside = join(main, "..", "beside");
  git(main, box.env, "worktree", "add", "-q", beside);
  return { box, root: join(main, ".."), ws: beside };
}

/** A path of the workspace as the tree names it. */
const placeOf = (root: string, ws: string, name: string) =>
  `${relative(root, join(ws, name))}${name.endsWith("/") ? "/" : ""}`;

const HOSTS = [
  "claude-code --with mcp",
  "codex",
  "cursor --with mcp",
  "copilot",
  "opencode",
  "agents-md",
  "gemini-cli",
  "windsurf",
  "openclaw",
  "git",
];

async function useEverything(box: Sandbox, cwd: string, isGit: boolean): Promise<void> {
  const tenet = (line: string) => done(box, line, { cwd });
  await tenet("init --owner sybil");
  for (const host of isGit ? HOSTS : HOSTS.slice(0, -1)) await tenet(`hooks install ${host}`);
  const { id } = await told(box, 'learn "Doors open inwards" --because "three of them" --risk "high: a queue"', {
    cwd,
  });
  await tenet('correct "Use pnpm, never npm" --risk "high: a broken lock file"');
  await tenet('remember "The office is in Rome" --category fact');
  await tenet('log "spoke with the caretaker"');
  for (const day of [2, 3, 4]) {
    box.at(`2026-03-0${day}T09:00:00Z`);
    await tenet(`used ${id} --worked --session s${day}`);
  }
  await tenet(`outcome ${id} --verdict validated --result "no queue"`);
  await tenet("digest");
  await tenet("index");
  await tenet("recall doors");
  await tenet("context");
  await tenet("heartbeat");
}

const RULES_BLOCK = /\s*<!-- tenet:begin rules -->[\s\S]*<!-- tenet:end rules -->\s*/;
/** What was learned, what is local, and the profile stay on purpose. */
const KEPT = /(?:^|\/)(?:memory|\.tenet)\/|(?:^|\/)tenet\.yaml$|^home/;
const seen = (tree: Tree) => Object.fromEntries(Object.entries(tree).filter(([name]) => !KEPT.test(name)));

async function remove(box: Sandbox, ws: string): Promise<void> {
  const keys = [["Take this out?", RIGHT + ENTER]] as const;
  const removed = await atTerminal({ ...box, dir: ws }, ["init", "--remove"], keys);
  expect(removed.code, removed.screen).toBe(0);
  expect(removed.screen).not.toMatch(/uninstall/i);
}

it.each(KINDS)("$name", { tags: "proof", timeout: 240_000 }, async ({ left = {}, uses, ends, ...kind }) => {
  const { box, root, ws } = await roomOf(kind);
  const before = treeOf(root);
  await useEverything(box, ws, kind.git !== undefined);
  await uses?.(box, ws);
  const inWs = (tree: Tree) =>
    Object.fromEntries(Object.entries(tree).map(([name, text]) => [placeOf(root, ws, name), text]));
  const expected = { ...before, ...inWs(kind.edits?.(ws, box.env) ?? {}) };
  const found = treeOf(root);
  const shown: { file: string; change: string; because?: string }[] = (
    await told(box, "init --remove --dry-run", { cwd: ws })
  ).files;
  const reasons = shown.filter(({ change, file }) => change === "left" && !KEPT.test(`${file}/`));
  expect(Object.fromEntries(reasons.map(({ file, because }) => [file, because]))).toEqual(
    Object.fromEntries(Object.entries(left).map(([file, why]) => [file, expect.stringMatching(why)])),
  );
  await remove(box, ws);
  const after = treeOf(root);
  const last = new Map(shown.map(({ file, change }) => [placeOf(root, ws, file), change]));
  for (const [file, change] of last) if (change === "removed") expect(after, file).not.toHaveProperty([file]);
  for (const [file, why] of Object.entries(left)) {
    const name = placeOf(root, ws, file);
    if (why === RULES)
      expect(after[name]?.replace(RULES_BLOCK, "\n").replace(/\n+/g, "\n").trimEnd()).toBe(
        expected[name]?.replace(/\n+/g, "\n").trimEnd(),
      );
    expected[name] = (why === RULES ? after : found)[name] as string;
  }
  const ignored = placeOf(root, ws, ".gitignore");
  expect(seen(after)).toEqual({ ...seen(expected), [ignored]: found[ignored] });
  // Its line goes once nothing local is left that cannot be made again.
  await ends?.(box, ws);
  rmSync(join(ws, ".tenet/state/ledger"), { recursive: true });
  await remove(box, ws);
  expect(seen(treeOf(root))).toEqual(seen(expected));
  expect(existsSync(join(ws, ".tenet"))).toBe(false);
});
