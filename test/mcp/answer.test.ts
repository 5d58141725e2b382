import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { Call } from "../../src/command/call.js";
import { READS } from "../../src/command/tool.js";
import { TenetError } from "../../src/errors.js";
import { answerCall, listedTools, type Tool, toolsOf } from "../../src/mcp/tools.js";
import { next } from "../../src/steps.js";
import { testWorld } from "../store/workspace.js";

const PROBE = {
  subject: z.string().min(1),
  deep: z.strictObject({ list: z.array(z.int()) }).optional(),
};

const acting = (run: () => Promise<object>): Tool => ({
  name: "probe",
  title: "Probe",
  description: "",
  place: 1,
  keys: ["subject", "deep"],
  hints: READS,
  command: { input: PROBE, run, view: () => "done\n" },
});

async function called(act: () => Promise<object>, args: unknown = { subject: "x" }) {
  const world = testWorld();
  const callFor = (warn: Call["warn"]) => ({ warn, context: async () => ({ ...world, warn }) }) as unknown as Call;
  return await answerCall({ callFor, profile: "default" }, acting(act), args, new AbortController().signal);
}

describe("an answer", () => {
  it("to a bug is an error without a stack, and nothing is thrown", async () => {
    const answer = await called(() => Promise.reject(new RangeError("out of bounds")));
    expect(answer).toMatchObject({ isError: true, structuredContent: { ok: false, error: { code: "bug" } } });
    expect(JSON.stringify(answer)).not.toContain("answer.test");
    const thrown = await called(() => {
      throw null;
    });
    expect(thrown).toMatchObject({ isError: true, structuredContent: { error: { code: "bug" } } });
  });

  it("to what a user can meet has its code, its message, a next step and its details", async () => {
    const answer = await called(() =>
      Promise.reject(
        new TenetError("no entry x", { failure: "not-found", hint: "List them.", details: { near: ["y"] } }),
      ),
    );
    expect(answer.structuredContent).toEqual({
      ok: false,
      error: { code: "not-found", message: "no entry x", hint: "List them.", details: { near: ["y"] } },
    });
    expect(answer.content).toEqual([{ type: "text", text: "not-found: no entry x\nList them." }]);
  });

  it("says what comes next in the words of the tools, and never a command line", async () => {
    const failing = async (options: ConstructorParameters<typeof TenetError>[1]) => {
      const { structuredContent } = await called(() => Promise.reject(new TenetError("so it is", options)));
      return (structuredContent as { error: { message: string; hint?: string } }).error;
    };
    const missing = [{ field: "at_risk", question: "What goes wrong?", flag: "--risk" }];
    for (const [options, says] of [
      [{ failure: "not-found", hint: next("List them with:", "list") }, /^List them with: recall_memories with query/],
      [{ failure: "busy", hint: next("Who holds it:", "doctor") }, /^Who holds it: a person does that at a terminal$/],
      [{ failure: "failed", hint: "Move that folder away." }, /^Move that folder away\.$/],
      [{ failure: "usage", code: "missing-fields", details: { missing } }, /^Call probe again with these as well/],
    ] as const) {
      expect((await failing(options)).hint, JSON.stringify(options)).toMatch(says);
    }
    const { message } = await failing({ failure: "usage", code: "missing-fields", details: { missing } });
    expect(message).toBe("One answer is missing:\n  at_risk: What goes wrong?");
  });

  it("to wrong arguments names each, where it stands, and the nearest that is known", async () => {
    const ran: string[] = [];
    const act = async () => ({ ran: ran.push("ran") });
    for (const [args, says] of [
      [{}, "subject:"],
      [null, "subject:"],
      [[], "a set of `name: value`"],
      [{ subjct: "x" }, '"subjct" is no argument of probe (did you mean subject?)'],
      [{ subject: "x", deep: { list: [1, "2"] } }, "deep.list[1]:"],
      [{ subject: "x", __proto__: 1, constructor: 1 }, '"constructor" is no argument'],
    ] as const) {
      const answer = await called(act, args);
      expect(answer.isError, says).toBe(true);
      expect(JSON.stringify(answer.content).replaceAll('\\"', '"')).toContain(says);
    }
    expect(ran).toEqual([]);
  });
});

describe("the table of tools", () => {
  it("knows no argument that names a user, an agent or a session", async () => {
    for (const { name, inputSchema } of listedTools(await toolsOf("full")).tools) {
      const fields = Object.keys(inputSchema.properties ?? {});
      for (const field of ["user", "as", "agent", "session", "run", "tier", "confirmed", "people"]) {
        expect(fields, `${name}.${field}`).not.toContain(field);
      }
    }
  });

  it("says in its hints what only reads and what may take something away", async () => {
    const hints = Object.fromEntries((await toolsOf("full")).map((tool) => [tool.name, tool.hints]));
    const reading = Object.keys(hints).filter((name) => hints[name]?.readOnlyHint);
    expect(reading.sort()).toEqual(["context", "recall_memories", "report"]);
    expect(
      Object.keys(hints)
        .filter((name) => hints[name]?.destructiveHint)
        .sort(),
    ).toEqual(["answer_question", "manage_memory", "resolve"]);
  });
});
