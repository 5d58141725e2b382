import { command } from "../command/command.js";
import { argument, flag, text } from "../command/input.js";

export const digest = command({
  name: "digest",
  group: "rules",
  place: 1,
  summary: "reconcile what was learned with the rules, as one version; or make one entry a rule",
  examples: {
    "tenet digest --dry-run": "what it would add, change and remove, each with its reason",
    "tenet digest": "does it; what needs a person becomes a pending version",
    "tenet digest k7q2x": "one entry alone",
    'tenet digest k7q2x --to SOUL.md --rule "Install from the lockfile"':
      "at a terminal: for a person's own reason, in their words",
    "tenet digest --brief > brief.md": "the material, for an agent or a person who words the rules",
    "tenet digest --apply rules.json": "takes the worded list back; checked like any input",
  },
  input: {
    id: argument("[id]", "one entry; all that was learned unless named"),
    to: text("<file>", "where its rule shall stand: soul, procedures, memory, or a file of these"),
    rule: text("<text>", "its wording: one line"),
    dryRun: flag("say what it would do, write nothing"),
    brief: flag("print the material and how to word it; writes nothing"),
    apply: text("<file>", "take back the worded list; - for stdin"),
  },
  output: async () => (await import("./text/digest-schemas.js")).digestSchema,
  captures: ({ id, dryRun }) => id !== undefined && dryRun !== true,
  run: async (call, input) => (await import("./digest.terminal.js")).digestFrom(call, input),
  async view(data) {
    if ("instructions" in data) return (await import("./text/brief-text.js")).briefText(data);
    return (await import("./text/digest-outline.js")).digestOutline(data);
  },
});
