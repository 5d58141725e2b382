import { type Call, envValue, type Globals } from "../command/call.js";
import { command } from "../command/command.js";
import { choice } from "../command/input.js";
import { TOOL_PROFILES, type ToolProfile } from "../context.js";

/** Shown in refusals and asked about by what only people may do: a client of this protocol is a program. */
const CLIENT = "mcp";
/** How long a call waits for another writer: clients give up on calls, and an agent can call again. */
const PATIENCE_MS = 5_000;

/** Whoever started the process, the other end of its streams is a program. */
async function serve(call: Call, profile: ToolProfile): Promise<void> {
  const { io } = call;
  const [{ idSource }, { GUIDELINES, INSTRUCTIONS }] = await Promise.all([
    import("../ids.js"),
    import("./mcp-words.js"),
  ]);
  const contextAs = async (globals: Globals, warn: Call["warn"]) => {
    const ctx = await call.otherContext({ globals, warn, withoutPerson: true });
    return {
      ...ctx,
      patienceMs: PATIENCE_MS,
      actor: { ...ctx.actor, agentVariable: ctx.actor.agentVariable ?? CLIENT },
    };
  };
  // Without a workspace, or with a profile that cannot be read, the client is told by the process before it speaks.
  const { actor, workspace } = await contextAs(call.globals, call.warn);
  const session =
    call.globals.session ??
    envValue(io.env, "TENET_SESSION") ??
    `mcp-${actor.agent}-${idSource(envValue(io.env, "TENET_SEED")).tail().toLowerCase()}`;
  const globals = { ...call.globals, session, C: workspace.root };
  if (io.serve === undefined) throw new Error("nothing serves here");
  await io.serve.mcp({
    profile,
    words: { instructions: INSTRUCTIONS, guidelines: GUIDELINES },
    version: io.version,
    input: io.stdin,
    output: io.stdout,
    // One workspace, as long as it is served: what was read of it is known by it.
    context: async (warn) => ({ ...(await contextAs(globals, warn)), workspace }),
    signal: io.signal,
  });
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
  output: async () => (await import("zod")).strictObject({}),
  async run(call, { profile }) {
    await serve(call, profile);
    return {};
  },
  view: () => "",
});
