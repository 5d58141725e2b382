import { execFile } from "node:child_process";
import { chmod } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { SHELLS } from "../../src/command/completions.js";
import { binary, oncePerFile } from "../sandbox.js";
import { knownWorkspace, NO_MODEL } from "./known-workspace.js";
import { done } from "./typed.js";

const exec = promisify(execFile);

const installed = (shell: string): Promise<boolean> =>
  exec("sh", ["-c", `command -v ${shell}`]).then(
    () => true,
    () => false,
  );

/** A workspace, the three scripts beside it, and `tenet` as a shell finds it. */
const shellBox = oncePerFile(async () => {
  const box = await knownWorkspace({ profile: NO_MODEL });
  for (const shell of SHELLS) await box.write(`tenet.${shell}`, (await done(box, `completion ${shell}`)).stdout);
  const path = await box.write("bin/tenet", `#!/bin/sh\nexec '${process.execPath}' '${binary()}' "$@"\n`);
  await chmod(path, 0o755);
  return { box, env: { ...box.env, PATH: `${dirname(path)}:${box.env["PATH"]}` } };
});

/** What a shell prints. */
async function run(shell: string, args: readonly string[], folder = "."): Promise<string[]> {
  const { box, env } = await shellBox();
  return (await exec(shell, [...args], { cwd: box.path(folder), env })).stdout
    .split("\n")
    .filter((line) => line !== "");
}

/** What bash offers behind these words; the last one is being typed. */
const bash = (words: string, { more = "", folder = "." } = {}) =>
  run(
    "bash",
    [
      "--norc",
      "-c",
      `source ${folder === "." ? "." : ".."}/tenet.bash; complete -p tenet >/dev/null || exit 1; COMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); ${more} _tenet 2>/dev/null; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ],
    folder,
  );

describe("completion in bash, really sourced", () => {
  it.each([
    ["commands", "tenet ''", "init list learn", "--json"],
    ["the beginning of one", "tenet li", "list", "learn"],
    ["flags before a command", "tenet --", "--json --session", "--limit"],
    ["a command behind a flag with a value", "tenet -C list sh", "show", "list"],
    ["flags of a command", "tenet list --", "--limit --since --json", "--because"],
    ["flags of an alias", "tenet search --key", "--keyword", "--json"],
    ["words of a flag", "tenet list --type ''", "correction insight outcome", "--json"],
    ["subcommands", "tenet config ''", "get set", "list"],
    ["shells", "tenet completion ''", "bash zsh fish", "list"],
  ])("%s", { tags: "sampled" }, async (_, words, has, hasNot) => {
    const found = (await bash(words)).map((line) => line.split("  ")[0]);
    expect(found).toEqual(expect.arrayContaining(has.split(" ")));
    expect(found).not.toContain(hasNot);
  });

  it("free text gets no words", async () => {
    expect(await bash("tenet learn --because ''")).toEqual([]);
  });
});

describe("entries are offered by name, with what they say", () => {
  const LOCKFILE = "Install from the lockfile in continuous integration";

  it("bash: several with their text, one alone without it", { tags: "proof" }, async () => {
    const all = await bash("tenet show ''");
    expect(all).toContain(`k7q2x  ${LOCKFILE}`);
    expect(all.length).toBeGreaterThan(2);
    expect(await bash("tenet show cor-2026")).toEqual([
      expect.stringMatching(/^cor-20260212-m9qrt {2}/),
      expect.stringMatching(/^cor-20260210-k7q2x {2}/),
    ]);
    expect(await bash("tenet show ''", { more: "COMP_TYPE=37" })).toContain("k7q2x");
    for (const [words, offered] of [
      ["tenet show k7", "k7q2x"],
      ["tenet show K7", "K7Q2X"],
      ["tenet edit --link k7", "k7q2x"],
      ["tenet forget k7", "k7q2x"],
      ["tenet list --type = co", "correction"],
      ["tenet hooks install cu", "cursor"],
    ] as const)
      expect(await bash(words), words).toEqual([offered]);
    expect(await bash("tenet show nothing")).toEqual([]);
    expect(await bash("tenet -C .. show k7", { folder: "memory" })).toEqual(["k7q2x"]);
  });

  it("zsh", { tags: "proof" }, async (test) => {
    if (!(await installed("zsh"))) test.skip("zsh is not installed");
    const script = `compdef() { : }; source ./tenet.zsh; _describe() { print -l -- \${(P)3} }; words=(tenet show "$1"); CURRENT=3; _tenet`;
    const zsh = (prefix: string) => run("zsh", ["-f", "-c", script, "zsh", prefix]);
    expect(await zsh("k7")).toEqual([`k7q2x:${LOCKFILE}`]);
    expect((await zsh("")).length).toBeGreaterThan(2);
  });

  it("fish", { tags: "proof" }, async (test) => {
    if (!(await installed("fish"))) test.skip("fish is not installed");
    const fish = (line: string) => run("fish", ["--no-config", "-c", `source tenet.fish; complete -C '${line}'`]);
    const names = async (line: string) => (await fish(line)).map((one) => one.split("\t")[0]);
    expect(await fish("tenet show k7")).toEqual([`k7q2x\t${LOCKFILE}`]);
    expect(await names("tenet list --stakes ")).toEqual(["high", "low", "medium"]);
    expect(await names("tenet hooks install cu")).toEqual(["cursor"]);
    expect(await names("tenet hooks ")).toContain("install");
  });

  it("what no longer counts stands behind what does, and what is sensitive is not there", async () => {
    const box = await knownWorkspace({ profile: NO_MODEL });
    const file = "memory/learning/insights/2026-02-11.md";
    const text = await box.read(file);
    await box.write(file, text.replace("status: active", "status: superseded"));
    expect((await done(box, "completion bash -- show i")).stdout).toMatch(/^ins-20260211-m2xba\t.+\n$/);
    await box.write(file, text.replace("status: active", "status: active\nreview: {state: sensitive}"));
    expect((await done(box, "completion bash -- show m2")).stdout).toBe("");
  });

  it.each([
    ["bash", "-n"],
    ["zsh", "-n"],
    ["fish", "--no-execute"],
  ])("%s reads its script without complaint, where it is installed", { tags: "proof" }, async (shell, check) => {
    const { box } = await shellBox();
    expect((await box.read(`tenet.${shell}`)).length).toBeGreaterThan(100);
    if (await installed(shell)) expect(await run(shell, [check, `tenet.${shell}`])).toEqual([]);
  });
});
