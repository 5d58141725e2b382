import { describe, expect, it } from "vitest";
import type { Call } from "../../src/command/call.js";
import { READS } from "../../src/command/tool.js";
import { answerCall, listedTools, type Tool, toolsOf } from "../../src/mcp/tools.js";
import { testWorld } from "../store/workspace.js";

async function called(run: () => Promise<object>) {
  const world = testWorld();
  const callFor = (warn: Call["warn"]) => ({ warn, context: async () => ({ ...world, warn }) }) as unknown as Call;
  const command = { input: {}, run, view: () => "done\n" };
  const tool: Tool = { name: "probe", title: "Probe", description: "", place: 1, keys: [], hints: READS, command };
  return await answerCall({ callFor, profile: "default" }, tool, {}, new AbortController().signal);
}

it("an answer to a bug is an error without a stack, and nothing is thrown", async () => {
  const thrown = () => {
    throw null;
  };
  for (const act of [() => Promise.reject(new RangeError("out of bounds")), thrown]) {
    const answer = await called(act);
    expect(answer).toMatchObject({ isError: true, structuredContent: { ok: false, error: { code: "bug" } } });
    expect(JSON.stringify(answer)).not.toContain("answer.test");
  }
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
