import { execFileSync } from "node:child_process";
import {
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
import type { HooksChange } from "../../src/hosts/host-schemas.js";
import type { HooksInput } from "../../src/hosts/install/hooks.js";
import { applyHooks, HOOK_HOSTS, planHooks } from "../../src/hosts/install/hooks.js";
import { checkHooks, hostStateOf } from "../../src/hosts/install/host-check.js";
import { hookCommand } from "../../src/hosts/install/settings-hooks.js";
import { type HookHost, type HooksLevel, hasLevel, LEVELS, takesServer } from "../../src/hosts/install/targets.js";
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

/** The home folder stands there before anything is installed. */
function homely(): TestWorld {
  const world = testWorld();
  mkdirSync(world.places.home);
  return world;
}

const repository = (world: TestWorld) => execFileSync("git", ["init", "-q", world.workspace.root]);

const CASES = HOOK_HOSTS.flatMap((host) =>
  LEVELS.filter((level) => hasLevel(host, level)).map((level) => ({ host, level, mcp: takesServer(host, level) })),
);

const PREPARED =
  '\uFEFF// mine\r\n{\r\n\t"permissions": { "allow": ["Bash(ls)"] }, // why\r\n\t"hooks": {\r\n\t\t"Other": []\r\n\t}\r\n}';

/** The file in which a host's hooks stand. */
function settingsOf(world: TestWorld, host: HookHost, level: HooksLevel): string {
  const own = level === "user" ? join(world.places.home) : world.workspace.root;
  const name = {
    "claude-code": ".claude/settings.json",
    codex: ".codex/hooks.json",
    cursor: ".cursor/hooks.json",
    "gemini-cli": ".gemini/settings.json",
  };
  return join(own, name[host as keyof typeof name]);
}

function prepare(path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

describe.each(CASES)("$host at the level $level", (input) => {
  test("is installed, checked, installed again without a change, and removed without a trace", {
    tags: "sampled",
  }, async () => {
    const world = homely();
    repository(world);
    const before = everything(world.workspace.root);
    const done = await install(world, input);
    // Hooks and server of Gemini CLI stand in one file.
    const made = input.host === "gemini-cli" ? ["created", "created", "added to"] : done.files.map(() => "created");
    expect(done.files.map(({ change }) => change)).toEqual(made);
    expect(await hostStateOf(world, input.host, input.level)).toMatchObject({ state: "installed" });
    const installed = everything(world.workspace.root);
    const again = await install(world, input);
    expect(again.files.every(({ change }) => change === "unchanged")).toBe(true);
    expect(everything(world.workspace.root)).toEqual(installed);
    const gone = input.host === "gemini-cli" ? ["restored", "removed", "removed"] : done.files.map(() => "removed");
    expect((await remove(world, input)).files.map(({ change }) => change)).toEqual(gone);
    expect(everything(world.workspace.root)).toEqual(before);
    expect((await remove(world, input)).files.every(({ change }) => change === "unchanged")).toBe(true);
  });

  test("is removed where nothing is known of its installing, as in a fresh clone", { tags: "sampled" }, async () => {
    const world = testWorld();
    repository(world);
    const before = everything(world.workspace.root);
    await install(world, input);
    rmSync(join(world.workspace.root, ".tenet"), { recursive: true, force: true });
    rmSync(join(world.places.home, ".local"), { recursive: true, force: true });
    await remove(world, input);
    expect(await hostStateOf(world, input.host, input.level)).toMatchObject({ state: "absent" });
    const files = (all: Record<string, string>) => Object.entries(all).filter(([, what]) => what !== "folder");
    expect(files(everything(world.workspace.root))).toEqual(files(before));
    if (input.level === "project") expect(everything(world.workspace.root)).toEqual(before);
  });
});

describe.each(["claude-code", "codex", "cursor", "gemini-cli"] as const)("settings of %s", (host) => {
  test.each(LEVELS)("that a person keeps give back every byte, at the level %s", async (level) => {
    const world = testWorld();
    const path = settingsOf(world, host, level);
    prepare(path, PREPARED);
    chmodSync(path, 0o600);
    const before = everything(world.workspace.root);
    await install(world, { host, level });
    expect(readFileSync(path, "utf8")).toContain(hookCommand(host, "stop").replaceAll('"', '\\"'));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await remove(world, { host, level });
    expect(everything(world.workspace.root)).toEqual(before);
  });

  test("that a person changed elsewhere meanwhile lose our lines alone", async () => {
    const world = testWorld();
    const path = settingsOf(world, host, "project");
    prepare(path, '{\n  "a": 1,\n  "z": [\n    2\n  ]\n}\n');
    await install(world, { host, level: "project" });
    const edited = readFileSync(path, "utf8").replace('"a": 1,', '"a": 1, // one\n      "b":  "oddly   spaced",');
    writeFileSync(path, edited);
    await remove(world, { host, level: "project" });
    expect(readFileSync(path, "utf8")).toBe(
      '{\n  "a": 1, // one\n      "b":  "oddly   spaced",\n  "z": [\n    2\n  ]\n}\n',
    );
  });

  test("that we made and a person added to stay, without our lines", async () => {
    const world = testWorld();
    await install(world, { host, level: "project" });
    const path = settingsOf(world, host, "project");
    writeFileSync(path, readFileSync(path, "utf8").replace("{\n", '{\n  "mine": true,\n'));
    await remove(world, { host, level: "project" });
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(
      host === "cursor" ? { mine: true, version: 1 } : { mine: true },
    );
  });

  test("that we made and a person only formatted anew go", async () => {
    const world = testWorld();
    const before = everything(world.workspace.root);
    await install(world, { host, level: "project" });
    const path = settingsOf(world, host, "project");
    writeFileSync(path, JSON.stringify(JSON.parse(readFileSync(path, "utf8"))));
    await remove(world, { host, level: "project" });
    expect(everything(world.workspace.root)).toEqual(before);
  });

  test("that were empty are empty again", async () => {
    for (const text of ["", "{}", "{}\n", "\n", "// none\n"]) {
      const world = testWorld();
      const path = settingsOf(world, host, "project");
      prepare(path, text);
      await install(world, { host, level: "project" });
      await remove(world, { host, level: "project" });
      expect(readFileSync(path, "utf8")).toBe(text);
    }
  });

  test("in an older form are brought up to date, and still give back every byte", async () => {
    const world = testWorld();
    const path = settingsOf(world, host, "project");
    prepare(path, '{\n    "a": 1\n}');
    await install(world, { host, level: "project" });
    const old = readFileSync(path, "utf8")
      .replaceAll("command -v tenet >/dev/null 2>&1 && ", "")
      .replaceAll(" || true", "");
    writeFileSync(path, old);
    expect(await checkHooks(world, host)).toMatchObject({ hosts: [{ state: "outdated" }, { state: "absent" }] });
    expect((await install(world, { host, level: "project" })).files[0]).toMatchObject({ change: "updated" });
    expect(await hostStateOf(world, host, "project")).toMatchObject({ state: "installed" });
    await remove(world, { host, level: "project" });
    expect(readFileSync(path, "utf8")).toBe('{\n    "a": 1\n}');
  });

  test("that are broken are never written: the file and the line are named", async () => {
    const world = testWorld();
    const path = settingsOf(world, host, "project");
    prepare(path, '{\n  "a": 1,\n  b\n}\n');
    const before = everything(world.workspace.root);
    const failing = planHooks(world, "install", { host, level: "project" });
    await expect(failing).rejects.toMatchObject({ failure: "conflict", code: "broken-settings" });
    await expect(failing).rejects.toThrow(`${world.workspace.relative(path)}:3:`);
    expect(everything(world.workspace.root)).toEqual(before);
    // Nothing of ours is in it: removing has nothing to say about it.
    expect((await remove(world, { host, level: "project" })).files.every(({ change }) => change === "unchanged")).toBe(
      true,
    );
  });

  test("that are read-only are not written, at installing and at removing", async () => {
    const world = testWorld();
    const path = settingsOf(world, host, "project");
    prepare(path, '{ "a": 1 }\n');
    const refusal = { failure: "conflict", code: "read-only" };
    chmodSync(path, 0o444);
    const before = everything(world.workspace.root);
    await expect(planHooks(world, "install", { host, level: "project" })).rejects.toMatchObject(refusal);
    expect(everything(world.workspace.root)).toEqual(before);
    chmodSync(path, 0o644);
    await install(world, { host, level: "project" });
    chmodSync(path, 0o444);
    await expect(planHooks(world, "remove", { host, level: "project" })).rejects.toMatchObject(refusal);
  });

  test("that a program formatted anew as a whole lose our lines alone", async () => {
    const world = testWorld();
    const path = settingsOf(world, host, "project");
    const own = { permissions: { allow: ["Bash(ls)"] }, env: { A: "1" } };
    prepare(path, `// mine\n${JSON.stringify(own)}\n`);
    await install(world, { host, level: "project" });
    writeFileSync(path, `${JSON.stringify(parse(readFileSync(path, "utf8")), undefined, "\t")}\n`);
    await remove(world, { host, level: "project" });
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject(own);
    expect(readFileSync(path, "utf8")).not.toContain("tenet");
  });

  test("that are a folder are named, and nothing is written", async () => {
    const world = testWorld();
    mkdirSync(settingsOf(world, host, "project"), { recursive: true });
    const before = everything(world.workspace.root);
    await expect(planHooks(world, "install", { host, level: "project" })).rejects.toThrow(/a folder stands where/);
    expect(everything(world.workspace.root)).toEqual(before);
  });

  test("that broke after the installing are reported as broken, and not written", async () => {
    const world = testWorld();
    await install(world, { host, level: "project" });
    const path = settingsOf(world, host, "project");
    writeFileSync(path, readFileSync(path, "utf8").replace("{", "{{"));
    const checked = await checkHooks(world, host);
    expect(checked.findings).toContainEqual(
      expect.objectContaining({
        code: "hooks-broken",
        severity: "error",
        file: world.workspace.relative(path),
        line: 1,
      }),
    );
    await expect(planHooks(world, "remove", { host, level: "project" })).rejects.toMatchObject({ failure: "conflict" });
  });

  test("behind a link are written where they are, and the link stays", async () => {
    const world = testWorld();
    const path = settingsOf(world, host, "user");
    const real = join(world.places.home, "dotfiles", "settings.json");
    prepare(real, '{ "a": 1 }\n');
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(real, path);
    const before = everything(world.workspace.root);
    await install(world, { host, level: "user" });
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readFileSync(real, "utf8")).toContain("tenet hook");
    await remove(world, { host, level: "user" });
    expect(everything(world.workspace.root)).toEqual(before);
  });

  test("behind a link out of the workspace are not a project's to write", async () => {
    const world = testWorld();
    const outside = testWorld();
    const path = settingsOf(world, host, "project");
    outside.put("settings.json", "{}");
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(join(outside.workspace.root, "settings.json"), path);
    await expect(planHooks(world, "install", { host, level: "project" })).rejects.toMatchObject({
      failure: "conflict",
    });
    expect(readFileSync(join(outside.workspace.root, "settings.json"), "utf8")).toBe("{}");
  });

  test("that another program writes between our look and our write keep its words", async () => {
    const world = testWorld();
    const path = settingsOf(world, host, "project");
    prepare(path, '{\n  "a": 1\n}\n');
    const plan = await planHooks(world, "install", { host, level: "project" });
    writeFileSync(path, '{\n  "a": 2\n}\n');
    await applyHooks(world, plan);
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ a: 2, hooks: {} });
    await remove(world, { host, level: "project" });
    expect(readFileSync(path, "utf8")).toBe('{\n  "a": 2\n}\n');
  });
});

