import { command } from "../command/command.js";
import { argument, flag, text } from "../command/input.js";
import { EXIT } from "../errors.js";

export const importCommand = command({
  name: "import",
  group: "care",
  place: 5,
  summary: "take over instructions, notes and other memories; restore an export",
  examples: {
    "tenet import . --dry-run": "what this project holds, and what would become of each line",
    "tenet import CLAUDE.md": "its rules and facts; again changes nothing",
    "tenet import ~/.claude/projects/-home-me-app/memory": "Claude Code's auto memory",
    "tenet import entries.jsonl": "an export, put back as it was where nothing is yet",
    "tenet import minutes.txt --brief": "anything else: its passages, for an agent that words entries out of them",
  },
  input: {
    paths: argument("<path...>", "files and folders; . for what is known to be kept in this project"),
    dryRun: flag("list every entry with what it becomes; write nothing"),
    only: text("<types>", "only these, such as corrections,memories"),
    brief: flag("print a file's passages and how to word entries out of them; writes nothing"),
    from: text("<line>", "with --brief: begin at this line"),
    apply: text("<file>", "take the worded entries of a file; - for stdin"),
  },
  output: async () => {
    const { importBriefSchema, importedSchema } = await import("./import-schemas.js");
    return [importedSchema, importBriefSchema.describe("with --brief")];
  },
  run: async (call, input) => await (await import("./import.terminal.js")).importOrBrief(call, input),
  view: async (data) =>
    "instructions" in data
      ? (await import("./import-brief.js")).importBriefText(data)
      : (await import("./import-outline.js")).importedOutline(data),
  exit: (data) => ("unplaced" in data && data.unplaced.length > 0 ? EXIT.findings : EXIT.done),
});
