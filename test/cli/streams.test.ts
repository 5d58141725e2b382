import { execFile } from "node:child_process";
import { open } from "node:fs/promises";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands.js";
import { everyNth, PROOF } from "../effort.js";
import { binary, type Sandbox } from "../sandbox.js";
import { invocation, knownWorkspace, worldOf } from "./known-workspace.js";

const exec = promisify(execFile);
const ESC = "\u001b";

/** One argument as a POSIX shell takes it. */
const word = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Runs a command line under a pseudo-terminal; both output streams come back as one. */
async function inTerminal(box: Sandbox, args: readonly string[], env: Record<string, string | undefined>, tail = "") {
  const line = `${[process.execPath, binary(), ...args].map(word).join(" ")} ${tail}`;
  const merged = { ...box.env, TERM: "xterm-256color", COLUMNS: "80", NO_COLOR: undefined, ...env };
  const clean = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined));
  const { stdout } = await exec("script", ["-qec", line, "/dev/null"], {
    cwd: box.dir,
    env: clean as Record<string, string>,
    timeout: 30_000,
  });
  return stdout;
}

describe("row 35: clean streams off a terminal", () => {
  const commands = COMMANDS.filter(({ protocol }) => protocol !== true);
  for (const { name } of everyNth(commands, 2)) {
    it(`row 35: ${name}: no escape sequence in a pipe, with NO_COLOR, TERM=dumb, --no-color or --quiet`, {
      tags: "more",
    }, async () => {
      const { args, stdin = null, exits = [0] } = invocation(name);
      const ways: [string[], Record<string, string | undefined>][] = [
        [[], { NO_COLOR: undefined }],
        [["--no-color"], { NO_COLOR: undefined, FORCE_COLOR: "1" }],
        [["--quiet"], { NO_COLOR: undefined, TERM: "dumb" }],
        [["--json"], { NO_COLOR: undefined, FORCE_COLOR: "1" }],
      ];
      // Whoever is not sized for every way is run in the process of the test; test/cli/one-process.test.ts says why.
      const few = ways.filter(([flags]) => !flags.includes("--no-color") && !flags.includes("--json"));
      const tried = PROOF || name === "show" ? ways : few;
      for (const [flags, env] of tried) {
        const box = await worldOf(name);
        const ran = await (PROOF ? box.runProcess : box.run)([...args, ...flags], { stdin, env });
        expect(exits, ran.stderr).toContain(ran.code);
        expect(ran.stdout + ran.stderr).not.toContain(ESC);
        expect(ran.stdout + ran.stderr).not.toMatch(/\r(?!\n)/);
        if (flags.includes("--quiet")) expect(ran.stderr).toBe("");
        if (flags.includes("--json")) expect(ran.json().ok).toBe(true);
      }
    });
  }

  it("row 35: FORCE_COLOR colours a pipe, and NO_COLOR wins over it", async () => {
    const box = await knownWorkspace();
    expect((await box.run(["show", "k7q2x"], { env: { NO_COLOR: undefined, FORCE_COLOR: "1" } })).stdout).toContain(
      ESC,
    );
    expect((await box.run(["show", "k7q2x"], { env: { FORCE_COLOR: "1" } })).stdout).not.toContain(ESC);
  });

  it("row 35: what an entry says cannot colour, move or reorder a screen", async () => {
    const box = await knownWorkspace();
    const file = "memory/learning/insights/2026-02-11.md";
    const text = await box.read(file);
    await box.write(file, text.replace('insight: "Retries hide', 'insight: "Retries \\e[31mhide\\x07 \\u202E'));
    for (const args of [["list"], ["show", "m2xba"]]) {
      const { stdout } = await box.run(args);
      expect(stdout).toContain("\\u{202e}");
      for (const hidden of [ESC, "\u0007", "\u202e"]) expect(stdout).not.toContain(hidden);
    }
    expect((await box.run(["show", "m2xba"])).stdout).toContain("\\u{1b}[31mhide\\u{7}");
    expect((await box.run(["show", "m2xba", "--json"])).json().data.claim).toContain(`${ESC}[31mhide`);
  });
});

