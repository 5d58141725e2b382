/** Connects agent hosts: installs, checks and removes the pieces in their files. Called by `tenet hooks`. */
import { TenetError } from "../../errors.js";
import { onPath } from "../host-files.js";
import { changeFile, type PlannedFile, planFile, type Verb } from "./host-change.js";
import type { HooksChange, HostFileChange, ServerEntry } from "./host-schemas.js";
import { HOST_TABLE } from "./host-table.js";
import { callsTwice, type HookHost, type HooksContext, type HooksLevel, hasLevel, targetsOf } from "./targets.js";

export type { HookHost, HooksContext, HooksLevel } from "./targets.js";
export { HOOK_HOSTS } from "./targets.js";

export interface HooksInput {
  host: HookHost;
  level: HooksLevel;
}

/** An installing or a removing, as it would be. */
export interface HooksPlan extends HooksInput {
  verb: Verb;
  files: PlannedFile[];
}

/**
 * What an installing or a removing would do. Throws `conflict` before anything is written when a file cannot be read
 * as what it is, wrong usage for what a host does not have.
 */
export async function planHooks(ctx: HooksContext, verb: Verb, input: HooksInput): Promise<HooksPlan> {
  const { host, level } = input;
  const targets = await targetsOf(ctx, { host, level });
  if (targets.length === 0) {
    throw new TenetError("the workspace is in no git repository", { failure: "failed", hint: "git init" });
  }
  const files: PlannedFile[] = [];
  // The folders that were made first go last.
  for (const target of verb === "install" ? targets : targets.toReversed()) {
    const file = await planFile(ctx, verb, target);
    // What was never put there is not worth a line when the rest goes.
    if (verb === "install" || target.main === true || file.change.change !== "unchanged") files.push(file);
  }
  return { ...input, verb, files };
}

/** Does a plan write anything? */
export const changesFiles = ({ files }: HooksPlan): boolean => files.some(({ write }) => write !== undefined);

async function nextSteps(ctx: HooksContext, plan: HooksPlan): Promise<string[]> {
  const { verb, host, level } = plan;
  if (!changesFiles(plan)) return [];
  if (verb === "remove") return host === "openclaw" ? ["The gateway lets it go when it is restarted."] : [];
  const { counts, server } = host === "git" ? {} : HOST_TABLE[host];
  const steps = [counts ?? [], server === undefined ? [] : `For the server for MCP: ${server}`].flat();
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
  const { hostStateOf } = await import("./host-check.js");
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
  for (const file of plan.files) files.push(await changeFile(file));
  return { verb, host, level, written: true, files, next: await nextSteps(ctx, plan) };
}

/** How a host that has no name here starts the server: with the workspace, where there is one. */
export function serverEntry({ workspace }: HooksContext): ServerEntry {
  const args = workspace === undefined ? ["mcp"] : ["-C", workspace.root, "mcp"];
  const server = { command: "tenet", args };
  return { server, paste: JSON.stringify({ mcpServers: { tenet: server } }, null, 2) };
}
