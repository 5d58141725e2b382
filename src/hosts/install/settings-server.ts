/**
 * tenet's server for MCP in a host's JSON: `mcpServers.tenet` in `.mcp.json` (code.claude.com/docs/en/mcp) and in
 * `.cursor/mcp.json` (cursor.com/docs/context/mcp), where the server is told the project's folder: Cursor starts it
 * elsewhere.
 */
import { getNodeValue } from "jsonc-parser";
import { defined } from "../../text/defined.js";
import type { HostPatch, PatchResult, PatchState } from "./host-patch.js";
import { Inserting, lineAt } from "./host-patch.js";
import {
  type BrokenSettings,
  brokenAt,
  cutMember,
  type Node,
  propertiesNamed,
  putLast,
  putWhole,
  settingsOf,
} from "./settings-json.js";

function readServers(text: string): { root?: Node; servers?: Node; ours?: Node } | BrokenSettings {
  const settings = settingsOf(text);
  if ("state" in settings) return settings;
  const { root } = settings;
  if (root === undefined) return {};
  const all = propertiesNamed(root, "mcpServers");
  const servers = all[0]?.children?.[1];
  if (all[1] !== undefined) return brokenAt(text, all[1].offset, '"mcpServers" stands there twice');
  if (servers === undefined) return { root };
  if (servers.type !== "object") return brokenAt(text, servers.offset, '"mcpServers" is no object');
  const named = propertiesNamed(servers, "tenet");
  if (named[1] !== undefined) return brokenAt(text, named[1].offset, '"tenet" stands there twice');
  return defined({ root, servers, ours: named[0] });
}

/** Does an entry start `tenet mcp`, whatever a person added to it? */
function startsTenet(entry: Node | undefined): boolean {
  const value: unknown = entry === undefined ? undefined : getNodeValue(entry);
  if (typeof value !== "object" || value === null || !("command" in value) || !("args" in value)) return false;
  const { command, args } = value;
  return (
    typeof command === "string" && /(?:^|[\\/])tenet$/.test(command) && Array.isArray(args) && args.includes("mcp")
  );
}

function stateOf(text: string): PatchState {
  const read = readServers(text);
  if ("state" in read) return read;
  if (read.ours === undefined) return { state: "absent" };
  if (startsTenet(read.ours.children?.[1])) return { state: "installed" };
  return { state: "foreign", because: "another server named tenet stands there", line: lineAt(text, read.ours.offset) };
}

function insert(before: string | undefined, entry: unknown): PatchResult {
  const text = before ?? "";
  const current = stateOf(text);
  if (current.state === "installed") return { state: "unchanged" };
  if ("because" in current) return current;
  const read = readServers(text);
  if ("state" in read) return read;
  const into = new Inserting(text);
  const { root, servers } = read;
  if (root === undefined) putWhole(into, { mcpServers: { tenet: entry } });
  else if (servers === undefined) putLast(into, root, root, { name: "mcpServers", value: { tenet: entry } });
  else putLast(into, root, servers, { name: "tenet", value: entry });
  return { state: "applied", text: into.text, insertions: into.insertions };
}

function without(text: string): string | undefined {
  const read = readServers(text);
  if ("state" in read || read.ours === undefined || read.servers === undefined || read.root === undefined)
    return undefined;
  if (!startsTenet(read.ours.children?.[1])) return undefined;
  const alone = (read.servers.children ?? []).length === 1;
  const property = read.servers.parent;
  return alone && property !== undefined
    ? cutMember(text, read.root, property)
    : cutMember(text, read.servers, read.ours);
}

function restOf(text: string): string {
  const settings = settingsOf(text);
  if ("state" in settings || settings.root === undefined) return "[{},[]]";
  const { mcpServers, ...others } = getNodeValue(settings.root) as Record<string, unknown>;
  const servers = Object.entries((mcpServers ?? {}) as Record<string, unknown>);
  return JSON.stringify([others, servers.filter(([name]) => name !== "tenet")]);
}

/** The server for MCP in a host's JSON; `args` are what it is started with. */
export function jsonServerPatch(args: readonly string[]): HostPatch {
  const entry = { command: "tenet", args };
  return {
    says: "the server for MCP",
    stateIn: stateOf,
    apply: (text) => insert(text, entry),
    revert: without,
    isEmpty: (rest) => /^\uFEFF?\s*\{\s*\}\s*$/.test(rest),
    others: restOf,
  };
}
