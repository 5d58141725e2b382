/** Hosts that are connected by a server for MCP and an instructions file, in the forms that they publish. */
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "jsonc-parser";
import { describe, expect, test } from "vitest";
import { applyHooks, type HooksLevel, planHooks } from "../../src/hosts/install/hooks.js";
import type { HookHost } from "../../src/store/hosts/host.js";
import { checkHooks, hostStateOf } from "../../src/store/hosts/host-check.js";
import { type TestWorld, testWorld } from "../store/workspace.js";

const CALL = { command: "tenet", args: ["mcp"] };
const LOCAL = { type: "local", command: ["tenet", "mcp"], enabled: true };

/** Settings as each host's own pages show them, with what people put around it; where the server stands then, and what starts it. */
const SETTINGS: readonly (readonly [
  ...[host: HookHost, level: HooksLevel, file: string, at: string, starts: object, text: string],
])[] = [
  [
    ...(["gemini-cli", "project", ".gemini/settings.json", "mcpServers", CALL] as const),
    '{\n  // theirs\n  "general": { "vimMode": true },\n  "hooksConfig": { "enabled": true },\n  "hooks": {\n    "BeforeAgent": [{ "matcher": "*", "hooks": [{ "type": "command", "command": "lint", "timeout": 5000 }] }]\n  },\n  "mcpServers": { "db": { "command": "npx", "args": ["db"], "trust": false } }\n}\n',
  ],
  [
    ...(["copilot", "project", ".vscode/mcp.json", "servers"] as const),
    { type: "stdio", command: "tenet", args: ["-C", "$" + "{workspaceFolder}", "mcp"] },
    '{\n\t"inputs": [{ "type": "promptString", "id": "key", "password": true }], // asked once\n\t"servers": {\n\t\t"memory": { "type": "stdio", "command": "npx", "args": ["-y", "memory"] },\n\t},\n}\n',
  ],
  [
    ...(["windsurf", "user", "home/.codeium/windsurf/mcp_config.json", "mcpServers"] as const),
    { command: "tenet", args: ["-C", "<root>", "mcp"] },
    '{"mcpServers":{"github":{"command":"npx","args":["-y","github"],"env":{"TOKEN":"none"}}}}',
  ],
  [
    ...(["opencode", "project", "opencode.jsonc", "mcp", LOCAL] as const),
    '{\n  "$schema": "https://opencode.ai/config.json",\n  /* local */ "mcp": {\n    "other": { "type": "local", "command": ["npx", "-y", "x"], "enabled": true } // on\n  }\n}',
  ],
  [
    ...(["opencode", "user", "home/.config/opencode/opencode.json", "mcp.servers", LOCAL] as const),
    '{\n  "mcp": {\n    "servers": {\n      "my-server": { "type": "local", "command": ["npx", "x"] }\n    }\n  }\n}\n',
  ],
  [
    ...(["zed", "project", ".zed/settings.json", "context_servers", CALL] as const),
    '// Folder-specific settings\r\n{\r\n  "tab_size": 2,\r\n  "context_servers": {\r\n    "local-mcp-server": { "command": "some-command", "args": ["arg-1"], "env": {} }\r\n  }\r\n}\r\n',
  ],
  ["zed", "user", "home/.config/zed/settings.json", "context_servers", CALL, '{ "theme": "One Dark" }\n'],
];

const install = async (world: TestWorld, host: HookHost, level: HooksLevel = "project", mcp = false) =>
  applyHooks(world, await planHooks(world, "install", { host, level, mcp }));
const remove = async (world: TestWorld, host: HookHost, level: HooksLevel = "project") =>
  applyHooks(world, await planHooks(world, "remove", { host, level }));

