import { Command, Option } from "commander";
import { TOOL_PROFILES, type ToolProfile } from "../../context.js";
import { idSource } from "../../ids.js";
import { TOOL_STEPS } from "../../steps.js";
import type { CommandContext, Run } from "../command-context.js";
import { buildContext, noProgress } from "../context.js";
import { envValue, type ProcessIO } from "../process-io.js";

/** Shown in refusals and asked about by what only people may do: a client of this protocol is a program. */
const CLIENT = "mcp";
/** How long a call waits for another writer: clients give up on calls, and an agent can call again. */
const PATIENCE_MS = 5_000;

/** The same process without a person: whoever started it, the other end of these streams is a program. */
function withoutPerson(from: ProcessIO): ProcessIO {
  return Object.create(from, { isTTY: { value: { stdin: false, stdout: false, stderr: false } } });
}

async function serve(cli: CommandContext, profile: ToolProfile): Promise<void> {
  const from = withoutPerson(cli.io);
  const contextAs = async (globals: CommandContext["globals"], warn: (message: string) => void) => {
    const ctx = await buildContext(from, globals, { warn, progress: noProgress });
    return {
      ...ctx,
      steps: TOOL_STEPS,
      patienceMs: PATIENCE_MS,
      actor: { ...ctx.actor, agentVariable: ctx.actor.agentVariable ?? CLIENT },
    };
  };
  // Without a workspace, or with a profile that cannot be read, the client is told by the process before it speaks.
  const { actor, workspace } = await contextAs(cli.globals, cli.warn);
  const session =
    cli.globals.session ??
    envValue(from.env, "TENET_SESSION") ??
    `mcp-${actor.agent}-${idSource(envValue(from.env, "TENET_SEED")).tail().toLowerCase()}`;
  const globals = { ...cli.globals, session, C: workspace.root };
  if (from.serve === undefined) throw new Error("nothing serves here");
  await from.serve.mcp({
    profile,
    version: from.version,
    input: from.stdin,
    output: from.stdout,
    // One workspace, as long as it is served: what was read of it is known by it.
    context: async (warn) => ({ ...(await contextAs(globals, warn)), workspace }),
    signal: from.signal,
  });
}

export const mcpCommand = (run: Run): Command =>
  new Command()
    .addOption(
      new Option(
        "--profile <name>",
        "default: context, corrections, insights, memories, answers; full: also outcomes, uses and the heartbeat",
      )
        .choices([...TOOL_PROFILES])
        .default("default"),
    )
    .action((flags: { profile: ToolProfile }) =>
      run(
        async (cli) => {
          await serve(cli, flags.profile);
          return {};
        },
        () => "",
      ),
    );
