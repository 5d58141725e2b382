/** What one run of a command may use: its streams and files, the person at its end, and the context of operations. */
import { userInfo } from "node:os";
import { join, parse, resolve } from "node:path";
import { type Call, envValue, once, type ProcessIO } from "../command/call.js";
import type { Globals } from "../command/global-flags.js";
import { COMMANDS } from "../commands.js";
import type { Examined, Places, Progress } from "../context.js";
import { TenetError } from "../errors.js";
import { idSource } from "../ids.js";
import { defaultProfile, ownAgents } from "../settings.js";
import type { Workspace } from "../store/workspace.js";
import { defined } from "../text/defined.js";
import { actorOf, clockOf, mayAsk } from "./actor.js";
import { drawnProgress, noProgress } from "./progress.js";
import { bytesOf, readAll } from "./streams.js";

interface Building extends Pick<Call, "warn"> {
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
  if (!examines) (await import("../store/files/safe-path.js")).refuseLocalLinks(workspace);
  return workspace;
}

async function settingsOf(workspace: Workspace, { warn, examines }: Building) {
  const { readSettings } = await import("../store/base/settings-in-force.js");
  try {
    return await readSettings(workspace, warn);
  } catch (thrown) {
    if (!examines || !(thrown instanceof TenetError)) throw thrown;
    return { profile: defaultProfile(), base: { state: "none" as const }, profileFailure: thrown };
  }
}

async function contextOf(from: ProcessIO, globals: Globals, building: Building): Promise<Examined> {
  const { warn, progress, examines } = building;
  const workspace = await workspaceOf(from, globals, examines);
  const settings = await settingsOf(workspace, building);
  const { timezone } = settings.profile;
  const agent = ownAgents(settings.profile)[0] ?? "main";
  return {
    ...settings,
    workspace,
    folder: workspace.folderOf(resolve(from.cwd, globals.C ?? ".")),
    clock: clockOf(from),
    ids: idSource(envValue(from.env, "TENET_SEED")),
    actor: await actorOf(from, globals, { root: workspace.root, timezone, agent }, warn),
    places: placesOf(from),
    warn,
    progress,
    signal: from.signal,
    ...defined({ models: from.models, hubAddress: envValue(from.env, "TENET_HUB_URL") }),
  };
}

const NOBODY = { value: { stdin: false, stdout: false, stderr: false } };

/** See `Call.readAny`: of a terminal or a closed descriptor nothing is read. */
async function readAny(from: ProcessIO, limits: Parameters<Call["readAny"]>[0]): Promise<string | undefined> {
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
export async function openCall(
  io: ProcessIO,
  globals: Globals,
  { still, ...door }: Pick<Call, "warn" | "show" | "say"> & { still: boolean },
): Promise<Call> {
  const { warn } = door;
  const progress = !still && io.isTTY.stderr ? drawnProgress(io.stderr) : noProgress;
  const path = (stated: string) => resolve(io.cwd, globals.C ?? ".", stated);
  const readInput = once((flag: string) => readAll(io.stdin, flag, io.signal));
  return {
    ...door,
    io,
    commands: COMMANDS,
    globals,
    asker: mayAsk(io, globals) ? (await import("./ask.js")).askerAt(io) : undefined,
    progress,
    context: once(() => contextOf(io, globals, { warn, progress })),
    examined: () => contextOf(io, globals, { warn, progress, examines: true }),
    otherContext(other) {
      // The streams stay getters.
      const from = Object.create(io, {
        ...(other.withoutPerson && { isTTY: NOBODY }),
        ...(other.withoutRun && { env: { value: { ...io.env, TENET_RUN: undefined } } }),
      }) as ProcessIO;
      return contextOf(from, other.globals, { warn: other.warn, progress: noProgress });
    },
    workspace: () => workspaceOf(io, globals),
    clock: () => clockOf(io),
    places: () => placesOf(io),
    actor: (place) => actorOf(io, globals, place, warn),
    path,
    readInput,
    readAny: once((limits) => readAny(io, limits)),
    readFile: async (file, flag) =>
      file === "-" ? readInput(flag) : (await import("../store/files/text-files.js")).readInputFile(path(file)),
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
