import { expect, it, describe as suite } from "vitest";
import { GROUPS } from "../../src/cli/command-context.js";
import { COMMANDS, rowOf } from "../../src/cli/commands.js";
import { commandAt, GLOBAL_FLAGS } from "../../src/cli/globals.js";
import { fullHelp, nearestCommand, shortHelp } from "../../src/cli/help.js";
import { describe as described } from "../../src/cli/program.js";
import { distance } from "../../src/text/nearest-word.js";
import { PLAIN } from "../../src/text/paint.js";
import { sandbox } from "../sandbox.js";

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

  it("shows its help with examples and exits 0, before and after the name", async () => {
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
  it("shows the ten commands of a first week and how to see all", () => {
    const shown = COMMANDS.filter((row) => row.first === true);
    const ten = "correct digest heartbeat init learn outcome recall review status why";
    expect(
      shown
        .map(({ name }) => name)
        .sort()
        .join(" "),
    ).toBe(ten);
    const text = shortHelp(PLAIN);
    for (const row of shown) expect(text).toContain(`  ${row.name} `);
    expect(text).toContain("tenet help --all");
  });

  it("help --all lists every command and every global flag", () => {
    const text = fullHelp(PLAIN);
    for (const row of COMMANDS) expect(text).toContain(row.summary);
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