test("row 25: values in a host's settings stay out of what is shown and out of what is remembered", async () => {
  const world = testWorld();
  const secret = ["ghp", "16C7e42F292c6912E7710c838347Ae178B4a"].join("_");
  const path = settingsOf(world, "claude-code", "project");
  prepare(path, `{\n  "env": {\n    "GITHUB_TOKEN": "${secret}"\n  }\n}\n`);
  const done = await install(world, { host: "claude-code", level: "project" });
  expect(JSON.stringify(done)).not.toContain(secret);
  const records = join(world.workspace.hostRecords);
  for (const name of readdirSync(records)) {
    expect(readFileSync(join(records, name), "utf8")).not.toContain(secret);
    expect(statSync(join(records, name)).mode & 0o777).toBe(0o600);
  }
  expect(JSON.stringify(await remove(world, { host: "claude-code", level: "project" }))).not.toContain(secret);
  expect(readFileSync(path, "utf8")).toContain(secret);
});

describe("files that are ours as a whole", () => {
  const skill = ".claude/skills/tenet/SKILL.md";
  const input: HooksInput = { host: "claude-code", level: "project" };

  test("are left when a person changed them, at installing and at removing", async () => {
    const world = testWorld();
    await install(world, input);
    const path = world.workspace.absolute(skill);
    const mine = readFileSync(path, "utf8").replace("tenet: what", "ours: what");
    writeFileSync(path, mine);
    expect((await install(world, input)).files[1]).toMatchObject({ change: "left", because: "it was changed by hand" });
    expect((await remove(world, input)).files[0]).toMatchObject({ file: skill, change: "left" });
    expect(readFileSync(path, "utf8")).toBe(mine);
  });

  test("never replace a person's own file of that name", async () => {
    const world = testWorld();
    world.put(skill, "# my own\n");
    expect((await install(world, input)).files[1]).toMatchObject({ file: skill, change: "left" });
    await remove(world, input);
    expect(readFileSync(world.workspace.absolute(skill), "utf8")).toBe("# my own\n");
  });

  test("leave folders in which others keep things", async () => {
    const world = testWorld();
    await install(world, input);
    world.put(".claude/skills/other/SKILL.md", "x");
    await remove(world, input);
    expect(everything(world.workspace.root)).toMatchObject({
      ".claude/skills/other/SKILL.md": expect.stringMatching(/ x$/),
    });
    expect(existsSync(world.workspace.absolute(".claude/skills/tenet"))).toBe(false);
    expect(existsSync(world.workspace.absolute(".claude/settings.json"))).toBe(false);
  });
});