function prepare(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const read = (world: TestWorld, file: string) => readFileSync(join(world.workspace.root, file), "utf8");

test.each(SETTINGS)(
  "%s, %s: %s gets the server in its form beside what stands there, and gives back every byte",
  async (host, level, file, at, starts, text) => {
    const world = testWorld();
    const mcp = host === "gemini-cli";
    prepare(join(world.workspace.root, file), text);
    await install(world, host, level, mcp);
    const now = read(world, file);
    expect(now.startsWith(text.slice(0, 8))).toBe(true);
    for (const comment of text.match(/\/\/[^\r\n]*|\/\*.*?\*\//g) ?? []) expect(now).toContain(comment);
    const serversIn = (whole: string) =>
      at.split(".").reduce((value, name) => value?.[name], parse(whole, [], { allowTrailingComma: true }));
    const wanted = JSON.parse(JSON.stringify(starts).replace("<root>", world.workspace.root));
    expect(serversIn(now)).toEqual({ ...serversIn(text), tenet: wanted });
    expect(await hostStateOf(world, host, level)).toMatchObject({ state: "installed" });
    const again = await install(world, host, level, mcp);
    expect(again.files.every(({ change }) => change === "unchanged")).toBe(true);
    await remove(world, host, level);
    expect(read(world, file)).toBe(text);
    expect(await hostStateOf(world, host, level)).toMatchObject({ state: "absent" });
  },
);

test.each([
  ["copilot", ".vscode/mcp.json", { servers: { tenet: { command: "mine" } } }],
  ["opencode", "opencode.jsonc", { mcp: { tenet: { command: "mine" } } }],
] as const)(
  "of %s %s is never written where it is broken, holds another server named tenet, or lies behind a link out of the workspace",
  async (host, file, taken) => {
    const world = testWorld();
    const path = join(world.workspace.root, file);
    prepare(path, "{\n  a\n}\n");
    const failing = install(world, host);
    await expect(failing).rejects.toMatchObject({ failure: "conflict", code: "broken-settings" });
    await expect(failing).rejects.toThrow(/:2: it is not valid JSON/);
    for (const other of ["AGENTS.md", ".github"]) expect(existsSync(join(world.workspace.root, other))).toBe(false);
    prepare(path, JSON.stringify(taken, null, 2));
    await expect(install(world, host)).rejects.toMatchObject({ failure: "conflict", code: "not-ours" });
    expect(JSON.parse(read(world, file))).toEqual(taken);
    expect(await hostStateOf(world, host, "project")).toMatchObject({ state: "absent" });
    const outside = testWorld().put("settings.json", "{}");
    rmSync(path);
    symlinkSync(outside, path);
    await expect(install(world, host)).rejects.toMatchObject({ failure: "conflict" });
    expect(readFileSync(outside, "utf8")).toBe("{}");
  },
);

describe("instructions that several hosts read", () => {
  const block = /<!-- tenet:begin agents -->/;

  test.each<[host: HookHost, there: string[], into: string]>([
    ["zed", [".rules"], ".rules"],
    ["zed", ["AGENTS.md", "CLAUDE.md"], "AGENTS.md"],
    ["zed", [".github/copilot-instructions.md", "AGENTS.md"], ".github/copilot-instructions.md"],
    ["zed", [], "AGENTS.md"],
    ["opencode", ["CLAUDE.md"], "CLAUDE.md"],
    ["opencode", [], "AGENTS.md"],
    ["copilot", ["AGENTS.md"], ".github/copilot-instructions.md"],
    ["gemini-cli", ["AGENTS.md"], "GEMINI.md"],
  ])("go into the file that %s reads where %j stand: %s", async (host, there, into) => {
    const world = testWorld();
    for (const file of there) world.put(file, `# ${file}\n`);
    await install(world, host);
    expect(read(world, into)).toMatch(block);
    await remove(world, host);
    for (const file of there) expect(read(world, file)).toBe(`# ${file}\n`);
    expect(existsSync(join(world.workspace.root, into))).toBe(there.includes(into));
  });

  test("stay as long as one of them is connected, and the last gives back every byte", async () => {
    const world = testWorld();
    world.put("AGENTS.md", "# Mine\n");
    await install(world, "opencode");
    expect((await install(world, "zed")).files[1]).toMatchObject({ file: "AGENTS.md", change: "unchanged" });
    const left = await remove(world, "opencode");
    expect(left.files).toContainEqual(
      expect.objectContaining({ file: "AGENTS.md", change: "left", because: "zed reads these lines too" }),
    );
    expect(await hostStateOf(world, "zed", "project")).toMatchObject({ state: "installed" });
    expect(await hostStateOf(world, "opencode", "project")).toMatchObject({ state: "absent" });
    await remove(world, "zed");
    expect(read(world, "AGENTS.md")).toBe("# Mine\n");
  });

  test("that were put there for any agent connect no host, and outlive one that reads them", async () => {
    const world = testWorld();
    world.put("AGENTS.md", "# Mine\n");
    await install(world, "agents-md");
    const { hosts, findings } = await checkHooks(world);
    expect(hosts.filter(({ state }) => state !== "absent").map(({ host }) => host)).toEqual(["agents-md"]);
    expect(findings.filter(({ code }) => code !== "hooks-program")).toEqual([]);
    await install(world, "zed");
    await remove(world, "zed");
    expect(read(world, "AGENTS.md")).toMatch(block);
    await remove(world, "agents-md");
    expect(read(world, "AGENTS.md")).toBe("# Mine\n");
  });

  test("that lead out of the workspace are refused for the host that reads them, and keep no other from being checked", async () => {
    const world = testWorld();
    const outside = testWorld();
    outside.put("CLAUDE.md", "# elsewhere\n");
    symlinkSync(join(outside.workspace.root, "CLAUDE.md"), join(world.workspace.root, "CLAUDE.md"));
    await expect(install(world, "zed")).rejects.toMatchObject({ failure: "conflict" });
    expect(existsSync(join(world.workspace.root, ".zed"))).toBe(false);
    await install(world, "copilot");
    const { hosts } = await checkHooks(world);
    expect(hosts.filter(({ state }) => state !== "absent").map(({ host }) => host)).toEqual(["copilot"]);
    expect(readFileSync(join(outside.workspace.root, "CLAUDE.md"), "utf8")).toBe("# elsewhere\n");
  });
});

describe("Windsurf", () => {
  test("has to be told the workspace, since it starts servers in none", async () => {
    const { workspace: _, ...nowhere } = testWorld();
    const plan = planHooks(nowhere, "install", { host: "windsurf", level: "user" });
    await expect(plan).rejects.toMatchObject({ failure: "no-workspace" });
    await expect(planHooks(nowhere, "remove", { host: "windsurf", level: "user" })).resolves.toBeDefined();
    expect((await checkHooks(nowhere)).hosts.some(({ host }) => host === "windsurf")).toBe(true);
  });

  test("keeps the server of another workspace: refused, and said which", async () => {
    const world = testWorld();
    const other = testWorld();
    await install(world, "windsurf", "user");
    const mine = { workspace: other.workspace, places: world.places };
    await expect(planHooks(mine, "install", { host: "windsurf", level: "user" })).rejects.toThrow(
      `the server named tenet there serves ${world.workspace.root}`,
    );
    expect(await hostStateOf(mine, "windsurf", "user")).toMatchObject({ state: "absent" });
  });

  test("reads a rule that is always on", async () => {
    const world = testWorld();
    await install(world, "windsurf");
    expect(read(world, ".windsurf/rules/tenet.md")).toMatch(
      /^---\ntrigger: always_on\ndescription: .*\n---\n\n## Memory/,
    );
    await remove(world, "windsurf");
    expect(existsSync(join(world.workspace.root, ".windsurf"))).toBe(false);
  });
});

test.each([
  ["copilot", "user", "code --add-mcp"],
  ["claude-code", "user", "claude mcp add"],
  ["agents-md", "user", "Leave --level out"],
] as const)("%s at the level %s is answered with what does it: %s", async (host, level, hint) => {
  const plan = planHooks(testWorld(), "install", { host, level, mcp: host === "claude-code" });
  await expect(plan).rejects.toMatchObject({ failure: "usage", hint: expect.stringContaining(hint) });
});

test("hooks that Gemini CLI is told not to run are broken, with the line", async () => {
  const world = testWorld();
  world.put(".gemini/settings.json", '{\n  "hooksConfig": {\n    "enabled": false\n  }\n}\n');
  await install(world, "gemini-cli");
  const { findings } = await checkHooks(world, "gemini-cli");
  expect(findings).toContainEqual(expect.objectContaining({ code: "hooks-broken", line: 3 }));
});
