import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { generateTree } from "../../bench/generated-tree.js";
import { COMMANDS } from "../../src/commands.js";
import { everyNth, PROOF } from "../effort.js";
import { binary, type Sandbox, sandbox } from "../sandbox.js";
import { INS, invocation, knownWorkspace, NO_MODEL, worldOf } from "./known-workspace.js";
import { done, told } from "./typed.js";

const exec = promisify(execFile);
const ESC = "\u001b";

const known = () => knownWorkspace({ profile: NO_MODEL });

/** A line of a shell, with the real binary for the word tenet. */
const shell = (box: Sandbox, line: string, env: Record<string, string | undefined> = box.env) => {
  const tenet = `tenet() { '${process.execPath}' '${binary()}' "$@"; }`;
  return exec("bash", ["-c", `${tenet}; ${line}`], { cwd: box.dir, env });
};

/** Runs a line of a shell under a pseudo-terminal; both output streams come back as one. */
async function inTerminal(box: Sandbox, line: string, more: Record<string, string | undefined> = {}): Promise<string> {
  const command = line.replace(/^tenet/, `'${process.execPath}' '${binary()}'`);
  const env = { ...box.env, TERM: "xterm-256color", COLUMNS: "80", NO_COLOR: undefined, ...more };
  return (await exec("script", ["-qec", command, "/dev/null"], { cwd: box.dir, env })).stdout;
}

describe("row 35: clean streams off a terminal", () => {
  const ways: [flag: string | undefined, env: Record<string, string | undefined>][] = [
    [undefined, { NO_COLOR: undefined }],
    ["--no-color", { NO_COLOR: undefined, FORCE_COLOR: "1" }],
    ["--quiet", { NO_COLOR: undefined, TERM: "dumb" }],
    ["--json", { NO_COLOR: undefined, FORCE_COLOR: "1" }],
  ];
  const commands = COMMANDS.filter(({ protocol }) => protocol !== true);
  for (const [at, { name }] of everyNth(commands, 5, 1).entries()) {
    it(`row 35: ${name}: no escape sequence in a pipe, with NO_COLOR, TERM=dumb, --no-color or --quiet`, {
      tags: "more",
    }, async () => {
      const { args, stdin = null, exits = [0] } = invocation(name);
      for (const [flag, env] of everyNth(ways, ways.length, at % ways.length)) {
        const box = await worldOf(name);
        const all = flag === undefined ? args : [...args, flag];
        // In the process of the test it is the same: test/cli/one-process.proof.test.ts.
        const ran = await (PROOF ? box.runProcess(all, { stdin, env }) : box.run(all, { stdin, env }));
        expect(exits, ran.stderr).toContain(ran.code);
        expect(ran.stdout + ran.stderr).not.toContain(ESC);
        expect(ran.stdout + ran.stderr).not.toMatch(/\r(?!\n)/);
        if (flag === "--quiet") expect(ran.stderr).toBe("");
        if (flag === "--json") expect(ran.json().ok).toBe(true);
      }
    });
  }

  it("row 35: FORCE_COLOR colours a pipe, and NO_COLOR wins over it", async () => {
    const box = await known();
    const forced = await done(box, "show k7q2x", { env: { NO_COLOR: undefined, FORCE_COLOR: "1" } });
    expect(forced.stdout).toContain(ESC);
    expect((await done(box, "show k7q2x", { env: { FORCE_COLOR: "1" } })).stdout).not.toContain(ESC);
  });

  it("row 35: what an entry says cannot colour, move or reorder a screen", async () => {
    const box = await known();
    const file = "memory/learning/insights/2026-02-11.md";
    const text = await box.read(file);
    await box.write(file, text.replace('insight: "Retries hide', 'insight: "Retries \\e[31mhide\\x07 \\u202E'));
    for (const line of ["list", `show ${INS}`]) {
      const { stdout } = await done(box, line);
      expect(stdout).toContain("\\u{202e}");
      for (const hidden of [ESC, "\u0007", "\u202e"]) expect(stdout).not.toContain(hidden);
    }
    expect((await done(box, `show ${INS}`)).stdout).toContain("\\u{1b}[31mhide\\u{7}");
    expect((await told(box, `show ${INS}`)).claim).toContain(`${ESC}[31mhide`);
  });
});

describe("row 35: on a terminal", () => {
  it.each([
    ["a terminal", {}, true],
    ["NO_COLOR", { NO_COLOR: "1" }, false],
    ["TERM=dumb", { TERM: "dumb" }, false],
    ["FORCE_COLOR=0", { FORCE_COLOR: "0" }, false],
  ] as const)("row 35: %s with %o, coloured: %s", { tags: "more" }, async (_, more, coloured) => {
    const box = await known();
    let drawn = "";
    if (PROOF) drawn = await inTerminal(box, "tenet show k7q2x", more);
    else {
      const env = { NO_COLOR: undefined, TERM: "xterm-256color", ...more };
      const sees = (text: string) => {
        drawn += text;
      };
      expect(await box.runTyped(["show", "k7q2x"], sees, { env })).toBe(0);
    }
    expect(drawn).toContain("Install from the lockfile");
    expect(drawn.includes(ESC)).toBe(coloured);
  });

  it("row 35: each stream is decided alone: a result in a pipe is plain while the terminal gets its colours", {
    tags: "proof",
  }, async () => {
    const box = await known();
    const drawn = await inTerminal(box, "tenet show k7q2x | cat");
    expect(drawn).not.toContain(ESC);
    expect(drawn).toContain("Install from the lockfile");
    expect(await inTerminal(box, "tenet show zzzzz | cat; true")).toContain(ESC);
    const json = await inTerminal(box, "tenet list --json");
    expect(json).not.toContain(ESC);
    expect(JSON.parse(json).ok).toBe(true);
  });
});

describe("row 36: readers that leave and disks that are full", { tags: "proof" }, () => {
  const ENTRIES = 2_000;
  async function crowded(): Promise<Sandbox> {
    const box = await sandbox({ empty: true });
    generateTree(box.dir, ENTRIES, 20);
    return box;
  }

  it("row 36: list | head -1 on output larger than a pipe holds: exit 0 and no trace", { tags: "proof" }, async () => {
    const box = await crowded();
    expect((await done(box, `list --limit ${ENTRIES}`)).stdout.length).toBeGreaterThan(200_000);
    for (const flag of ["", "--json"]) {
      const line = `(tenet list --limit ${ENTRIES} ${flag}; echo "exit $?" >&2) | head -c 10`;
      const { stdout, stderr } = await shell(box, line);
      expect(stdout).toHaveLength(10);
      expect(stderr).toBe("exit 0\n");
    }
  });

  it("row 36: all of a large output reaches a slow pipe", { tags: "proof" }, async () => {
    const { stdout } = await shell(await crowded(), `tenet export | (sleep 1; grep -c '^{"type"')`);
    expect(Number(stdout)).toBe(ENTRIES);
  });

  it("row 36: /dev/full fails and says why; closed output streams do no harm", { tags: "proof" }, async () => {
    const box = await known();
    for (const line of ["list", "list --json", "show k7q2x"]) {
      const { code, stderr } = await shell(box, `tenet ${line} > /dev/full`).catch((error) => error);
      expect([code, stderr]).toEqual([1, expect.stringContaining("no space left")]);
      expect(stderr).not.toContain(" at ");
    }
    for (const closing of [">&-", "2>&-", ">&- 2>&-"]) await shell(box, `tenet list ${closing}`);
  });
});
