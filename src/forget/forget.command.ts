import { command } from "../command/command.js";
import { argument, choice, flag, text } from "../command/input.js";

export const forget = command({
  name: "forget",
  group: "capture",
  place: 6,
  summary: "no longer use an entry, or everything from one source; take its words out, or erase it",
  examples: {
    'tenet forget k7q2x --reason "was about another project"': "no longer used; it stays in the tree",
    "tenet forget --source mallory --dry-run": "what would go",
    "tenet forget k7q2x --erase --dry-run": "every place it would leave; a person decides",
    "tenet forget --contact jane --erase": "at a terminal: all of it, and what names them where a line is ticked",
    "tenet forget --type memory --all --dry-run": "everything that is remembered; a person decides",
  },
  input: {
    refs: argument("[ids...]", "the entries, or FILE:LINE of a rule"),
    redact: flag("take the words out; record, links and reason stay"),
    erase: flag("take it out of every place; a stone with its id stays"),
    source: text("<name>", "everything a person or agent said"),
    origin: text("<place>", "everything from a url, file, tool or site"),
    session: text("<name>", "everything said in a session"),
    contact: text("<id>", "everything about a contact; beside entries: the contact they are about"),
    type: choice("<type>", "with --all: everything that is remembered, or is about the contact", ["memory"]),
    all: flag("with --type memory: all of them (people only)"),
    scope: choice("<scope>", "in the user's tree", ["user"]),
    reason: text("<text>", "why, for whoever looks at it later"),
    dryRun: flag("say what would go, without a word of it; writes nothing"),
  },
  output: async () => (await import("./forget-schemas.js")).forgottenSchema,
  run: async (call, stated) => (await import("./forget.terminal.js")).forgetEntries(call, stated),
  view: async (data) => (await import("./forget-outline.js")).forgetOutline(data),
});
