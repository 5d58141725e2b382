/** What one run of a command may use: its streams and files, the person at its end, and the context of operations. */
import { userInfo } from "node:os";
import { join, parse, resolve } from "node:path";
import { type Call, envValue, type Globals, type ProcessIO } from "../command/call.js";
import { COMMANDS } from "../commands.js";
import type { Examined, Places, Progress } from "../context.js";
import { TenetError } from "../errors.js";
import { idSource } from "../ids.js";
import { DEFAULT_PROFILE, ownAgents } from "../settings.js";
import { SHELL_STEPS } from "../steps.js";
import type { Workspace } from "../store/workspace.js";
import { defined } from "../text/defined.js";
import { actorOf, clockOf, mayAsk } from "./actor.js";
import { drawnProgress, noProgress } from "./progress.js";
import { withoutTokens } from "./stated-names.js";
import { bytesOf, readAll } from "./streams.js";

/** Where warnings and progress go, and how the workspace is looked at. */
interface Building {
  warn(message: string): void;
  progress: Progress;
  /** Nothing is written on the way, and a profile that cannot be read is something to report, with the defaults in its place. */
  examines?: true;
}

/**
 * The workspace that `-C` or `TENET_WORKSPACE` names, else the first one upwards. Exit 10 without one, 5 where its local
 * folders lead out of it, unless that is what is examined.
 */
async function workspaceOf({ cwd, env }: ProcessIO, { C }: Globals, examines?: true): Promise<Workspace> {
  const { findWorkspace } = await import("../store/workspace.js");
  const workspace = findWorkspace(cwd, C, envValue(env, "TENET_WORKSPACE"));
  if (!examines) (await import("../store/files/local-links.js")).refuseLocalLinks(workspace);
  return workspace;
}

type Settings = Pick<Examined, "profile" | "base" | "waitingSettings" | "profileWarnings" | "profileFailure">;

async function settingsOf(workspace: Workspace, { warn, examines }: Building): Promise<Settings> {
  const { readSettings, settingsWithWarnings } = await import("../store/base/settings-in-force.js");
  if (!examines) return { ...(await settingsWithWarnings(workspace, warn)), profileWarnings: [] };
  try {
    const { profile, base, waiting, warnings } = await readSettings(workspace, { untouched: true });
    return { profile, base, waitingSettings: waiting, profileWarnings: warnings };
  } catch (thrown) {
    if (!(thrown instanceof TenetError)) throw thrown;
    return { profile: DEFAULT_PROFILE, base: { state: "none" }, profileWarnings: [], profileFailure: thrown };
  }
}

/** Finds the workspace, reads its profile, and puts the world together. */
async function contextOf(from: ProcessIO, globals: Globals, building: Building): Promise<Examined> {
  const { warn, progress, examines } = building;
  const workspace = await workspaceOf(from, globals, examines);
  const settings = await settingsOf(workspace, building);
  const named = await withoutTokens(from, globals, warn);
  const { profile } = settings;
  return {
    ...settings,
    workspace,
    folder: workspace.folderOf(resolve(from.cwd, globals.C ?? ".")),
    clock: clockOf(from),
    ids: idSource(envValue(from.env, "TENET_SEED")),
    actor: actorOf(from, named, ownAgents(profile)[0] ?? "main", profile.timezone, workspace.root),
    places: placesOf(from),
    steps: SHELL_STEPS,
    warn,
    progress,
    finishFirst: async (ctx) => await (await import("../capture/finish-first.js")).finishFirst(ctx),
    signal: from.signal,
    ...defined({ models: from.models, hubAddress: envValue(from.env, "TENET_HUB_URL") }),
  };
}

const NOBODY = { value: { stdin: false, stdout: false, stderr: false } };

/** See `Call.readAny`: of a terminal or a closed descriptor nothing is read. */
async function readAny(from: ProcessIO, limits: { silenceMs: number; mostBytes: number }): Promise<string | undefined> {
  if (from.isTTY.stdin) return "";
  let stdin: NodeJS.ReadStream;
  try {
    stdin = from.stdin;
  } catch {
    return "";
  }
  return (await bytesOf(stdin, { ...limits, between: true, signal: from.signal }))?.toString("utf8");
}

/** What one run of a command may use. `still` draws nothing while it works: with `--json` and `--quiet`. */
export async function openCommandContext(
  from: ProcessIO,
  globals: Globals,
  { warn, still, show }: Pick<Call, "warn" | "show"> & { still: boolean },
): Promise<Call> {
  const progress = !still && from.isTTY.stderr ? drawnProgress(from.stderr) : noProgress;
  const asker = mayAsk(from, globals) ? (await import("./ask.js")).askerAt(from) : undefined;
  const path = (stated: string) => resolve(from.cwd, globals.C ?? ".", stated);
  const readInput = (flag: string) => readAll(from.stdin, flag, from.signal);
  let context: Promise<Examined> | undefined;
  return {
    io: from,
    commands: COMMANDS,
    globals,
    asker,
    progress,
    warn,
    show,
    context: () => (context ??= contextOf(from, globals, { warn, progress })),
    examined: () => contextOf(from, globals, { warn, progress, examines: true }),
    otherContext(other) {
      // The streams stay getters.
      const io = Object.create(from, {
        ...(other.withoutPerson && { isTTY: NOBODY }),
        ...(other.withoutRun && { env: { value: { ...from.env, TENET_RUN: undefined } } }),
      }) as ProcessIO;
      return contextOf(io, other.globals, { warn: other.warn, progress: noProgress });
    },
    workspace: () => workspaceOf(from, globals),
    clock: () => clockOf(from),
    places: () => placesOf(from),
    actor: (agent, timezone, root) => actorOf(from, globals, agent, timezone, root),
    path,
    readInput,
    readAny: (limits) => readAny(from, limits),
    async readFile(file, flag) {
      if (file === "-") return readInput(flag);
      return (await import("../store/files/input-file.js")).readInputFile(path(file));
    },
  };
}

/** As the system knows it, and the root where it knows nobody of that number: `os.homedir` answers an empty `HOME`, or throws. */
function homeOfUser(cwd: string): string {
  try {
    return userInfo().homedir;
  } catch {
    return parse(cwd).root;
  }
}

/** Where a person's own things lie; each follows the variable by which its owner lets it be moved. */
export function placesOf({ env, cwd }: Pick<ProcessIO, "env" | "cwd">): Places {
  const stated = (variable: string) => {
    const path = envValue(env, variable);
    return path === undefined ? undefined : resolve(cwd, path);
  };
  const home = stated("HOME") ?? homeOfUser(cwd);
  const data = stated("XDG_DATA_HOME") ?? join(home, ".local", "share");
  return {
    home,
    config: stated("XDG_CONFIG_HOME") ?? join(home, ".config"),
    userTree: stated("TENET_USER_TREE") ?? join(data, "tenet"),
    hub: join(data, "tenet-hub"),
    hosts: {
      "claude-code": stated("CLAUDE_CONFIG_DIR") ?? join(home, ".claude"),
      codex: stated("CODEX_HOME") ?? join(home, ".codex"),
      cursor: join(home, ".cursor"),
      "gemini-cli": join(stated("GEMINI_CLI_HOME") ?? home, ".gemini"),
      openclaw: stated("OPENCLAW_STATE_DIR") ?? join(home, ".openclaw"),
    },
  };
}
