import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { constants } from "node:os";
import { describe, expect, it } from "vitest";
import { knownWorkspace } from "../cli/known-workspace.js";
import { binary, type Sandbox, sandbox } from "../sandbox.js";
import { servedProcess } from "./served.js";

const INITIALIZE = {
  jsonrpc: "2.0",
  id: "hello",
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};
const RECALL = {
  jsonrpc: "2.0",
  id: "recall",
  method: "tools/call",
  params: { name: "recall_memories", arguments: { query: "lockfile", keyword: true } },
};

const SAVE = {
  jsonrpc: "2.0",
  id: "save",
  method: "tools/call",
  params: { name: "save_memory", arguments: { content: "Tags follow uploads" } },
};
const DEPTH = 30_000;
/** No schema reads so deep. */
const DEEP = JSON.stringify({ ...SAVE, id: "deep" }).replace(
  '"Tags follow uploads"',
  `${"[".repeat(DEPTH)}${"]".repeat(DEPTH)}`,
);

/** Runs a whole conversation: what is written, then the end of it. */
async function talk(box: Sandbox, said: readonly (string | Buffer | object)[], args: readonly string[] = []) {
  const child = spawn(process.execPath, [binary(), "mcp", ...args], { cwd: box.dir, env: box.env });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  child.stdin.on("error", () => undefined);
  for (const one of said) {
    const bytes = typeof one === "string" || Buffer.isBuffer(one) ? one : JSON.stringify(one);
    child.stdin.write(bytes);
    child.stdin.write("\n");
  }
  const started = performance.now();
  child.stdin.end();
  const [code] = await once(child, "close");
  const lines = Buffer.concat(out)
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
  return { code, lines, stderr: Buffer.concat(err).toString("utf8"), ms: performance.now() - started };
}

// biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by its assertions.
const byId = (lines: readonly any[], id: unknown) => lines.find((line) => line.id === id);

