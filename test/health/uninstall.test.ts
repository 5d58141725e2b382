import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Actor, Places } from "../../src/context.js";
import { init } from "../../src/health/setup/init.js";
import { uninstall, uninstallOutline } from "../../src/health/setup/uninstall.js";
import { HOOK_HOSTS, planHooks } from "../../src/hosts/install/hooks.js";
import { Workspace } from "../../src/store/workspace.js";
import { pipeText } from "../../src/text/outline/render.js";
import { AT_TERMINAL } from "../capture/capturing.js";
import { held, rulesWorld } from "../rules/rules-world.js";
import { kept as keptFiles } from "./examined-world.js";

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
    actor: { agent: "main", session: "s", atTerminal: true, git: async () => ({}), ...AT_TERMINAL },
  });
  return { root: join(root, "project"), room, end: () => rmSync(root, { recursive: true, force: true }) };
}

describe("init and hooks, then uninstall", () => {
  it("put nothing behind a code block that does not end, however often", async () => {
    const files = { "AGENTS.md": "# Project\n\n```sh\nmake\n" };
    const { root, room, end } = roomOf(files, true);
    for (const _ of [1, 2]) {
      const { left } = await init({ root, agent: "main", timezone: "UTC", places: room().places });
      expect(left.map(({ file }) => file)).toEqual(["AGENTS.md", "AGENTS.md"]);
    }
    const plan = planHooks(room(), "install", { host: "agents-md", level: "project" });
    await expect(plan).rejects.toThrow("AGENTS.md:3: a code block begins here and does not end");
    expect(readFileSync(join(root, "AGENTS.md"), "utf8")).toBe(files["AGENTS.md"]);
    end();
  });

  it("shows before it does, does what it showed, and is for people", { tags: "proof" }, async () => {
    const { root, room, end } = roomOf({ "CLAUDE.md": "# Project\n" }, true);
    await init({ root, agent: "main", timezone: "UTC", places: room().places });
    const before = keptFiles(root);
    const shown = await uninstall(room());
    expect(shown).toMatchObject({ written: false });
    expect(pipeText(uninstallOutline(shown))).toContain("Nothing is changed");
    const agent = { ...room(), actor: { ...room().actor, atTerminal: false } };
    await expect(uninstall(agent, true)).rejects.toThrow(/for people/);
    await expect(uninstall(room(), false)).rejects.toThrow(/nothing was changed/);
    expect(keptFiles(root)).toEqual(before);
    const done = await uninstall(room(), true);
    expect(done.files).toEqual(shown.files);
    expect(Object.keys(treeOf(root)).sort()).toEqual([".git/config", "CLAUDE.md", "tenet.yaml"]);
    expect((await uninstall(room())).files.map(({ file }) => file)).not.toContain("CLAUDE.md");
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
    const kept = await uninstall(room, true);
    expect(kept.files).toContainEqual(expect.objectContaining({ file: "SOUL.md", change: "left" }));
    expect(world.read("SOUL.md")).toContain("Do A0001");
    expect(world.has("memory/learning/corrections/2026-02-01.md")).toBe(true);
    for (const stays of ["tenet.yaml", "memory/versions"]) expect(world.has(stays), stays).toBe(true);
  });
});