describe("AGENTS.md", () => {
  const input: HooksInput = { host: "agents-md", level: "project" };
  test.each([
    "# Mine\n",
    "# Mine",
    "# Mine\r\n\r\ntext\r\n",
    "\n",
    "<!-- tenet:begin boot -->\nx\n<!-- tenet:end boot -->\n",
  ])("gives back every byte: %j", async (text) => {
    const world = testWorld();
    const path = world.put("AGENTS.md", text);
    await install(world, input);
    expect(readFileSync(path, "utf8").startsWith(text)).toBe(true);
    writeFileSync(path, `mine\n${readFileSync(path, "utf8")}\nmore\n`);
    await remove(world, input);
    expect(readFileSync(path, "utf8")).toBe(`mine\n${text}\nmore\n`);
  });
  test("is left alone while it holds conflict markers", async () => {
    const world = testWorld();
    world.put("AGENTS.md", "a\n<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs\n");
    await expect(planHooks(world, "install", input)).rejects.toThrow("AGENTS.md:2:");
  });
});

describe("git", () => {
  const input: HooksInput = { host: "git", level: "project" };
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

  test("follows core.hooksPath, and goes around the scripts that husky makes", async () => {
    for (const [path, file] of [
      [".githooks", ".githooks"],
      [".husky/_", ".husky"],
    ] as const) {
      const world = testWorld();
      repository(world);
      execFileSync("git", ["-C", world.workspace.root, "config", "core.hooksPath", path]);
      await install(world, input);
      expect(existsSync(hook(world, file))).toBe(true);
      await remove(world, input);
      expect(existsSync(hook(world, file))).toBe(false);
    }
  });

  test("is refused where hooks belong to every repository of the machine", async () => {
    const world = testWorld();
    const shared = testWorld();
    repository(world);
    execFileSync("git", ["-C", world.workspace.root, "config", "core.hooksPath", shared.workspace.root]);
    await expect(planHooks(world, "install", input)).rejects.toMatchObject({ code: "shared-hooks" });
    expect((await checkHooks(world)).hosts.some(({ host }) => host === "git")).toBe(false);
  });

  test("says when its hook may not be run", async () => {
    const world = testWorld();
    repository(world);
    await install(world, input);
    chmodSync(hook(world), 0o644);
    const { findings } = await checkHooks(world, "git");
    expect(findings).toContainEqual(
      expect.objectContaining({ code: "hooks-partly", next: expect.stringMatching(/^chmod \+x /) }),
    );
  });

  test("outside a repository is refused in plain words", async () => {
    await expect(planHooks(testWorld(), "install", input)).rejects.toThrow("the workspace is in no git repository");
  });
});

