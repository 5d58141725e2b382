import { describe, expect, it } from "vitest";
import { remember } from "../../src/capture/record.js";
import type { Context } from "../../src/context.js";
import { NO_MODEL } from "../capture/capturing.js";
import { loopWorld } from "../loop/loop-world.js";
import { context } from "../operations.js";

const WORDS = "The left lamp blinks before breakfast";

/** A workspace and a user tree in which bridget keeps one memory; one context a call, as one process has. */
async function world() {
  const loop = loopWorld({ ...NO_MODEL, agent: "main" });
  const as = (user: string | undefined, session = "work"): Context => {
    const { user: _, ...actor } = loop.ctx.actor;
    return { ...loop.ctx, actor: { ...actor, session, ...(user === undefined ? {} : { user }) } };
  };
  const { id } = await remember(as("bridget"), { content: WORDS, category: "fact", scope: "user" });
  await remember(as("bridget"), { content: "The office is in Kiel", category: "fact", scope: "project" });
  return { as, id: id as string, loop };
}

describe("the user tree in a context", () => {
  it("its person reads it in every session, nobody else does, whoever came first in a session", async () => {
    const { as, id } = await world();
    for (const session of ["work", "adhoc-main-2026-02-01"]) {
      const hers = await context(as("bridget", session), {});
      expect(hers.text).toContain(`${id} `);
      expect(hers.core.text).toContain(WORDS);
      for (const other of ["sybil", undefined]) {
        const data = JSON.stringify(await context(as(other, session), { query: "lamp breakfast" }));
        expect(data).not.toContain("lamp blinks");
        expect(data).not.toContain(id);
        expect(data).toContain("The office is in Kiel");
      }
      expect((await context(as("Bridget ", session), {})).core.text).toContain(WORDS);
    }
  });
});

describe("what a project and its user remember", () => {
  it("under one key is printed together, the project's line first, to that user alone", async () => {
    const { as } = await world();
    const said = { category: "convention", key: "editor.indent" };
    const hers = await remember(as("bridget"), { ...said, content: "Indent with tabs", scope: "user" });
    const projects = await remember(as("bridget"), { ...said, content: "Indent with two spaces", scope: "project" });
    const { text } = await context(as("bridget", "later"), {});
    const lines = text.split("\n").filter((line) => line.includes("Indent with"));
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`^${projects.id} \\w+ \\| Indent with two spaces`)),
      expect.stringMatching(new RegExp(`^  undecided beside ${hers.id} \\w+ \\| Indent with tabs`)),
      expect.stringMatching(new RegExp(`^${hers.id} .*undecided beside ${projects.id} \\| Indent with tabs`)),
    ]);
    expect((await context(as("bridget", "later"), {})).text.split("\n")).toEqual(expect.arrayContaining(lines));
    expect((await context(as("sybil", "later"), {})).text).not.toMatch(/undecided|with tabs/);
  });
});
