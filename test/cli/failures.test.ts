import { chmod, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands.js";
import { EXIT, EXIT_MEANING } from "../../src/errors.js";
import { sandbox } from "../sandbox.js";
import { COR, knownWorkspace } from "./known-workspace.js";

interface Case {
  name: string;
  args: string[];
  exit: number;
  code: string;
  /** Words that the message or hint must hold. */
  says: RegExp;
  stdin?: string;
  env?: Record<string, string>;
  /** Where it runs; the known workspace unless this is set. */
  nowhere?: true;
  profile?: string;
}

const CASES: Case[] = [
  { name: "no workspace", args: ["list"], exit: 10, code: "no-workspace", says: /tenet init/, nowhere: true },
  {
    name: "-C to a folder that is not there",
    args: ["-C", "nowhere", "list"],
    exit: 10,
    code: "no-workspace",
    says: /nowhere/,
  },
  {
    name: "TENET_WORKSPACE to a folder without a profile",
    args: ["list"],
    env: { TENET_WORKSPACE: "/" },
    exit: 10,
    code: "no-workspace",
    says: /TENET_WORKSPACE/,
  },
  { name: "an unknown command", args: ["lsit"], exit: 2, code: "unknown-command", says: /tenet list/ },
  { name: "an unknown flag", args: ["list", "--limt", "3"], exit: 2, code: "usage", says: /--limit/ },
  { name: "an unknown flag before the command", args: ["--jsn", "list"], exit: 2, code: "usage", says: /--jsn/ },
  { name: "a flag without its value", args: ["list", "--limit"], exit: 2, code: "usage", says: /--limit/ },
  {
    name: "a limit that is no number",
    args: ["list", "--limit", "many"],
    exit: 2,
    code: "usage",
    says: /whole number/,
  },
  {
    name: "an unknown type",
    args: ["list", "--type", "note"],
    exit: 2,
    code: "usage",
    says: /correction, insight, outcome/,
  },
  {
    name: "a type named like a property of every object",
    args: ["list", "--type", "constructor"],
    exit: 2,
    code: "usage",
    says: /correction, insight, outcome/,
  },
  { name: "an unknown status", args: ["list", "--status", "done"], exit: 2, code: "usage", says: /active/ },
  { name: "a time nobody can read", args: ["list", "--since", "recently"], exit: 2, code: "usage", says: /7d/ },
  { name: "a missing argument", args: ["show"], exit: 2, code: "usage", says: /id/ },
  { name: "an argument too many", args: ["show", "a", "b"], exit: 2, code: "usage", says: /argument/ },
  { name: "no such entry", args: ["show", "zzzzz"], exit: 4, code: "not-found", says: /zzzzz/ },
  {
    name: "a setting that does not exist",
    args: ["config", "get", "recal"],
    exit: 2,
    code: "unknown-setting",
    says: /config get/,
  },
  {
    name: "config set without a person",
    args: ["config", "set", "recall.limit", "4"],
    exit: 5,
    code: "needs-person",
    says: /person/,
  },
  {
    name: "a fixed clock that is no instant",
    args: ["list"],
    env: { TENET_NOW: "noon" },
    exit: 2,
    code: "usage",
    says: /TENET_NOW/,
  },
  {
    name: "missing fields",
    args: ["learn", "x"],
    exit: 2,
    code: "missing-fields",
    says: /What goes wrong if this is wrong/,
  },
  {
    name: "a field stated twice",
    args: ["learn", "x", "--because", "a", "--evidence", "b"],
    exit: 2,
    code: "usage",
    says: /twice/,
  },
  { name: "nothing to add", args: ["add"], exit: 2, code: "usage", says: /--input/ },
  {
    name: "a file that is not there",
    args: ["add", "--input", "none.json"],
    exit: 2,
    code: "input-file",
    says: /none\.json/,
  },
  { name: "input that is no entry", args: ["add", "-"], stdin: "[1, 2]", exit: 2, code: "wrong-input", says: /fields/ },
  {
    name: "a field that tenet writes",
    args: ["add", "-"],
    stdin: "type: insight\nstatus: promoted\n",
    exit: 2,
    code: "field-not-yours",
    says: /status/,
  },
  { name: "a pair without a way", args: ["resolve", "k7q2x", "m9qrt"], exit: 2, code: "usage", says: /--unrelated/ },
  {
    name: "a pair with two ways",
    args: ["resolve", "k7q2x", "m9qrt", "--unrelated", "--same"],
    exit: 2,
    code: "usage",
    says: /--unrelated/,
  },
  { name: "a link to itself", args: ["link", "k7q2x", "k7q2x"], exit: 2, code: "usage", says: /two entries/ },
  { name: "nothing to edit", args: ["edit", "k7q2x"], exit: 2, code: "usage", says: /--risk/ },
  { name: "a shell nobody completes for", args: ["completion", "tcsh"], exit: 2, code: "usage", says: /fish/ },
  {
    name: "a broken profile",
    args: ["list"],
    profile: "schema: 1\nrecall: {limit: lots}\n",
    exit: 2,
    code: "profile",
    says: /tenet\.yaml:2/,
  },
  { name: "a newer schema", args: ["list"], profile: "schema: 99\n", exit: 2, code: "newer-schema", says: /99|newer/ },
];

describe("row 37: exit codes and messages", () => {
  for (const { name, args, exit, code, says, stdin = null, env = {}, nowhere, profile } of CASES) {
    it(`row 37: ${name}: exit ${exit}, ${code}`, { tags: "sampled" }, async () => {
      const box =
        nowhere === true
          ? await sandbox({ empty: true })
          : await knownWorkspace(profile === undefined ? {} : { profile });
      const text = await box.run(args, { stdin, env });
      expect(text.code, text.stderr).toBe(exit);
      expect(text.stdout).toBe("");
      expect(text.stderr).toMatch(/^tenet: /);
      expect(text.stderr).not.toMatch(/\n\s+at /);
      const json = await box.run([...args, "--json"], { stdin, env });
      expect(json.code).toBe(exit);
      expect(json.stderr).toBe("");
      const { error } = json.json();
      expect(error.code).toBe(code);
      expect(`${error.message}\n${error.hint ?? ""}`).toMatch(says);
      expect(error.hint ?? "", "a safe next step").not.toBe("");
    });
  }

  it("row 37: at least fifteen failures with seven different exit codes or kinds are held to this", () => {
    expect(CASES.length).toBeGreaterThanOrEqual(15);
    expect(new Set(CASES.map(({ code }) => code)).size).toBeGreaterThanOrEqual(7);
  });

  it("row 37: a tree that may not be written fails naming the path", async () => {
    if (process.getuid?.() === 0) {
      // The super-user may write anywhere, so an unwritable place is made of a file where a folder is needed.
      const box = await sandbox();
      await box.write("memory/learning", "a file");
      const ran = await box.run(["learn", "x", "--because", "y", "--risk", "low: z"]);
      expect(ran.code).not.toBe(0);
      expect(ran.stderr).toContain("learning");
      return;
    }
    const box = await knownWorkspace();
    await chmod(box.path("memory/learning/insights"), 0o500);
    const ran = await box.run(["learn", "x", "--because", "y", "--risk", "low: z"]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain("memory/learning/insights");
  });

  it("row 37: an ambiguous beginning of an id names the candidates", async () => {
    const box = await knownWorkspace();
    const ran = await box.run(["show", "m", "--json"]);
    expect(ran.code).toBe(4);
    expect(JSON.stringify(ran.json().error)).toContain("INS-20260211-M2XBA");
    expect(JSON.stringify(ran.json().error)).toContain("COR-20260212-M9QRT");
  });

  it("row 37: every exit code has a meaning, and codes are as documented", () => {
    expect(EXIT).toEqual({
      done: 0,
      failed: 1,
      usage: 2,
      busy: 3,
      "not-found": 4,
      refused: 5,
      conflict: 6,
      findings: 8,
      "no-workspace": 10,
      bug: 70,
      interrupted: 130,
      terminated: 143,
    });
    expect(Object.keys(EXIT_MEANING).sort()).toEqual(Object.keys(EXIT).sort());
  });
});

/** What destroys work when it is pasted as it stands. */
const DESTRUCTIVE = [
  /\brm\s+-[rf]/,
  /\bgit\s+(reset\s+--hard|clean\s+-|checkout\s+(--|\.)|restore\s|push\s+(-f|--force)|branch\s+-D|stash\s+drop)/,
  /\btenet\s+\S*\s*(--erase|--redact|--break-lock)\b/,
  /\btenet\s+(forget|rollback|reject)\s+[A-Z0-9$<]/,
  /\bchmod\s+-R\b/,
  /\bmv\s+-f\b/,
];

describe("row 37: what errors say", () => {
  it("row 37: no source text holds a complete destructive command", async () => {
    const root = join(import.meta.dirname, "../../src");
    for (const name of await readdir(root, { recursive: true })) {
      if (!name.endsWith(".ts")) continue;
      const text = await readFile(join(root, name), "utf8");
      for (const command of DESTRUCTIVE) expect(command.exec(text)?.[0], name).toBeUndefined();
    }
  });
});

describe("errors name entries as people know them", () => {
  it("a whole id that is unknown is named, with the way to the list", async () => {
    const box = await knownWorkspace();
    const ran = await box.run(["show", COR.replace("K7Q2X", "AAAAA")]);
    expect(ran.code).toBe(4);
    expect(ran.stderr).toContain("tenet list");
  });

  it("every command that takes an id says so alike", async () => {
    const box = await knownWorkspace();
    const taking = COMMANDS.filter((row) => ["show", "edit", "used"].includes(row.name));
    for (const { name } of taking) {
      const ran = await box.run([name, "zzzzz", ...(name === "edit" ? ["--domain", "x"] : []), "--json"]);
      expect(ran.code, name).toBe(4);
      expect(ran.json().error.code).toBe("not-found");
    }
  });
});
