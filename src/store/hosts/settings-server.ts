/**
 * tenet's server for MCP in a host's JSON, under the name by which that host keeps its servers: `mcpServers.tenet` in most,
 * `servers`, `context_servers` or `mcp` in others.
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
  valueNamed,
} from "./settings-json.js";

/** How a host starts a server: a program with its arguments, or both in one list. */
interface ServerForm {
  command: string | readonly string[];
  args?: readonly string[];
  type?: string;
  enabled?: boolean;
}

/** Where a host keeps its servers, and what stands there. */
interface Place {
  /** The name of the object with the servers by name. */
  key: string;
  /** A newer form keeps them one deeper, under this name. */
  inner?: string | undefined;
  entry: ServerForm;
}

interface Servers {
  root?: Node;
  servers?: Node;
  ours?: Node;
}

function readServers(text: string, { key, inner }: Place): Servers | BrokenSettings {
  const settings = settingsOf(text);
  if ("state" in settings) return settings;
  const { root } = settings;
  if (root === undefined) return {};
  const all = propertiesNamed(root, key);
  const outer = all[0]?.children?.[1];
  if (all[1] !== undefined) return brokenAt(text, all[1].offset, `"${key}" stands there twice`);
  if (outer === undefined) return { root };
  if (outer.type !== "object") return brokenAt(text, outer.offset, `"${key}" is no object`);
  const servers = deeper(outer, inner) ?? outer;
  const tenetServers = propertiesNamed(servers, "tenet");
  if (tenetServers[1] !== undefined) return brokenAt(text, tenetServers[1].offset, '"tenet" stands there twice');
  return defined({ root, servers, ours: tenetServers[0] });
}

/** The nested object of a key path, unless it is a server with that name. */
function deeper(outer: Node, inner: string | undefined): Node | undefined {
  const innerNode = inner === undefined ? undefined : valueNamed(outer, inner);
  if (innerNode?.type !== "object") return undefined;
  return ["type", "command", "url", "enabled"].some((name) => typeof valueNamed(innerNode, name)?.value !== "undefined")
    ? undefined
    : innerNode;
}

/** The words an entry starts its server with: a program and its arguments, in any of the forms that hosts take. */
function wordsOf(entry: Node | undefined): unknown[] {
  const value: unknown = entry === undefined ? undefined : getNodeValue(entry);
  if (typeof value !== "object" || value === null || !("command" in value)) return [];
  const { command } = value;
  if (Array.isArray(command)) return command;
  const args = "args" in value && Array.isArray(value.args) ? value.args : [];
  return [command, ...args];
}

/** Does an entry start `tenet mcp`, whatever a person added to it? */
function startsTenet(entry: Node | undefined): boolean {
  const [command, ...args] = wordsOf(entry);
  return typeof command === "string" && /(?:^|[\\/])tenet$/.test(command) && args.includes("mcp");
}

/** The folder in a server's arguments. */
function folderIn(words: readonly unknown[]): unknown {
  const at = words.indexOf("-C");
  return at === -1 ? undefined : words[at + 1];
}

function stateOf(text: string, place: Place): PatchState {
  const servers = readServers(text, place);
  if ("state" in servers) return servers;
  if (servers.ours === undefined) return { state: "absent" };
  const line = lineAt(text, servers.ours.offset);
  const entry = servers.ours.children?.[1];
  if (!startsTenet(entry)) return { state: "foreign", because: "another server named tenet stands there", line };
  const { command, args = [] } = place.entry;
  const folder = folderIn([command, ...args].flat());
  if (folder === undefined || folderIn(wordsOf(entry)) === folder) return { state: "installed" };
  const because = `the server named tenet there serves ${String(folderIn(wordsOf(entry)) ?? "no certain workspace")}`;
  return { state: "foreign", because, line };
}

function insert(before: string | undefined, place: Place): PatchResult {
  const text = before ?? "";
  const current = stateOf(text, place);
  if (current.state === "installed") return { state: "unchanged" };
  if ("because" in current) return current;
  const readServer = readServers(text, place);
  if ("state" in readServer) return readServer;
  const into = new Inserting(text);
  const { root, servers } = readServer;
  const { key, entry } = place;
  if (root === undefined) putWhole(into, { [key]: { tenet: entry } });
  else if (servers === undefined) putLast(into, root, root, { name: key, value: { tenet: entry } });
  else putLast(into, root, servers, { name: "tenet", value: entry });
  return { state: "applied", text: into.text, insertions: into.insertions };
}

function without(text: string, place: Place): string | undefined {
  const servers = readServers(text, place);
  if ("state" in servers || servers.ours === undefined || servers.servers === undefined || servers.root === undefined)
    return undefined;
  if (stateOf(text, place).state !== "installed") return undefined;
  const alone = (servers.servers.children ?? []).length === 1;
  const property = servers.servers.parent;
  return alone && property?.parent !== undefined
    ? cutMember(text, property.parent, property)
    : cutMember(text, servers.servers, servers.ours);
}

function restOf(text: string, { key }: Place): string {
  const settings = settingsOf(text);
  if ("state" in settings || settings.root === undefined) return "[{},[]]";
  const { [key]: ownServers, ...others } = getNodeValue(settings.root) as Record<string, unknown>;
  const servers = Object.entries((ownServers ?? {}) as Record<string, unknown>);
  const rest = servers.filter(([name]) => name !== "tenet");
  return JSON.stringify([others, rest], (name, value) => (name === "tenet" ? undefined : value));
}

/** The server for MCP in a host's JSON; `inner`: where a newer form of the host keeps servers one deeper. */
export function jsonServerPatch(key: string, entry: ServerForm, inner?: string): HostPatch {
  const place: Place = { key, entry, inner };
  const { command, args = [] } = entry;
  return {
    says: "the server for MCP",
    puts: [{ at: `${key}.tenet`, does: [command, ...args].flat().join(" ") }],
    stateIn: (text) => stateOf(text, place),
    apply: (text) => insert(text, place),
    revert: (text) => without(text, place),
    isEmpty: (rest) => /^\uFEFF?\s*\{\s*\}\s*$/.test(rest),
    others: (text) => restOf(text, place),
  };
}
