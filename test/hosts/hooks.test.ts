import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "jsonc-parser";
import { describe, expect, test } from "vitest";
import type { HooksInput } from "../../src/hosts/install/hooks.js";
import { applyHooks, HOOK_HOSTS, planHooks } from "../../src/hosts/install/hooks.js";
import { checkHooks, hostStateOf } from "../../src/hosts/install/host-check.js";
import type { HooksChange } from "../../src/hosts/install/host-schemas.js";
import { hookCommand } from "../../src/hosts/install/settings-hooks.js";
import { type HooksLevel, hasLevel, LEVELS } from "../../src/hosts/install/targets.js";
import { emptyRepository } from "../empty-repository.js";
import { type TestWorld, testWorld } from "../store/workspace.js";

/** Every file and folder beneath one, `.tenet` and `.git` apart, with its bytes and its mode. */
function everything(folder: string, at = ""): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(join(folder, at), { withFileTypes: true })) {
    const name = join(at, entry.name);
    const path = join(folder, name);
    if (/(?:^|\/)\.(?:tenet|git)$/.test(name) || name.startsWith("home/.local")) continue;
    if (entry.isDirectory()) Object.assign(found, { [name]: "folder" }, everything(folder, name));
    else if (entry.isSymbolicLink()) found[name] = `link to ${readlinkSync(path)}`;
    else found[name] = `${statSync(path).mode.toString(8)} ${readFileSync(path, "latin1")}`;
  }
  return found;
}

async function install(world: TestWorld, input: HooksInput): Promise<HooksChange> {
  return applyHooks(world, await planHooks(world, "install", input));
}

async function remove(world: TestWorld, input: HooksInput): Promise<HooksChange> {
  return applyHooks(world, await planHooks(world, "remove", input));
}

/** Folders apart, which a person's own settings may leave behind. */
const files = (all: Record<string, string>) => Object.entries(all).filter(([, what]) => what !== "folder");

const unchanged = ({ files }: HooksChange): boolean => files.every(({ change }) => change === "unchanged");

const CASES = HOOK_HOSTS.flatMap((host) =>
  LEVELS.filter((level) => hasLevel(host, level)).map((level) => ({ host, level })),
);

const FILES = {
  "claude-code": ".claude/settings.json",
  codex: ".codex/hooks.json",
  cursor: ".cursor/hooks.json",
  "gemini-cli": ".gemini/settings.json",
};
type SettingsHost = keyof typeof FILES;
const HOSTS = Object.keys(FILES) as SettingsHost[];

/** The file in which a host's hooks stand. */
const settingsOf = (world: TestWorld, host: SettingsHost, level: HooksLevel = "project"): string =>
  join(level === "user" ? world.places.home : world.workspace.root, FILES[host]);

