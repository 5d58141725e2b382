import { command, part } from "../command/command.js";
import { argument, whole } from "../command/input.js";
import { SETTING } from "../settings.js";

/** Offered to whoever completes the name. */
const NAMES = Object.keys(SETTING);

const REV = "a commit, branch or tag of git";

const get = part({
  summary: "Print every setting, or those at or under a name.",
  input: { key: argument("[key]", "a setting such as outcome.per_day, or a section such as outcome", NAMES) },
  run: async (call, { key }) =>
    (await import("../store/profile/profile-settings.js")).configGet(await call.context(), key),
  view: async (data) => (await import("../store/profile/settings-outline.js")).settingsView(data),
});

const set = part({
  summary: "Change one setting. For people: at a terminal, confirmed by a typed word.",
  input: {
    key: argument("<key>", "a setting such as outcome.per_day", NAMES),
    value: argument("<value>", "as in tenet.yaml: 4, true, [3, 7, 14], a word"),
  },
  run: async (call, { key, value }) => (await import("./config.terminal.js")).setByPerson(call, key, value),
  view: async (data) => (await import("../store/profile/settings-outline.js")).settingChangeOutline(data),
});

const log = part({
  summary: "What commits changed in tenet.yaml and the core files, newest first, as git has it.",
  input: { limit: whole("<n>", "at most so many (default: 20)", { least: 1 }) },
  run: async (call, { limit }) => (await import("./profile-past.js")).profileLog(await call.context(), { limit }),
  view: async (data) => (await import("./profile-past.js")).profileLogOutline(data),
});

const restore = part({
  summary: "Put tenet.yaml back as it was then. For people: shown first, confirmed by a typed word.",
  input: { rev: argument("<rev>", REV) },
  run: async (call, { rev }) => (await import("./config.terminal.js")).restoreByPerson(call, rev),
  view: async (data) => (await import("./profile-past.js")).profileRestoredOutline(data),
});

export const config = command({
  name: "config",
  group: "care",
  place: 4,
  summary: "read the profile, or change it (people only)",
  examples: {
    "tenet config": "every setting: its value, its default, what it means",
    "tenet config get outcome.per_day": "one of them",
    "tenet config set outcome.per_day 4": "at a terminal: shows the change and asks for a typed word",
    "tenet config log": "what commits changed in settings and core files",
  },
  output: async () => {
    const [{ settingsSchema }, { pastSchemas }] = await Promise.all([
      import("../store/profile/settings-schemas.js"),
      import("./profile-past.js"),
    ]);
    return [settingsSchema, ...pastSchemas];
  },
  parts: { get, set, log, restore },
  run: async (call) => (await import("../store/profile/profile-settings.js")).configPage(await call.context()),
  view: async (data) => (await import("../store/profile/settings-outline.js")).configPageOutline(data),
});
