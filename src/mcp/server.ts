/** Serves the tools and the prompt to one client until it disconnects. Called by `tenet mcp`. */
import { setTimeout as pause } from "node:timers/promises";
import { type JSONRPCMessage, ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Serving } from "../command/call.js";

const PROMPT = {
  name: "memory_guidelines",
  title: "How to use this memory",
  description: "When to recall, when to save, how to write a memory, and what never to save.",
};

/** Handshake and list of tools are answered before the model is loaded, while the agent thinks. */
const WARM_UP_AFTER_MS = 150;

const unknownName = (what: string): ProtocolError => new ProtocolError(ProtocolErrorCode.InvalidParams, what);

/** One server per connection. Modules are loaded by the first call that needs them, so the handshake is quick. */
function serverFor(serving: Serving): Server {
  const { profile, words, io } = serving;
  const server = new Server(
    { name: "tenet", title: "tenet: a memory for agents", version: io.version },
    { capabilities: { tools: {}, prompts: {} }, instructions: words.instructions },
  );
  let last: Promise<unknown> = Promise.resolve();
  // Calls share the cache: what one of them changes is seen whole by the next.
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
  setTimeout(() => void inTurn(() => warmUp(serving)).catch(() => undefined), WARM_UP_AFTER_MS).unref();
  server.setRequestHandler("tools/list", async () => {
    const { listedTools, toolsOf } = await import("./tools.js");
    return listedTools(await toolsOf(profile));
  });
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    const { answerCall, toolsOf } = await import("./tools.js");
    const tool = (await toolsOf(profile)).find(({ name }) => name === params.name);
    if (tool === undefined) throw unknownName(`Unknown tool: ${JSON.stringify(params.name.slice(0, 100))}`);
    const { closeCaches } = await import("../store/cache/database.js");
    // Between two calls no file is held that another process may wait for.
    return inTurn(() => answerCall(serving, tool, params.arguments, mcpReq.signal).finally(closeCaches));
  });
  server.setRequestHandler("prompts/list", () => ({ prompts: [PROMPT] }));
  server.setRequestHandler("prompts/get", ({ params }) => {
    if (params.name !== PROMPT.name) throw unknownName(`Unknown prompt; there is one: ${PROMPT.name}`);
    const content = { type: "text", text: words.guidelines } as const;
    return { description: PROMPT.description, messages: [{ role: "user", content }] };
  });
  return server;
}

/** Loads the data of the first search. A failure is reported by the first call that meets it. */
async function warmUp({ callFor }: Serving): Promise<void> {
  const { warmUp: prepare } = await import("../recall/searched-trees.js");
  await prepare(await callFor(() => undefined).context());
}

/** How long what was asked is worked on once the client has closed its end. */
const LAST_ANSWERS_MS = 30_000;

/** The SDK's transport drops what it was asked when its input ends; this one answers it first. */
class LastingTransport extends StdioServerTransport {
  readonly #unanswered = new Set<unknown>();
  ended?: () => void;

  override async start(): Promise<void> {
    const { onmessage } = this;
    this.onmessage = (message: JSONRPCMessage) => {
      if ("method" in message && "id" in message) this.#unanswered.add(message.id);
      else if ("method" in message) this.#unanswered.delete(message.params?.["requestId"]);
      onmessage?.(message);
    };
    await super.start();
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    if (!("method" in message)) this.#unanswered.delete(message.id);
    await super.send(message);
  }

  override async close(): Promise<void> {
    const end = performance.now() + LAST_ANSWERS_MS;
    while (this.#unanswered.size > 0 && performance.now() < end) await pause(10);
    await super.close();
    this.ended?.();
  }
}

/** Resolves when the client disconnects or the process is asked to end. */
export async function serveMcp(serving: Serving): Promise<void> {
  const { stdin, stdout, signal } = serving.io;
  const transport = new LastingTransport(stdin, stdout);
  serveStdio(() => serverFor(serving), { transport });
  await new Promise<void>((resolve) => {
    transport.ended = resolve;
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  await serving.end();
}
