import { readdir } from "node:fs/promises";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { COR, knownWorkspace } from "../cli/known-workspace.js";
import { served } from "./served.js";

const DEFAULT_TOOLS = [
  ...["context", "record_correction", "record_insight", "save_memory", "recall_memories", "manage_memory"],
  ...["answer_question", "resolve"],
];
const FULL_TOOLS = [
  ...["record_outcome", "heartbeat", "used", "record_decision", "record_reflexion", "draft", "ask", "report"],
];

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

it("row 21: every tool that takes an id refuses one that is none, and creates nothing", { tags: "proof" }, async () => {
  const box = await knownWorkspace({ git: true });
  const { call } = await served(box, ["--profile", "full"]);
  const fact = { content: "Deploys of the billing service need a yes", category: "convention" };
  const insight = { insight: "Cold caches double the run", evidence: "two timings", at_risk: "none" };
  const correction = { corrected_to: "Tag the release after the upload" };
  // The index is made by the first that asks.
  await call("save_memory", fact);
  const around = async () => (await readdir(dirname(box.dir), { recursive: true })).sort();
  const before = await around();
  for (const id of ["../x", "/etc/passwd", "a/b", "a\\b", "a\u0000b", ".git/hooks/x", "-rf", "x".repeat(300)]) {
    for (const [tool, args] of [
      ["used", { id }],
      ["manage_memory", { action: "delete", memory_id: id, reason: "x" }],
      ["manage_memory", { action: "update", memory_id: id, updates: { content: "x" } }],
      ["record_outcome", { references: [id], verdict: "mixed", result: "x" }],
      ["save_memory", { ...fact, related_to: [id] }],
      ["save_memory", { ...fact, derived_from: [id] }],
      ["record_insight", { ...insight, replaces: [id] }],
      ["record_correction", { ...correction, linked: [id] }],
    ] as const) {
      const { isError, error } = await call(tool, args);
      expect(isError, `${tool} ${JSON.stringify(id)}`).toBe(true);
      const codes = ["wrong-arguments", "usage", "wrong-field", "field-not-yours"];
      expect(codes, `${tool} ${JSON.stringify(id)}`).toContain(error.code);
    }
  }
  expect(await around()).toEqual(before);
});
