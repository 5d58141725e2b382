import { userInfo } from "node:os";
import { join, parse, resolve } from "node:path";
import { type Call, envValue, type Globals, type OtherContext, type ProcessIO } from "../command/call.js";
import { COMMANDS } from "../commands.js";
import type { Context, Examined, Places, Progress } from "../context.js";
import { TenetError } from "../errors.js";
import { idSource } from "../ids.js";
import { DEFAULT_PROFILE, ownAgents } from "../settings.js";
import type { Workspace } from "../store/workspace.js";
import { defined } from "../text/defined.js";
import { actorOf, clockOf, mayAsk } from "./actor.js";
import { collect, readAll } from "./process-io.js";
import { withoutTokens } from "./stated-names.js";

/** Where warnings and progress go. */
interface Reporting {
  warn: Context["warn"];
  progress: Progress;
}

async function foundWorkspace(from: ProcessIO, globals: Globals): Promise<Workspace> {
  const { findWorkspace } = await import("../store/workspace.js");
  return findWorkspace(from.cwd, globals.C, envValue(from.env, "TENET_WORKSPACE"));
}

/**
 * The workspace that `-C` or `TENET_WORKSPACE` names, else the first one upwards. Exit 10 without one, 5 where its local
 * folders lead out of it.
 */
async function workspaceOf(from: ProcessIO, globals: Globals): Promise<Workspace> {
  const workspace = await foundWorkspace(from, globals);
  (await import("../store/files/local-links.js")).refuseLocalLinks(workspace);
  return workspace;
}

/** Finds the workspace (`-C`, `TENET_WORKSPACE`, then upwards), reads its profile, and puts the world together. */
async function buildContext(from: ProcessIO, globals: Globals, more: Reporting): Promise<Context> {
  const workspace = await workspaceOf(from, globals);
  const { settingsWithWarnings } = await import("../store/base/settings-in-force.js");
  const settings = await settingsWithWarnings(workspace, more.warn);
  const named = await withoutTokens(from, globals, more.warn);
  return { ...contextFor(from, named, more, workspace, settings), ...settings };
}

function contextFor(
  from: ProcessIO,
  globals: Globals,
  more: Reporting,
  workspace: Workspace,
  { profile, base }: Pick<Context, "profile" | "base">,
): Context {
  return {
    workspace,
    folder: workspace.folderOf(resolve(from.cwd, globals.C ?? ".")),
    profile,
    base,
    clock: clockOf(from),
    ids: idSource(envValue(from.env, "TENET_SEED")),
    actor: actorOf(from, globals, ownAgents(profile)[0] ?? "main", profile.timezone, workspace.root),
    places: placesOf(from),
    warn: more.warn,
    progress: more.progress,
    finishFirst: async (ctx) => await (await import("../capture/finish-first.js")).finishFirst(ctx),
    signal: from.signal,
    ...defined({ models: from.models, hubAddress: envValue(from.env, "TENET_HUB_URL") }),
  };
}

/**
 * The same for commands that examine a workspace: nothing is written on the way, and a profile that cannot be read is
 * something to report, with the defaults in its place.
 */
async function buildExamined(from: ProcessIO, globals: Globals, more: Reporting): Promise<Examined> {
  const workspace = await foundWorkspace(from, globals);
  const { readSettings } = await import("../store/base/settings-in-force.js");
  const named = await withoutTokens(from, globals, more.warn);
  try {
    const settings = await readSettings(workspace, { untouched: true });
    const { warnings, waiting } = settings;
    const context = contextFor(from, named, more, workspace, settings);
    return { ...context, waitingSettings: waiting, profileWarnings: warnings };
  } catch (thrown) {
    if (!(thrown instanceof TenetError)) throw thrown;
    const context = contextFor(from, named, more, workspace, { profile: DEFAULT_PROFILE, base: { state: "none" } });
    return { ...context, profileWarnings: [], profileFailure: thrown };
  }
}

/** The same process without a person at its ends, or without the run that its environment names. The streams stay getters. */
function asStated(from: ProcessIO, { withoutPerson, withoutRun }: OtherContext): ProcessIO {
  const changes = {
    ...(withoutPerson === true ? { isTTY: { value: { stdin: false, stdout: false, stderr: false } } } : {}),
    ...(withoutRun === true ? { env: { value: { ...from.env, TENET_RUN: undefined } } } : {}),
  };
  return Object.create(from, changes) as ProcessIO;
}

function otherContext(from: ProcessIO, other: OtherContext): Promise<Context> {
  return buildContext(asStated(from, other), other.globals, { warn: other.warn, progress: noProgress });
}

