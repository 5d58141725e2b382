/** What is captured for some files: through each door, and beside what holds for others. */
import { describe, expect, it } from "vitest";
import { updateMemory } from "../../src/review/change-memories.js";
import { resolvePair } from "../../src/review/resolve.js";
import { type Capturing, callTool, capturing, NO_MODEL } from "./capturing.js";

const api = { paths: ["packages/api/**"] };
const web = { paths: ["packages/web/**"] };

describe("said of another entry across files", () => {
  const GENERAL = "Columns of tables are named in snake case";
  const NARROW = "Columns of tables are named in camel case";
  const two = async (first: object, second: object): Promise<[Capturing, string, string]> => {
    const w = capturing();
    const older = (await w.learn(GENERAL, first as Record<string, unknown>)).id ?? "";
    const newer = (await w.learn(NARROW, second as Record<string, unknown>)).id ?? "";
    return [w, older, newer];
  };

  it("same: both stay, linked; replaces, by the narrower: an exception, stated with the capture as well", {
    tags: "proof",
  }, async () => {
    const [w, older, newer] = await two({}, api);
    const { decision, says } = await resolvePair(w, { a: newer, b: older, how: "same" });
    expect(decision).toBe("same");
    expect(says).toContain("for different readers or files");
    expect((await w.entry(newer)).linked).toEqual([older]);
    const stated = await w.learn(NARROW, { ...web, replaces: [older] });
    expect(await w.entry(stated.id)).toMatchObject({ exception_to: [older] });
    const [other, general, narrow] = await two({}, api);
    await resolvePair(other, { a: narrow, b: general, how: "replaces" });
    expect(await other.entry(narrow)).toMatchObject({ exception_to: [general], ...api });
    for (const entry of [await w.entry(older), await w.entry(newer), await other.entry(general)])
      expect(entry.status).toBe("active");
  });

  it.each([
    ["the wider", api, {}],
    ["another", api, web],
    ["one for fewer files and more readers", { scope: "conversation" }, api],
  ])("replaces, by %s: refused", { tags: "proof" }, async (_, first, second) => {
    const [w, older, newer] = await two(first, second);
    await expect(resolvePair(w, { a: newer, b: older, how: "replaces" })).rejects.toMatchObject({
      ...{ exit: 2, code: "wrong-relation" },
    });
  });
});

it("a memory that is updated keeps its files; other files are written on it as it stands", async () => {
  const w = capturing(NO_MODEL);
  const { id = "" } = await w.draft({ type: "memory", content: "The service listens on 8080", ...api });
  const moved = await updateMemory(w, { ref: id, content: "The service listens on 9090" });
  expect(await w.entry(moved.id)).toMatchObject({ ...api, supersedes: [id] });
  expect(await updateMemory(w, { ref: moved.id ?? "", ...web })).toMatchObject({ decision: "evolved", id: moved.id });
  expect(await w.entry(moved.id)).toMatchObject({ ...web, content: "The service listens on 9090" });
  const outside = w.draft({ type: "memory", content: "The service listens on 7070", paths: ["../x"] });
  await expect(outside).rejects.toThrow("it holds . or .. as a folder");
  await updateMemory(w, { ref: moved.id ?? "", paths: [] });
  expect(await w.entry(moved.id)).not.toHaveProperty("paths");
});

it("is a field of the tools that record, and of an update", async () => {
  const w = capturing(NO_MODEL);
  const saved = await callTool(w, "save_memory", { content: "The service listens on 8080", ...api });
  await callTool(w, "record_correction", { corrected_to: "Columns are in snake case", ...api });
  const found = { insight: "Retries hide a flaky test", stakes: "low", at_risk: "drift" };
  await callTool(w, "record_insight", { ...found, ...api });
  expect(await w.entries()).toMatchObject([api, api, api]);
  await callTool(w, "manage_memory", { action: "update", memory_id: saved.id, updates: web });
  const { memories } = await callTool(w, "manage_memory", { action: "list" });
  expect(memories).toMatchObject([{ id: saved.id, ...web }]);
});
