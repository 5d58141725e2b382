/** The scripts of the shells, really sourced: what they offer is what `tenet completion` answers. */
import { execFile } from "node:child_process";
import { chmod } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { SCRIPTS } from "../../src/command/completions.js";
import { binary, oncePerFile } from "../sandbox.js";
import { knownWorkspace, NO_MODEL } from "./known-workspace.js";
import { done } from "./typed.js";

const exec = promisify(execFile);
const LOCKFILE = "Install from the lockfile in continuous integration";

/** A workspace, the three scripts beside it, and `tenet` as a shell finds it. */
const shellBox = oncePerFile(async () => {
  const box = await knownWorkspace({ profile: NO_MODEL });
  for (const shell of Object.keys(SCRIPTS))
    await box.write(`tenet.${shell}`, (await done(box, `completion ${shell}`)).stdout);
  const path = await box.write("bin/tenet", `#!/bin/sh\nexec '${process.execPath}' '${binary()}' "$@"\n`);
  await chmod(path, 0o755);
  return { box, env: { ...box.env, PATH: `${dirname(path)}:${box.env["PATH"]}` } };
});

/** The lines that a shell prints; undefined where it is not installed. */
async function run(shell: string, ...args: readonly string[]): Promise<string[] | undefined> {
  const { box, env } = await shellBox();
  const ran = exec(shell, [...args], { cwd: box.dir, env }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT" || shell === "bash") throw error;
  });
  return (await ran)?.stdout.split("\n").filter((line) => line !== "");
}

/** What bash offers behind these words; the last one is being typed. */
const bash = (words: string, more = "") =>
  run(
    "bash",
    "--norc",
    "-c",
    `source ./tenet.bash; complete -p tenet >/dev/null || exit 1; COMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); ${more} _tenet; printf '%s\\n' "\${COMPREPLY[@]}"`,
  );

describe("completion in bash", () => {
  it.each([
    ["commands, with what they do", "tenet ''", /^(init|recall|doctor) {2}\w/, 3],
    ["flags of a command and of all", "tenet list --", /^--(limit|since|json) {2}/, 3],
    ["one flag alone without what it means", "tenet recall --keyw", /^--keyword$/, 1],
    ["parts", "tenet config ''", /^(get|set) {2}/, 2],
  ])("%s", async (_, words, each, count) => {
    expect((await bash(words))?.filter((line) => each.test(line))).toHaveLength(count);
  });

  it("closed words, entries by what they say, one alone without its text; nothing for free text", {
    tags: "proof",
  }, async () => {
    for (const [words, offered] of [
      ["tenet show k7", "k7q2x"],
      ["tenet edit --link k7", "k7q2x"],
      ["tenet forget k7", "k7q2x"],
      ["tenet list --type = co", "correction"],
      ["tenet hooks install cu", "cursor"],
      ["tenet -C list sh", "show"],
    ] as const)
      expect(await bash(words), words).toEqual([offered]);
    for (const words of ["tenet learn --because ''", "tenet show nothing"]) expect(await bash(words)).toEqual([]);
    expect(await bash("tenet show ''")).toContain(`k7q2x  ${LOCKFILE}`);
    expect(await bash("tenet show ''", "COMP_TYPE=37")).toContain("k7q2x");
  });
});

it("zsh and fish offer the same, where they are installed", { tags: "proof" }, async () => {
  const describes = `compdef() { : }; source ./tenet.zsh; _describe() { print -l -- \${(P)3} }; words=(tenet show k7); CURRENT=3; _tenet`;
  expect((await run("zsh", "-f", "-c", describes)) ?? [`k7q2x:${LOCKFILE}`]).toEqual([`k7q2x:${LOCKFILE}`]);
  const fish = (line: string) => run("fish", "--no-config", "-c", `source tenet.fish; complete -C '${line}'`);
  expect((await fish("tenet show k7")) ?? [`k7q2x\t${LOCKFILE}`]).toEqual([`k7q2x\t${LOCKFILE}`]);
  expect((await fish("tenet list --stakes ")) ?? ["high", "medium", "low"]).toHaveLength(3);
});

it("what is sensitive is not offered", async () => {
  const box = await knownWorkspace({ profile: NO_MODEL });
  const file = "memory/learning/insights/2026-02-11.md";
  const text = await box.read(file);
  await box.write(file, text.replace("status: active", "status: active\nreview: {state: sensitive}"));
  expect((await done(box, "completion bash -- show m2")).stdout).toBe("");
});
