import { describe, expect, it } from "vitest";
import { COMMANDS, rowOf } from "../../src/cli/commands.js";
import { DATA_SCHEMAS, documentSchema, failureSchema, successSchema } from "../../src/schemas.js";
import { oncePerFile } from "../sandbox.js";
import { INVOCATIONS, invocation, knownWorkspace, NO_MODEL, worldOf } from "./known-workspace.js";
import { words } from "./typed.js";

/** The stdout of the others belongs to a protocol. */
const ANSWERING = COMMANDS.filter(({ protocol }) => protocol !== true);

const known = oncePerFile(() => knownWorkspace({ profile: NO_MODEL }));

describe("--json prints exactly one document that fits its schema", () => {
  it.each(ANSWERING)("$name", { tags: "sampled" }, async ({ name }) => {
    const { args, stdin = null, exits = [0] } = invocation(name);
    const ran = await (await worldOf(name)).run([...args, "--json"], { stdin });
    expect(exits, ran.stdout + ran.stderr).toContain(ran.code);
    expect(ran.stdout.split("\n").length).toBe(2);
    const schema = DATA_SCHEMAS[name];
    if (schema === undefined) throw new Error(`add the data of \`${name}\` to src/schemas.ts`);
    const document = ran.json();
    expect(document.command).toBe(name);
    expect(successSchema(schema).safeParse(document).error?.issues ?? []).toEqual([]);
  });

  it("also of a failure", async () => {
    for (const { name } of ANSWERING) {
      const ran = await (await known()).run([name, "--no-such-flag", "--json"]);
      if (rowOf(name)?.neverFails === true) {
        expect([ran.code, ran.stdout.split("\n").length], name).toEqual([0, 2]);
        continue;
      }
      expect([ran.code, ran.stderr], name).toEqual([2, ""]);
      expect(failureSchema.safeParse(ran.json()).error?.issues ?? [], name).toEqual([]);
    }
  });

  it("knows a call and a schema for every command, and no others", () => {
    expect(Object.keys(INVOCATIONS).sort()).toEqual(COMMANDS.map(({ name }) => name).sort());
    expect(Object.keys(DATA_SCHEMAS).sort()).toEqual([...ANSWERING.map(({ name }) => name), "help"].sort());
  });

  it("help and version too; --json as the value of a flag is text", async () => {
    const box = await known();
    for (const line of ["--help", "--version", "help --all", "list --help"]) {
      const document = (await box.run([...words(line), "--json"])).json();
      const schema = DATA_SCHEMAS["help"];
      if (schema === undefined) throw new Error("no schema for help");
      expect(documentSchema(schema).safeParse(document).error?.issues ?? []).toEqual([]);
    }
    expect(await box.run(["list", "--tag", "--json"])).toMatchObject({ code: 0, stdout: "" });
  });
});
