import { describe, expect, it } from "vitest";
import { COMMANDS, rowOf } from "../../src/cli/commands.js";
import { DATA_SCHEMAS, documentSchema, failureSchema, successSchema } from "../../src/schemas.js";
import { INVOCATIONS, invocation, knownWorkspace, worldOf } from "./known-workspace.js";

/** The stdout of the others belongs to a protocol. */
const ANSWERING = COMMANDS.filter(({ protocol }) => protocol !== true);

describe("--json prints exactly one document that fits its schema", () => {
  for (const { name } of ANSWERING) {
    it(name, { tags: "sampled" }, async () => {
      const { args, stdin = null, exits = [0] } = invocation(name);
      const box = await worldOf(name);
      const ran = await box.run([...args, "--json"], { stdin });
      expect(exits, ran.stdout + ran.stderr).toContain(ran.code);
      expect(ran.stdout.split("\n").length).toBe(2);
      const schema = DATA_SCHEMAS[name];
      if (schema === undefined) throw new Error(`add the data of \`${name}\` to src/schemas.ts`);
      const document = ran.json();
      expect(document.command).toBe(name);
      const result = successSchema(schema).safeParse(document);
      expect(result.error?.issues ?? []).toEqual([]);
    });

    it(`${name}, failing`, { tags: "sampled" }, async () => {
      const box = await knownWorkspace();
      const ran = await box.run([name, "--no-such-flag", "--json"]);
      if (rowOf(name)?.neverFails === true) {
        expect([ran.code, ran.stdout.split("\n").length]).toEqual([0, 2]);
        return;
      }
      expect(ran.code).toBe(2);
      expect(ran.stderr).toBe("");
      expect(failureSchema.safeParse(ran.json()).error?.issues ?? []).toEqual([]);
    });
  }

  it("knows a call and a schema for every command, and no others", () => {
    const names = COMMANDS.map((row) => row.name).sort();
    expect(Object.keys(INVOCATIONS).sort()).toEqual(names);
    const answering = ANSWERING.map((row) => row.name);
    expect(Object.keys(DATA_SCHEMAS).sort()).toEqual([...answering, "help"].sort());
  });

  it("help and version too", async () => {
    const box = await knownWorkspace();
    for (const args of [["--help"], ["--version"], ["help", "--all"], ["list", "--help"]]) {
      const ran = await box.run([...args, "--json"]);
      const schema = DATA_SCHEMAS["help"];
      if (schema === undefined) throw new Error("no schema for help");
      expect(documentSchema(schema).safeParse(ran.json()).error?.issues ?? []).toEqual([]);
    }
  });

  it("--json as the value of a flag is text", async () => {
    const box = await knownWorkspace();
    const ran = await box.run(["list", "--tag", "--json"]);
    expect(ran).toMatchObject({ code: 0, stdout: "" });
  });
});
