import { expect, it, describe as suite } from "vitest";
import { programHelp } from "../../src/cli/help.js";
import { commandAt, GLOBAL_FLAGS } from "../../src/command/global-flags.js";
import { COMMANDS } from "../../src/commands.js";
import { PLAIN } from "../../src/text/paint.js";
import { declarationOf, parserOf, rowOf } from "../declared.js";
import { sandbox } from "../sandbox.js";
import { atTerminal } from "./terminal.js";
import { done, told, words } from "./typed.js";

/** The tenet calls of an example: what stands between pipes, redirections and the text of a here-document. */
function callsOf(example: string): string[][] {
  const calls: string[][] = [[]];
  for (const word of words(example.replaceAll("\\\n", " "))) {
    if (/^(<<|>|<)/.test(word)) break;
    if (/^[|;&]+$/.test(word)) calls.push([]);
    else calls.at(-1)?.push(word);
  }
  return calls.filter(([program]) => program === "tenet").map((call) => call.slice(1));
}

async function flagsOf(name: string): Promise<ReadonlySet<string | undefined>> {
  const command = await parserOf(name);
  return new Set([
    ...[command, ...command.commands].flatMap((one) => one.options.flatMap((option) => [option.long, option.short])),
    ...GLOBAL_FLAGS.map(({ name }) => name),
  ]);
}

suite("every command", () => {
  it.each(COMMANDS)("$name: has examples that name flags it really has", async ({ name }) => {
    const { examples } = await declarationOf(name);
    const called = new Set<string>();
    for (const [example, summary] of Object.entries(examples)) {
      expect(summary).not.toBe("");
      const calls = callsOf(example);
      expect(calls.length, example).toBeGreaterThan(0);
      for (const call of calls) {
        const first = call[commandAt(call) ?? 0] ?? "";
        called.add(rowOf(first)?.name ?? "");
        const known = await flagsOf(first);
        for (const word of call.filter((one) => /^-\S/.test(one)))
          expect(known, `${word} in ${example}`).toContain(word);
      }
    }
    expect(called).toContain(name);
  });

  it("has a name of its own and says one thing without a full stop", () => {
    expect(new Set(COMMANDS.map(({ name }) => name)).size).toBe(COMMANDS.length);
    for (const row of COMMANDS) {
      expect(row.summary).toMatch(/^[a-z].{0,88}[^.]$/);
    }
  });

  it("shows its help with examples and exits 0, before and after the name; one line points to the global options", {
    tags: "more",
  }, async () => {
    const box = await sandbox({ empty: true });
    for (const [at, row] of COMMANDS.entries()) {
      const { stdout, stderr } = await done(box, at % 2 === 0 ? `${row.name} --help` : `help ${row.name}`);
      expect(stderr).toBe("");
      expect(stdout).toContain(`Usage: tenet ${row.name}`);
      expect(stdout).toContain("Examples:");
      expect(stdout).toContain(Object.keys((await row.load()).examples)[0]?.split("\n")[0]);
      expect(Math.max(...stdout.split("\n").map((line) => line.length)), row.name).toBeLessThanOrEqual(130);
      expect(stdout, row.name).not.toContain("work in this folder instead");
      const pointers = stdout.replace(/\s+/g, " ").match(/Every command also takes [^:]*: tenet --help\./g);
      expect(pointers, row.name).toHaveLength(1);
    }
  });
});

suite("tenet --help", () => {
  const text = async (line: string) => (await done(await sandbox({ empty: true }), line)).stdout;

  it("shows the twelve commands of a first week in two groups, how to see all, and no flag of agents", async () => {
    const help = await text("--help");
    const named = (heading: string) => {
      const [, group = ""] = help.split(`\n${heading}\n`);
      return (group.split("\n\n")[0] ?? "").split("\n").flatMap((line) => /^ {2}(\S+)/.exec(line)?.[1] ?? []);
    };
    expect(named("For you").join(" ")).toBe("init status learn correct remember recall review why");
    expect(named("For your agent").join(" ")).toBe("context heartbeat outcome hooks");
    expect(help).toContain("tenet help --all");
    expect(help).not.toContain("--session");
    const all = (await text("help --all")).replace(/\s+/g, " ");
    for (const { summary, hidden } of COMMANDS) if (hidden !== true) expect(all).toContain(summary);
    for (const { name, value } of GLOBAL_FLAGS) expect(all).toContain(` ${name} ${value ?? ""}`);
  });

  it("is what a bare tenet, --help, -h, help and --json print; --version prints the version alone; a command of parts its own", async () => {
    const box = await sandbox({ empty: true });
    const help = programHelp(PLAIN, false);
    for (const line of ["", "-C elsewhere", "--help", "-h", "help"])
      expect(await done(box, line)).toMatchObject({ stderr: "", stdout: help });
    for (const line of ["", "--help"]) expect((await told(box, line)).text).toBe(help);
    expect(help.trimEnd().split("\n").slice(-2).join(" ")).toContain("`tenet init`");
    expect((await atTerminal(box, [], [])).screen).toContain("For your agent");
    const { stdout } = await done(box, "--version");
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    for (const flag of ["-v", "-V"]) expect((await done(box, flag)).stdout).toBe(stdout);
    expect((await told(box, "--version")).version).toBe(stdout.trim());
    expect(await done(box, "run")).toMatchObject({ stderr: "", stdout: (await done(box, "run --help")).stdout });
  });
});
