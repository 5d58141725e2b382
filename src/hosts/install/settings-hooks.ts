/**
 * The hooks of tenet in a host's settings. The command is the mark: nothing else in the file says which lines are ours.
 *
 * Forms, as the hosts document them: Claude Code `hooks.<Event>[].hooks[]` in `.claude/settings.json`, seconds
 * (code.claude.com/docs/en/hooks); Codex the same in `.codex/hooks.json` (developers.openai.com/codex/hooks); Cursor
 * `version: 1` and `hooks.<event>[]` in `.cursor/hooks.json`, seconds (cursor.com/docs/hooks); Gemini CLI the groups of
 * Claude Code in `.gemini/settings.json` with events of its own, milliseconds (geminicli.com/docs/hooks/reference).
 */
import { HOOK_EVENTS, type HookEvent } from "../hook-event.js";
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

/** A hook as it stands in a file: the member that is cut out to take it away, and the list it is in. */
interface Standin {
  event: string;
  command: string;
  /** Where the command stands. */
  at: number;
  node: Node;
}

const membersOf = (node: Node | undefined): Node[] => (node?.type === "array" ? (node.children ?? []) : []);

function commandOf(entry: Node): { command: string; at: number } | undefined {
  const command = entry.type === "object" ? valueNamed(entry, "command") : undefined;
  return typeof command?.value === "string" ? { command: command.value, at: command.offset } : undefined;
}

/** Every command under `hooks`, in the form of the host: in groups, or one after the other. */
function commandsIn(hooks: Node, host: SettingsHost): Standin[] {
  const standins: Standin[] = [];
  for (const property of hooks.children ?? []) {
    const event = String(property.children?.[0]?.value);
    const lists = host === "cursor" ? [property.children?.[1]] : membersOf(property.children?.[1]).map(groupList);
    for (const list of lists) {
      for (const node of membersOf(list)) {
        const command = commandOf(node);
        if (command !== undefined) standins.push({ event, ...command, node });
      }
    }
  }
  return standins;
}

const groupList = (group: Node): Node | undefined => (group.type === "object" ? valueNamed(group, "hooks") : undefined);

const isOurs = (host: SettingsHost, command: string): boolean => OURS.exec(command)?.[2] === host;

/** What keeps us from editing `hooks`: a form that is not the host's, or a name that stands twice. */
function misfit(root: Node, host: SettingsHost): { at: number; because: string } | undefined {
  const twice = (object: Node, name: string) => {
    const second = propertiesNamed(object, name)[1];
    return second === undefined ? undefined : { at: second.offset, because: `"${name}" stands there twice` };
  };
  const doubled = twice(root, "hooks");
  if (doubled !== undefined) return doubled;
  const hooks = valueNamed(root, "hooks");
  if (hooks === undefined) return undefined;
  if (hooks.type !== "object") return { at: hooks.offset, because: '"hooks" is no object' };
  for (const { event } of HOOKED[host]) {
    const again = twice(hooks, event);
    if (again !== undefined) return again;
    const list = valueNamed(hooks, event);
    if (list !== undefined && list.type !== "array") return { at: list.offset, because: `"hooks.${event}" is no list` };
  }
  return undefined;
}

