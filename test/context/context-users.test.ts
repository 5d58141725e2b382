import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { remember } from "../../src/capture/record.js";
import { context } from "../../src/context/context.js";
import type { Context } from "../../src/context.js";
import { isSessionCore } from "../../src/store/layers/session-core.js";
import { NO_MODEL } from "../capture/capturing.js";
import { loopWorld } from "../loop/loop-world.js";
import { forgetMemories } from "../operations.js";

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

  it("what is forgotten there does not come back within the session that was shown it", async () => {
    const { as, id } = await world();
    const first = await context(as("bridget"), {});
    expect((await context(as("bridget"), {})).core).toEqual({ ...first.core, kept: true });
    await forgetMemories(as("bridget"), { refs: [id] });
    const now = await context(as("bridget"), {});
    expect(now.text).not.toContain("lamp blinks");
    expect(now.says).toEqual([expect.stringContaining(`${id} may no longer be shown`)]);
  });

  it("words of the user tree are not kept in the workspace's own state: an erasing there reaches all of them", async () => {
    const { as, loop } = await world();
    const first = await context(as("bridget"), { query: "lamp" });
    expect(first.core.text).toContain(WORDS);
    const { sessions } = loop.world.workspace;
    const kept = readdirSync(sessions).filter(isSessionCore);
    expect(kept).toHaveLength(1);
    expect(readFileSync(join(sessions, kept[0] as string), "utf8")).not.toContain("lamp");
    expect((await context(as("bridget"), {})).core).toEqual({ ...first.core, kept: true });
  });

  it("a receipt of hers replays for her to the same bytes, and shows another person none of it", async () => {
    const { as, id } = await world();
    const first = await context(as("bridget", "adhoc-main-2026-02-01"), {});
    const hers = await context(as("bridget"), { replay: first.receipt as string });
    expect(hers.text).toBe(first.text);
    const others = await context(as("sybil"), { replay: first.receipt as string });
    expect(JSON.stringify(others)).not.toContain("lamp blinks");
    expect(others.replay).toMatchObject({ same: false, changes: [{ name: "memories", gone: [id] }] });
  });
});

describe("what a project and its user remember", () => {
  it("under one key is printed together, the project's line first, to that user alone", async () => {
    const { as, loop } = await world();
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
    // Her words beneath the project's line are kept no more than her own line is.
    const { sessions } = loop.world.workspace;
    const kept = readdirSync(sessions).filter(isSessionCore);
    for (const name of kept) expect(readFileSync(join(sessions, name), "utf8")).not.toContain("Indent with tabs");
    expect((await context(as("bridget", "later"), {})).text.split("\n")).toEqual(expect.arrayContaining(lines));
    expect((await context(as("sybil", "later"), {})).text).not.toMatch(/undecided|with tabs/);
  });
});