function prepare(path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

test.each(CASES)(
  "$host at the level $level is installed, checked, installed again without a change, and removed without a trace",
  {
    tags: "sampled",
  },
  async (input) => {
    const world = testWorld();
    mkdirSync(world.places.home);
    emptyRepository(world.workspace.root);
    const { root } = world.workspace;
    const before = everything(root);
    const done = await install(world, input);
    expect(done.files.map(({ change }) => change)).toEqual(done.files.map(() => "created"));
    expect(await hostStateOf(world, input.host, input.level)).toMatchObject({ state: "installed" });
    const installed = everything(root);
    expect(unchanged(await install(world, input))).toBe(true);
    expect(everything(root)).toEqual(installed);
    expect((await remove(world, input)).files.map(({ change }) => change)).toEqual(done.files.map(() => "removed"));
    expect(files(everything(root))).toEqual(files(before));
    expect(unchanged(await remove(world, input))).toBe(true);
  },
);

describe.each(HOSTS)("settings of %s", (host) => {
  const input: HooksInput = { host, level: "project" };

  /** What stands in the settings after installing, an edit by somebody, and removing. */
  async function leftAfter(text: string | undefined, edit: (installed: string) => string): Promise<string | undefined> {
    const world = testWorld();
    const path = settingsOf(world, host);
    if (text !== undefined) prepare(path, text);
    await install(world, input);
    writeFileSync(path, edit(readFileSync(path, "utf8")));
    await remove(world, input);
    return existsSync(path) ? readFileSync(path, "utf8") : undefined;
  }

  test.each(LEVELS)("that a person keeps give back every byte, at the level %s", async (level) => {
    const world = testWorld();
    const path = settingsOf(world, host, level);
    prepare(
      path,
      '\uFEFF// mine\r\n{\r\n\t"permissions": { "allow": ["Bash(ls)"] }, // why\r\n\t"hooks": {\r\n\t\t"Other": []\r\n\t}\r\n}',
    );
    chmodSync(path, 0o600);
    const before = everything(world.workspace.root);
    await install(world, { host, level });
    expect(readFileSync(path, "utf8")).toContain(hookCommand(host, "stop").replaceAll('"', '\\"'));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await remove(world, { host, level });
    expect(files(everything(world.workspace.root))).toEqual(files(before));
  });

  test("lose our lines alone, whatever somebody changed in them meanwhile", async () => {
    const odd = '"a": 1, // one\n      "b":  "oddly   spaced",';
    const theirs = '{\n  "a": 1,\n  "z": [\n    2\n  ]\n}\n';
    const left = await leftAfter(theirs, (text) => text.replace('"a": 1,', odd));
    expect(left).toBe(theirs.replace('"a": 1,', odd));
    const mine = await leftAfter(undefined, (text) => text.replace("{\n", '{\n  "mine": true,\n'));
    expect(JSON.parse(mine ?? "")).toEqual(host === "cursor" ? { mine: true, version: 1 } : { mine: true });
    // Formatted anew by a program: ours alone go, others say the same.
    expect(await leftAfter(undefined, (text) => JSON.stringify(JSON.parse(text)))).toBeUndefined();
    const own = { permissions: { allow: ["Bash(ls)"] }, env: { A: "1" } };
    const anew = await leftAfter(
      `// mine\n${JSON.stringify(own)}\n`,
      (text) => `${JSON.stringify(parse(text), undefined, "\t")}\n`,
    );
    expect(JSON.parse(anew ?? "")).toMatchObject(own);
    expect(anew).not.toContain("tenet");
  });
});

describe("settings", () => {
  const input: HooksInput = { host: "claude-code", level: "project" };
  const plan = (world: TestWorld, to: "install" | "remove", level: HooksLevel = "project") =>
    planHooks(world, to, { ...input, level });

  test("that are broken are never written: file and line are named, also where they broke after the installing", async () => {
    const world = testWorld();
    const path = settingsOf(world, "claude-code");
    prepare(path, '{\n  "a": 1,\n  b\n}\n');
    const before = everything(world.workspace.root);
    const failing = plan(world, "install");
    await expect(failing).rejects.toMatchObject({ failure: "conflict", code: "broken-settings" });
    await expect(failing).rejects.toThrow(".claude/settings.json:3:");
    // Nothing of ours is in it: removing has nothing to say about it.
    expect(unchanged(await remove(world, input))).toBe(true);
    expect(everything(world.workspace.root)).toEqual(before);
    rmSync(path);
    await install(world, input);
    writeFileSync(path, readFileSync(path, "utf8").replace("{", "{{"));
    const finding = { code: "hooks-broken", severity: "error", file: ".claude/settings.json", line: 1 };
    expect((await checkHooks(world, "claude-code")).findings).toContainEqual(expect.objectContaining(finding));
    await expect(plan(world, "remove")).rejects.toMatchObject({ failure: "conflict" });
  });

  test("that are read-only, or a folder, are not written, at installing and at removing", async () => {
    const world = testWorld();
    const path = settingsOf(world, "claude-code");
    mkdirSync(path, { recursive: true });
    await expect(plan(world, "install")).rejects.toThrow(/illegal operation on a directory/);
    rmSync(path, { recursive: true });
    prepare(path, '{ "a": 1 }\n');
    const refusal = { failure: "conflict", code: "read-only" };
    chmodSync(path, 0o444);
    const before = everything(world.workspace.root);
    await expect(plan(world, "install")).rejects.toMatchObject(refusal);
    expect(everything(world.workspace.root)).toEqual(before);
    chmodSync(path, 0o644);
    await install(world, input);
    chmodSync(path, 0o444);
    await expect(plan(world, "remove")).rejects.toMatchObject(refusal);
  });

  test("behind a link are written where they are, and the link stays; out of the workspace they are not a project's to write", async () => {
    const world = testWorld();
    const path = settingsOf(world, "claude-code", "user");
    const real = join(world.places.home, "dotfiles", "settings.json");
    prepare(real, '{\n  "a": 1\n}\n');
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(real, path);
    const before = everything(world.workspace.root);
    await install(world, { ...input, level: "user" });
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readFileSync(real, "utf8")).toContain("tenet hook");
    await remove(world, { ...input, level: "user" });
    expect(files(everything(world.workspace.root))).toEqual(files(before));
    const outside = testWorld().put("settings.json", "{}");
    const project = settingsOf(world, "claude-code");
    mkdirSync(dirname(project), { recursive: true });
    symlinkSync(outside, project);
    await expect(plan(world, "install")).rejects.toMatchObject({ failure: "conflict" });
    expect(readFileSync(outside, "utf8")).toBe("{}");
  });
});

