import type { CommandRow, CommandTable } from "./command-context.js";
import { LAYERS } from "./layer-commands.js";
import { UPKEEP } from "./upkeep-commands.js";

/** Commands of every day: setting a workspace up, capture and recall, the outcome loop. */
const EVERYDAY: CommandTable = {
  init: {
    group: "start",
    summary: "set up tenet in a folder; only adds, and says every file it touched",
    examples: {
      "tenet init": "in a repository, an agent's folder, or an empty one",
      "tenet init --owner bridget": "name the person whose word counts most",
      "tenet -C ~/agents/sybil init --json": "for a program",
    },
    load: async () => (await import("./commands/setup.js")).initCommand,
  },
  status: {
    group: "start",
    summary: "how the workspace stands: what is known, due, and needs care",
    examples: {
      "tenet status": "at the start of a session",
      "tenet status --json": "for a program",
    },
    load: async () => (await import("./commands/health.js")).statusCommand,
  },
  doctor: {
    group: "start",
    summary: "examine what tenet rests on: git, locks, leftovers, index, files; writes nothing",
    examples: {
      "tenet doctor": "what is found, each with a safe next step",
      "tenet doctor --fix": "mends what needs no judgement; copies of the files are kept first",
      "tenet doctor --json": "for a program",
    },
    load: async () => (await import("./commands/health.js")).doctorCommand,
  },
  config: {
    group: "start",
    summary: "read the profile, or change it (people only)",
    examples: {
      "tenet config get": "every setting and its value",
      "tenet config get recall.limit": "one of them",
      "tenet config set outcome.per_day 4": "at a terminal: shows the change and asks for a typed word",
      "tenet config log": "who changed settings and core files, and whom we trust",
      "tenet config diff HEAD~5": "what changed since then",
    },
    load: async () => (await import("./commands/config.js")).configCommand,
  },
  uninstall: {
    group: "start",
    summary: "take out what init and hooks install put in; what was learned stays",
    examples: {
      "tenet uninstall --dry-run": "what would be taken out of which file",
      "tenet uninstall": "at a terminal: shows it, asks, and takes exactly that out",
    },
    load: async () => (await import("./commands/setup.js")).uninstallCommand,
  },
  completion: {
    group: "start",
    summary: "print the completion script of a shell",
    examples: {
      "tenet completion bash >> ~/.bashrc": "bash",
      ['tenet completion zsh > "$' + '{fpath[1]}/_tenet"']: "zsh",
      "tenet completion fish > ~/.config/fish/completions/tenet.fish": "fish",
    },
    load: async () => (await import("./commands/completion.js")).completionCommand(COMMANDS),
  },
  correct: {
    group: "capture",
    aliases: ["correction"],
    summary: "record that something believed was wrong, and what holds now",
    examples: {
      'tenet correct "Use pnpm, never npm"': "one fact is enough; at a terminal the rest is asked, Enter skips",
      'tenet correct "Use npm ci in CI" --instead-of "npm install is fine" \\\n  --risk "high: lockfile drift broke a release" --so "look for npm install before pushing"':
        "everything at once",
    },
    load: async () => (await import("./commands/capture.js")).correctCommand,
  },
  learn: {
    group: "capture",
    aliases: ["insight"],
    summary: "record a new connection, technique or pattern",
    examples: {
      'tenet learn "Retries hide the flaky test" --because "3 of 5 green runs were retries" \\\n  --risk "medium: a broken build ships"':
        "with what shows it and what is at risk",
      'tenet learn "npm ci printed 3 warnings" --risk none': "nothing at risk: kept in the daily log",
    },
    load: async () => (await import("./commands/capture.js")).learnCommand,
  },
  log: {
    group: "capture",
    summary: "write one line into the daily log: activity, not learning",
    examples: {
      'tenet log "telegram timeout 500s → 30s"': "one bullet with the time",
      "git log -1 --format=%s | tenet log -": "from another program",
    },
    load: async () => (await import("./commands/capture.js")).logCommand,
  },
  add: {
    group: "capture",
    summary: "record entries from YAML or JSON: the form for agents, safe from the shell",
    examples: {
      "tenet add - <<'EOF'\ntype: insight\ninsight: Retries hide the flaky test\nevidence: 3 of 5 green runs were retries\nstakes: medium\nat_risk: a broken build ships\nEOF":
        "one entry from stdin; back-ticks and $ stay text",
      "tenet add --input entries.json --keep-going": "a list from a file; what is refused is reported",
      "tenet add notes.md": "the records in a Markdown file, in fences or bare",
    },
    load: async () => (await import("./commands/capture.js")).addCommand,
  },
  detect: {
    group: "capture",
    summary: "say what in a text could be learned, and how to record it; stores nothing",
    examples: {
      'tenet detect "no, that is wrong: the limit is 30 seconds"':
        "the whole sentence, and the command that records it",
      "tenet detect - --json < message.txt": "for a hook",
    },
    load: async () => (await import("./commands/capture.js")).detectCommand,
  },
  run: {
    group: "capture",
    summary: "hold a run's writes back until it succeeds",
    examples: {
      "tenet run start nightly-12": "opens it",
      'tenet learn "Cold caches double it" --because "two timings" --risk "low: time" --run nightly-12': "held back",
      "tenet run finish nightly-12 --from result.json": "commits, with the result's memory_writes",
      "tenet run fail nightly-12": "drops all of it",
    },
    load: async () => (await import("./commands/capture.js")).runCommand,
  },
  edit: {
    group: "recall",
    summary: "change what an entry says, by flags or in your editor",
    examples: {
      "tenet edit k7q2x": "at a terminal: opens $EDITOR at the record",
      'tenet edit k7q2x --risk "high: releases break"': "one field",
    },
    load: async () => (await import("./commands/review.js")).editCommand,
  },
  recall: {
    group: "recall",
    aliases: ["search", "find"],
    summary: "find what is known about something, by words and by meaning",
    examples: {
      'tenet recall "lockfile drift in CI"': "the ten nearest entries",
      "tenet recall release pipeline --type correction --explain": "corrections only, each with its reason",
      'tenet recall "npm ci" --mode keyword --json': "by words alone, for a program",
    },
    load: async () => (await import("./commands/recall.js")).recallCommand,
  },
  context: {
    group: "recall",
    summary: "print what an agent should read at the start of a session",
    examples: {
      "tenet context": "rules, memories, what did not stick, what to answer",
      'tenet context --query "release pipeline"': "with the learnings that fit",
      "tenet context --host openclaw --json": "without what that host loads itself, for a program",
      "tenet context --replay R-1f2e3d4c": "the same again, or what has changed since",
    },
    load: async () => (await import("./commands/recall.js")).contextCommand,
  },
  used: {
    group: "recall",
    summary: "say that an entry was of use, and whether it worked",
    examples: {
      "tenet used k7q2x --worked": "acting on it worked",
      'tenet used k7q2x --failed --note "the flag is gone"': "it did not",
    },
    load: async () => (await import("./commands/loop.js")).usedCommand,
  },
  show: {
    group: "recall",
    summary: "show one entry: its links both ways, its history, how it turned out",
    examples: {
      "tenet show k7q2x": "by its tail, in any case",
      "tenet show COR-20260215-K7Q2X --json": "by its id, for a program",
    },
    load: async () => (await import("./commands/recall.js")).showCommand,
  },
  list: {
    group: "recall",
    aliases: ["ls"],
    summary: "list live entries, newest first; with --status also the others",
    examples: {
      "tenet list": "the newest 50",
      "tenet list --type correction --since 7d": "corrections of the last week",
      "tenet list --status superseded": "what no longer counts",
      'tenet list --text "lockfile ci" --by bridget': "what says all of these words, and who said it",
      "tenet list --limit 1000 --json": "for a program",
    },
    load: async () => (await import("./commands/recall.js")).listCommand,
  },
  link: {
    group: "recall",
    summary: "link two entries, or take a link away",
    examples: {
      "tenet link k7q2x m2xba": "they belong together",
      "tenet link k7q2x m2xba --remove": "they do not",
    },
    load: async () => (await import("./commands/review.js")).linkCommand,
  },
  undo: {
    group: "capture",
    summary: "take back the last change of this session; says what it took back",
    examples: {
      "tenet undo": "the last capture, answer, edit, link or decision of this session",
      "tenet undo --dry-run": "what it would take back",
    },
    load: async () => (await import("./commands/review.js")).undoCommand,
  },
  resolve: {
    group: "recall",
    summary: "say what two near entries are to each other",
    examples: {
      "tenet resolve k7q2x m2xba --same": "the same, said again or taken further",
      "tenet resolve k7q2x m2xba --replaces": "the first holds instead of the second",
      "tenet resolve k7q2x m2xba --exception": "both hold: the first is an exception to the second",
      "tenet resolve k7q2x m2xba --unrelated": "neither bears on the other",
      "tenet resolve k7q2x --later 5d": "not now: all open pairs of this entry are asked about in five days",
      "tenet resolve k7q2x m2xba --reopen": "take the answer back",
      "tenet resolve - < answers.yaml": "a list: id, other and answer of each, all or none",
    },
    load: async () => (await import("./commands/review.js")).resolveCommand,
  },
  heartbeat: {
    group: "loop",
    summary: "the one command for a timer: asks how things turned out",
    examples: {
      "tenet heartbeat": "nothing to say: exactly HEARTBEAT_OK",
      "tenet heartbeat --dry-run --json": "what it would ask and do",
    },
    load: async () => (await import("./commands/loop.js")).heartbeatCommand,
  },
  outcome: {
    group: "loop",
    summary: "say how something turned out, or answer a question of the heartbeat",
    examples: {
      'tenet outcome k7q2x --verdict validated --result "no drift in 4 releases" --score 9': "a result",
      'tenet outcome k7q2x --held --evidence "used npm ci twice"': "a correction that held",
      'tenet outcome k7q2x --failed --evidence "npm install again"': "one that did not",
      "tenet outcome k7q2x --later 5d": "too early to tell",
      "tenet outcome k7q2x --irrelevant": "no longer of interest",
    },
    load: async () => (await import("./commands/loop.js")).outcomeCommand,
  },
  remember: {
    group: "capture",
    summary: "keep one fact: a preference, a convention, how things are here",
    examples: {
      'tenet remember "Indent Go with tabs" --category convention': "for this project",
      'tenet remember "Answer in short sentences" --category preference --scope user': "about you, in every workspace",
      'tenet remember "The staging limit is 60 requests a minute" --key staging.limit':
        "of two facts with one key the newer counts",
      'tenet remember "Jane lives in Berlin" --contact jane --key home':
        "about a contact: shown only where they are named",
    },
    load: async () => (await import("./commands/capture.js")).rememberCommand,
  },
  memories: {
    group: "recall",
    summary: "list what is remembered, change it, or forget it",
    examples: {
      "tenet memories": "by use, then newest",
      'tenet memories update k7q2x "Indent Go with tabs, YAML with spaces"': "a new version",
      "tenet memories forget k7q2x": "no longer used; stays in its file",
    },
    load: async () => (await import("./commands/recall.js")).memoriesCommand,
  },
};

/** Every command that exists, in the order of completion. A new one is a row, and a function in the file of its capability. */
export const COMMANDS: readonly CommandRow[] = Object.entries({ ...EVERYDAY, ...LAYERS, ...UPKEEP }).map(
  ([name, row]) => ({
    name,
    ...row,
  }),
);

/** Their names and aliases. */
export const COMMAND_NAMES: readonly string[] = COMMANDS.flatMap(({ name, aliases = [] }) => [name, ...aliases]);

/** The row of a name or alias. */
export function rowOf(name: string): CommandRow | undefined {
  return COMMANDS.find((row) => row.name === name || row.aliases?.includes(name) === true);
}
