import { command } from "../command/command.js";
import { argument, flag, text } from "../command/input.js";

export const forget = command({
  name: "forget",
  group: "capture",
  place: 6,
  summary: "no longer use an entry, or everything from one source; take its words out, or erase it",
  examples: {
    'tenet forget k7q2x --reason "was about another project"': "no longer used; it stays in the tree",
    "tenet forget --source mallory --dry-run": "what would go",
    "tenet forget k7q2x --erase --dry-run": "every place it would leave; a person decides",
    "tenet forget --contact jane --erase": "at a terminal: all of it, and the name out of the lines that are ticked",
    "tenet forget --type memory --all --dry-run": "everything that is remembered; a person decides",
    "tenet forget k7q2x --restore": "at a terminal: takes a forgetting back",
  },
  input: {
    refs: argument("[ids...]", "the entries"),
    redact: flag("take the words out; record, links and reason stay"),
    erase: flag("take it out of every place; a tombstone with its id stays"),
    source: text("<name>", "everything a person or agent said"),
    origin: text("<place>", "everything from a url, file, tool or site"),
    session: text("<name>", "everything said in a session"),
    contact: text("<id>", "everything about a contact; beside entries: the contact they are about"),
    type: text("<type>", "memory: memories alone; with --all everything that is remembered, or of the contact"),
    all: flag("with --type memory: all of them (people only)"),
    scope: text("<scope>", "with --all: only of this scope"),
    reason: text("<text>", "why, for whoever looks at it later"),
    names: flag("with --contact --erase: the name also goes out of every line of others that names them"),
    restore: flag("take a forgetting back"),
    dryRun: flag("say what would go, without a word of it; writes nothing"),
  },
  async output() {
    const [{ forgottenSchema }, { forgottenMemoriesSchema }] = await Promise.all([
      import("./forget-schemas.js"),
      import("../recall/recall-schemas.js"),
    ]);
    return [forgottenSchema, forgottenMemoriesSchema.describe("with --type memory")];
  },
  async run(call, stated) {
    const { forgetEntries, forgetRemembered } = await import("./forget.terminal.js");
    const isOfMemories = stated.type !== undefined || stated.all !== undefined || stated.scope !== undefined;
    return isOfMemories ? await forgetRemembered(call, stated) : await forgetEntries(call, stated);
  },
  async view(data) {
    if ("struck" in data) return (await import("./forget-outline.js")).forgetOutline(data);
    return (await import("../recall/entries-outline.js")).forgottenMemoriesOutline(data);
  },
});