/** See `Call.readAny`. */
async function readAny(
  from: Pick<ProcessIO, "isTTY" | "stdin" | "signal">,
  limits: { silenceMs: number; mostBytes: number },
): Promise<string | undefined> {
  if (from.isTTY.stdin) return "";
  let stdin: NodeJS.ReadStream;
  try {
    stdin = from.stdin;
  } catch {
    return "";
  }
  const { bytes, ended } = await collect(stdin, from.signal, { ...limits, between: true });
  stdin.destroy();
  return ended === "too-large" ? undefined : bytes.toString("utf8");
}

/** What one run of a command may use. `still` draws nothing while it works: with `--json` and `--quiet`. */
export async function openCommandContext(
  from: ProcessIO,
  globals: Globals,
  { warn, still, show, say }: Pick<Call, "warn" | "show" | "say"> & { still: boolean },
): Promise<Call> {
  const progress = !still && from.isTTY.stderr ? drawnProgress(from.stderr) : noProgress;
  const asker = mayAsk(from, globals) ? (await import("./ask.js")).askerAt(from) : undefined;
  const path = (stated: string) => resolve(from.cwd, globals.C ?? ".", stated);
  const readInput = (flag: string) => readAll(from.stdin, flag, from.signal);
  let context: ReturnType<typeof buildContext> | undefined;
  return {
    io: from,
    commands: COMMANDS,
    globals,
    asker,
    progress,
    warn,
    show,
    say,
    context() {
      context ??= buildContext(from, globals, { warn, progress });
      return context;
    },
    otherContext: (other) => otherContext(from, other),
    workspace: () => workspaceOf(from, globals),
    clock: () => clockOf(from),
    places: () => placesOf(from),
    examined: () => buildExamined(from, globals, { warn, progress }),
    actor: (agent, timezone, root) => actorOf(from, globals, agent, timezone, root),
    path,
    readInput,
    readAny: (limits) => readAny(from, limits),
    async readFile(file, flag) {
      if (file === "-") return readInput(flag);
      const { readInputFile } = await import("../store/files/input-file.js");
      return readInputFile(path(file));
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
export function placesOf(from: Pick<ProcessIO, "env" | "cwd">): Places {
  const statedPath = (variable: string) => {
    const path = envValue(from.env, variable);
    return path === undefined ? undefined : resolve(from.cwd, path);
  };
  const home = statedPath("HOME") ?? homeOfUser(from.cwd);
  const data = statedPath("XDG_DATA_HOME") ?? join(home, ".local", "share");
  return {
    home,
    config: statedPath("XDG_CONFIG_HOME") ?? join(home, ".config"),
    userTree: statedPath("TENET_USER_TREE") ?? join(data, "tenet"),
    hub: join(data, "tenet-hub"),
    hosts: {
      "claude-code": statedPath("CLAUDE_CONFIG_DIR") ?? join(home, ".claude"),
      codex: statedPath("CODEX_HOME") ?? join(home, ".codex"),
      cursor: join(home, ".cursor"),
      "gemini-cli": join(statedPath("GEMINI_CLI_HOME") ?? home, ".gemini"),
      openclaw: statedPath("OPENCLAW_STATE_DIR") ?? join(home, ".openclaw"),
    },
  };
}

/** Draws nothing: off a terminal, with `--quiet` or `--json`. */
const noProgress: Progress = { start: () => ({ step() {}, stop() {} }) };

/** Work shorter than this is over before a bar would help. */
const SILENT_MS = 300;

/** A bar on stderr, drawn only once the work has lasted a moment, and gone when it is done. */
export function drawnProgress(stream: NodeJS.WriteStream): Progress {
  return {
    start(label, total) {
      let done = 0;
      let stopped = false;
      let bar: { update(n: number): void; stop(): void } | undefined;
      const timer = setTimeout(() => {
        import("cli-progress")
          .then(({ default: { SingleBar } }) => {
            if (stopped) return;
            const drawn = new SingleBar({
              stream,
              clearOnComplete: true,
              hideCursor: true,
              format: "{label} {bar} {value}/{total}",
              barCompleteChar: "█",
              barIncompleteChar: "░",
              barsize: 24,
            });
            drawn.start(total, done, { label });
            bar = drawn;
          })
          .catch(() => undefined);
      }, SILENT_MS);
      timer.unref();
      return {
        step(n = 1) {
          done += n;
          bar?.update(done);
        },
        stop() {
          stopped = true;
          clearTimeout(timer);
          bar?.stop();
        },
      };
    },
  };
}
