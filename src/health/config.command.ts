import { command, part } from "../command/command.js";
import { argument } from "../command/input.js";
import { sentences } from "../settings.js";

/** Offered to whoever completes the name. */
const NAMES = Object.keys(sentences());

const REV = "a commit, branch or tag of git";

const get = part({
  summary: "Print one setting, or those under a name.",
  input: { key: argument("<key>", "such as apply_mode, outcome or files.soul", NAMES) },
  run: async (call, { key }) => (await import("./config.js")).readConfig(await call.context(), key),
  view: async (data) => (await import("./config-outline.js")).settingsView(data),
});

const set = part({
  summary: "Change one setting. For people: at a terminal, confirmed by a typed word.",
  input: {
    key: argument("<key>", "such as apply_mode, outcome.per_heartbeat or files.soul", NAMES),
    value: argument("<value>", "as in tenet.yaml: 4, true, [3, 7, 14], a word"),
  },
  run: async (call, { key, value }) => (await import("./config.terminal.js")).setByPerson(call, key, value),
  view: async (data) => `${(await import("./config-outline.js")).changeText(data)}\n`,
});

const log = part({
  summary: "What the last 20 commits changed in tenet.yaml and the core files, as git has it.",
  input: {},
  run: async (call) => (await import("./config.js")).settingsPast(await call.context()),
  view: async (data) => (await import("./config-outline.js")).pastOutline(data),
});

const restore = part({
  summary: "Put tenet.yaml back as it was then. For people: shown first, confirmed by a typed word.",
  input: { rev: argument("<rev>", REV) },
  run: async (call, { rev }) => (await import("./config.terminal.js")).restoreByPerson(call, rev),
  view: async (data) => (await import("./config-outline.js")).restoredOutline(data),
});

export const config = command({
  name: "config",
  group: "care",
  place: 4,
  summary: "print the settings, or change one (people only)",
  examples: {
    "tenet config": "all settings: value, default, what it means",
    "tenet config get outcome": "those under one name",
    "tenet config set outcome.per_heartbeat 4": "at a terminal: shows the change and asks for a typed word",
    "tenet config log": "what commits changed in settings and core files",
  },
  output: async () => (await import("./config.js")).configSchema,
  parts: { get, set, log, restore },
  run: async (call) => (await import("./config.js")).readConfig(await call.context()),
  view: async (data) => (await import("./config-outline.js")).configOutline(data),
});
