import { command, part } from "../command/command.js";
import { argument, whole } from "../command/input.js";
import { SETTING } from "../settings.js";
import { defined } from "../text/defined.js";

/** Offered to whoever completes the name. */
const NAMES = Object.keys(SETTING);

const REV = "a commit, branch or tag of git, or a copy that `config log` names";

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
  summary: "Who changed settings, and what people wrote in the core files, newest first.",
  input: { limit: whole("<n>", "at most so many (default: 20)", { least: 1 }) },
  run: async (call, { limit }) =>
    (await import("./past/profile-log.js")).profileLog(await call.context(), defined({ limit })),
  view: async (data) => (await import("./past/past-outline.js")).profileLogOutline(data),
});

const diff = part({
  summary: "What changed in them since then.",
  input: { rev: argument("<rev>", REV) },
  run: async (call, { rev }) => (await import("./past/profile-diff.js")).profileDiff(await call.context(), rev),
  view: async (data) => (await import("./past/past-outline.js")).profileDiffOutline(data),
});

const restore = part({
  summary: "Put them back as they were then. For people: shown first, confirmed by a typed word.",
  input: { rev: argument("<rev>", REV) },
  run: async (call, { rev }) => (await import("./config.terminal.js")).restoreByPerson(call, rev),
  view: async (data) => (await import("./past/past-outline.js")).profileRestoredOutline(data),
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
    "tenet config log": "who changed settings and core files, and whom we trust",
    "tenet config diff HEAD~5": "what changed since then",
  },
  output: async () => {
    const [{ union }, { settingsSchema }, { pastSchemas }] = await Promise.all([
      import("zod"),
      import("../store/profile/settings-schemas.js"),
      import("./past/past-schemas.js"),
    ]);
    return union([settingsSchema, ...pastSchemas]);
  },
  parts: { get, set, log, diff, restore },
  run: async (call) => (await import("../store/profile/profile-settings.js")).configPage(await call.context()),
  view: async (data) => (await import("../store/profile/settings-outline.js")).configPageOutline(data),
});
