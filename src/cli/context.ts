import { resolve } from "node:path";
import { fixedClock, localDay, systemClock } from "../clock.js";
import { DEFAULT_PROFILE, ownAgents, type Profile } from "../config.js";
import type { Actor, Context, Examined, Progress } from "../context.js";
import { TenetError } from "../errors.js";
import { idSource } from "../ids.js";
import type { Workspace } from "../store/workspace.js";
import { agentVariable } from "./agent-variables.js";
import type { CommandContext } from "./command-context.js";
import type { Globals } from "./globals.js";
import { placesOf } from "./places.js";
import { type ProcessIO, stated } from "./process-io.js";
import { drawnProgress, noProgress } from "./progress.js";
import { readAll } from "./streams.js";

/** Who is at the other end, from flags, environment and streams; `agent` and `timezone` come from the profile. */
export function actorOf(from: ProcessIO, globals: Globals, agent: string, timezone: string, root: string): Actor {
  const named = globals.as ?? stated(from.env, "TENET_AGENT");
  const writer = named ?? agent;
  const run = globals.run ?? stated(from.env, "TENET_RUN");
  const user = globals.user ?? stated(from.env, "TENET_USER");
  const variable = agentVariable(from.env);
  const ownSession = globals.session ?? stated(from.env, "TENET_SESSION");
  let identity: Promise<{ name?: string; email?: string }> | undefined;
  return {
    agent: writer,
    agentStated: named !== undefined,
    get session() {
      return ownSession ?? `adhoc-${writer}-${localDay(clockOf(from).now(), timezone)}`;
    },
    ...(run === undefined ? {} : { run }),
    ...(user === undefined ? {} : { user }),
    atTerminal: atTerminal(from),
    ...(variable === undefined ? {} : { agentVariable: variable }),
    git() {
      identity ??= import("../store/git/git.js").then(({ gitIdentity }) => gitIdentity(root));
      return identity;
    },
  };
}

/** Someone sits here: both ends of a conversation are terminals and no known agent variable is set. */
export function atTerminal(from: ProcessIO): boolean {
  return from.isTTY.stderr && from.isTTY.stdin && agentVariable(from.env) === undefined;
}

/** Can somebody be asked? At a terminal, unless CI, `--json`, `--no-input` or a known agent says no. */
export function mayAsk(from: ProcessIO, globals: Globals): boolean {
  return globals.json !== true && globals.input !== false && stated(from.env, "CI") === undefined && atTerminal(from);
}

export function clockOf(from: ProcessIO) {
  const instant = stated(from.env, "TENET_NOW");
  return instant === undefined ? systemClock : fixedClock(instant);
}

/** Where warnings and progress go. */
interface Reporting {
  warn(message: string): void;
  progress: Progress;
}

/** Finds the workspace (`-C`, `TENET_WORKSPACE`, then upwards), reads its profile, and puts the world together. */
export async function buildContext(from: ProcessIO, globals: Globals, more: Reporting): Promise<Context> {
  const { findWorkspace } = await import("../store/workspace.js");
  const workspace = findWorkspace(from.cwd, globals.C, stated(from.env, "TENET_WORKSPACE"));
  const { readProfile } = await import("../store/profile.js");
  const { profile, warnings } = await readProfile(workspace);
  for (const warning of warnings) more.warn(warning);
  return contextFor(from, globals, more, workspace, profile);
}

function contextFor(
  from: ProcessIO,
  globals: Globals,
  more: Reporting,
  workspace: Workspace,
  profile: Profile,
): Context {
  return {
    workspace,
    profile,
    clock: clockOf(from),
    ids: idSource(stated(from.env, "TENET_SEED")),
    actor: actorOf(from, globals, ownAgents(profile)[0] ?? "main", profile.timezone, workspace.root),
    places: placesOf(from),
    warn: more.warn,
    progress: more.progress,
    signal: from.signal,
    ...(from.models === undefined ? {} : { models: from.models }),
  };
}

/**
 * The same for commands that examine a workspace: nothing is written on the way, and a profile that cannot be read is
 * something to report, with the defaults in its place.
 */
export async function buildExamined(from: ProcessIO, globals: Globals, more: Reporting): Promise<Examined> {
  const { findWorkspace } = await import("../store/workspace.js");
  const workspace = findWorkspace(from.cwd, globals.C, stated(from.env, "TENET_WORKSPACE"));
  const { readProfile } = await import("../store/profile.js");
  try {
    const { profile, warnings } = await readProfile(workspace, { untouched: true });
    return { ...contextFor(from, globals, more, workspace, profile), profileWarnings: warnings };
  } catch (thrown) {
    if (!(thrown instanceof TenetError)) throw thrown;
    const context = contextFor(from, globals, more, workspace, DEFAULT_PROFILE);
    return { ...context, profileWarnings: [], profileFailure: thrown };
  }
}

/** What one run of a command may use. `still` draws nothing while it works: with `--json` and `--quiet`. */
export async function openCommandContext(
  from: ProcessIO,
  globals: Globals,
  { warn, still, show }: Pick<CommandContext, "warn" | "show"> & { still: boolean },
): Promise<CommandContext> {
  const progress = !still && from.isTTY.stderr ? drawnProgress(from.stderr) : noProgress;
  const asker = mayAsk(from, globals) ? (await import("./ask.js")).askerAt(from) : undefined;
  const path = (stated: string) => resolve(from.cwd, globals.C ?? ".", stated);
  const readInput = (flag: string) => readAll(from.stdin, flag, from.signal);
  let context: ReturnType<typeof buildContext> | undefined;
  return {
    io: from,
    globals,
    asker,
    progress,
    warn,
    show,
    context() {
      context ??= buildContext(from, globals, { warn, progress });
      return context;
    },
    examined: () => buildExamined(from, globals, { warn, progress }),
    actor: (agent, timezone, root) => actorOf(from, globals, agent, timezone, root),
    path,
    readInput,
    async readFile(file, flag) {
      if (file === "-") return readInput(flag);
      const { readInputFile } = await import("../store/files/input-file.js");
      return readInputFile(path(file));
    },
  };
}
