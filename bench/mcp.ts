/** A server and one client that talks to it over stdio: how soon it answers first, and how fast once it is warm. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { freshSentence } from "./generated-tree.js";
import { type Bench, median, once } from "./processes.js";

interface Answer {
  id?: number;
  result?: { isError?: boolean; structuredContent?: { mode?: string; results?: { id: string }[] } };
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

  /** Records an insight. */
  async save(text: string): Promise<void> {
    const call = {
      name: "record_insight",
      arguments: { insight: text, at_risk: "Too little is measured.", stakes: "low" },
    };
    const { result, error } = await this.#ask("tools/call", call);
    if (result === undefined || result.isError === true)
      throw new Error(`record_insight: ${JSON.stringify(error ?? result)}`);
  }

  end(): Promise<void> {
    this.#child.stdin.end();
    return new Promise((resolve) => void this.#child.on("exit", () => resolve()));
  }
}

const share = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * part) - 1] as number;

/** From starting the process to the answer that shakes hands, against bare Node in turn. */
async function handshake(bench: Bench, runs: number): Promise<{ ratio: number; took: number }> {
  const ratios: number[] = [];
  const times: number[] = [];
  for (let run = -1; run < runs; run++) {
    const bare = once(bench, ["-e", "0"]);
    const started = performance.now();
    const server = await Server.start(bench);
    const took = performance.now() - started;
    await server.end();
    if (run < 0) continue;
    times.push(took);
    ratios.push(took / bare);
  }
  return { ratio: median(ratios), took: median(times) };
}

/** Rows of the table: the handshake, and `recall_memories` by words and meaning once it has answered before. */
export async function mcpRows(bench: Bench, runs: number): Promise<string[]> {
  const shaken = await handshake(bench, runs);
  const server = await Server.start(bench);
  for (let query = 0; query < 5; query++) await server.recall(freshSentence(9_000 + query), "hybrid");
  const timed = async (
    count: number,
    work: (number: number) => Promise<unknown>,
    between = work,
  ): Promise<number[]> => {
    const times: number[] = [];
    for (let number = 0; number < count; number++) {
      if (between !== work) await between(number);
      const started = performance.now();
      await work(number);
      times.push(performance.now() - started);
    }
    return times;
  };
  const recall = (number: number) => server.recall(freshSentence(9_100 + number), "hybrid");
  const times = await timed(runs * 20, recall);
  const saves = await timed(runs * 2, (number) => server.save(freshSentence(20_000 + number)));
  const afterSaves = await timed(runs * 2, recall, (number) => server.save(freshSentence(30_000 + number)));
  await server.end();
  return [
    `| MCP handshake | ≤ 6.0 × bare Node | ${shaken.ratio.toFixed(2)} × (${shaken.took.toFixed(0)} ms) |`,
    `| MCP \`recall_memories\`, hybrid, warm, p50 / p95 | ≤ 40 / 120 ms | ${share(times, 0.5).toFixed(0)} / ${share(times, 0.95).toFixed(0)} ms (${times.length} calls) |`,
    `| MCP \`record_insight\`, warm, p50 / p95 | ≤ 150 ms | ${share(saves, 0.5).toFixed(0)} / ${share(saves, 0.95).toFixed(0)} ms |`,
    `| MCP \`recall_memories\` after a save of its own, p50 / p95 | ≤ 40 / 120 ms | ${share(afterSaves, 0.5).toFixed(0)} / ${share(afterSaves, 0.95).toFixed(0)} ms |`,
  ];
}
