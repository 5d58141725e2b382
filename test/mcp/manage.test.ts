import { describe, expect, it } from "vitest";
import { knownWorkspace, NO_MODEL } from "../cli/known-workspace.js";
import { sandbox } from "../sandbox.js";
import { served, textOf } from "./served.js";

const OWNED = "schema: 1\nagent: main\ntimezone: UTC\npeople:\n  - {name: bridget, role: owner}\n";

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

  it("finds by the category correction what was saved as one, and nothing else", async () => {
    const { call } = await served(await sandbox({ profile: NO_MODEL }));
    const { id } = await call("save_memory", {
      content: "Install with pnpm from the lockfile",
      category: "correction",
    });
    await call("save_memory", { content: "The lockfile is checked by pnpm in CI", category: "fact" });
    const listed = await call("manage_memory", { action: "list", category: "correction" });
    expect(listed).toMatchObject({ total: 1, memories: [{ id, category: "correction", group: "corrections" }] });
    const query = "pnpm lockfile";
    const recalled = await call("recall_memories", { query, category: "correction" });
    expect(recalled.results).toMatchObject([{ id, type: "correction" }]);
    expect((await call("recall_memories", { query, category: "fact" })).results).toMatchObject([{ type: "memory" }]);
  });

  it("updates as a new version, and deletes with the reason; what is gone is not found again", async () => {
    const { call } = await served(await knownWorkspace({ profile: NO_MODEL }));
    const { id } = await call("save_memory", { content: "The build takes 12 minutes", category: "fact" });
    const changed = await call("manage_memory", {
      action: "update",
      memory_id: id,
      updates: { content: "The build takes 4 minutes" },
    });
    expect(changed).toMatchObject({ isError: false, action: "update", updated: { superseded: [id] } });
    const now = changed.updated.id;
    const stale = await call("manage_memory", {
      action: "update",
      memory_id: id,
      updates: { content: "The build takes 2 minutes" },
    });
    expect(stale).toMatchObject({ isError: true, error: { code: "not-live" } });
    const gone = await call("manage_memory", { action: "delete", memory_id: now.slice(-5), reason: "nobody asks" });
    expect(gone).toMatchObject({ isError: false, forgotten: { decision: "forgotten", entries: [{ id: now }] } });
    const found = await call("recall_memories", { query: "how long does the build take", type: "memory" });
    expect(found.results.map((one: { id: string }) => one.id)).not.toContain(now);
  });

  it("a deletion leaves the older one out of use", async () => {
    const { call } = await served(await knownWorkspace({ profile: NO_MODEL }));
    await call("save_memory", { content: "The build takes 12 minutes", category: "fact", key: "build" });
    const { id } = await call("save_memory", { content: "The build takes 4", category: "fact", key: "build" });
    const live = async () =>
      (await call("manage_memory", { action: "list" })).memories.map((one: { id: string }) => one.id);
    const gone = await call("manage_memory", { action: "delete", memory_id: id });
    expect(gone.forgotten.others).toEqual([]);
    expect(await live()).toEqual([]);
    const wrong = await call("manage_memory", { action: "list", reason: "x" });
    expect(wrong).toMatchObject({ isError: true });
  });

  it("updates what is named alone: how sure it is, its group, its key", { tags: "proof" }, async () => {
    const { call } = await served(await knownWorkspace({ profile: NO_MODEL }));
    const { id } = await call("save_memory", { content: "The office is in Porto", context: "Office facts" });
    const change = (memory_id: string, updates: object) =>
      call("manage_memory", { action: "update", memory_id, updates }).then(({ updated }) => updated);
    const surer = await change(id, { confidence: 0.4 });
    expect(surer).toMatchObject({ decision: "replaced", text: "The office is in Porto", confidence: 0.4 });
    expect(surer).toMatchObject({ category: "fact", superseded: [id], file: "memory/facts/office_facts.md" });
    const moved = await change(surer.id, { context: "places" });
    expect(moved).toMatchObject({ decision: "replaced", confidence: 0.4, file: "memory/facts/places.md" });
    expect(await change(moved.id, { context: "places", confidence: 0.4 })).toMatchObject({ decision: "known" });
    const keyed = await change(moved.id, { key: "office" });
    const saved = await call("save_memory", { content: "The office is in Porto", context: "../x" });
    expect(saved).toMatchObject({ isError: true, error: { code: "wrong-group" } });
    expect((await call("manage_memory", { action: "list" })).memories).toMatchObject([
      { id: keyed.id, key: "office", group: "places", confidence: 0.4 },
    ]);
  });

  it("refuses what belongs to another action, and what is missing", async () => {
    const { call } = await served(await knownWorkspace({ profile: NO_MODEL }));
    for (const [args, says] of [
      [{ action: "delete" }, "memory_id is missing"],
      [{ action: "update", memory_id: "k7q2x" }, "updates is missing"],
      [{ action: "update", memory_id: "k7q2x", updates: { scope: "user" } }, "scope"],
      [{ action: "list", memory_id: "k7q2x" }, "memory_id does not belong to list"],
      [{ action: "delete", memory_id: "k7q2x", updates: {} }, "updates does not belong to delete"],
      [{ action: "forget_all", memory_id: "k7q2x" }, "memory_id does not belong to forget_all"],
      [{ action: "erase" }, "action"],
      [{}, "action"],
    ] as const) {
      const { isError, error } = await call("manage_memory", args);
      expect({ isError, code: error?.code }, says).toEqual({ isError: true, code: "wrong-arguments" });
      expect(error.message).toContain(says);
    }
    const { error } = await call("manage_memory", { action: "delete", memory_id: "zzzzz" });
    expect(error.code).toBe("not-found");
    expect((await call("manage_memory", { action: "delete", memory_id: "k7q2x" })).error.code).toBe("no-memory");
  });

  it("forgetting everything is for people, whatever the client, the flags and the environment say", {
    tags: "proof",
  }, async () => {
    const box = await knownWorkspace({ profile: OWNED });
    const { call } = await served(box, ["--user", "bridget"]);
    const { id } = await call("save_memory", { content: "The office closes at noon on Fridays", category: "fact" });
    const { isError, error } = await call("manage_memory", { action: "forget_all", reason: "they said so" });
    expect({ isError, code: error.code }).toEqual({ isError: true, code: "needs-person" });
    expect(`${error.message} ${error.hint}`).not.toMatch(/--all\b|--erase|forget --/);
    expect((await call("manage_memory", { action: "list" })).memories[0].id).toBe(id);
  });

  it("what an owner said themselves is not an agent's to delete", { tags: "proof" }, async () => {
    const box = await knownWorkspace({ profile: OWNED });
    const file = await box.run(["remember", "Bridget wants short answers", "--category", "preference", "--json"]);
    const { id, file: path } = file.json().data;
    await box.write(path, (await box.read(path)).replace("tier: self", "source: bridget\ntier: owner"));
    const { call } = await served(box);
    const { isError, error } = await call("manage_memory", { action: "delete", memory_id: id });
    expect({ isError, code: error?.code }).toEqual({ isError: true, code: "needs-person" });
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

  it("no argument names another user", async () => {
    const { call } = await served(await knownWorkspace({ profile: NO_MODEL }), ["--user", "sybil"]);
    for (const [tool, args] of [
      ["recall_memories", { query: "job", user: "bridget" }],
      ["recall_memories", { query: "job", as: "bridget" }],
      ["manage_memory", { action: "list", user: "bridget" }],
      ["manage_memory", { action: "list", session: "s1" }],
    ] as const) {
      expect((await call(tool, args)).error?.code, tool).toBe("wrong-arguments");
    }
    expect((await call("save_memory", { ...SECRETLY, user: "bridget" })).error?.code).toBe("field-not-yours");
  });

  it("a conversation's memories stay in that server's session", async () => {
    const box = await knownWorkspace();
    const one = await served(box, ["--session", "s-one"]);
    const other = await served(box, ["--session", "s-two"]);
    await one.call("save_memory", { content: "We are pairing on the parser", category: "fact", scope: "conversation" });
    const query = { query: "pairing on the parser", keyword: true };
    expect((await one.call("recall_memories", query)).results).toHaveLength(1);
    expect((await other.call("recall_memories", query)).results).toHaveLength(0);
  });
});
