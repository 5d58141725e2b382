/** A server and one client that talks to it over stdio. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Bench } from "./processes.js";

interface Answer {
  id?: number;
  result?: { structuredContent?: { mode?: string; results?: { id: string }[] } };
  error?: { message: string };
}

/** One server, asked one thing after the other. */
export class Server {
  readonly #child;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #next = 0;

  private constructor(bench: Bench) {
    this.#child = spawn(process.execPath, [bench.program, "mcp"], {
      cwd: bench.cwd,
      env: bench.env,
      stdio: ["pipe", "pipe", "inherit"],
    });
    createInterface({ input: this.#child.stdout }).on("line", (line) => {
      const answer = JSON.parse(line) as Answer;
      if (answer.id === undefined) return;
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    });
  }

  /** A server that has shaken hands. */
  static async start(bench: Bench): Promise<Server> {
    const server = new Server(bench);
    const clientInfo = { name: "bench", version: "1" };
    await server.#ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
    server.#say({ method: "notifications/initialized" });
    return server;
  }

  #say(message: object): void {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  #ask(method: string, params: object): Promise<Answer> {
    const id = this.#next++;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#say({ id, method, params });
    });
  }

  /** Ids of the entries found, best first. */
  async recall(query: string, mode: "hybrid" | "keyword", limit = 10): Promise<string[]> {
    const call = { name: "recall_memories", arguments: { query, mode, limit } };
    const { result, error } = await this.#ask("tools/call", call);
    const answer = result?.structuredContent;
    if (answer?.results === undefined || answer.mode !== mode) {
      throw new Error(`recall_memories: ${JSON.stringify(error ?? result)}`);
    }
    return answer.results.map(({ id }) => id);
  }

  end(): Promise<void> {
    this.#child.stdin.end();
    return new Promise((resolve) => void this.#child.on("exit", () => resolve()));
  }
}
