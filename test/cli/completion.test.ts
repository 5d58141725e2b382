import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { completionModel, completionScript, SHELLS } from "../../src/cli/commands/completion.js";
import { COMMANDS } from "../../src/cli/commands.js";
import { sandbox } from "../sandbox.js";

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
    it(name, async () => {
      const found = await offered(words);
      for (const word of has) expect(found).toContain(word);
      for (const word of hasNot) expect(found).not.toContain(word);
    });
  }

  it("free text gets no words", async () => {
    expect(await offered(["tenet", "learn", "--because", ""])).toEqual([]);
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
