import { command, part } from "../command/command.js";
import { flag, text } from "../command/input.js";

const init = part({
  summary: "Join a hub, or make one in a folder of this machine. Nothing is sent by it.",
  input: {
    hub: text(
      "<where>",
      "a folder, or the address of a PostgreSQL server; TENET_HUB_URL, else a folder beside your own tree",
    ),
  },
  run: async (call, { hub }) => await (await import("./sync.terminal.js")).joinHub(call, hub),
  view: async (data) => (await import("./text/sync-outline.js")).syncInitOutline(data),
});

const status = part({
  summary: "What is shared, what came, what waits, and which agents came to the same claims.",
  run: async (call) => (await import("./sync-status.js")).syncStatus(await call.context()),
  view: async (data) => (await import("./text/sync-state-outline.js")).syncStateOutline(data),
});

const leave = part({
  summary: "Share no more; copies of what others shared stay here.",
  input: {
    erase: flag("also take all that this clone shared out of the hub and of every copy: for people"),
  },
  run: async (call, { erase }) => await (await import("./sync.terminal.js")).leaveHub(call, erase === true),
  view: async (data) => (await import("./text/sync-outline.js")).syncLeftOutline(data),
});

export const sync = command({
  name: "sync",
  group: "care",
  place: 10,
  summary: "share what was learned with other agents through a hub, and take what they share",
  examples: {
    "tenet sync init": "a hub in a folder of this machine; with TENET_HUB_URL a PostgreSQL server",
    "tenet sync --dry-run": "the exact rows that would go, and what stays here; nothing is written",
    "tenet sync": "sends, then takes; the first time at a terminal, where you see every word and are asked",
    "tenet sync --pull": "only takes: needs nobody",
    "tenet sync status --json": "what waits, and who came to the same claims, for a program",
  },
  notes: "The hub is named in TENET_HUB_URL, or with `tenet sync init --hub`.",
  input: {
    push: flag("only send what is shared"),
    pull: flag("only take what others share"),
    dryRun: flag("print the exact rows that would go, and what stays here; writes nothing"),
  },
  output: async () => (await import("./sync-schemas.js")).syncSchemas,
  parts: { init, status, leave },
  run: async (call, input) => await (await import("./sync.terminal.js")).syncFrom(call, input),
  view: async (data) => (await import("./text/sync-outline.js")).syncedOutline(data),
});
