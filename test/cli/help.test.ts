import stringWidth from "string-width";
import { expect, it, describe as suite } from "vitest";
import { GROUPS } from "../../src/cli/command-context.js";
import { COMMANDS, rowOf } from "../../src/cli/commands.js";
import { commandAt, GLOBAL_FLAGS } from "../../src/cli/globals.js";
import { fullHelp, nearestCommand, shortHelp } from "../../src/cli/help.js";
import { OTHER_WORDS } from "../../src/cli/other-words.js";
import { describe as described } from "../../src/cli/program.js";
import { distance } from "../../src/text/nearest-word.js";
import { PLAIN } from "../../src/text/paint.js";
import { sandbox } from "../sandbox.js";
import { knownWorkspace } from "./known-workspace.js";

/** Words of a line as a shell takes them; enough for examples. */
function shellWords(line: string): string[] {
  const words = line.replaceAll("\\\n", " ").match(/"(?:[^"\\]|\\.)*"|'[^']*'|[^\s"']+/g) ?? [];
  return words.map((word) => word.replace(/^["']|["']$/g, ""));
}

/** The tenet calls of an example: what stands between pipes, redirections and the text of a here-document. */
function callsOf(example: string): string[][] {
  const calls: string[][] = [[]];
  for (const word of shellWords(example)) {
    if (/^(<<|>|<)/.test(word)) break;
    if (/^[|;&]+$/.test(word)) calls.push([]);
    else calls.at(-1)?.push(word);
  }
  return calls.filter(([program]) => program === "tenet").map((call) => call.slice(1));
}

async function flagsOf(name: string): Promise<ReadonlySet<string | undefined>> {
  const row = rowOf(name);
  if (row === undefined) throw new Error(`no command ${name}`);
  const command = await described(row, async () => undefined);
  return new Set([
    ...[command, ...command.commands].flatMap((one) => one.options.flatMap((option) => [option.long, option.short])),
    ...GLOBAL_FLAGS.map((flag) => flag.flags.split(" ")[0]),
  ]);
}

suite("every command", () => {
  for (const row of COMMANDS) {
    it(`${row.name}: has examples that name flags it really has`, async () => {
      expect(Object.keys(row.examples).length).toBeGreaterThan(0);
      const called = new Set<string>();
      for (const [call, summary] of Object.entries(row.examples)) {
        expect(summary).not.toBe("");
        const calls = callsOf(call);
        expect(calls.length, call).toBeGreaterThan(0);
        for (const words of calls) {
          const name = words[commandAt(words) ?? 0] ?? "";
          const known = await flagsOf(name);
          called.add(rowOf(name)?.name ?? "");
          for (const word of words.filter((one) => /^-\S/.test(one)))
            expect(known, `${word} in ${call}`).toContain(word);
        }
      }
      expect(called).toContain(row.name);
    });
  }

  it("names are unique, belong to a group, and say one thing without a full stop", () => {
    const names = COMMANDS.flatMap((row) => [row.name, ...(row.aliases ?? [])]);
    expect(new Set(names).size).toBe(names.length);
    for (const row of COMMANDS) {
      expect(GROUPS).toContain(row.group);
      expect(row.summary).toMatch(/^[a-z].*[^.]$/);
      expect(row.summary.length).toBeLessThanOrEqual(90);
    }
  });

  it("shows its help with examples and exits 0, before and after the name", { tags: "proof" }, async () => {
    const box = await sandbox({ empty: true });
    for (const row of COMMANDS) {
      for (const args of [
        [row.name, "--help"],
        ["help", row.name],
      ]) {
        const ran = await box.run(args);
        expect(ran.code, args.join(" ")).toBe(0);
        expect(ran.stderr).toBe("");
        expect(ran.stdout).toContain(`Usage: tenet ${row.name}`);
        expect(ran.stdout).toContain("Examples:");
        expect(ran.stdout).toContain(Object.keys(row.examples)[0]?.split("\n")[0]);
        expect(Math.max(...ran.stdout.split("\n").map((line) => line.length)), row.name).toBeLessThanOrEqual(130);
      }
    }
  });
});

suite("tenet --help", () => {
  it("shows the twelve commands of a first week in two groups, every global option, and how to see all", () => {
    const text = shortHelp(PLAIN);
    const named = (heading: string) => {
      const [, group = ""] = text.split(`\n${heading}\n`);
      return (group.split("\n\n")[0] ?? "").split("\n").flatMap((line) => /^ {2}(\S+)/.exec(line)?.[1] ?? []);
    };
    expect(named("For you").join(" ")).toBe("init status learn correct remember recall review why");
    expect(named("For your agent").join(" ")).toBe("context heartbeat outcome hooks");
    for (const flag of GLOBAL_FLAGS) expect(text).toContain(`  ${flag.flags} `);
    expect(text).toContain("tenet help --all");
  });

  it("global options stand there, and in the help of a command one line points to them", async () => {
    const box = await sandbox({ empty: true });
    for (const { name } of COMMANDS) {
      const { stdout } = await box.run([name, "--help"]);
      expect(stdout, name).not.toContain("work in this folder instead");
      expect(stdout.replace(/\s+/g, " ").match(/Every command also takes [^:]*: tenet --help\./g), name).toHaveLength(
        1,
      );
    }
  });

  it("is wrapped at the width of the screen, at 80 columns where nobody knows it", async () => {
    const at = (width: number) => ({ ...PLAIN, terminal: true, width });
    const widest = (text: string) => Math.max(...text.split("\n").map((line) => stringWidth(line)));
    for (const help of [shortHelp, fullHelp]) {
      expect(widest(help(PLAIN))).toBeLessThanOrEqual(80);
      expect(widest(help(at(60)))).toBeLessThanOrEqual(60);
      expect(widest(help(at(200)))).toBeLessThanOrEqual(100);
    }
  });

  it("help --all lists every command and every global flag", () => {
    const text = fullHelp(PLAIN);
    const flowed = text.replace(/\s+/g, " ");
    for (const row of COMMANDS) expect(flowed).toContain(row.summary);
    for (const flag of GLOBAL_FLAGS) expect(text).toContain(flag.flags);
  });

  it("is what a bare `tenet`, --help, -h and help print", async () => {
    const box = await sandbox({ empty: true });
    for (const args of [[], ["--help"], ["-h"], ["help"]]) {
      const ran = await box.run(args);
      expect(ran).toMatchObject({ code: 0, stderr: "", stdout: shortHelp(PLAIN) });
    }
    expect((await box.run(["help", "--all"])).stdout).toBe(fullHelp(PLAIN));
    expect((await box.run(["--help", "--json"])).json().data.text).toBe(shortHelp(PLAIN));
  });

  it("--version prints the version alone", async () => {
    const box = await sandbox({ empty: true });
    const ran = await box.run(["--version"]);
    expect(ran.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    for (const flag of ["-v", "-V"]) expect(await box.run([flag])).toMatchObject({ code: 0, stdout: ran.stdout });
    expect((await box.run(["--version", "--json"])).json().data.version).toBe(ran.stdout.trim());
  });
});

suite("an unknown command", () => {
  const cases: [string, string | undefined][] = [
    ["lsit", "list"],
    ["lis", "list"],
    ["shwo", "show"],
    ["corect", "correct"],
    ["LEARN", "learn"],
    ["ad", "add"],
    ["xyzzy", undefined],
    ["", undefined],
    ["?", undefined],
  ];
  for (const [typed, near] of cases) {
    it(`${JSON.stringify(typed)} is near ${near ?? "nothing"}`, () => expect(nearestCommand(typed)).toBe(near));
  }

  it("counts swaps, drops, inserts and replacements as one edit each", () => {
    expect(distance("list", "lsit")).toBe(1);
    expect(distance("list", "lst")).toBe(1);
    expect(distance("list", "lists")).toBe(1);
    expect(distance("list", "lust")).toBe(1);
    expect(distance("", "abc")).toBe(3);
    expect(distance("same", "same")).toBe(0);
  });

  it("that another program has is answered with what to do here, and never with a whole command that takes something away", async () => {
    const box = await sandbox({ empty: true });
    for (const [word, { command, instead }] of Object.entries(OTHER_WORDS)) {
      expect(rowOf(word), `${word} is a command of ours`).toBeUndefined();
      if (command !== undefined) {
        expect(rowOf(command)?.name, word).toBe(command);
        expect(instead, word).toContain(`tenet ${command}`);
      }
      expect(instead, word).not.toMatch(/--(erase|redact|all)\b/);
      const ran = await box.run([word, "some", "--thing"]);
      expect(ran).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(instead) });
    }
  });

  it("what only reads and means the same runs", async () => {
    const box = await knownWorkspace();
    expect((await box.run(["ls", "--json"])).json()).toEqual((await box.run(["list", "--json"])).json());
    for (const word of ["search", "find"]) {
      const args = ["lockfile", "--mode", "keyword"];
      expect((await box.run([word, ...args])).stdout).toBe((await box.run(["recall", ...args])).stdout);
    }
  });

  it.each(["config", "run"])("tenet %s alone shows its help, on stdout", async (name) => {
    const box = await sandbox({ empty: true });
    const alone = await box.run([name]);
    expect(alone).toMatchObject({ code: 0, stderr: "" });
    expect(alone.stdout).toBe((await box.run([name, "--help"])).stdout);
  });

  it("exits 2 and names the nearest", async () => {
    const box = await sandbox({ empty: true });
    const ran = await box.run(["lsit"]);
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    expect(ran.stderr).toContain("Did you mean `tenet list`?");
    const failure = (await box.run(["lsit", "--json"])).json();
    expect(failure).toMatchObject({ ok: false, error: { code: "unknown-command", details: { nearest: "list" } } });
  });
});

suite("rowOf", () => {
  it("finds names and aliases", () => {
    expect(rowOf("correction")?.name).toBe("correct");
    expect(rowOf("insight")?.name).toBe("learn");
    expect(rowOf("toString")).toBeUndefined();
  });
});