describe("row 35: on a terminal", () => {
  it("row 35: list is a table with headings, as wide as the terminal and no wider", { tags: "proof" }, async () => {
    const box = await knownWorkspace();
    const drawn = await inTerminal(box, ["list"], { NO_COLOR: "1" });
    const lines = drawn.split(/\r?\n/).filter((line) => line !== "");
    expect(lines[0]).toMatch(/^id {2,}.*text$/);
    // Under the two of an open pair stands the other one.
    const under = lines.filter((line) => line.startsWith(" "));
    expect(lines).toHaveLength(5 + under.length);
    expect(under.filter((line) => /^ +undecided beside [0-9a-z]{5} \(self\): /.test(line))).toHaveLength(2);
    for (const line of lines) expect([...line].length).toBeLessThanOrEqual(80);
    expect(drawn).not.toContain(ESC);
  });

  for (const [name, env, coloured] of [
    ["a terminal", {}, true],
    ["NO_COLOR", { NO_COLOR: "1" }, false],
    ["TERM=dumb", { TERM: "dumb" }, false],
    ["FORCE_COLOR=0", { FORCE_COLOR: "0" }, false],
  ] as const) {
    it(`row 35: ${name}: ${coloured ? "colour" : "no colour"}`, { tags: "sampled" }, async () => {
      const box = await knownWorkspace();
      const drawn = await inTerminal(box, ["show", "k7q2x"], env);
      expect(drawn.includes(ESC)).toBe(coloured);
    });
  }

  it("row 35: each stream is decided alone: a result in a pipe is plain while the terminal gets its colours", {
    tags: "proof",
  }, async () => {
    const box = await knownWorkspace();
    const drawn = await inTerminal(box, ["show", "k7q2x"], {}, "| cat");
    expect(drawn).not.toContain(ESC);
    expect(drawn).toContain("Install from the lockfile");
    const failure = await inTerminal(box, ["show", "zzzzz"], {}, "| cat; true");
    expect(failure).toContain(ESC);
  });

  it("row 35: --json on a terminal is one plain document", { tags: "proof" }, async () => {
    const box = await knownWorkspace();
    const drawn = await inTerminal(box, ["list", "--json"], {});
    expect(drawn).not.toContain(ESC);
    expect(JSON.parse(drawn).ok).toBe(true);
  });
});

describe("row 36: readers that leave and disks that are full", () => {
  async function crowded(entries: number): Promise<Sandbox> {
    const box = await knownWorkspace();
    const tail = (n: number) =>
      n
        .toString(32)
        .toUpperCase()
        .replace(/[ILOU]/g, "Z")
        .padStart(4, "0");
    const records = Array.from({ length: entries }, (_, n) => {
      const id = `INS-20260201-A${tail(n)}`;
      return `## ${id} · x\n\`\`\`yaml\ntype: insight\nid: ${id}\ntimestamp: 2026-02-01T00:00:00Z\nagent: main\ntier: self\ninsight: "${"Something worth a long line. ".repeat(10)}${n}"\nevidence: "e"\nstakes: low\nat_risk: "r"\nstatus: active\n\`\`\`\n`;
    });
    const unique = [...new Map(records.map((record) => [record.slice(0, 24), record])).values()];
    await box.write(
      "memory/learning/insights/2026-02-01.md",
      `---\ntype: insights\ndate: 2026-02-01\n---\n# Insights\n\n${unique.join("\n")}`,
    );
    return box;
  }

  it("row 36: list | head -1 on output larger than a pipe holds: exit 0 and no trace", { tags: "proof" }, async () => {
    const box = await crowded(1_000);
    const whole = await box.run(["list", "--limit", "2000"]);
    expect(whole.stdout.length).toBeGreaterThan(200_000);
    for (const flags of [[], ["--json"]]) {
      const line = `${[process.execPath, binary(), "list", "--limit", "2000", ...flags].map(word).join(" ")}; echo "exit $?" >&2`;
      const { stdout, stderr } = await exec("bash", ["-c", `(${line}) | head -c 10`], { cwd: box.dir, env: box.env });
      expect(stdout).toHaveLength(10);
      expect(stderr).toBe("exit 0\n");
    }
  });

  it("row 36: all of a large output reaches a slow pipe", { tags: "proof" }, async () => {
    const box = await crowded(1_000);
    const line = `${[process.execPath, binary(), "export"].map(word).join(" ")} | (sleep 1; grep -c '^{"type"')`;
    const { stdout } = await exec("bash", ["-c", line], { cwd: box.dir, env: box.env });
    const { data } = (await box.run(["list", "--limit", "0", "--json"])).json();
    expect(Number(stdout)).toBe(data.total);
  });

  it("row 36: /dev/full fails and says why", { tags: "proof" }, async () => {
    const box = await knownWorkspace();
    const full = await open("/dev/full", "w");
    await full.close();
    for (const args of [["list"], ["list", "--json"], ["show", "k7q2x"]]) {
      const line = `${[process.execPath, binary(), ...args].map(word).join(" ")} > /dev/full`;
      const ran = await exec("bash", ["-c", line], { cwd: box.dir, env: box.env }).then(
        () => ({ code: 0, stderr: "" }),
        (error: { code: number; stderr: string }) => error,
      );
      expect(ran.code).toBe(1);
      expect(ran.stderr).toContain("no space left");
      expect(ran.stderr).not.toContain(" at ");
    }
  });

  it("row 36: closed output streams do no harm", { tags: "proof" }, async () => {
    const box = await knownWorkspace();
    for (const closing of [">&-", "2>&-", ">&- 2>&-"]) {
      const line = `${[process.execPath, binary(), "list"].map(word).join(" ")} ${closing}`;
      await expect(exec("bash", ["-c", line], { cwd: box.dir, env: box.env })).resolves.toBeDefined();
    }
  });
});