test("a host that is installed for a person and for a project is told once", async () => {
  const world = testWorld();
  await install(world, { host: "cursor", level: "user" });
  const done = await install(world, { host: "cursor", level: "project" });
  expect(done.next).toContainEqual(expect.stringContaining("call tenet twice"));
  expect((await checkHooks(world)).findings.filter(({ code }) => code === "hooks-twice")).toHaveLength(1);
});

test("a host of which a part is missing is told, with the step that completes it", async () => {
  const world = testWorld();
  await install(world, { host: "openclaw", level: "project" });
  rmSync(world.workspace.absolute("hooks/tenet/HOOK.md"));
  const { findings, hosts } = await checkHooks(world, "openclaw");
  expect(hosts[0]).toMatchObject({ state: "partly" });
  expect(findings.find(({ code }) => code === "hooks-partly")).toMatchObject({
    severity: "error",
    file: "hooks/tenet/HOOK.md",
    next: "tenet hooks install openclaw",
  });
});

test("a server for MCP that a person named tenet themselves is refused before anything is written", async () => {
  const world = testWorld();
  world.put(".codex/config.toml", '[mcp_servers.tenet]\ncommand = "mine"\n');
  const before = everything(world.workspace.root);
  await expect(install(world, { host: "codex", level: "project", mcp: true })).rejects.toMatchObject({
    failure: "conflict",
  });
  expect(everything(world.workspace.root)).toEqual(before);
  await expect(planHooks(world, "install", { host: "claude-code", level: "user", mcp: true })).rejects.toMatchObject({
    failure: "usage",
  });
  await expect(planHooks(world, "install", { host: "git", level: "user" })).rejects.toMatchObject({ failure: "usage" });
});
