/** Connecting the programs that run agents, how that stands, and taking it out again. Called by `tenet hooks`. */
import type { Call } from "../command/call.js";
import { TenetError, wrongUsage } from "../errors.js";
import { HOOK_HOSTS, type HookHost } from "../store/host.js";
import { nearestName } from "../text/nearest-word.js";
import type { Outline } from "../text/outline/outline.js";
import type { HooksChange, HooksCheck, ServerEntry } from "./install/host-schemas.js";
import type { HooksContext, HooksLevel } from "./install/targets.js";

/** What other people call the same hosts. */
const ALSO: Readonly<Record<string, HookHost>> = {
  claude: "claude-code",
  gemini: "gemini-cli",
  vscode: "copilot",
  "vs-code": "copilot",
  code: "copilot",
  "github-copilot": "copilot",
  agents: "agents-md",
  "agents.md": "agents-md",
};

/** The host of a name. Throws wrong usage for others, with the nearest name or what serves any host. */
function hostOf(name: string): HookHost {
  const typed = name.trim().toLowerCase();
  const hookHost = HOOK_HOSTS.find((host) => host === typed);
  if (hookHost !== undefined) return hookHost;
  const near = Object.hasOwn(ALSO, typed) ? ALSO[typed] : nearestName(typed, HOOK_HOSTS);
  throw wrongUsage(
    `no host is named ${JSON.stringify(name.slice(0, 60))} here`,
    near === undefined
      ? `For any other host: agents-md, where its agents read AGENTS.md, or mcp, which prints the entry to paste. By name: ${HOOK_HOSTS.join(", ")}.`
      : `Did you mean ${near}?`,
  );
}

/** The flags of what changes the files of a host. */
export interface HooksFlags {
  level: HooksLevel;
  dryRun?: true | undefined;
  diff?: true | undefined;
}

/** No profile is read: hooks stand in files of hosts, and your own need no workspace. */
async function hooksContext(call: Call, needsWorkspace: boolean): Promise<HooksContext> {
  const places = call.places();
  try {
    return { workspace: await call.workspace(), places };
  } catch (thrown) {
    const missing = thrown instanceof TenetError && thrown.failure === "no-workspace";
    if (needsWorkspace || !missing) throw thrown;
    return { places };
  }
}

/** Shows what changes and asks whoever sits here; off a terminal it is done at once, since it can be taken back. */
export async function changeHooks(
  call: Call,
  verb: HooksChange["verb"],
  name: string,
  flags: HooksFlags,
): Promise<HooksChange> {
  const host = hostOf(name);
  const [{ applyHooks, changesFiles, planHooks, previewHooks }, { hooksOutline }] = await Promise.all([
    import("./install/hooks.js"),
    import("./install/hooks-outline.js"),
  ]);
  const ctx = await hooksContext(call, flags.level === "project");
  const plan = await planHooks(ctx, verb, { host, level: flags.level });
  if (flags.dryRun === true) return await previewHooks(ctx, plan);
  if (call.asker === undefined || !changesFiles(plan)) return await applyHooks(ctx, plan);
  const preview = await previewHooks(ctx, plan);
  await call.show({ ...preview, next: [] }, (data) => hooksOutline(data, { diff: flags.diff === true }));
  const answer = await call.asker.choose("Write this?", ["no", "yes"], "no");
  return answer === "yes" ? await applyHooks(ctx, plan) : { ...preview, next: [] };
}

/** What was asked about stands on the screen already. */
function wasAsked(call: Call, { files }: HooksChange, { dryRun }: HooksFlags): boolean {
  const isChanged = files.some(({ change }) => change !== "unchanged" && change !== "left");
  return call.asker !== undefined && dryRun !== true && isChanged;
}

export async function changedOutline(data: HooksChange, flags: HooksFlags, call: Call): Promise<Outline> {
  const seen = wasAsked(call, data, flags);
  return (await import("./install/hooks-outline.js")).hooksOutline(data, {
    seen,
    diff: flags.diff === true && !seen,
  });
}

/** For hosts without a name here: what starts the server, to be pasted. */
export async function pastedEntry(call: Call): Promise<ServerEntry> {
  const { serverEntry } = await import("./install/hooks.js");
  return serverEntry(await hooksContext(call, false));
}

/** How every host is connected, or the one that is named. */
export async function checkedHosts(call: Call, name?: string): Promise<HooksCheck> {
  const host = name === undefined ? undefined : hostOf(name);
  const { checkHooks } = await import("./install/host-check.js");
  return checkHooks(await hooksContext(call, false), host);
}
