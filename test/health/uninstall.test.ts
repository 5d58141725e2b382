import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Actor, Places } from "../../src/context.js";
import { init } from "../../src/health/init.js";
import { uninstall, uninstallOutline } from "../../src/health/uninstall.js";
import { applyHooks, HOOK_HOSTS, type HookHost, planHooks } from "../../src/hosts/install/hooks.js";
import { Workspace } from "../../src/store/workspace.js";
import { pipeText } from "../../src/text/outline/pipe.js";
import { AT_TERMINAL } from "../capture/capturing.js";
import { rounds } from "../effort.js";
import fc from "../properties.js";
import { held, rulesWorld } from "../rules/rules-world.js";

type Tree = Record<string, string>;

function treeOf(root: string, folder = ""): Tree {
  return Object.fromEntries(
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry): [string, string][] => {
      const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (name === ".git") return [[".git/config", readFileSync(join(root, name, "config"), "utf8")]];
      if (!entry.isDirectory()) return [[name, readFileSync(join(root, name), "utf8")]];
      const inside = Object.entries(treeOf(root, name));
      return inside.length === 0 ? [[`${name}/`, ""]] : inside;
    }),
  );
}

interface Room {
  workspace: Workspace;
  places: Places;
  actor: Actor;
}

function roomOf(tree: Tree, git: boolean): { root: string; room: () => Room; end: () => void } {
  const root = mkdtempSync(join(realpathSync(tmpdir()), "tenet-un-"));
  for (const [name, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(root, "project", name)), { recursive: true });
    writeFileSync(join(root, "project", name), text);
  }
  mkdirSync(join(root, "project"), { recursive: true });
  if (git) execFileSync("git", ["init", "-q", "-b", "main"], { cwd: join(root, "project") });
  const home = join(root, "home");
  const hosts = Object.fromEntries(HOOK_HOSTS.map((host) => [host, join(home, `.${host}`)])) as Places["hosts"];
  const places: Places = {
    home,
    userTree: join(home, "tenet"),
    hub: join(home, "tenet-hub"),
    config: join(home, ".config"),
    hosts,
  };
  const room = (): Room => ({
    workspace: new Workspace(join(root, "project")),
    places,
    actor: { agent: "main", agentStated: false, session: "s", atTerminal: true, git: async () => ({}), ...AT_TERMINAL },
  });
  return { root: join(root, "project"), room, end: () => rmSync(root, { recursive: true, force: true }) };
}

const text = fc.record({
  lines: fc.array(
    fc.constantFrom("# Project", "", "- Be kind", "Run the tests.", "```sh", "```", "# tenet", ".tenet/"),
    { maxLength: 6 },
  ),
  newline: fc.constantFrom("\n", "\r\n"),
  end: fc.constantFrom("", "\n", "\n\n"),
  bom: fc.constantFrom("", "\uFEFF"),
});
const FILES = [
  "CLAUDE.md",
  "AGENTS.md",
  "SOUL.md",
  "HEARTBEAT.md",
  "GEMINI.md",
  ".gitignore",
  ".gitattributes",
  ".cursor/rules/x.mdc",
];
const tree = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...FILES), text), { selector: ([name]) => name, maxLength: 4 })
  .map(
    (files): Tree =>
      Object.fromEntries(
        files.map(([name, { lines, newline, end, bom }]) => {
          const mark = name.startsWith(".git") ? "" : bom;
          return [name, mark + lines.join(newline) + end.replaceAll("\n", newline)];
        }),
      ),
  );

/** Nothing is put behind a code block that does not end. */
function openBlock(thrown: unknown): undefined {
  if (!/a code block begins here and does not end/.test(String(thrown))) throw thrown;
}

