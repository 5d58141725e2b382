import { rm } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { COMMAND_WAIT_MS, withLock } from "../../src/store/files/lock.js";
import { Workspace } from "../../src/store/workspace.js";
import { COR, INS, knownWorkspace } from "../cli/known-workspace.js";
import { done } from "../cli/typed.js";
import { rounds } from "../effort.js";
import { emptyRepository } from "../empty-repository.js";
import { served } from "./served.js";

const ROUNDS = rounds(10, 50);

const ids = ({ results }: { results: { id: string }[] }) => results.map(({ id }) => id);

describe("the tree changes underneath", () => {
  it("what another process writes is found by the next recall, by words and by meaning", async () => {
    const box = await knownWorkspace();
    const { call } = await served(box);
    const query = "how do we ship the mobile application";
    const before = await call("recall_memories", { query });
    expect(before.results.every(({ type }: { type: string }) => type !== "memory")).toBe(true);
    const args = [
      "remember",
      "Mobile releases go through the beta channel first",
      "--category",
      "convention",
      "--json",
    ];
    const { id } = (await box.run(args)).json().data;
    expect(ids(await call("recall_memories", { query: "beta channel", keyword: true }))).toEqual([id]);
    const found = await call("recall_memories", { query: "the application for mobile phones is shipped" });
    expect(found).toMatchObject({ mode: "hybrid", index: "fresh" });
    expect(ids(found)).toContain(id);
  });

  it("what is edited by hand, forgotten or withheld elsewhere is seen at once", async () => {
    const box = await knownWorkspace();
    const { call } = await served(box);
    const query = { query: "install from the lockfile" };
    expect(ids(await call("recall_memories", query))).toContain(COR);
    const file = "memory/learning/corrections/2026-02-10.md";
    const text = await box.read(file);
    await box.write(file, text.replaceAll("Install from the lockfile", "Install from the frozen lockfile"));
    const [edited] = (await call("recall_memories", query)).results;
    expect(edited).toMatchObject({ id: COR, text: expect.stringContaining("frozen") });
    await box.write(file, text.replace("tier: self", "tier: external"));
    const withheld = await call("recall_memories", query);
    expect(ids(withheld)).not.toContain(COR);
    expect(withheld.withheld).toBe(1);
    await box.run(["forget", "m2xba", "--reason", "about another project"]);
    expect(ids(await call("recall_memories", { query: "retries hide the flaky test" }))).not.toContain(INS);
  });

  it("20 calls at once, reads beside writes, while another process writes as well: each has its own answer", async () => {
    const box = await knownWorkspace();
    const { call } = await served(box, ["--profile", "full"]);
    const aside = Promise.all(
      ["attic", "cellar", "garage"].map((place) =>
        box.runProcess(
          ["remember", `Whoever enters the ${place} signs the paper list at its door`, "--category", "fact", "--json"],
          {
            env: { TENET_SEED: place },
          },
        ),
      ),
    );
    const calls = Array.from({ length: 20 }, (_, at) => {
      if (at % 4 === 0) {
        return call("save_memory", {
          content: `Printer ${at} is named after river ${at}`,
          category: "fact",
          key: `printer.${at}`,
        });
      }
      if (at % 4 === 1) return call("recall_memories", { query: "xylophone", keyword: true });
      if (at % 4 === 2) return call("recall_memories", { query: "install from the lockfile" });
      return call("recall_memories", { query: "", limit: 99 });
    });
    const answers = await Promise.all(calls);
    for (const [at, answer] of answers.entries()) {
      const what = `${at}: ${JSON.stringify(answer)}`;
      if (at % 4 === 0) expect(answer.decision, what).toBe("stored");
      if (at % 4 === 1) expect(answer, what).toMatchObject({ results: [], mode: "keyword" });
      if (at % 4 === 2) expect(ids(answer), what).toContain(COR);
      if (at % 4 === 3) expect(answer, what).toMatchObject({ isError: true, error: { code: "wrong-arguments" } });
    }
    for (const ran of await aside) expect(ran.code, ran.stderr).toBe(0);
    const listed = await call("manage_memory", { action: "list", limit: 50 });
    expect(listed.total).toBe(8);
    expect(new Set(listed.memories.map(({ id }: { id: string }) => id)).size).toBe(8);
    const { findings } = (await box.run(["verify", "--json"])).json().data;
    expect(findings.filter(({ severity }: { severity: string }) => severity !== "info")).toEqual([]);
  }, 90_000);

  it(`contexts as they are typed, ${20 * ROUNDS} recalls and ${ROUNDS} contexts leave git status clean`, async () => {
    const box = await knownWorkspace();
    await box.write(".gitignore", ".tenet/\nmemory/learning/index.md\n");
    emptyRepository(box.dir);
    await box.git("add", ".");
    await box.git("commit", "-q", "-m", "start");
    // What a slow machine has not indexed yet would be told on stderr.
    await done(box, "index");
    for (const line of ["", "--session s1", "--session s1 --query lockfile", "--query lockfile --json", "--session s2"])
      expect((await done(box, `context ${line}`)).stderr).toBe("");
    const { call } = await served(box);
    for (let round = 0; round < ROUNDS; round++) {
      const asked = Array.from({ length: 20 }, (_, at) =>
        call("recall_memories", { query: `lockfile ${round % 7} ${at}`, keyword: at % 4 !== 3 }),
      );
      asked.push(call("context", round % 10 === 0 ? { query: "lockfile" } : {}));
      for (const answer of await Promise.all(asked)) expect(answer.isError).toBe(false);
    }
    expect(await box.git("status", "--porcelain")).toBe("");
  }, 120_000);
});