/** The object of a text that fits, or why there is none. */
function readHooks(text: string, host: SettingsHost): { root?: Node } | BrokenSettings {
  const settings = settingsOf(text);
  if ("state" in settings) return settings;
  const wrong = settings.root === undefined ? undefined : misfit(settings.root, host);
  if (wrong !== undefined) return brokenAt(text, wrong.at, wrong.because);
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

function isThere(standins: readonly Standin[], host: SettingsHost, { event, calls }: Hooked): boolean {
  return standins.some(
    (one) =>
      one.event === event &&
      (isOurs(host, one.command) ? one.command === hookCommand(host, calls) : callsAnyway(one.command, calls)),
  );
}

function stateOf(text: string, host: SettingsHost): PatchState {
  const settings = readHooks(text, host);
  if ("state" in settings) return settings;
  const hooks = settings.root === undefined ? undefined : valueNamed(settings.root, "hooks");
  const standins = hooks === undefined ? [] : commandsIn(hooks, host);
  const ownStandins = standins.filter(({ command }) => isOurs(host, command));
  const missing = HOOKED[host].filter((hooked) => !isThere(standins, host, hooked));
  if (missing.length === 0) return { state: "installed" };
  const [first] = ownStandins;
  if (first === undefined) return { state: "absent" };
  const events = missing.map(({ event }) => event).join(", ");
  return { state: "partly", because: `no hook of tenet at ${events}`, line: lineAt(text, first.at) };
}

function insert(before: string | undefined, host: SettingsHost): PatchResult {
  const expectedHooks = HOOKED[host];
  const whole = () => Object.fromEntries(expectedHooks.map((hooked) => [hooked.event, [entryOf(host, hooked)]]));
  const text = before ?? "";
  const into = new Inserting(text);
  for (;;) {
    const settings = readHooks(into.text, host);
    if ("state" in settings) return settings;
    const { root } = settings;
    if (root === undefined) {
      const version = host === "cursor" ? { version: 1 } : {};
      putWhole(into, { ...version, hooks: whole() });
      break;
    }
    const hooks = valueNamed(root, "hooks");
    if (hooks === undefined) {
      // Cursor needs it in a new file; in a user's file it may be absent.
      if (host === "cursor" && (root.children ?? []).length === 0)
        putLast(into, root, root, { name: "version", value: 1 });
      else putLast(into, root, root, { name: "hooks", value: whole() });
      continue;
    }
    const standins = commandsIn(hooks, host);
    const next = expectedHooks.find((hooked) => !isThere(standins, host, hooked));
    if (next === undefined) break;
    const list = valueNamed(hooks, next.event);
    if (list === undefined) putLast(into, root, hooks, { name: next.event, value: [entryOf(host, next)] });
    else putLast(into, root, list, { value: entryOf(host, next) });
  }
  return into.text === text ? { state: "unchanged" } : { state: "applied", text: into.text };
}

/** One of our hooks taken out with whatever holds nothing else then; undefined when none is left. */
function withoutOne(text: string, host: SettingsHost): string | undefined {
  const settings = settingsOf(text);
  const root = "root" in settings ? settings.root : undefined;
  const hooks = root === undefined ? undefined : valueNamed(root, "hooks");
  const ownStandin =
    hooks === undefined ? undefined : commandsIn(hooks, host).find(({ command }) => isOurs(host, command));
  if (ownStandin === undefined || hooks === undefined) return undefined;
  const whole = emptiedBy(ownStandin.node);
  return whole.parent === undefined ? undefined : cutMember(text, whole.parent, whole);
}

/** The largest node that is empty once a member is gone: its group, its event, or `hooks` itself. */
function emptiedBy(member: Node): Node {
  const list = member.parent;
  const property = list?.parent;
  const object = property?.parent;
  if (list === undefined || property === undefined || object === undefined) return member;
  if ((list.children ?? []).length > 1) return member;
  if (object.parent?.type === "array") return (object.children ?? []).every(isOfGroup) ? emptiedBy(object) : member;
  return (object.children ?? []).length > 1 ? property : (object.parent ?? property);
}

const isOfGroup = (property: Node): boolean => ["hooks", "matcher"].includes(String(property.children?.[0]?.value));

function without(text: string, host: SettingsHost): string | undefined {
  let rest: string | undefined;
  for (let next = withoutOne(text, host); next !== undefined; next = withoutOne(next, host)) rest = next;
  return rest;
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
const SWITCH: Readonly<Partial<Record<SettingsHost, { path: readonly string[]; off: boolean }>>> = {
  "claude-code": { path: ["disableAllHooks"], off: true },
  "gemini-cli": { path: ["hooksConfig", "enabled"], off: false },
};

/** Where settings say that no hook runs at all, ours too. */
function switchedOff(text: string, host: SettingsHost): { because: string; line: number } | undefined {
  const settings = settingsOf(text);
  const offSwitch = SWITCH[host];
  if (offSwitch === undefined || !("root" in settings) || settings.root === undefined) return undefined;
  let at: Node | undefined = settings.root;
  for (const name of offSwitch.path) at = at?.type === "object" ? valueNamed(at, name) : undefined;
  if (at?.value !== offSwitch.off) return undefined;
  return { because: `${offSwitch.path.join(".")} is ${offSwitch.off}: no hook runs`, line: lineAt(text, at.offset) };
}
