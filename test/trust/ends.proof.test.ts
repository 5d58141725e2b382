import { cp, mkdir, readdir, readFile, rm, symlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { knownWorkspace } from "../cli/known-workspace.js";
import { some } from "../effort.js";
import { CLAUDE, FOLDER } from "../hosts/hook-fixtures.js";
import type { Sandbox } from "../sandbox.js";

/** Every name and byte in a folder. */
async function heldIn(folder: string): Promise<string[]> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  const lines = all.map(async (one) => {
    const path = join(one.parentPath, one.name);
    return `${path} ${one.isFile() ? (await readFile(path)).toString("base64") : ""}`;
  });
  return (await Promise.all(lines)).sort();
}

describe("a file or folder of tenet's that leads out of the workspace", () => {
  /** What is there at that place leads outside afterwards; answers what stands there. */
  async function leadOut(box: Sandbox, name: string): Promise<() => Promise<string[]>> {
    const [at, outside] = [box.path(...name.split("/")), join(dirname(box.dir), "outside")];
    const target = join(outside, basename(name));
    await mkdir(outside);
    await cp(at, target, { recursive: true }).catch(() => mkdir(target));
    await mkdir(dirname(at), { recursive: true });
    await rm(at, { recursive: true, force: true });
    await symlink(target, at);
    return () => heldIn(outside);
  }

  const hears = (box: Sandbox, event: "session-start" | "user-prompt"): string =>
    JSON.stringify(CLAUDE[event]).replaceAll(FOLDER, box.dir);

  const READS: readonly (readonly string[])[] = [["recall", "lockfile", "--keyword"], ["heartbeat"]];
  const WRITES: readonly (readonly string[])[] = [
    ["remember", "Indent Go with tabs", "--category", "convention"],
    ["log", "built the image"],
    ["run", "start", "nightly"],
    ["digest"],
    ["forget", "m2xba", "--reason", "about another project"],
    ["hooks", "install", "claude-code"],
  ];

  it.each([".tenet", ".tenet/state.db", ".tenet/lock.db", ".tenet/tmp", ".tenet/cache.db", ".tenet/index"])(
    "%s is not followed: commands are refused with its name, a session starts with it, doctor finds it",
    async (name) => {
      const box = await knownWorkspace();
      await box.run(["log", "built the image"]);
      const outside = await leadOut(box, name);
      const before = await outside();
      for (const args of [...READS, ...some(WRITES, 3)]) {
        const ran = await box.run(args);
        expect(ran, args.join(" ")).toMatchObject({ code: 5, stdout: "" });
        expect(ran.stderr).toContain(`${name} is a symbolic link`);
      }
      const hook = (event: "session-start" | "user-prompt") => box.run(["hook", event], { stdin: hears(box, event) });
      expect(await hook("session-start")).toMatchObject({ code: 0, stdout: expect.stringContaining(`${name} is a`) });
      expect(await hook("user-prompt")).toMatchObject({ code: 0, stdout: "" });
      expect((await box.run(["verify"])).code).not.toBe(5);
      const looked = (await box.run(["doctor", "--json"])).json().data.findings;
      expect(looked).toContainEqual(expect.objectContaining({ code: "symlink", severity: "error", file: name }));
      expect(await outside()).toEqual(before);
    },
  );

  it.each(["memory", "memory/learning", "memory/facts"])("%s is not followed, and nothing is lost", async (name) => {
    const box = await knownWorkspace();
    const outside = await leadOut(box, name);
    const before = await outside();
    for (const args of [...READS, ...WRITES]) await box.run(args);
    const told = await box.run(["remember", "Indent Rust with spaces", "--category", "convention"]);
    if (name !== "memory/learning") expect(told.stderr).toMatch(/is a symbolic link/);
    expect(await outside()).toEqual(before);
  });
});

describe("50 MB on stdin", () => {
  const MUCH = "use tabs ".repeat((50 * 1024 * 1024) / 9);
  const MOST_MEGABYTES = 200;
  const PEAK = fileURLToPath(new URL("../../bench/peak.mjs", import.meta.url));

  it.each<[args: string, code: number, says: RegExp]>([
    ["add -", 2, /^tenet: stdin is longer than 16 MB\n {2}Nothing was read\. Give it in parts/],
    ["add - --json", 2, /^$/],
    ["log -", 2, /^tenet: stdin is longer than 16 MB\n/],
    ["run finish nightly --from -", 2, /^tenet: stdin is longer than 16 MB\n/],
    ["hook user-prompt", 0, /^note: hook user-prompt: what came on stdin is too large\n$/],
    ["mcp", 0, /^$/],
  ])("%s: refused while it comes, in little memory, and nothing is written", async (args, code, says) => {
    const box = await knownWorkspace();
    if (args.startsWith("run")) await box.run(["run", "start", "nightly"]);
    const tree = () => heldIn(box.path("memory"));
    const [before, peak] = [await tree(), join(dirname(box.dir), "peak.txt")];
    const env = { NODE_OPTIONS: `--import=${PEAK}`, BENCH_PEAK_FILE: peak };
    const ran = await box.runProcess(args.split(" "), { stdin: MUCH, env });
    expect(ran.code, ran.stderr).toBe(code);
    expect(ran.stderr).toMatch(says);
    if (args.endsWith("--json")) expect(ran.json().error).toMatchObject({ message: "stdin is longer than 16 MB" });
    else expect(ran.stdout).toBe("");
    expect(await tree()).toEqual(before);
    expect(Number(await readFile(peak, "utf8")) / 1024).toBeLessThan(MOST_MEGABYTES);
  });
});