describe("trouble", () => {
  it(
    "a locked tree is busy after five seconds, said as an answer with a safe next step; reading goes on",
    async () => {
      const box = await knownWorkspace();
      const { call } = await served(box);
      // Held by a process that lives: this one.
      await withLock(new Workspace(box.dir).lock, "test", 1_000, async () => {
        const started = performance.now();
        const saving = call("save_memory", { content: "The lock is held", category: "fact" });
        expect((await call("recall_memories", { query: "lockfile", keyword: true })).isError).toBe(false);
        const { isError, error } = await saving;
        expect({ isError, code: error.code }).toEqual({ isError: true, code: "busy" });
        expect(error.hint).toMatch(/do the same again/);
        expect(performance.now() - started).toBeLessThan(COMMAND_WAIT_MS);
      });
      expect((await call("save_memory", { content: "The lock is free", category: "fact" })).decision).toBe("stored");
    },
    COMMAND_WAIT_MS + 30_000,
  );

  it("a tree that cannot be written answers what it knows, and says why nothing is saved", async () => {
    const box = await knownWorkspace();
    // Also for root, whom no permission stops: neither lock nor cache nor index can be made.
    await box.write(".tenet", "a file stands where a folder should");
    const { call } = await served(box);
    expect(ids(await call("recall_memories", { query: "lockfile" }))).toContain(COR);
    const { isError, error } = await call("save_memory", { content: "Nothing is written here", category: "fact" });
    expect({ isError, code: error.code }).toEqual({ isError: true, code: "failed" });
    expect(error.message).toContain(".tenet");
  });

  it("a workspace that vanished is an answer, and the server lives on", async () => {
    const box = await knownWorkspace();
    const { call } = await served(box);
    const profile = await box.read("tenet.yaml");
    await rm(box.path("tenet.yaml"));
    expect((await call("recall_memories", { query: "lockfile" })).error.code).toBe("no-workspace");
    await box.write("tenet.yaml", profile);
    expect((await call("recall_memories", { query: "lockfile" })).isError).toBe(false);
  });
});

it("the prompt of guidelines says when to recall and to save, how to write, what never; at most 60 lines", async () => {
  const { client } = await served(await knownWorkspace());
  expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(["memory_guidelines"]);
  const { messages } = await client.getPrompt({ name: "memory_guidelines" });
  const [message] = messages;
  const text = message?.content.type === "text" ? message.content.text : "";
  expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(60);
  for (const tool of ["recall_memories", "save_memory", "manage_memory", "record_correction"])
    expect(text).toContain(tool);
  for (const heading of ["## Recall", "## Save", "### How to write one", "## Never save"])
    expect(text).toContain(heading);
  await expect(client.getPrompt({ name: "guidelines" })).rejects.toThrow(/memory_guidelines/);
});
