import { type Call, envValue, type Serving, TOOL_PROFILES, type ToolProfile } from "../command/call.js";
import { command } from "../command/command.js";
import { choice } from "../command/input.js";
import type { Context } from "../context.js";
import { wrongUsage } from "../errors.js";
import type { ProcessCache } from "../search/process-cache.js";

/** Shown in refusals and asked about by what only people may do: a client of this protocol is a program. */
const CLIENT = "mcp";
/** How long a call waits for another writer: clients give up on calls, and an agent can call again. */
const PATIENCE_MS = 5_000;

const noInput = () => Promise.reject(wrongUsage("a tool reads no further input", "Give the text itself."));

/** Whoever started the process, the other end of its streams is a program. */
async function serve(call: Call, profile: ToolProfile): Promise<void> {
  const { io } = call;
  const [{ idSource }, { GUIDELINES, INSTRUCTIONS }] = await Promise.all([
    import("../ids.js"),
    import("./mcp-words.js"),
  ]);
  const contextAs = async (globals: Call["globals"], warn: Call["warn"]): Promise<Context> => {
    const ctx = await call.otherContext({ globals, warn, withoutPerson: true });
    const actor = { ...ctx.actor, agentVariable: ctx.actor.agentVariable ?? CLIENT };
    return { ...ctx, patienceMs: PATIENCE_MS, actor };
  };
  // Without a workspace, or with a profile that cannot be read, the client is told by the process before it speaks.
  const { actor, workspace } = await contextAs(call.globals, call.warn);
  const session =
    call.globals.session ??
    envValue(io.env, "TENET_SESSION") ??
    `mcp-${actor.agent}-${idSource(envValue(io.env, "TENET_SEED")).tail().toLowerCase()}`;
  const globals = { ...call.globals, session, C: workspace.root };
  let warm: Promise<ProcessCache> | undefined;
  const callFor: Serving["callFor"] = (warn, cancelled) => {
    let context: Promise<Context> | undefined;
    const opened = async (): Promise<Context> => {
      const ctx = await contextAs(globals, warn);
      warm ??= import("../search/process-cache.js").then(({ ProcessCache: Made }) => new Made(ctx.models));
      const signal = cancelled === undefined ? ctx.signal : AbortSignal.any([ctx.signal, cancelled]);
      // One workspace, as long as it is served: what was read of it is known by it.
      return { ...ctx, workspace, signal, warm: await warm };
    };
    return { ...call, globals, warn, asker: undefined, readInput: noInput, context: () => (context ??= opened()) };
  };
  if (io.serve === undefined) throw new Error("nothing serves here");
  const words = { instructions: INSTRUCTIONS, guidelines: GUIDELINES };
  await io.serve.mcp({ profile, words, io, callFor, end: async () => (await warm)?.end() });
}

export const mcp = command({
  name: "mcp",
  group: "hosts",
  place: 1,
  protocol: true,
  summary: "serve agents over the Model Context Protocol, on stdin and stdout",
  examples: {
    "tenet mcp": "for an agent's host to start: the whole loop, in the folder it starts it in",
    "tenet mcp -C ~/work/shop --user bridget --profile full": "with outcomes, uses and the heartbeat as well",
  },
  input: {
    profile: choice(
      "<name>",
      "default: context, corrections, insights, memories, answers; full: also outcomes, uses and the heartbeat",
      TOOL_PROFILES,
    ).default("default"),
  },
  output: async () => [],
  async run(call, { profile }) {
    await serve(call, profile);
    return {};
  },
  view: () => "",
});
