import { execFile } from "node:child_process";
import { chmod } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { completionModel } from "../../src/cli/commands/completion.js";
import { COMMANDS } from "../../src/cli/commands.js";
import { completionScript, SHELLS } from "../../src/cli/completion-scripts.js";
import { binary, sandbox } from "../sandbox.js";
import { knownWorkspace } from "./known-workspace.js";

const exec = promisify(execFile);

const installed = (shell: string): Promise<boolean> =>
  exec("sh", ["-c", `command -v ${shell}`]).then(
    () => true,
    () => false,
  );

/** What bash offers behind these words; the last one is being typed. */
async function offered(words: readonly string[]): Promise<string[]> {
  const box = await sandbox({ empty: true });
  const { stdout: script } = await box.run(["completion", "bash"]);
  await box.write("tenet.bash", script);
  const quoted = words.map((word) => `'${word}'`).join(" ");
  const { stdout } = await exec(
    "bash",
    [
      "--norc",
      "-c",
      `source ./tenet.bash && complete -p tenet >/dev/null && COMP_WORDS=(${quoted}) && COMP_CWORD=${words.length - 1} && _tenet && printf '%s\\n' "\${COMPREPLY[@]}"`,
    ],
    { cwd: box.dir },
  );
  return stdout.split("\n").filter((word) => word !== "");
}

describe("completion in bash, really sourced", () => {
  const cases: [string, string[], string[], string[]][] = [
    ["commands", ["tenet", ""], ["init", "list", "learn", "insight", "help"], ["--json"]],
    ["the beginning of one", ["tenet", "li"], ["list", "link"], ["learn"]],
    ["flags before a command", ["tenet", "--"], ["--json", "--help", "--version", "--session"], ["--limit"]],
    ["a command behind a flag with a value", ["tenet", "-C", "list", "sh"], ["show"], []],
    ["flags of a command", ["tenet", "list", "--"], ["--limit", "--since", "--json"], ["--because"]],
    ["flags of an alias", ["tenet", "insight", "--be"], ["--because"], []],
    ["words of a flag", ["tenet", "list", "--type", ""], ["correction", "insight", "outcome"], ["--json"]],
    ["subcommands", ["tenet", "config", ""], ["get", "set"], []],
    ["shells", ["tenet", "completion", ""], ["bash", "zsh", "fish"], []],
    ["topics of help", ["tenet", "help", "in"], ["init", "index"], []],
  ];
  for (const [name, words, has, hasNot] of cases) {
    it(name, { tags: "sampled" }, async () => {
      const found = await offered(words);
      for (const word of has) expect(found).toContain(word);
      for (const word of hasNot) expect(found).not.toContain(word);
    });
  }

  it("free text gets no words", async () => {
    expect(await offered(["tenet", "learn", "--because", ""])).toEqual([]);
  });
});

/** A workspace, the three scripts beside it, and `tenet` as a shell finds it. */
async function shellBox() {
  const box = await knownWorkspace();
  for (const shell of SHELLS) await box.write(`tenet.${shell}`, (await box.run(["completion", shell])).stdout);
  const path = await box.write("bin/tenet", `#!/bin/sh\nexec '${process.execPath}' '${binary()}' "$@"\n`);
  await chmod(path, 0o755);
  const env = { ...box.env, PATH: `${dirname(path)}:${box.env["PATH"]}` };
  const run = async (shell: string, args: readonly string[], cwd = box.dir) =>
    (await exec(shell, [...args], { cwd, env })).stdout.split("\n").filter((line) => line !== "");
  return { box, run };
}

