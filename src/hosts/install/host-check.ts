/** How the hosts of agents are connected: what stands in their files, whether it works, and when it last did. */

import { countsOf, type FindingDraft, report } from "../../entry/findings.js";
import { TenetError } from "../../errors.js";
import { HOSTS, READ_BY } from "../../store/host.js";
import { loadedLines } from "../../store/instruction-files.js";
import type { Workspace } from "../../store/workspace.js";
import { defined } from "../../text/defined.js";
import { lastHookInstant } from "../events/session-findings.js";
import { onPath, readHostFile } from "../host-files.js";
import { lastHookFailure } from "./hooks-log.js";
import type { PatchState } from "./host-patch.js";
import type { HooksCheck, HostFileState, HostState } from "./host-schemas.js";
import {
  callsTwice,
  HOOK_HOSTS,
  type HookHost,
  type HooksContext,
  type HooksLevel,
  type HostTarget,
  hasLevel,
  LEVELS,
  targetsOf,
} from "./targets.js";

type State = HostState["state"];

const NOT_RUNNABLE = "it may not be run: git passes it over";

async function fileStateOf(target: HostTarget): Promise<HostFileState> {
  const { patch, shown } = target;
  const base = { file: shown, says: patch.says };
  try {
    const hostFile = await readHostFile(target.path, target.within);
    if (hostFile.text === undefined) return { ...base, state: "absent" };
    const looked: PatchState = patch.stateIn(hostFile.text);
    // A file that the user broke is not our finding unless it has a piece of ours.
    if (looked.state === "broken" && !/\btenet\b/.test(hostFile.text))
      return { ...base, state: "absent", because: looked.because, line: looked.line };
    if (looked.state !== "absent" && patch.program === true && !hostFile.runnable) {
      return { ...base, state: "partly", because: NOT_RUNNABLE };
    }
    const off = looked.state === "installed" ? patch.hindrance?.(hostFile.text) : undefined;
    if (off !== undefined) return { ...base, state: "broken", because: off.because, line: off.line };
    return { ...base, ...looked };
  } catch (thrown) {
    if (!(thrown instanceof TenetError)) throw thrown;
    return { ...base, state: "absent", because: thrown.message };
  }
}

function stateOf(files: readonly HostFileState[]): State {
  const [main] = files;
  const isOurs = ({ state }: HostFileState) => state === "installed" || state === "partly" || state === "outdated";
  if (files.some(({ state }) => state === "broken")) return "broken";
  if (main?.state !== "installed" && !files.some(isOurs)) return "absent";
  if (files.some(({ state }) => state === "partly" || state === "absent")) return "partly";
  return files.some(({ state }) => state === "outdated") ? "outdated" : "installed";
}

/** How one host stands at one level. */
export async function hostStateOf(ctx: HooksContext, host: HookHost, level: HooksLevel): Promise<HostState> {
  const files: HostFileState[] = [];
  for (const target of await targetsOf(ctx, { host, level })) files.push(await fileStateOf(target));
  return { host, level, state: stateOf(files), files };
}

const SEVERITY: Readonly<Partial<Record<State, FindingDraft["severity"]>>> = {
  partly: "error",
  broken: "error",
  outdated: "warning",
};

/** A file that keeps its host from being connected as a whole. */
function isWrong({ state, because }: HostFileState, of: State): boolean {
  if (state === "partly" || state === "broken" || state === "outdated") return true;
  return of === "partly" && state === "absent" && because === undefined;
}

function findingsOf({ host, level, state, files }: HostState): FindingDraft[] {
  const severity = SEVERITY[state];
  if (severity === undefined) return [];
  const wrong = files.filter((file) => isWrong(file, state));
  return wrong.map((file): FindingDraft => {
    const kind = file.state === "absent" ? "partly" : file.state;
    const message = `${host}: ${file.because ?? `${file.says}: it is missing`}`;
    const place = defined({ file: file.file, line: file.line });
    return { severity, code: `hooks-${kind}`, ...place, message, next: nextFor(host, level, file) };
  });
}

function nextFor(host: HookHost, level: HooksLevel, { file, state, because }: HostFileState): string {
  if (because === NOT_RUNNABLE) return `chmod +x ${file}`;
  if (state === "broken") return "Mend the file by hand, then look again.";
  return `tenet hooks install ${host}${level === "user" ? " --level user" : ""}`;
}

/** Every host at every level, or one of them. */
export async function hostStates(ctx: HooksContext, only?: HookHost): Promise<HostState[]> {
  const standings: HostState[] = [];
  for (const host of HOOK_HOSTS.filter((one) => only === undefined || one === only)) {
    for (const level of LEVELS) {
      if (!hasLevel(host, level) || (level === "project" && ctx.workspace === undefined)) continue;
      try {
        standings.push(await hostStateOf(ctx, host, level));
      } catch (thrown) {
        // Hooks of git that many repositories share are not ours to look into.
        if (!(thrown instanceof TenetError) || thrown.code !== "shared-hooks") throw thrown;
      }
    }
  }
  return standings;
}

/** What is wrong with hooks that are installed, nothing of hosts that nobody connected; and how a hook last failed. */
export async function hooksFindings(ctx: HooksContext, standings: readonly HostState[]): Promise<FindingDraft[]> {
  const findings = standings.flatMap(findingsOf);
  const connected = standings.filter(({ state }) => state !== "absent");
  if (connected.length > 0 && onPath("tenet") === undefined) {
    findings.push({
      severity: "error",
      code: "hooks-program",
      message: "hooks are installed, and tenet is not on the PATH: they do nothing",
      next: "Put tenet on the PATH of those who start the host: npm install -g in the folder of this program.",
    });
  }
  for (const host of HOOK_HOSTS.filter(
    (one) => callsTwice(one) && connected.filter((other) => other.host === one).length > 1,
  )) {
    findings.push({
      severity: "warning",
      code: "hooks-twice",
      message: `${host} may call tenet twice: it is installed for you and for this project`,
      next: `One of them is enough: tenet hooks check ${host}`,
    });
  }
  const { workspace } = ctx;
  const hosts = workspace === undefined ? [] : HOSTS.filter((host) => connected.some((one) => one.host === host));
  for (const host of hosts) {
    for (const [file, lines] of loadedLines(workspace as Workspace, host)) {
      if (lines === Number.POSITIVE_INFINITY) continue;
      findings.push({
        severity: "warning",
        code: "past-the-limit",
        file,
        message: `${host} reads ${READ_BY[host].bytes} bytes of it, and nothing behind line ${lines}`,
        next: "Shorten it; until then what stands behind is printed in the context at a session's start.",
      });
    }
  }
  const failed = ctx.workspace === undefined ? undefined : lastHookFailure(ctx.workspace);
  if (failed !== undefined) {
    findings.push({
      severity: "info",
      code: "hooks-failed",
      message: `a hook (${failed.event}) could not do all of its work at ${failed.at}: ${failed.message}`,
      next: "Nothing, unless it goes on: hooks never stop the host.",
    });
  }
  return findings;
}

/** `tenet hooks check`. Writes nothing. */
export async function checkHooks(ctx: HooksContext, only?: HookHost): Promise<HooksCheck> {
  const hosts = await hostStates(ctx, only);
  const findings = report(await hooksFindings(ctx, hosts));
  const program = onPath("tenet");
  const lastHeard = ctx.workspace === undefined ? undefined : lastHookInstant(ctx.workspace);
  return { ...defined({ hosts, program, heard: lastHeard, findings }), ...countsOf(findings) };
}
