import { command } from "../command/command.js";
import { flag, text } from "../command/input.js";

export const init = command({
  name: "init",
  group: "you",
  place: 1,
  summary: "set up tenet in a folder; only adds, and says every file it touched",
  examples: {
    "tenet init": "in a repository, an agent's folder, or an empty one",
    "tenet init --owner bridget": "name the person who decides what agents learn here",
    "tenet -C ~/agents/sybil init --json": "for a program",
    "tenet init --remove --dry-run": "what init and hooks install put in, and would be taken out of which file",
    "tenet init --remove": "at a terminal: shows it, asks, and takes exactly that out; what was learned stays",
  },
  input: {
    owner: text("<name>", "the person who decides what agents learn here"),
    into: text("<file>", "where rules go: CLAUDE.md, AGENTS.md, ...; SOUL.md: the files of an agent's workspace"),
    here: flag("also in your home folder, and above or below another workspace"),
    email: text("<address>", "theirs, as they commit with it; git's own unless stated"),
    remove: flag("take out what init and hooks install put in; what was learned stays: for people, at a terminal"),
    dryRun: flag("with --remove: only show what would be taken out"),
  },
  output: async () => {
    const { initialisedSchema, uninstalledSchema } = await import("./health-schemas.js");
    return [initialisedSchema, uninstalledSchema.describe("with --remove")];
  },
  run: async (call, input) => await (await import("./init.terminal.js")).initOrRemove(call, input),
  async view(data) {
    if ("written" in data) return (await import("./setup/uninstall.js")).uninstallOutline(data);
    return (await import("./setup/init.js")).initOutline(data);
  },
});