describe("entries are offered by name, with what they say", () => {
  const typed = (words: string, more = "") =>
    `source ./tenet.bash; COMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); ${more} _tenet 2>/dev/null; printf '%s\\n' "\${COMPREPLY[@]}"`;

  it("bash: several with their text, one alone without it", { tags: "proof" }, async () => {
    const { box, run } = await shellBox();
    const bash = (words: string, more?: string) => run("bash", ["--norc", "-c", typed(words, more)]);
    const all = await bash("tenet show ''");
    expect(all).toContain("k7q2x  Install from the lockfile in continuous integration");
    expect(all.length).toBeGreaterThan(2);
    expect(await bash("tenet show k7")).toEqual(["k7q2x"]);
    expect(await bash("tenet show K7")).toEqual(["K7Q2X"]);
    expect(await bash("tenet show cor-2026")).toEqual([
      expect.stringMatching(/^cor-20260212-m9qrt {2}/),
      expect.stringMatching(/^cor-20260210-k7q2x {2}/),
    ]);
    expect(await bash("tenet show ''", "COMP_TYPE=37")).toContain("k7q2x");
    expect(await bash("tenet edit --link k7")).toEqual(["k7q2x"]);
    expect(await bash("tenet memories forget k7")).toEqual(["k7q2x"]);
    expect(await bash("tenet list --type = co")).toEqual(["correction"]);
    expect(await bash("tenet hooks install cu")).toEqual(["cursor"]);
    expect(await bash("tenet show nothing")).toEqual([]);
    const away = box.path("memory");
    const there = typed("tenet -C .. show k7").replace("./tenet.bash", "../tenet.bash");
    expect(await run("bash", ["--norc", "-c", there], away)).toEqual(["k7q2x"]);
  });

  it("zsh", async (test) => {
    if (!(await installed("zsh"))) test.skip("zsh is not installed");
    const { run } = await shellBox();
    const script = `compdef() { : }; source ./tenet.zsh; _describe() { print -l -- \${(P)3} }; PREFIX=$1; _tenet_entries`;
    expect(await run("zsh", ["-f", "-c", script, "zsh", "k7"])).toEqual([
      "k7q2x:Install from the lockfile in continuous integration",
    ]);
    expect((await run("zsh", ["-f", "-c", script, "zsh", ""])).length).toBeGreaterThan(2);
  });

  it("fish", async (test) => {
    if (!(await installed("fish"))) test.skip("fish is not installed");
    const { run } = await shellBox();
    const fish = (line: string) => run("fish", ["--no-config", "-c", `source tenet.fish; complete -C '${line}'`]);
    expect(await fish("tenet show k7")).toEqual(["k7q2x\tInstall from the lockfile in continuous integration"]);
    expect((await fish("tenet list --stakes ")).map((line) => line.split("\t")[0])).toEqual(["high", "low", "medium"]);
    expect(await fish("tenet hooks install cu")).toEqual(["cursor"]);
    expect((await fish("tenet hooks ")).map((line) => line.split("\t")[0])).toContain("install");
  });

  it("where there is no workspace, or nothing to read, there is nothing to offer and no complaint", async () => {
    const box = await sandbox({ empty: true });
    expect(await box.run(["completion", "--entries", ""])).toMatchObject({ code: 0, stdout: "", stderr: "" });
    const broken = await sandbox({ profile: "schema: [" });
    expect(await broken.run(["completion", "--entries", "k"])).toMatchObject({ code: 0, stdout: "" });
  });

  it("sensitive entries are not there, what no longer counts stands behind what does, and nothing is written", async () => {
    const box = await knownWorkspace();
    const file = "memory/learning/insights/2026-02-11.md";
    await box.write(file, (await box.read(file)).replace("status: active", "status: superseded"));
    const { entries } = (await box.run(["completion", "--entries", "i", "--json"])).json().data;
    expect(entries).toEqual([{ name: "ins-20260211-m2xba", text: expect.any(String) }]);
    await box.write(
      file,
      (await box.read(file)).replace("status: superseded", "status: active\nreview: {state: sensitive}"),
    );
    expect((await box.run(["completion", "--entries", "m2"])).stdout).toBe("");
  });
});

describe("completion scripts", () => {
  it("know every command and every flag it shows", async () => {
    const model = await completionModel();
    expect(model.map(({ name }) => name).sort()).toEqual([...COMMANDS.map((row) => row.name), "help"].sort());
    for (const shell of SHELLS) {
      const script = completionScript(shell, model);
      for (const { name, flags } of model) {
        expect(script).toContain(name);
        for (const flag of flags)
          expect(script).toContain(shell === "fish" ? flag.name.replace(/^--?/, "") : flag.name);
      }
    }
  });

  for (const [shell, check] of [
    ["bash", ["-n"]],
    ["zsh", ["-n"]],
    ["fish", ["--no-execute"]],
  ] as const) {
    it(`${shell} reads its script without complaint, where it is installed`, async () => {
      const box = await sandbox({ empty: true });
      const { stdout } = await box.run(["completion", shell]);
      const path = await box.write(`tenet.${shell}`, stdout);
      expect(stdout.length).toBeGreaterThan(500);
      if (await installed(shell)) await expect(exec(shell, [...check, path])).resolves.toMatchObject({ stderr: "" });
    });
  }
});
