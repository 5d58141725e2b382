import { readdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { COR, INS, knownWorkspace, NO_MODEL } from "../cli/known-workspace.js";
import { served, textOf } from "./served.js";

const DEFAULT_TOOLS = [
  ...["context", "record_correction", "record_insight", "save_memory", "recall_memories", "manage_memory"],
  ...["answer_question", "resolve"],
];
const FULL_TOOLS = [
  ...["record_outcome", "heartbeat", "used", "record_decision", "record_reflexion", "draft", "ask", "report"],
];

const FACT = { content: "Deploys of the billing service need a yes from the on-call engineer", category: "convention" };

const INSIGHT = { insight: "Cold caches double the run", evidence: "two timings", at_risk: "none" };
const CORRECTION = {
  corrected_to: "Tag the release after the upload",
  prior_belief: "Tag first",
  at_risk: "a tag without a file",
  stakes: "high",
  behavioral_change: "Upload, then tag.",
};

describe("the handshake", () => {
  it("says who serves, in three sentences when to use it, and offers tools and one prompt", async () => {
    const { client } = await served(await knownWorkspace());
    expect(client.getServerVersion()).toMatchObject({ name: "tenet" });
    expect(client.getInstructions()?.match(/\.(?: |$)/g)).toHaveLength(3);
    expect(client.getServerCapabilities()).toEqual({ tools: {}, prompts: {} });
  });

  it("offers the tools of the whole loop in the order of a session, and the others with --profile full", async () => {
    const box = await knownWorkspace();
    const names = async (args: string[]) =>
      (await (await served(box, args)).client.listTools()).tools.map((t) => t.name);
    expect(await names([])).toEqual(DEFAULT_TOOLS);
    expect(await names(["--profile", "full"])).toEqual([...DEFAULT_TOOLS, ...FULL_TOOLS]);
  });

  it("every tool has a title, says when to call it and what comes back, and hints at what it may do", async () => {
    const { client } = await served(await knownWorkspace(), ["--profile", "full"]);
    for (const tool of (await client.listTools()).tools) {
      expect(tool.title, tool.name).toBeTruthy();
      expect(tool.description?.length, tool.name).toBeGreaterThan(100);
      expect(Object.keys(tool.annotations ?? {}), tool.name).toHaveLength(1);
      for (const [name, field] of Object.entries(tool.inputSchema.properties ?? {})) {
        expect((field as { description?: string }).description, `${tool.name}.${name}`).toBeTruthy();
      }
    }
  });

  // Every conversation pays for it. A token of such a list is 4.4 characters (o200k_base); 4 are counted here.
  it("the list of tools is at most 2,800 tokens", async () => {
    const { client, call } = await served(await knownWorkspace(), []);
    const { tools } = await client.listTools();
    expect(Math.ceil(JSON.stringify(tools).length / 4)).toBeLessThanOrEqual(2_800);
    expect(tools.filter(({ outputSchema }) => outputSchema !== undefined)).toEqual([]);
    expect(await call("recall_memories", { query: "lockfile" })).toMatchObject({ results: expect.any(Array) });
    for (const { name, inputSchema } of tools) {
      const keywords = ["type", "properties", ...(inputSchema.required === undefined ? [] : ["required"])];
      expect(Object.keys(inputSchema), name).toEqual(keywords);
      expect(Object.keys(inputSchema.properties ?? {}), name).toEqual(
        expect.arrayContaining(inputSchema.required ?? []),
      );
    }
    const { properties } = tools.find(({ name }) => name === "manage_memory")?.inputSchema ?? {};
    expect(Object.keys(properties ?? {})).toEqual(
      expect.arrayContaining(["action", "memory_id", "updates", "scope", "limit", "reason"]),
    );
  });
});

describe("who is served", () => {
  it("is fixed when the server starts: agent, person and a session of its own, unless they are stated", async () => {
    const box = await knownWorkspace();
    const writtenBy = async (args: string[], env: Record<string, string>) => {
      const { call } = await served(box, args, env);
      const content = `Pairing with ${args.at(-1) ?? "nobody"}`;
      const { file, id } = await call("save_memory", { content, category: "fact", scope: "conversation" });
      return (await box.read(file)).split("## ").find((record) => record.startsWith(id));
    };
    const plain = await writtenBy([], {});
    expect(plain).toContain("agent: main\n");
    expect(plain).toMatch(/\nsession: mcp-main-\w{5}\n/);
    const stated = await writtenBy(["--as", "scout"], { TENET_SESSION: "s-42" });
    expect(stated).toContain("agent: scout\n");
    expect(stated).toContain("\nsession: s-42\n");
  });

  it("clients of the newer protocol get the same", { tags: "proof" }, async () => {
    const box = await knownWorkspace();
    const { client } = await served(box, ["--profile", "full"], {}, "auto");
    expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
    expect((await client.listTools()).tools).toHaveLength(DEFAULT_TOOLS.length + FULL_TOOLS.length);
    const found = await client.callTool({ name: "recall_memories", arguments: { query: "lockfile" } });
    expect(JSON.stringify(found.structuredContent)).toContain(COR);
    expect((await client.callTool({ name: "used", arguments: { id: "../x" } })).isError).toBe(true);
  });
});

describe("save_memory", () => {
  it("stores one fact, and says the same again is counted", async () => {
    const { call } = await served(await knownWorkspace());
    const first = await call("save_memory", { ...FACT, key: "billing.deploy", tags: ["billing"] });
    expect(first).toMatchObject({ isError: false, decision: "stored", type: "memory", category: "convention" });
    const again = await call("save_memory", FACT);
    expect(again).toMatchObject({ isError: false, decision: "counted", id: first.id });
  });

  it("takes the place of what has its key, and says what that was", async () => {
    const { call } = await served(await knownWorkspace());
    const key = "staging.cores";
    const old = await call("save_memory", { content: "The staging server has 8 cores", category: "fact", key });
    const now = await call("save_memory", { content: "The staging server has 16 cores", category: "fact", key });
    expect(now).toMatchObject({ isError: false, decision: "replaced", superseded: [old.id], asks: [] });
    expect(now.because.join(" ")).toContain("The staging server has 8 cores");
  });

  it("asks about what is near with what differs and the calls that answer, and replaces nothing before", async () => {
    const { call, answer } = await served(await knownWorkspace());
    const old = await call("save_memory", { content: "The staging server has 8 cores", category: "fact" });
    const saved = await answer("save_memory", { content: "The staging server has 16 cores", category: "fact" });
    const now = saved.structuredContent as { id: string; decision: string; asks: Record<string, unknown>[] };
    expect(now.decision).toBe("stored");
    const [a, b] = [now.id, old.id].map((id) => id.slice(-5).toLowerCase());
    expect(now.asks[0]).toMatchObject({
      id: now.id,
      about: old.id,
      text: "The staging server has 8 cores",
      differs: { known: ["8"], new: ["16"] },
      answers: {
        replaces: `resolve with id "${a}", other "${b}" and answer "replaces"`,
        replaced_by: `resolve with id "${b}", other "${a}" and answer "replaces"`,
      },
    });
    expect(textOf(saved)).toContain(
      `resolve with id "${a}", other "${b}" and answer "same" | "replaces" | "exception" | "unrelated"\n`,
    );
    const listed = await call("manage_memory", { action: "list" });
    expect(listed.memories.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining([old.id, now.id]));
    const answered = await call("resolve", { id: now.id, other: old.id, answer: "replaces" });
    expect(answered).toMatchObject({ isError: false, results: [{ decision: "replaced", id: now.id, other: old.id }] });
  });

  it("row 25: a secret never reaches the disk, and is named by kind and place", async () => {
    const box = await knownWorkspace();
    const { call } = await served(box);
    const secret = `ghp_${"a1B2c3D4e5".repeat(3)}f6G7h8`;
    const saved = await call("save_memory", { content: `The token of the bot is ${secret}`, category: "fact" });
    expect(saved.isError).toBe(false);
    expect(saved.warnings.join(" ")).toContain("secret");
    expect(JSON.stringify(saved)).not.toContain(secret);
    const { stdout } = await box.run(["export"]);
    expect(stdout).not.toContain(secret);
    expect(await readFile(box.path(saved.file), "utf8")).toContain("[secret:");
  });

  it("says which argument is wrong, the nearest one, and what it takes; nothing is written", async () => {
    const box = await knownWorkspace({ git: true });
    const { call } = await served(box);
    for (const [args, says] of [
      [{ contnt: "x", category: "fact" }, "did you mean content?"],
      [{ content: "x", category: "rumour" }, "category"],
      [{ content: "", category: "fact" }, "content"],
      [{ ...FACT, source: "telepathy" }, "source"],
    ] as const) {
      const { isError, ok, error } = await call("save_memory", args);
      expect({ isError, ok, code: error.code }, says).toEqual({ isError: true, ok: false, code: "wrong-arguments" });
      expect(error.message).toContain(says);
      expect(error.hint).toContain("save_memory takes: content");
    }
    expect(await box.git("status", "--porcelain", "--", ".", ":!.tenet")).toBe("");
  });
});

describe("recall_memories", () => {
  it("answers memories and learnings with where they come from and how far they are trusted", async () => {
    const { call, answer } = await served(await knownWorkspace());
    await call("save_memory", { ...FACT, source: "inferred" });
    const found = await call("recall_memories", { query: "deploys of the billing service" });
    expect(found).toMatchObject({ isError: false, mode: "hybrid", withheld: 0, model: expect.any(String) });
    expect(found.results[0]).toMatchObject({
      type: "memory",
      text: FACT.content,
      tier: "self",
      status: "active",
      category: "convention",
      confidence: 0.7,
      file: "memory/facts/conventions.md",
      line: expect.any(Number),
    });
    const learned = await call("recall_memories", { query: "install from the lockfile", type: "correction" });
    expect(learned.results[0]).toMatchObject({ id: COR, type: "correction", tier: "self" });
    expect(textOf(await answer("recall_memories", { query: "lockfile" }))).toContain(COR);
  });

  it("filters by category, limits, and says when nothing is known", async () => {
    const { call, answer } = await served(await knownWorkspace());
    await call("save_memory", FACT);
    const none = await call("recall_memories", { query: "billing service", category: "preference", keyword: true });
    expect(none.results).toEqual([]);
    expect(textOf(await answer("recall_memories", { query: "xylophone", keyword: true }))).toBe(
      "note: Nothing known about this.\n",
    );
    expect((await call("recall_memories", { query: "flaky retries lockfile", limit: 1 })).results).toHaveLength(1);
    for (const limit of [0, 51, 1.5, "10"]) {
      expect((await call("recall_memories", { query: "x", limit })).error).toMatchObject({ code: "wrong-arguments" });
    }
    expect((await call("recall_memories", { query: "   " })).isError).toBe(true);
  });

  it("row 33: without a model it answers by words, and says so", async () => {
    const box = await knownWorkspace({
      profile: "schema: 1\nagent: main\ntimezone: UTC\nembedding: {model: /nowhere/at/all}\n",
    });
    const { call } = await served(box);
    const found = await call("recall_memories", { query: "lockfile" });
    expect(found).toMatchObject({ isError: false, mode: "keyword", index: "degraded", model: null });
    expect(found.results[0].id).toBe(COR);
    expect(found.warnings.join(" ")).toContain("Searched by words only");
  });
});

describe("the tools for learning", () => {
  it("record what was wrong, what was found out and how it turned out", async () => {
    const { call } = await served(await knownWorkspace(), ["--profile", "full"]);
    const corrected = await call("record_correction", { ...CORRECTION, source: "bridget" });
    expect(corrected).toMatchObject({ isError: false, decision: "stored", type: "correction" });
    const learned = await call("record_insight", {
      ...INSIGHT,
      at_risk: "a slow morning",
      stakes: "low",
      linked: ["k7q2x"],
    });
    expect(learned).toMatchObject({ isError: false, decision: "stored", linked: [COR] });
    const judged = await call("record_outcome", { references: [INS], verdict: "mixed", result: "Fewer retries" });
    expect(judged).toMatchObject({ isError: false, decision: "stored", type: "outcome" });
  });

  it("keep what a person made of a text, once, and trust it as what was told", async () => {
    const { call } = await served(await knownWorkspace(), ["--profile", "full"]);
    const edit = {
      context: "asks for Sunday",
      original: "We are closed.",
      final: "Monday is free.",
      source: "bridget",
    };
    expect(await call("draft", edit)).toMatchObject({ results: [{ decision: "stored", type: "edit" }] });
    expect(await call("draft", edit)).toMatchObject({ results: [{ decision: "counted" }] });
    expect((await call("draft", { ...edit, final: "We are closed." })).error.code).toBe("nothing-changed");
    expect(await call("draft", { ...edit, ratio: 0.5 })).toMatchObject({ results: [{ decision: "counted" }] });
  });

  it("list what is missing as questions and write nothing", async () => {
    const box = await knownWorkspace({ git: true });
    const { call } = await served(box, ["--profile", "full"]);
    const { isError, error } = await call("record_correction", { prior_belief: "Tag before the upload" });
    expect(isError).toBe(true);
    expect(error.code).toBe("missing-fields");
    expect(error.details.missing.map(({ field }: { field: string }) => field)).toEqual(["corrected_to"]);
    expect(error.message).toContain("corrected_to: What holds from now on?");
    expect(error.hint).toMatch(/^Call record_correction again/);
    expect(await box.git("status", "--porcelain", "--", ".", ":!.tenet")).toBe("");
  });

  it("save_memory links what it is related to", async () => {
    const box = await knownWorkspace({ profile: NO_MODEL });
    const { call } = await served(box);
    const { id } = await call("save_memory", { ...FACT, related_to: ["m2xba"] });
    expect((await box.run(["show", id, "--json"])).json().data.entry.linked).toEqual([INS]);
  });

  it("a correction needs one fact, and the answer says what is missing", async () => {
    const { call, answer } = await served(await knownWorkspace());
    const stored = await answer("record_correction", { corrected_to: "Tag after the upload" });
    const missing = ["prior_belief", "at_risk", "stakes", "behavioral_change"];
    expect(stored.structuredContent).toMatchObject({ decision: "stored", stakes: "medium", missing });
    expect(textOf(await answer("context"))).toContain("Tag after the upload");
    const logged = { decision: "logged", next: expect.stringMatching(/record_insight with .* at_risk .* stakes/) };
    expect(await call("record_insight", { insight: "Caches lie" })).toMatchObject(logged);
  });

  it("heartbeat asks what is due, used counts, context is what a session begins with", async () => {
    const { call, answer } = await served(await knownWorkspace(), ["--profile", "full"]);
    expect(await call("used", { id: "m2xba", result: "worked" })).toMatchObject({ decision: "counted", id: INS });
    expect((await call("heartbeat", { dry_run: true })).due.length).toBeGreaterThan(0);
    expect((await call("heartbeat")).isError).toBe(false);
    const context = await answer("context", { query: "flaky tests" });
    expect(context.isError).not.toBe(true);
    expect(textOf(context)).toContain((context.structuredContent as { text: string }).text);
  });

  it("beside the loop are not there without that profile, and an unknown tool is refused", async () => {
    const { client } = await served(await knownWorkspace());
    await expect(client.callTool({ name: "record_outcome", arguments: {} })).rejects.toThrow(/Unknown tool/);
  });
});

describe("row 21: an id that is none names nothing", () => {
  it("row 21: every tool that takes one refuses it and creates nothing", { tags: "proof" }, async () => {
    const box = await knownWorkspace({ git: true });
    const { call } = await served(box, ["--profile", "full"]);
    const hostile = ["../x", "/etc/passwd", "a/b", "a\\b", "a\u0000b", ".git/hooks/x", "-rf", "x".repeat(300)];
    // The index is made by the first that asks.
    await call("save_memory", FACT);
    const around = async () => (await readdir(dirname(box.dir), { recursive: true })).sort();
    const before = await around();
    for (const id of hostile) {
      for (const [tool, args] of [
        ["used", { id }],
        ["manage_memory", { action: "delete", memory_id: id, reason: "x" }],
        ["manage_memory", { action: "update", memory_id: id, updates: { content: "x" } }],
        ["record_outcome", { references: [id], verdict: "mixed", result: "x" }],
        ["save_memory", { ...FACT, related_to: [id] }],
        ["save_memory", { ...FACT, derived_from: [id] }],
        ["record_insight", { ...INSIGHT, linked: [id] }],
        ["record_insight", { ...INSIGHT, supersedes: [id] }],
        ["record_correction", { ...CORRECTION, linked: [id] }],
        ["record_correction", { ...CORRECTION, supersedes: [id] }],
      ] as const) {
        const { isError, error } = await call(tool, args);
        expect(isError, `${tool} ${JSON.stringify(id)}`).toBe(true);
        const codes = ["wrong-arguments", "usage", "wrong-field", "field-not-yours"];
        expect(codes, `${tool} ${JSON.stringify(id)}`).toContain(error.code);
      }
    }
    expect(await around()).toEqual(before);
  });
});
