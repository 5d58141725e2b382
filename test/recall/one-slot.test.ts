/** A project and one of its users remember two things under one key: every door tells both, to that user alone. */
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { remember } from "../../src/capture/record.js";
import { memoriesOutline } from "../../src/recall/entries-outline.js";
import { memories } from "../../src/recall/memories.js";
import { recall } from "../../src/recall/recall.js";
import { recallOutline } from "../../src/recall/recall-outline.js";
import { pipeText } from "../../src/text/outline/render.js";
import { acting, capturing, NO_MODEL } from "../capture/capturing.js";

async function told() {
  const world = capturing(NO_MODEL);
  const bridget = acting(world, { user: "bridget" });
  const key = "editor.indent";
  const projects = await remember(world, { content: "Indent with two spaces", category: "convention", key });
  const hers = await remember(bridget, { content: "Indent everything with tabs", category: "preference", key });
  await remember(bridget, { content: "Bridget reads release notes on the train", category: "preference" });
  return { world, bridget, projects: projects.id ?? "", hers: hers.id ?? "" };
}

describe("what a project and its user remember", () => {
  it("recall marks both and has the project's first, also where the other is nearer", async () => {
    const { world, bridget, projects, hers } = await told();
    for (const query of ["indent everything with tabs", "two spaces or tabs to indent"]) {
      const { results } = await recall(bridget, { query, mode: "keyword" });
      const [first, second] = results.filter(({ id }) => id === projects || id === hers);
      const [tabs, spaces] = ["Indent everything with tabs", "Indent with two spaces"];
      expect(first).toMatchObject({ id: projects, beside: [{ id: hers, why: "undecided", text: tabs }] });
      expect(second).toMatchObject({ id: hers, beside: [{ id: projects, why: "undecided", text: spaces }] });
    }
    const only = await recall(bridget, { query: "everything tabs", mode: "keyword", limit: 1 });
    expect(pipeText(await recallOutline(only))).toContain(
      `undecided beside ${projects} (self): Indent with two spaces`,
    );
    for (const user of ["sybil", undefined]) {
      const { user: _, ...actor } = world.actor;
      const other = { ...world, actor: user === undefined ? actor : { ...actor, user } };
      const { results } = await recall(other, { query: "indent", mode: "keyword" });
      expect(results).toMatchObject([{ id: projects }]);
      expect(JSON.stringify(results)).not.toMatch(/undecided|tabs/);
    }
  });

  it("the list of memories does so, too", async () => {
    const { world, bridget, projects, hers } = await told();
    const listed = await memories(bridget);
    const ids = listed.memories.map(({ id }) => id);
    expect(ids.indexOf(projects)).toBeLessThan(ids.indexOf(hers));
    const text = pipeText(memoriesOutline(listed));
    expect(text).toContain(`undecided beside ${hers}`);
    expect(text).toContain(`undecided beside ${projects}`);
    expect(listed.memories.filter(({ beside }) => beside !== undefined)).toHaveLength(2);
    expect(JSON.stringify(await memories(acting(world, { user: "sybil" })))).not.toMatch(/undecided|tabs/);
  });

  it("what is sensitive is not compared: that it differs would say something of it", async () => {
    const { world, bridget, projects } = await told();
    const file = "memory/facts/conventions.md";
    const before = await readFile(world.workspace.absolute(file), "utf8");
    world.put(file, before.replace("status: active", 'review:\n  state: sensitive\n  by: "bridget"\nstatus: active'));
    const { memories: listed } = await memories(bridget);
    expect(listed.find(({ id }) => id === projects)).toBeUndefined();
    expect(JSON.stringify(listed)).not.toContain("undecided");
  });
});
