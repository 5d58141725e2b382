import { describe, expect, it } from "vitest";
import * as z from "zod";
import { dataSchema, documentSchema } from "../../src/command/answer-schema.js";
import { COMMANDS } from "../../src/commands.js";
import { declarationOf, rowOf } from "../declared.js";
import { oncePerFile, sandbox } from "../sandbox.js";
import { INVOCATIONS, invocation, knownWorkspace, NO_MODEL, worldOf } from "./known-workspace.js";
import { words } from "./typed.js";

/** The stdout of the others belongs to a protocol. */
const ANSWERING = COMMANDS.filter(({ protocol }) => protocol !== true);

/** The command that a call of {@link INVOCATIONS} is of: `versions` of `versions diff`. */
const commandOf = (call: string): string => call.split(" ")[0] ?? call;
const CALLS = Object.keys(INVOCATIONS).filter((call) => ANSWERING.some(({ name }) => name === commandOf(call)));

const known = oncePerFile(() => knownWorkspace({ profile: NO_MODEL }));

describe("--json prints exactly one document that fits its schema", () => {
  it.each(CALLS)("%s", { tags: "sampled" }, async (call) => {
    const name = commandOf(call);
    const { args, stdin = null, exits = [0] } = invocation(call);
    const ran = await (await worldOf(call)).run([...args, "--json"], { stdin });
    expect(exits, ran.stdout + ran.stderr).toContain(ran.code);
    expect(ran.stdout.split("\n").length).toBe(2);
    const schema = await dataSchema(await declarationOf(name));
    const document = ran.json();
    expect(document).toMatchObject({ command: name, ok: true });
    expect(documentSchema(schema).safeParse(document).error?.issues ?? []).toEqual([]);
  });

  it("also of a failure", async () => {
    for (const { name } of ANSWERING) {
      const ran = await (await known()).run([name, "--no-such-flag", "--json"]);
      if (rowOf(name)?.neverFails === true) {
        expect([ran.code, ran.stdout.split("\n").length], name).toEqual([0, 2]);
        continue;
      }
      expect([ran.code, ran.stderr], name).toEqual([2, ""]);
      expect(documentSchema(z.never()).safeParse(ran.json()).error?.issues ?? [], name).toEqual([]);
    }
  });

  it("is tried of every command, and of no others", () => {
    expect([...new Set(Object.keys(INVOCATIONS).map(commandOf))].sort()).toEqual(
      COMMANDS.map(({ name }) => name).sort(),
    );
  });

  it("help and version too; --json as the value of a flag is text", async () => {
    const box = await known();
    for (const line of ["--help", "--version", "help --all", "list --help"]) {
      const document = (await box.run([...words(line), "--json"])).json();
      const schema = z.union([z.strictObject({ text: z.string() }), z.strictObject({ version: z.string() })]);
      expect(documentSchema(schema).safeParse(document).error?.issues ?? []).toEqual([]);
    }
    expect(await box.run(["list", "--tag", "--json"])).toMatchObject({ code: 0, stdout: "" });
  });
});

describe("--schema prints the schema of a command's --json", () => {
  it("of each that answers, without a workspace", async () => {
    const box = await sandbox({ empty: true });
    for (const { name } of ANSWERING) {
      const { code, stdout } = await box.run([name, "--schema"]);
      expect(code, name).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ title: `tenet ${name} --json`, oneOf: [{}, {}] });
    }
  });

  it("of no other command; in another place it is no flag", async () => {
    const box = await sandbox({ empty: true });
    for (const line of ["nonsense --schema", "mcp --schema", "list --all --schema"])
      expect((await box.run(words(line))).code, line).toBe(2);
  });
});