describe("row 38: whatever comes in, the server answers in protocol and lives on", () => {
  it("row 38: lines that are no JSON, no JSON-RPC or not text at all are passed over", async () => {
    const box = await knownWorkspace();
    const { code, lines, stderr } = await talk(box, [
      INITIALIZE,
      "{broken",
      "[1, 2]",
      '{"jsonrpc":"1.0","id":7,"method":"ping"}',
      Buffer.from([0xff, 0xfe, 0x00, 0x80, 0xc0]),
      `{"jsonrpc":"2.0","id":8,"method":"ping","params":{"x":"${"y".repeat(5 * 1024 * 1024)}"}}`,
      DEEP,
      "",
      { jsonrpc: "2.0", id: 9, method: "no/such/method" },
      { jsonrpc: "2.0", method: "notifications/unheard-of" },
      RECALL,
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(lines.map(({ id }) => id).sort()).toEqual([8, 9, "deep", "hello", "recall"]);
    expect(byId(lines, 8).result).toEqual({});
    expect(byId(lines, 9).error.code).toBe(-32_601);
    expect(byId(lines, "deep").result.structuredContent.error.code).toBe("wrong-arguments");
    expect(byId(lines, "hello").result.serverInfo.name).toBe("tenet");
    expect(byId(lines, "recall").result.structuredContent.results).toHaveLength(1);
  });

  it("row 38: a line that is far too long ends the connection, once what was asked before is answered", async () => {
    const box = await knownWorkspace();
    const long = `{"jsonrpc":"2.0","id":8,"method":"ping","params":{"x":"${"y".repeat(12 * 1024 * 1024)}"}}`;
    const { code, lines, stderr } = await talk(box, [INITIALIZE, SAVE, long]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(lines.map(({ id }) => id)).toEqual(["hello", "save"]);
    expect((await box.run(["verify"])).code).toBe(0);
  });

  it("row 38: every line on stdout is JSON-RPC also when calls fail, and nothing is on stderr", async () => {
    const box = await knownWorkspace();
    const { call, client, lines, stderr } = await servedProcess(box, ["--profile", "full", "--json"]);
    await call("save_memory", {});
    await call("used", { id: "zzzzz" });
    await call("record_insight", { insight: "only that" });
    await client.callTool({ name: "nope" }).catch(() => undefined);
    await client.readResource({ uri: "tenet://core/../tenet.yaml" }).catch(() => undefined);
    await client.getPrompt({ name: "nope" }).catch(() => undefined);
    await box.write("tenet.yaml", "schema: [\n");
    expect(await call("recall_memories", { query: "x" })).toMatchObject({ isError: true, error: { code: "profile" } });
    expect(lines().length).toBeGreaterThan(7);
    expect(stderr()).toBe("");
  });

  it("row 38: wrong usage and a missing workspace are told on stderr before any handshake, with --json as well", async () => {
    const box = await sandbox({ empty: true });
    for (const [args, exit] of [
      [["mcp"], 10],
      [["mcp", "--json"], 10],
      [["mcp", "--profile", "all", "--json"], 2],
      [["mcp", "--no-such-flag"], 2],
    ] as const) {
      const ran = await box.runProcess(args);
      expect(ran).toMatchObject({ code: exit, stdout: "" });
      expect(ran.stderr).toMatch(/^tenet: /);
    }
  });

  it("row 34: with nobody at the other end it is over at once, and has said nothing", async () => {
    const box = await knownWorkspace();
    for (const stdin of [null, "", { kind: "closed" }] as const) {
      for (const args of [["mcp"], ["mcp", "--json"]]) {
        const ran = await box.runProcess(args, { stdin });
        expect(ran, JSON.stringify(stdin)).toMatchObject({ code: 0, stdout: "", stderr: "" });
      }
    }
  });
});

/** False for one that has ended, and on Linux also where nobody has collected it yet: that is up to the machine. */
function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !(process.platform === "linux" && readFileSync(`/proc/${pid}/stat`, "latin1").includes(") Z "));
  } catch {
    return false;
  }
}

/** What does not end by itself never ends; a busy machine may need many times the second that is promised. */
const END_MS = 30_000;

/** From the handshake to the middle of loading a model, which begins a moment later: nothing, the thread, its last part. */
const MOMENTS = [0, 170, 300, 500];

/** A server that has shaken hands and is about to load its model. */
async function loading(box: Sandbox) {
  const child = spawn(process.execPath, [binary(), "mcp"], { cwd: box.dir, env: box.env });
  child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
  await once(child.stdout, "data");
  return child;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The exit code a shell sees when that is done to the child: where it does not end by itself in time, the signal ends it.
 * Fails when it takes longer than {@link END_MS}.
 */
async function endOf(child: Awaited<ReturnType<typeof loading>>, act: () => void): Promise<number> {
  const closed = once(child, "close");
  const started = performance.now();
  act();
  const [code, signal] = (await closed) as [number | null, NodeJS.Signals];
  expect(performance.now() - started).toBeLessThan(END_MS);
  return code ?? 128 + constants.signals[signal];
}

describe("row 38: the server ends with its client", () => {
  it("row 38: at the end of its input, with exit 0 and the answers that were asked for, twenty of them", async () => {
    const box = await knownWorkspace();
    const asked = Array.from({ length: 20 }, (_, id) => ({ ...(id % 4 === 0 ? SAVE : RECALL), id }));
    const { code, lines } = await talk(box, [INITIALIZE, ...asked]);
    expect(code).toBe(0);
    for (const { id } of asked) expect(byId(lines, id)?.result.isError, `${id}`).not.toBe(true);
    expect(lines).toHaveLength(21);
    expect((await box.run(["verify"])).code).toBe(0);
  });

  it("row 38: at the end of its input, also while a model is loading", async () => {
    const box = await knownWorkspace();
    for (const ms of MOMENTS) {
      const child = await loading(box);
      await pause(ms);
      expect(await endOf(child, () => child.stdin.end()), `${ms} ms`).toBe(0);
    }
  });

  for (const [signal, exit] of [
    ["SIGTERM", 143],
    ["SIGINT", 130],
  ] as const) {
    it(`row 38: at ${signal}, with exit ${exit}, also while a model is loading`, async () => {
      const box = await knownWorkspace();
      for (const ms of MOMENTS) {
        const child = await loading(box);
        await pause(ms);
        expect(await endOf(child, () => child.kill(signal)), `${ms} ms`).toBe(exit);
      }
    });
  }

  for (const ms of MOMENTS)
    it(`row 38: when its client is killed ${ms} ms after the handshake, without leaving a process behind`, async () => {
      const box = await knownWorkspace();
      const script = `const c = require("node:child_process").spawn(process.execPath, ${JSON.stringify([binary(), "mcp"])}, { stdio: ["pipe", "pipe", "inherit"] });
      c.stdin.write(${JSON.stringify(`${JSON.stringify(INITIALIZE)}\n`)});
      c.stdout.once("data", () => console.log(c.pid));
      setInterval(() => undefined, 1000);`;
      const parent = spawn(process.execPath, ["-e", script], { cwd: box.dir, env: box.env });
      const [printed] = await once(parent.stdout, "data");
      const pid = Number(String(printed).trim());
      expect(alive(pid)).toBe(true);
      await pause(ms);
      parent.kill("SIGKILL");
      await expect.poll(() => alive(pid), { timeout: END_MS, interval: 20 }).toBe(false);
    });

  it("row 38: when nobody reads its answers any more", async () => {
    const box = await knownWorkspace();
    const child = spawn(process.execPath, [binary(), "mcp"], { cwd: box.dir, env: box.env });
    child.stdin.on("error", () => undefined);
    child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
    await once(child.stdout, "data");
    child.stdout.destroy();
    const closed = once(child, "exit");
    child.stdin.write(`${JSON.stringify({ ...RECALL, id: 1 })}\n${JSON.stringify({ ...RECALL, id: 2 })}\n`);
    const [code] = await closed;
    expect(code).toBe(0);
  });
});
