/** Serves the tools and the prompt to one client until it disconnects. Called by `tenet mcp`. */

import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Context, Serving } from "../context.js";
import type { ProcessCache } from "../search/process-cache.js";
import { LineTransport } from "./transport.js";

const PROMPT = {
  name: "memory_guidelines",
  title: "How to use this memory",
  description: "When to recall, when to save, how to write a memory, and what never to save.",
};

/** The client lists the tools right after the handshake; that is answered first. */
const AFTER_LISTING_MS = 50;

const unknownName = (what: string): ProtocolError => new ProtocolError(ProtocolErrorCode.InvalidParams, what);

/** One server per connection. Modules are loaded by the first call that needs them, so the handshake is quick. */
function serverFor(serving: Serving): Server {
  const server = new Server(
    { name: "tenet", title: "tenet: a memory for agents", version: serving.version },
    { capabilities: { tools: {}, prompts: {} }, instructions: serving.words.instructions },
  );
  let isWarm = false;
  // After the handshake, the data of the first search is loaded while the agent thinks.
  const warm = () => {
    if (!isWarm) setTimeout(() => void warmUp(serving).catch(() => undefined), AFTER_LISTING_MS).unref();
    isWarm = true;
  };
  server.oninitialized = warm;
  server.setRequestHandler("tools/list", async () => {
    // The newer protocol has no message at the end of the handshake.
    warm();
    const { listedTools, toolsOf } = await import("./tools.js");
    return listedTools(await toolsOf(serving.profile));
  });
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    const { answerCall, toolsOf } = await import("./tools.js");
    const tools = await toolsOf(serving.profile);
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined) {
      const { nearestName } = await import("../text/nearest-word.js");
      const near = nearestName(
        params.name,
        tools.map(({ name }) => name),
      );
      const suggestion = near === undefined ? "" : ` (did you mean ${near}?)`;
      throw unknownName(`Unknown tool: ${JSON.stringify(params.name.slice(0, 100))}${suggestion}`);
    }
    try {
      return await answerCall(serving, tool, params.arguments, mcpReq.signal);
    } finally {
      // Between two calls no file is held that another process may wait for.
      (await import("../store/cache/database.js")).closeCaches();
    }
  });
  server.setRequestHandler("prompts/list", () => ({ prompts: [PROMPT] }));
  server.setRequestHandler("prompts/get", ({ params }) => {
    if (params.name !== PROMPT.name) throw unknownName(`Unknown prompt; there is one: ${PROMPT.name}`);
    return {
      description: PROMPT.description,
      messages: [{ role: "user", content: { type: "text", text: serving.words.guidelines } }],
    };
  });
  return server;
}

/** Loads the data of the first search. A failure is reported by the first call that meets it. */
async function warmUp(serving: Serving): Promise<void> {
  const { warmUp: prepare } = await import("../recall/searched-trees.js");
  await prepare(await serving.context(() => undefined));
}

/** Adds the cache that is kept between calls; the first call creates it. */
function withWarmCache(serving: Serving): { world: Serving; end(): Promise<void> } {
  let warm: Promise<ProcessCache> | undefined;
  const cacheFor = (models: Context["models"]) => {
    warm ??= import("../search/process-cache.js").then(({ ProcessCache: Made }) => new Made(models));
    return warm;
  };
  return {
    world: {
      ...serving,
      async context(warn) {
        const ctx = await serving.context(warn);
        return { ...ctx, warm: await cacheFor(ctx.models) };
      },
    },
    end: async () => (await warm)?.end(),
  };
}

/** Resolves when the client disconnects or the process is asked to end. */
export async function serveMcp(serving: Serving): Promise<void> {
  const transport = new LineTransport(serving.input, serving.output);
  const { world, end } = withWarmCache(serving);
  const handle = serveStdio(() => serverFor(world), { transport });
  await new Promise<void>((resolve) => {
    const { onclose } = transport;
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
    if (serving.signal.aborted) resolve();
    else serving.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  await Promise.all([handle.close(), end()]);
}
