import { describe, expect, it } from "vitest";
import { knownWorkspace, NO_MODEL } from "../cli/known-workspace.js";
import { served, textOf } from "./served.js";

describe("manage_memory", () => {
  it("lists by use, then newest, 20 unless told, with the whole number", {
    tags: "proof",
    timeout: 60_000,
  }, async () => {
    const { call, answer } = await served(await knownWorkspace({ profile: NO_MODEL }), ["--profile", "full"]);
    const ids: string[] = [];
    for (let number = 0; number < 22; number++) {
      const content = `The ${["red", "blue", "green"][number % 3]} service number ${number} listens on its own port`;
      ids.push((await call("save_memory", { content, category: "fact", key: `port.${number}` })).id);
    }
    await call("save_memory", { content: "No semicolons in our code", category: "preference" });
    const listed = await call("manage_memory", { action: "list" });
    expect(listed).toMatchObject({ isError: false, action: "list", total: 23 });
    expect(listed.memories).toHaveLength(20);
    expect((await call("manage_memory", { action: "list", limit: 2 })).memories).toHaveLength(2);
    const preferred = await answer("manage_memory", { action: "list", category: "preference" });
    expect(textOf(preferred)).toContain("No semicolons in our code");
  });
});

describe("users", () => {
  const SECRETLY = { content: "Bridget is looking for another job", category: "fact", scope: "user" };

  it("user A's memories are never returned to user B, by any tool", async () => {
    const box = await knownWorkspace();
    const a = await served(box, ["--user", "bridget", "--profile", "full"]);
    const b = await served(box, ["--user", "sybil", "--profile", "full"]);
    const saved = await a.call("save_memory", SECRETLY);
    expect(saved).toMatchObject({ isError: false, decision: "stored", scope: "user" });
    const seen = async ({ call, answer }: typeof a) => {
      const answers = [
        await answer("recall_memories", { query: "looking for another job" }),
        await answer("recall_memories", { query: "another job", keyword: true }),
        await answer("manage_memory", { action: "list" }),
        await answer("context", { query: "another job" }),
        await answer("heartbeat", { dry_run: true }),
        await answer("save_memory", { content: "Bridget is looking for another flat", category: "fact" }),
      ];
      return `${JSON.stringify(answers)} ${JSON.stringify(await call("manage_memory", { action: "list", scope: "user" }))}`;
    };
    expect(await seen(a)).toContain("another job");
    const shown = await seen(b);
    expect(shown).not.toContain("another job");
    expect(shown).not.toContain(saved.id);
    for (const args of [
      { action: "update", memory_id: saved.id, updates: { content: "x" } },
      { action: "delete", memory_id: saved.id },
    ]) {
      expect((await b.call("manage_memory", args)).error.code).toBe("not-found");
    }
    expect((await b.call("used", { id: saved.id })).error.code).toBe("not-found");
  }, 60_000);
});