describe("init and hooks, then uninstall", () => {
  it("leave every byte as it was, in any tree", { tags: "proof", timeout: 400_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        tree,
        fc.boolean(),
        fc.subarray(["claude-code", "codex", "cursor", "copilot", "opencode", "agents-md"] as HookHost[]),
        async (files, git, hosts) => {
          const { root, room, end } = roomOf(files, git);
          try {
            const before = treeOf(root);
            await init({ root, agent: "main", timezone: "UTC", places: room().places });
            for (const host of hosts) {
              const plan = await planHooks(room(), "install", { host, level: "project" }).catch(openBlock);
              if (plan !== undefined) await applyHooks(room(), plan);
            }
            const done = await uninstall(room(), { dryRun: false, confirmed: true });
            expect(done.written).toBe(true);
            const { "tenet.yaml": profile, ...after } = treeOf(root);
            expect(profile).toContain("agent: main");
            expect(after).toEqual(before);
          } finally {
            end();
          }
        },
      ),
      { numRuns: rounds(12, 150), seed: 14 },
    );
  });

  it("put nothing behind a code block that does not end, however often", async () => {
    const files = { "CLAUDE.md": "# Project\n\n```sh\nmake\n" };
    const { root, room, end } = roomOf(files, true);
    for (const _ of [1, 2]) {
      const { left } = await init({ root, agent: "main", timezone: "UTC", places: room().places });
      expect(left.map(({ file }) => file)).toEqual(["CLAUDE.md", "CLAUDE.md"]);
    }
    const plan = planHooks(room(), "install", { host: "opencode", level: "project" });
    await expect(plan).rejects.toThrow("CLAUDE.md:3: a code block begins here and does not end");
    expect(readFileSync(join(root, "CLAUDE.md"), "utf8")).toBe(files["CLAUDE.md"]);
    end();
  });

  it("shows before it does, does what it showed, and is for people", { tags: "proof" }, async () => {
    const { root, room, end } = roomOf({ "CLAUDE.md": "# Project\n" }, true);
    await init({ root, agent: "main", timezone: "UTC", places: room().places });
    const before = treeOf(root);
    const shown = await uninstall(room(), { dryRun: false });
    expect(shown).toMatchObject({ written: false });
    expect(pipeText(uninstallOutline(shown))).toContain("Nothing is changed");
    const agent = { ...room(), actor: { ...room().actor, atTerminal: false } };
    await expect(uninstall(agent, { dryRun: false, confirmed: true })).rejects.toThrow(/for people/);
    await expect(uninstall(room(), { dryRun: false, confirmed: false })).rejects.toThrow(/nothing was changed/);
    expect(treeOf(root)).toEqual(before);
    const done = await uninstall(room(), { dryRun: false, confirmed: true });
    expect(done.files).toEqual(shown.files);
    expect(Object.keys(treeOf(root)).sort()).toEqual([".git/config", "CLAUDE.md", "tenet.yaml"]);
    expect((await uninstall(room(), { dryRun: true })).files.map(({ file }) => file)).not.toContain("CLAUDE.md");
    end();
  });

  it("leaves the merge driver to other workspaces of the repository until the last one goes", async () => {
    const { root, room, end } = roomOf({}, true);
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=s", "-c", "user.email=s@x", ...args], { cwd: root });
    const [app, web] = [join(root, "packages/app"), join(root, "packages/web")] as const;
    const driver = () => /merge "tenet"/.test(readFileSync(join(root, ".git/config"), "utf8"));
    const setUp = (at: string) => init({ root: at, agent: "main", timezone: "UTC", places: room().places });
    const removed = async (at: string) => {
      const { files } = await uninstall(
        { ...room(), workspace: new Workspace(at) },
        { dryRun: false, confirmed: true },
      );
      return files.find(({ file }) => file === ".git/config");
    };
    const keeps = (user: string) => ({ change: "left", because: `${user} still uses the merge driver` });
    for (const one of [app, web]) mkdirSync(one, { recursive: true });
    await setUp(app);
    git("add", "-A");
    git("commit", "-q", "-m", "app");
    await setUp(web);
    expect(await removed(web)).toMatchObject(keeps(app));
    git("worktree", "add", "-q", "../beside");
    const beside = join(root, "../beside/packages/app");
    expect(await removed(app)).toMatchObject(keeps(beside));
    expect(driver()).toBe(true);
    expect(await removed(beside)).toMatchObject({ change: "restored" });
    expect(driver()).toBe(false);
    end();
  });

  it("keeps rules with what was learned", { tags: "proof" }, async () => {
    const world = rulesWorld();
    world.world.put("SOUL.md", "# Soul\n");
    const { ctx } = world;
    const { root } = ctx.workspace;
    rmSync(ctx.workspace.profile);
    await init({ root, agent: "main", timezone: "UTC", places: ctx.places });
    await world.store(held("A0001"));
    await world.digest();
    const room = { ...ctx, actor: { ...ctx.actor, ...AT_TERMINAL } };
    const kept = await uninstall(room, { dryRun: false, confirmed: true });
    expect(kept.files).toContainEqual(expect.objectContaining({ file: "SOUL.md", change: "left" }));
    expect(world.read("SOUL.md")).toContain("Do A0001");
    expect(world.has("memory/learning/corrections/2026-02-01.md")).toBe(true);
    for (const stays of ["tenet.yaml", "memory/versions"]) expect(world.has(stays), stays).toBe(true);
  });
});
