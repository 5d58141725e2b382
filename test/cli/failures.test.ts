import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { oncePerFile, sandbox } from "../sandbox.js";
import { AGAIN, INS, knownWorkspace, NO_MODEL } from "./known-workspace.js";
import { failed, words } from "./typed.js";

const known = oncePerFile(() => knownWorkspace({ profile: NO_MODEL }));
const empty = oncePerFile(() => sandbox({ empty: true }));

interface More {
  stdin?: string;
  env?: Record<string, string>;
  /** Where it runs; the known workspace unless this is set. */
  nowhere?: true;
  profile?: string;
}

/** `says`: words that the message or hint must hold. */
const CASES: readonly [name: string, line: string, exit: number, code: string, says: RegExp, more?: More][] = [
  ["no workspace", "list", 10, "no-workspace", /tenet init/, { nowhere: true }],
  ["-C to a folder that is not there", "-C nowhere list", 10, "no-workspace", /nowhere/],
  ["no profile in TENET_WORKSPACE", "list", 10, "no-workspace", /TENET_WORKSPACE/, { env: { TENET_WORKSPACE: "/" } }],
  ["a limit that is no number", "list --limit many", 2, "usage", /--limit must be a number/],
  ["a type named like a property of every object", "list --type constructor", 2, "usage", /correction, insight/],
  ["no such entry", "show zzzzz", 4, "not-found", /zzzzz[\s\S]*tenet list/],
  ["the beginning of two ids", "show m", 4, "ambiguous", new RegExp(`${INS}|${AGAIN}`)],
  ["a setting that does not exist", "config get recal", 2, "unknown-setting", /`tenet config` lists/],
  ["config set without a person", "config set caps.soul 4", 5, "needs-person", /person/],
  ["--dry-run of what only adds", "init --dry-run", 2, "usage", /--remove/],
  ["a fixed clock that is no instant", "list", 2, "usage", /TENET_NOW/, { env: { TENET_NOW: "noon" } }],
  ["missing fields", "learn --risk low", 2, "missing-fields", /What did you learn/],
  ["nothing to add", "add", 2, "usage", /tenet add FILE/],
  ["a file that is not there", "add none.json", 2, "input-file", /none\.json/],
  ["input that is no entry", "add -", 2, "wrong-input", /fields/, { stdin: "[1, 2]" }],
  ["a field that tenet writes", "add -", 2, "field-not-yours", /^id:/, { stdin: "type: insight\nid: 5\n" }],
  ["a pair without a way", "resolve k7q2x m9qrt", 2, "usage", /--unrelated/],
  ["a link to itself", "edit k7q2x --link k7q2x", 2, "wrong-relation", /two entries/],
  ["a broken profile", "list", 2, "profile", /tenet\.yaml:2/, { profile: "schema: 1\ncaps: {soul: lots}\n" }],
  ["a newer schema", "list", 2, "profile", /:1: schema: this tenet reads format 1 alone/, { profile: "schema: 99\n" }],
];

describe("row 37: exit codes and messages", () => {
  it.each(CASES)(
    "row 37: %s: tenet %s: exit %i, %s",
    { tags: "sampled" },
    async (_, line, exit, code, says, more = {}) => {
      const box = await (more.nowhere === true ? empty() : known());
      const at = more.profile === undefined ? box : await sandbox({ profile: more.profile });
      const options = { stdin: more.stdin ?? null, env: more.env ?? {} };
      const { stderr, stdout, ...ran } = await at.run(words(line), options);
      expect([ran.code, stdout], stderr).toEqual([exit, ""]);
      expect(stderr).toMatch(/^tenet: /);
      expect(stderr).not.toMatch(/\n\s+at /);
      const error = await failed(at, line, options);
      expect(error).toMatchObject({ exit, code, hint: expect.stringMatching(/./) });
      expect(`${error.message}\n${error.hint}`).toMatch(says);
    },
  );
});

describe("JSON nested without end", () => {
  const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;

  it.each([
    ["a list", deep],
    ["writes", `{"memory_writes": ${deep}}`],
    ["a field of a write", `{"memory_writes": [{"type": "insight", "insight": ${deep}}]}`],
    ["what never closes", "[".repeat(50_000)],
  ])("is wrong usage in the result of a run: %s", async (_, stdin) => {
    const box = await known();
    expect(await failed(box, "run finish deep --from -", { stdin })).toMatchObject({ exit: 2, code: "usage" });
    expect(await failed(box, "add -", { stdin })).toMatchObject({ exit: 2, code: "wrong-input" });
  });

  it("is a line that an import cannot use", async () => {
    const box = await sandbox({ profile: NO_MODEL });
    const sound = '{"decision": "Keep two branches", "rationale": "six backports", "timestamp": "2026-01-01"}';
    await box.write("decisions.jsonl", `${sound}\n{"decision": "x", "rationale": ${deep}}\n`);
    const { code, stdout } = await box.run(words("import decisions.jsonl"));
    expect([code, stdout]).toEqual([0, expect.stringContaining("2  skipped: The line is not JSON.")]);
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

it("row 37: no source text holds a complete destructive command", async () => {
  const root = join(import.meta.dirname, "../../src");
  for (const name of await readdir(root, { recursive: true })) {
    if (!name.endsWith(".ts")) continue;
    const text = await readFile(join(root, name), "utf8");
    for (const command of DESTRUCTIVE) expect(command.exec(text)?.[0], name).toBeUndefined();
  }
});
