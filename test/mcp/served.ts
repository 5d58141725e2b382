/** The real server behind a real client, with every line that it printed. */
import type { ChildProcess } from "node:child_process";
import { type CallToolResult, Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { onTestFinished } from "vitest";
import { binary, type Sandbox } from "../sandbox.js";

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

// biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by its assertions.
type Json = any;

export interface Served {
  client: Client;
  pid: number;
  /** What the server printed on stderr. */
  stderr(): string;
  /** Calls a tool; answers what is structured, with `isError` beside it. */
  call(name: string, args?: Record<string, unknown>): Promise<Json>;
  /** The same as the client hands it over. */
  answer(name: string, args?: Record<string, unknown>): Promise<CallToolResult>;
  /** Every line on stdout so far, each of which must be JSON-RPC. */
  lines(): Json[];
}

/** Starts `tenet mcp` in a box and shakes hands. Ends with the test. */
export async function served(
  box: Sandbox,
  args: readonly string[] = [],
  env: Record<string, string> = {},
  protocol: "legacy" | "auto" = "legacy",
): Promise<Served> {
  const transport = new RecordedTransport({
    command: process.execPath,
    args: [binary(), "mcp", ...args],
    cwd: box.dir,
    env: { ...box.env, ...env },
    stderr: "pipe",
  });
  const said: Buffer[] = [];
  transport.stderr?.on("data", (chunk: Buffer) => said.push(chunk));
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: protocol } });
  onTestFinished(() => client.close());
  await client.connect(transport);
  const answer: Served["answer"] = (name, given = {}) => client.callTool({ name, arguments: given });
  return {
    client,
    pid: transport.pid as number,
    stderr: () => Buffer.concat(said).toString("utf8"),
    answer,
    async call(name, given) {
      const result = await answer(name, given);
      return { isError: result.isError === true, ...(result.structuredContent as object) };
    },
    lines() {
      const text = Buffer.concat(transport.printed).toString("utf8");
      return text
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => {
          const message = JSON.parse(line);
          if (message.jsonrpc !== "2.0") throw new Error(`not JSON-RPC: ${line}`);
          return message;
        });
    },
  };
}

/** The text of an answer. */
export const textOf = ({ content }: CallToolResult): string =>
  content.map((part) => (part.type === "text" ? part.text : "")).join("");