test("row 25: values in a host's settings stay out of what is shown", async () => {
  const world = testWorld();
  const input: HooksInput = { host: "claude-code", level: "project" };
  const secret = ["ghp", "16C7e42F292c6912E7710c838347Ae178B4a"].join("_");
  const path = settingsOf(world, "claude-code");
  prepare(path, `{\n  "env": {\n    "GITHUB_TOKEN": "${secret}"\n  }\n}\n`);
  const shown = [await install(world, input), await remove(world, input)];
  expect(JSON.stringify(shown)).not.toContain(secret);
  expect(readFileSync(path, "utf8")).toContain(secret);
});

describe("files that are ours as a whole", () => {
  const skill = ".claude/skills/tenet/SKILL.md";
  const input: HooksInput = { host: "claude-code", level: "project" };

  test("are left when a person changed them, and never replace a person's own file of that name", async () => {
    const world = testWorld();
    await install(world, input);
    const path = world.workspace.absolute(skill);
    const mine = readFileSync(path, "utf8").replace("tenet: what", "ours: what");
    writeFileSync(path, mine);
    expect((await install(world, input)).files[1]).toMatchObject({ change: "left", because: "it was changed by hand" });
    expect((await remove(world, input)).files[0]).toMatchObject({ file: skill, change: "left" });
    expect(readFileSync(path, "utf8")).toBe(mine);
    writeFileSync(path, "# my own\n");
    expect((await install(world, input)).files[1]).toMatchObject({ file: skill, change: "left" });
    await remove(world, input);
    expect(readFileSync(path, "utf8")).toBe("# my own\n");
  });

  test("leave folders in which others keep things", async () => {
    const world = testWorld();
    await install(world, input);
    world.put(".claude/skills/other/SKILL.md", "x");
    await remove(world, input);
    const left = Object.entries(everything(world.workspace.root)).filter(([name]) => name.startsWith(".claude"));
    expect(left.filter(([, what]) => what !== "folder")).toEqual([
      [".claude/skills/other/SKILL.md", expect.stringMatching(/ x$/)],
    ]);
    expect(existsSync(world.workspace.absolute(".claude/skills/tenet"))).toBe(false);
  });
});

describe("AGENTS.md", () => {
  const input: HooksInput = { host: "agents-md", level: "project" };
  const ANOTHER_BLOCK = "<!-- tenet:begin boot -->\nx\n<!-- tenet:end boot -->\n";
  test.each(["# Mine\r\n\r\ntext\r\n", "\n", ANOTHER_BLOCK])("gives back every byte: %j", async (text) => {
    const world = testWorld();
    const path = world.put("AGENTS.md", text);
    await install(world, input);
    expect(readFileSync(path, "utf8").startsWith(text)).toBe(true);
    writeFileSync(path, `mine\n${readFileSync(path, "utf8")}\nmore\n`);
    await remove(world, input);
    expect(readFileSync(path, "utf8")).toBe(`mine\n${text}\nmore\n`);
  });
});

describe("git", () => {
  const input: HooksInput = { host: "git", level: "project" };
  function repository({ workspace: { root } }: TestWorld, hooksPath?: string): void {
    emptyRepository(root);
    if (hooksPath !== undefined) appendFileSync(join(root, ".git/config"), `\thooksPath = ${hooksPath}\n`);
  }
  const hook = (world: TestWorld, folder = ".git/hooks") => join(world.workspace.root, folder, "pre-commit");

  test("keeps a hook that stands there: ours goes first, and comes out to the byte", async () => {
    const world = testWorld();
    repository(world);
    const text = "#!/bin/sh\nset -e\nnpm test\nexit 0\n";
    prepare(hook(world), text);
    chmodSync(hook(world), 0o755);
    await install(world, input);
    expect(statSync(hook(world)).mode & 0o777).toBe(0o755);
    expect(await hostStateOf(world, "git", "project")).toMatchObject({ state: "installed" });
    await remove(world, input);
    expect(readFileSync(hook(world), "utf8")).toBe(text);
  });
});
