/**
 * The hooks of tenet in a host's settings. The command is the mark: nothing else in the file says which lines are ours.
 *
 * Forms, as the hosts document them: Claude Code `hooks.<Event>[].hooks[]` in `.claude/settings.json`, seconds
 * (code.claude.com/docs/en/hooks); Codex the same in `.codex/hooks.json` (developers.openai.com/codex/hooks); Cursor
 * `version: 1` and `hooks.<event>[]` in `.cursor/hooks.json`, seconds (cursor.com/docs/hooks); Gemini CLI the groups of
 * Claude Code in `.gemini/settings.json` with events of its own, milliseconds (geminicli.com/docs/hooks/reference).
 */

import {
  applyEdits,
  findNodeAtLocation,
  getNodePath,
  type JSONPath,
  modify,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { HOOK_EVENTS, type HookEvent } from "../hook-event.js";
import { type HostPatch, lineAt, lineEnd, type PatchResult, type PatchState } from "./host-patch.js";

/** Hosts whose hooks stand in a settings file. */
export type SettingsHost = "claude-code" | "codex" | "cursor" | "gemini-cli";

/** One hook: which event of the host calls which of ours, and how long it may take. */
interface Hooked {
  /** The host's name of the event. */
  event: string;
  calls: HookEvent;
  /** In the host's own unit: seconds, and milliseconds with Gemini CLI. */
  timeout: number;
}

const TIMEOUT_S = 5;

/** `ending`: the timeout at the end of a session. */
const hookedAt = (events: readonly string[], timeout = TIMEOUT_S, ending = timeout): Hooked[] =>
  HOOK_EVENTS.map((calls, at) => {
    return { event: events[at] as string, calls, timeout: calls === "session-end" ? ending : timeout };
  });

const CLAUDE_EVENTS = ["SessionStart", "UserPromptSubmit", "PreCompact", "SessionEnd", "Stop"];

/** What each host calls the moments at which tenet wants to be called. */
export const HOOKED: Readonly<Record<SettingsHost, readonly Hooked[]>> = {
  "claude-code": hookedAt(CLAUDE_EVENTS),
  // Codex allows no more at session end, and warns at every start about a larger value.
  codex: hookedAt(CLAUDE_EVENTS, TIMEOUT_S, 3),
  cursor: hookedAt(["sessionStart", "beforeSubmitPrompt", "preCompact", "sessionEnd", "stop"]),
  "gemini-cli": hookedAt(["SessionStart", "BeforeAgent", "PreCompress", "SessionEnd", "AfterAgent"], TIMEOUT_S * 1_000),
};

/** The line a host runs. Where tenet is not installed it does nothing, and no answer of ours ever stops the host. */
export function hookCommand(host: SettingsHost | "openclaw", event: HookEvent): string {
  return `command -v tenet >/dev/null 2>&1 && tenet hook ${event} --host ${host} || true`;
}

/** The form of such a line. */
const OURS = /^command -v tenet >\/dev\/null 2>&1 && tenet hook ([a-z-]+) --host ([a-z-]+) \|\| true$/;

/** Settings that cannot be read as what they are. */
type BrokenSettings = PatchState & { state: "broken" };

/** What a text holds; `root` is missing in one that holds nothing but space and comments. */
type Settings = { root?: Node } | BrokenSettings;

/** `at`: the place in the text. */
const brokenAt = (text: string, at: number, because: string): BrokenSettings => {
  return { state: "broken", because, line: lineAt(text, at) };
};

/** Reads settings. Comments and trailing commas are accepted. */
function settingsOf(text: string): Settings {
  const errors: ParseError[] = [];
  // A space in the mark's place: every offset stays.
  const root = parseTree(text.replace(/^\uFEFF/, " "), errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [error] = errors;
  if (error !== undefined) {
    const problem = printParseErrorCode(error.error).replace(/([a-z])([A-Z])/g, "$1 $2");
    return brokenAt(text, error.offset, `it is not valid JSON: ${problem.toLowerCase()}`);
  }
  if (root === undefined) return {};
  if (root.type !== "object") return brokenAt(text, root.offset, "it holds no object");
  return { root };
}

/** What stands at a path beneath a node; undefined where it, or the node, is missing. */
const nodeAt = (node: Node | undefined, path: JSONPath): Node | undefined =>
  node === undefined ? undefined : findNodeAtLocation(node, path);

/** A command as it stands in a file. */
interface StandingHook {
  event: string;
  command: string;
  node: Node;
}

/** Every command under `hooks`, in the form of the host: in groups, or one after the other. */
function commandsIn(root: Node | undefined, host: SettingsHost): StandingHook[] {
  return (nodeAt(root, ["hooks"])?.children ?? []).flatMap(({ children: [name, list] = [] }) => {
    const entries = list?.children ?? [];
    const nodes = host === "cursor" ? entries : entries.flatMap((group) => nodeAt(group, ["hooks"])?.children ?? []);
    return nodes.flatMap((node): StandingHook[] => {
      const command = nodeAt(node, ["command"])?.value;
      return typeof command === "string" ? [{ event: String(name?.value), command, node }] : [];
    });
  });
}

const isOurs = (host: SettingsHost, command: string): boolean => OURS.exec(command)?.[2] === host;

/** The object of a text, or why our hooks cannot stand there: a form that is not the host's. */
function readHooks(text: string, host: SettingsHost): { root?: Node } | BrokenSettings {
  const settings = settingsOf(text);
  if ("state" in settings) return settings;
  const hooks = nodeAt(settings.root, ["hooks"]);
  if (hooks !== undefined && hooks.type !== "object") return brokenAt(text, hooks.offset, '"hooks" is no object');
  for (const { event } of HOOKED[host]) {
    const list = nodeAt(hooks, [event]);
    if (list !== undefined && list.type !== "array") return brokenAt(text, list.offset, `"hooks.${event}" is no list`);
  }
  return settings;
}

const entryOf = (host: SettingsHost, { calls, timeout }: Hooked): unknown => {
  const command = hookCommand(host, calls);
  if (host === "cursor") return { command, timeout };
  return { hooks: [{ type: "command", command, timeout }] };
};

/** Somebody's own line that calls tenet at this event: then ours would do it twice. */
const callsAnyway = (command: string, event: HookEvent): boolean =>
  new RegExp(`\\btenet\\S* hook ${event}\\b`).test(command);

function missingHooks(standing: readonly StandingHook[], host: SettingsHost): Hooked[] {
  const isThere = ({ event, calls }: Hooked) =>
    standing.some(
      (one) =>
        one.event === event &&
        (isOurs(host, one.command) ? one.command === hookCommand(host, calls) : callsAnyway(one.command, calls)),
    );
  return HOOKED[host].filter((hooked) => !isThere(hooked));
}

function stateOf(text: string, host: SettingsHost): PatchState {
  const settings = readHooks(text, host);
  if ("state" in settings) return settings;
  const standing = commandsIn(settings.root, host);
  const missing = missingHooks(standing, host);
  if (missing.length === 0) return { state: "installed" };
  const first = standing.find(({ command }) => isOurs(host, command));
  if (first === undefined) return { state: "absent" };
  const events = missing.map(({ event }) => event).join(", ");
  return { state: "partly", because: `no hook of tenet at ${events}`, line: lineAt(text, first.node.offset) };
}

function insert(before: string | undefined, host: SettingsHost): PatchResult {
  const text = before ?? "";
  const settings = readHooks(text, host);
  if ("state" in settings) return settings;
  const missing = missingHooks(commandsIn(settings.root, host), host);
  if (missing.length === 0) return { state: "unchanged" };
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const indent = /^(\t| +)"/m.exec(text)?.[1] ?? "  ";
  const formattingOptions = { insertSpaces: indent !== "\t", tabSize: indent.length, eol: lineEnd(text) };
  // What somebody holds on one line stays there.
  const isOnOneLine = settings.root?.children?.length && /^[^\n]+\n?$/.test(text);
  // What stands there, comments too, is kept; lines that get something are laid out as their editors do.
  const put = (into: string, path: JSONPath, value: unknown): string =>
    applyEdits(into, modify(into, path, value, { isArrayInsertion: true, ...(!isOnOneLine && { formattingOptions }) }));
  let rest = text.slice(mark.length);
  if (settings.root === undefined) rest += `${rest === "" || rest.endsWith("\n") ? "" : "\n"}{}\n`;
  // Cursor needs it in a new file; in a user's file it may be absent.
  if (host === "cursor" && !settings.root?.children?.length) rest = put(rest, ["version"], 1);
  // First in its list: behind the last, comments would go with it when it is taken out.
  for (const hooked of missing) rest = put(rest, ["hooks", hooked.event, 0], entryOf(host, hooked));
  return { state: "applied", text: mark + rest };
}

/** What goes with a hook: its group or its event where it stands there alone, `hooks` where nothing else, no comment, does. */
function emptiedBy(text: string, root: Node | undefined, hook: Node): JSONPath {
  const path = getNodePath(hook);
  const isAlone = (container: JSONPath) => {
    const { children = [], offset = 0, length = 0 } = nodeAt(root, container) ?? {};
    const beside = text.slice(offset, offset + length).replace(/"(?:[^"\\]|\\.)*"/g, "");
    return children.length === 1 && !/\/[/*]/.test(beside);
  };
  // From the list of a group to the group, and to the list of its event.
  if (path.length === 5 && isAlone(path.slice(0, 4))) path.splice(3);
  if (path.length === 3 && isAlone(path.slice(0, 2))) path.splice(2);
  if (path.length === 2 && isAlone(["hooks"])) path.splice(1);
  return path;
}

/** The text without our hooks; undefined when there are none. */
function without(text: string, host: SettingsHost): string | undefined {
  const settings = settingsOf(text);
  const root = "root" in settings ? settings.root : undefined;
  const ours = commandsIn(root, host).find(({ command }) => isOurs(host, command));
  if (ours === undefined) return undefined;
  const rest = applyEdits(text, modify(text, emptiedBy(text, root, ours.node), undefined, {}));
  return without(rest, host) ?? rest;
}

/** The hooks of a host in its settings file. */
export function hooksPatch(host: SettingsHost): HostPatch {
  return {
    says: `${HOOKED[host].length} hooks, from the start of a session to its end`,
    puts: HOOKED[host].map(({ event, calls }) => ({ at: event, does: `tenet hook ${calls}` })),
    stateIn: (text) => stateOf(text, host),
    apply: (text) => insert(text, host),
    revert: (text) => without(text, host),
    isEmpty: (rest) => /^\uFEFF?\s*\{\s*(?:"version"\s*:\s*1\s*)?\}\s*$/.test(rest),
    hindrance: (text) => switchedOff(text, host),
  };
}

/** By host: the setting that switches every hook off, and its value then. */
const SWITCH: Readonly<Partial<Record<SettingsHost, { path: string[]; off: boolean }>>> = {
  "claude-code": { path: ["disableAllHooks"], off: true },
  "gemini-cli": { path: ["hooksConfig", "enabled"], off: false },
};

/** Where settings say that no hook runs at all, ours too. */
function switchedOff(text: string, host: SettingsHost): { because: string; line: number } | undefined {
  const settings = settingsOf(text);
  const offSwitch = SWITCH[host];
  if (offSwitch === undefined || !("root" in settings)) return undefined;
  const setting = nodeAt(settings.root, offSwitch.path);
  if (setting?.value !== offSwitch.off) return undefined;
  return {
    because: `${offSwitch.path.join(".")} is ${offSwitch.off}: no hook runs`,
    line: lineAt(text, setting.offset),
  };
}
