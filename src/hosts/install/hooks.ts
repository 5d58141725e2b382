/** Connects agent hosts: installs, checks and removes the pieces in their files. Called by `tenet hooks`. */
import { TenetError } from "../../errors.js";
import { onPath, readHostFile } from "../../store/host-files.js";
import { changeFile, type PlannedFile, planFile, type Verb } from "../../store/hosts/host-change.js";
import { recordOf } from "../../store/hosts/host-records.js";
import type { HooksChange, HostFileChange, ServerEntry } from "../../store/hosts/host-schemas.js";
import { HOST_TABLE } from "../../store/hosts/host-table.js";
import {
  callsTwice,
  HOOK_HOSTS,
  type HookHost,
  type HooksContext,
  type HooksLevel,
  type HostTarget,
  hasLevel,
  requireServed,
  takesServer,
  targetsOf,
} from "../../store/hosts/targets.js";

export type { HookHost, HooksContext, HooksLevel } from "../../store/hosts/targets.js";
export { HOOK_HOSTS } from "../../store/hosts/targets.js";

export interface HooksInput {
  host: HookHost;
  level: HooksLevel;
  /** Also the server for MCP, where the host keeps those in a file. */
  mcp?: boolean;
}

/** An installing or a removing, as it would be. */
export interface HooksPlan extends HooksInput {
  verb: Verb;
  files: PlannedFile[];
}

/**
 * What an installing or a removing would do. Throws `conflict` before anything is written when a file cannot be read
 * as what it is, wrong usage for what a host does not have. A removing takes the server for MCP out too.
 */
export async function planHooks(ctx: HooksContext, verb: Verb, input: HooksInput): Promise<HooksPlan> {
  const { host, level } = input;
  if (verb === "install") requireServed(ctx, host, level);
  const mcp = verb === "remove" ? takesServer(host, level) : input.mcp === true;
  const targets = await targetsOf(ctx, { host, level, mcp });
  if (targets.length === 0) {
    throw new TenetError("the workspace is in no git repository", { failure: "failed", hint: "git init" });
  }
  const files: PlannedFile[] = [];
  // The folders that were made first go last.
  for (const target of verb === "install" ? targets : targets.toReversed()) {
    const reader = verb === "remove" && target.shared === true ? await otherReader(ctx, level, target) : undefined;
    const file = await planFile(ctx, verb, level, target, reader);
    // What was never put there is not worth a line when the rest goes.
    if (verb === "install" || target.main === true || file.change.change !== "unchanged") files.push(file);
  }
  return { ...input, verb, files };
}

/** Does a plan write anything? */
export const changesFiles = ({ files }: HooksPlan): boolean => files.some(({ write }) => write !== undefined);

/** Another host that still reads the lines of a shared file; undefined where none does. */
async function otherReader(ctx: HooksContext, level: HooksLevel, target: HostTarget): Promise<string | undefined> {
  const { hostStateOf } = await import("../../store/hosts/host-check.js");
  for (const host of HOOK_HOSTS) {
    if (host === target.host || host === "agents-md" || !hasLevel(host, level) || host === "git") continue;
    const otherTargets = await targetsOf(ctx, { host, level, mcp: false });
    if (!otherTargets.some(({ shared, path }) => shared === true && path === target.path)) continue;
    if ((await hostStateOf(ctx, host, level)).state !== "absent") return host;
  }
  const { path } = await readHostFile(target.path, target.within);
  const by = recordOf(ctx, level, target, path)?.by;
  return by === "agents-md" && target.host !== by ? by : undefined;
}

async function nextSteps(ctx: HooksContext, plan: HooksPlan): Promise<string[]> {
  const { verb, host, level } = plan;
  if (!changesFiles(plan)) return [];
  if (verb === "remove") return host === "openclaw" ? ["The gateway lets it go when it is restarted."] : [];
  const steps = host === "git" ? [] : [HOST_TABLE[host].counts];
  if (host === "windsurf" && level === "project") {
    steps.push("Its server for MCP stands in your own settings: tenet hooks install windsurf --level user");
  }
  if (onPath("tenet") === undefined) steps.push("tenet is not on the PATH: until it is, hosts go on without it.");
  if (callsTwice(host) && (await isAtOtherLevel(ctx, host, level))) {
    steps.push(
      "It is installed for you and for this project: hosts that run both call tenet twice. One of them is enough.",
    );
  }
  return steps;
}

/** Does the other level connect this host already? */
async function isAtOtherLevel(ctx: HooksContext, host: HookHost, level: HooksLevel): Promise<boolean> {
  const other = level === "project" ? "user" : "project";
  if (!hasLevel(host, other) || (other === "project" && ctx.workspace === undefined)) return false;
  const { hostStateOf } = await import("../../store/hosts/host-check.js");
  return (await hostStateOf(ctx, host, other)).state !== "absent";
}

/** What a plan comes to without being carried out. */
export async function previewHooks(ctx: HooksContext, plan: HooksPlan): Promise<HooksChange> {
  const { verb, host, level, files } = plan;
  const next = await nextSteps(ctx, plan);
  return { verb, host, level, written: false, files: files.map(({ change }) => change), next };
}

/** Carries a plan out: each file whole, and only as it was read. */
export async function applyHooks(ctx: HooksContext, plan: HooksPlan): Promise<HooksChange> {
  const { verb, host, level } = plan;
  const files: HostFileChange[] = [];
  for (const file of plan.files) files.push(await changeFile(ctx, verb, level, file));
  return { verb, host, level, written: true, files, next: await nextSteps(ctx, plan) };
}

/** How a host that has no name here starts the server: with the workspace, where there is one. */
export function serverEntry({ workspace }: HooksContext): ServerEntry {
  const args = workspace === undefined ? ["mcp"] : ["-C", workspace.root, "mcp"];
  const server = { command: "tenet", args };
  return { server, paste: JSON.stringify({ mcpServers: { tenet: server } }, null, 2) };
}
