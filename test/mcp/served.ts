/** A server and a real client, with every line that the server printed. */
import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { type CallToolResult, Client, type JSONRPCMessage, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { onTestFinished } from "vitest";
import { type Command, serveHere } from "../in-process.js";
import { binary, type Sandbox } from "../sandbox.js";

/** So long a server may live. */
const LIMIT_MS = 240_000;

// biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by its assertions.
type Json = any;

export interface Served {
  client: Client;
  /** Calls a tool; answers what is structured, with `isError` beside it. */
  call(name: string, args?: Record<string, unknown>): Promise<Json>;
  /** The same as the client hands it over. */
  answer(name: string, args?: Record<string, unknown>): Promise<CallToolResult>;
  /** Every line on stdout so far, each of which must be JSON-RPC. */
  lines(): Json[];
}

type Protocol = "legacy" | "auto";

/** Shakes hands. Ends with the test. */
async function connected(transport: Transport, printed: () => string, protocol: Protocol): Promise<Served> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: protocol } });
  onTestFinished(() => client.close());
  await client.connect(transport);
  const answer: Served["answer"] = (name, given = {}) => client.callTool({ name, arguments: given });
  return {
    client,
    answer,
    async call(name, given) {
      const result = await answer(name, given);
      return { isError: result.isError === true, ...(result.structuredContent as object) };
    },
    lines() {
      const lines = printed().split("\n");
      return lines.flatMap((line) => {
        if (line === "") return [];
        const message = JSON.parse(line);
        if (message.jsonrpc !== "2.0") throw new Error(`not JSON-RPC: ${line}`);
        return [message];
      });
    },
  };
}

/** A server in this process, and every line that it printed. */
export function transportHere(command: Command): { transport: Transport; printed: string[] } {
  const { stdin, stdout, end } = serveHere(command);
  const printed: string[] = [];
  const transport: Transport = {
    async start() {
      createInterface({ input: stdout }).on("line", (line) => {
        printed.push(line);
        transport.onmessage?.(JSON.parse(line) as JSONRPCMessage);
      });
    },
    async send(message) {
      stdin.write(`${JSON.stringify(message)}\n`);
    },
    async close() {
      await end();
      transport.onclose?.();
    },
  };
  return { transport, printed };
}

/** `tenet mcp` in the process of the test. */
export async function served(
  box: Sandbox,
  args: readonly string[] = [],
  env: Record<string, string> = {},
  protocol: Protocol = "legacy",
): Promise<Served> {
  const ownEnv = { ...box.env, ...env };
  const command = { binary: binary(), args: ["mcp", ...args], cwd: box.dir, env: ownEnv, timeout: LIMIT_MS, ranFor: 0 };
  const { transport, printed } = transportHere(command);
  return await connected(transport, () => printed.join("\n"), protocol);
}

/** Keeps what the server prints, byte for byte. */
class RecordedTransport extends StdioClientTransport {
  readonly printed: Buffer[] = [];

  override async start(): Promise<void> {
    const started = super.start();
    const { _process: child } = this as unknown as { _process?: ChildProcess };
    child?.stdout?.on("data", (chunk: Buffer) => this.printed.push(chunk));
    await started;
  }
}

/** `tenet mcp` in a process of its own; also what it printed on stderr. */
export async function servedProcess(
  box: Sandbox,
  args: readonly string[] = [],
): Promise<Served & { stderr(): string }> {
  const command = { command: process.execPath, args: [binary(), "mcp", ...args] };
  const transport = new RecordedTransport({ ...command, cwd: box.dir, env: box.env, stderr: "pipe" });
  const said: Buffer[] = [];
  transport.stderr?.on("data", (chunk: Buffer) => said.push(chunk));
  const printed = () => Buffer.concat(transport.printed).toString("utf8");
  const server = await connected(transport, printed, "legacy");
  return { ...server, stderr: () => Buffer.concat(said).toString("utf8") };
}

/** The text of an answer. */
export const textOf = ({ content }: CallToolResult): string =>
  content.map((part) => (part.type === "text" ? part.text : "")).join("");
