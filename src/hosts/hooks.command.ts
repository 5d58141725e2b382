import { command, part } from "../command/command.js";
import { argument, choice, flag } from "../command/input.js";
import { EXIT } from "../errors.js";
import { HOOK_HOSTS } from "../store/host.js";
import type { HooksCheck } from "./install/host-schemas.js";

const LEVELS = ["project", "user"] as const;

const INSTALLED = [...HOOK_HOSTS, "mcp"];

const level = choice("<level>", "for this project, or for all of yours", LEVELS).default("project");
const lines = flag("every line that changes");
const dryRun = flag("only show what would change");

const install = part({
  summary: "Connect a host: adds tenet's lines to its files and keeps everything else as it is.",
  input: {
    host: argument("<host>", INSTALLED.join(", "), INSTALLED),
    level,
    diff: lines,
    dryRun,
  },
  async run(call, { host, ...flags }) {
    const { changeHooks, pastedEntry } = await import("./hooks.terminal.js");
    return host === "mcp" ? await pastedEntry(call) : await changeHooks(call, "install", host, flags);
  },
  async view(data, _, flags, call) {
    if ("paste" in data) return (await import("./install/hooks-outline.js")).serverEntryOutline(data);
    return (await import("./hooks.terminal.js")).changedOutline(data, flags, call);
  },
});

const check = part({
  summary: "How each host is connected, and what keeps it from working; exit 8 when something installed is broken.",
  input: { host: argument("[host]", HOOK_HOSTS.join(", "), HOOK_HOSTS) },
  run: async (call, { host }) => (await import("./hooks.terminal.js")).checkedHosts(call, host),
  view: async (data) => (await import("./install/hooks-outline.js")).hooksCheckOutline(data),
  exit: ({ errors }: HooksCheck) => (errors > 0 ? EXIT.findings : EXIT.done),
});

const remove = part({
  summary: "Take tenet's lines out of a host's files; what others wrote stays.",
  input: { host: argument("<host>", HOOK_HOSTS.join(", "), HOOK_HOSTS), level, diff: lines, dryRun },
  run: async (call, { host, ...flags }) =>
    (await import("./hooks.terminal.js")).changeHooks(call, "remove", host, flags),
  view: async (data, _, flags, call) => (await import("./hooks.terminal.js")).changedOutline(data, flags, call),
});

export const hooks = command({
  name: "hooks",
  group: "agent",
  place: 4,
  summary: "connect Claude Code, Codex, Cursor and others",
  examples: {
    "tenet hooks": "how every host is connected",
    "tenet hooks install claude-code --dry-run --diff": "what would change, line by line",
    "tenet hooks install cursor --level user": "for all of your projects",
    "tenet hooks install mcp": "the entry to paste into any other host",
    "tenet hooks check": "how every host is connected, and what keeps it from working",
    "tenet hooks remove claude-code": "takes them out",
  },
  output: async () => (await import("./install/host-schemas.js")).hooksSchema,
  run: async (call) => (await import("./hooks.terminal.js")).checkedHosts(call),
  view: async (data) => (await import("./install/hooks-outline.js")).hooksOverviewOutline(data),
  parts: { install, check, remove },
});
