import type { CommandTable } from "./command-context.js";

/** Rows of the table of commands beside those of every day: rules, trust, upkeep, and the programs that run agents. */
export const UPKEEP: CommandTable = {
  digest: {
    group: "rules",
    summary: "reconcile what was learned with the rules, as one version",
    examples: {
      "tenet digest --dry-run": "what it would add, change and remove, each with its reason",
      "tenet digest": "does it; what needs a person becomes a pending version",
      "tenet digest --brief > brief.md": "the material, for an agent or a person who words the rules",
      "tenet digest --apply rules.json": "takes the worded list back; checked like any input",
    },
    load: async () => (await import("./commands/rules.js")).digestCommand,
  },
  promote: {
    group: "rules",
    summary: "make rules of what has proved itself; one entry, or all that qualify",
    examples: {
      "tenet promote --dry-run": "what qualifies, and what is nearly there",
      "tenet promote k7q2x": "one entry",
      'tenet promote k7q2x --to SOUL.md --rule "Install from the lockfile"':
        "at a terminal: for a person's own reason, in their words",
    },
    load: async () => (await import("./commands/rules.js")).promoteCommand,
  },
  versions: {
    group: "rules",
    summary: "list the versions of the rules: in force, waiting, superseded, rejected",
    examples: {
      "tenet versions": "the newest first",
      "tenet versions --json": "for a program",
    },
    load: async () => (await import("./commands/rules.js")).versionsCommand,
  },
  diff: {
    group: "rules",
    summary: "show what a version changes in the files, and why",
    examples: {
      "tenet diff": "the version that waits, or else the one in force",
      "tenet diff 7": "a version by its number or tail",
    },
    load: async () => (await import("./commands/rules.js")).diffCommand,
  },
  approve: {
    group: "rules",
    summary: "let a version that waits take effect: for people, at a terminal",
    examples: {
      "tenet approve": "shows what it does to the files, then asks for a word",
      'tenet approve 7 --reason "tried for a month"': "a version by its number or tail",
      "tenet approve --edit": "word the proposed lines in your editor first",
    },
    load: async () => (await import("./commands/rules.js")).approveCommand,
  },
  reject: {
    group: "rules",
    summary: "turn a version down, with a reason: for people, at a terminal",
    examples: {
      'tenet reject --reason "too general"': "it comes back only when something new speaks for it",
    },
    load: async () => (await import("./commands/rules.js")).rejectCommand,
  },
  rollback: {
    group: "rules",
    summary: "take a version back with a new one; lines that people wrote stay",
    examples: {
      "tenet rollback --dry-run": "what taking back the version in force would change",
      "tenet rollback --dry-run 7": "the same for an older one",
    },
    load: async () => (await import("./commands/rules.js")).rollbackCommand,
  },
  why: {
    group: "rules",
    summary: "show where a rule comes from, or why an entry is none",
    examples: {
      "tenet why SOUL.md:12": "the rule on that line",
      "tenet why k7q2x": "an entry: what speaks for it, and what is missing",
      "tenet why SOUL.md": "every rule of a file, each with its reason",
    },
    load: async () => (await import("./commands/rules.js")).whyCommand,
  },
  propose: {
    group: "rules",
    summary: "put the version that waits on a branch of its own, for a person to merge",
    examples: {
      "tenet propose": "one commit on tenet/v7, beside work tree and index",
      "tenet propose 7 --json": "a version by its number or tail; for a program",
    },
    load: async () => (await import("./commands/rules.js")).proposeCommand,
  },
  review: {
    group: "trust",
    summary: "decide on everything that waits for you, one screen each",
    examples: {
      "tenet review": "at a terminal: one at a time, each with its evidence",
      "tenet review --list --json": "what waits, for everyone",
      'tenet review k7q2x --reject --reason "hearsay"': "at a terminal: one entry",
      "tenet review --contact jane": "what waits of jane, which is in no other queue",
      "tenet review --type reflexion --entity vendor:acme": "at a terminal: a page of what runs taught, by one word",
    },
    load: async () => (await import("./commands/review.js")).reviewCommand,
  },
  forget: {
    group: "trust",
    summary: "no longer use an entry, or everything from one source; take its words out, or erase it",
    examples: {
      'tenet forget k7q2x --reason "was about another project"': "no longer used; it stays in the tree",
      "tenet forget --source mallory --dry-run": "what would go, and what others would get back",
      "tenet forget k7q2x --erase --dry-run": "every place it would leave; a person decides",
      "tenet forget k7q2x --restore": "at a terminal: takes a forgetting back",
    },
    load: async () => (await import("./commands/forget.js")).forgetCommand,
  },
  audit: {
    group: "trust",
    summary: "show who read, wrote, redacted and decided what, and whether that record was changed",
    examples: {
      "tenet audit": "the newest first",
      "tenet audit k7q2x --since 7d": "one entry, this week",
      "tenet audit --op erase --json": "one verb, for a program",
      "tenet audit --check": "exit 8 when somebody changed the ledger",
    },
    load: async () => (await import("./commands/health.js")).auditCommand,
  },
  trust: {
    group: "trust",
    summary: "who is trusted how far here, and what that means for rules",
    examples: {
      "tenet trust": "the table, the mode in force marked, people and agents",
      "tenet trust --json": "for a program",
    },
    load: async () => (await import("./commands/health.js")).trustCommand,
  },
  report: {
    group: "upkeep",
    summary: "measure whether it helps: what was learned, what held, where the agent struggles",
    examples: {
      "tenet report": "how things stand, with numerators and denominators",
      "tenet report --since 30d --by agent": "this month, each agent by itself: or by domain, or by week",
      "tenet report --html report.html": "a page with plots, the rules with their evidence, and what waits; no network",
      "tenet report --md > report.md": "as Markdown, for a pull request",
      "tenet report --at v1.2 --json": "as it was at a commit, for a program",
    },
    load: async () => (await import("./commands/report.js")).reportCommand,
  },
  index: {
    group: "upkeep",
    summary: "complete the search index, and look again at what could not be compared",
    examples: {
      "tenet index": "after a clone, a large import, or when an answer said partial",
      "tenet index --calibrate": "propose the cuts of another model; prints only",
      "tenet index --wiki": "pages of what is known, one for each domain, in memory/wiki",
      "tenet index --fetch-model": "when the model's files are missing; uses the network",
    },
    load: async () => (await import("./commands/health.js")).indexCommand,
  },
  import: {
    group: "upkeep",
    summary: "take over instructions, notes and other memories; restore an export",
    examples: {
      "tenet import . --dry-run": "what this project holds, and what would become of each line",
      "tenet import CLAUDE.md": "its rules and facts; again changes nothing",
      "tenet import ~/.claude/projects/-home-me-app/memory": "Claude Code's auto memory",
      "tenet import .learnings decisions.csv --json": "learnings and a decision log, for a program",
      "tenet import entries.jsonl": "an export, put back as it was where nothing is yet",
      "tenet import minutes.txt --brief": "anything else: its passages, for an agent that words entries out of them",
    },
    load: async () => (await import("./commands/transfer.js")).importCommand,
  },
  export: {
    group: "upkeep",
    summary: "print every entry as one line of JSON, then the files they stand in",
    examples: {
      "tenet export > entries.jsonl": "everything, superseded entries included; import puts it back",
      "tenet export --type insight | head -5": "some of it: entries alone",
    },
    load: async () => (await import("./commands/transfer.js")).exportCommand,
  },
  merge: {
    group: "upkeep",
    summary: "finish what git left unmerged in records and daily logs",
    examples: {
      "tenet merge": "after a merge with conflicts: joins records by id, leaves double edits to you",
      "tenet merge memory/learning/insights/2026-02-14.md": "one file",
    },
    load: async () => (await import("./commands/health.js")).mergeCommand,
  },
  sync: {
    group: "upkeep",
    summary: "share what was learned with other agents through a hub, and take what they share",
    examples: {
      "tenet sync init": "a hub in a folder of this machine; with TENET_HUB_URL a PostgreSQL server",
      "tenet sync --dry-run": "the exact rows that would go, and what stays here; nothing is written",
      "tenet sync": "sends, then takes; the first time at a terminal, where you see every word and are asked",
      "tenet sync --pull": "only takes: needs nobody",
      "tenet sync status --json": "what waits, and who came to the same claims, for a program",
    },
    load: async () => (await import("./commands/sync.js")).syncCommand,
  },
  verify: {
    group: "upkeep",
    summary: "check records, references, conflicts and secrets, and what a merge would decide; for CI",
    examples: {
      "tenet verify": "everything the tree promises, as it stands",
      "tenet verify --base origin/main": "what merging HEAD into that branch decides, the weightiest first",
      "tenet verify --base origin/main --strict --markdown":
        "in CI, for a pull request: 8 when anything is loosened or taken out",
      "tenet verify --json": "for a program",
    },
    load: async () => (await import("./commands/health.js")).verifyCommand,
  },
  mcp: {
    group: "hosts",
    protocol: true,
    summary: "serve agents over the Model Context Protocol, on stdin and stdout",
    examples: {
      "tenet mcp": "for an agent's host to start: the whole loop, in the folder it starts it in",
      "tenet mcp -C ~/work/shop --user bridget --profile full": "with outcomes, uses and the heartbeat as well",
    },
    load: async () => (await import("./commands/mcp.js")).mcpCommand,
  },
  hook: {
    group: "hosts",
    neverFails: true,
    summary: "for hosts of agents: what goes into the prompt at a moment of a session; always exits 0",
    examples: {
      "tenet hook session-start": "the host's JSON on stdin; prints the context in its form",
      "tenet hook user-prompt --host claude-code": "a nudge at a correction, learnings and examples that fit",
      "tenet hook session-end": "reads the transcript: uses, opportunities, what the person corrected",
    },
    load: async () => (await import("./commands/hook.js")).hookCommand,
  },
  hooks: {
    group: "hosts",
    summary: "connect hosts of agents: install, check, remove",
    examples: {
      "tenet hooks install claude-code --dry-run --diff": "what would change, line by line",
      "tenet hooks install codex --with mcp": "hooks, a skill, and the server for MCP",
      "tenet hooks install cursor --level user": "for all of your projects",
      "tenet hooks install mcp": "the entry to paste into any other host",
      "tenet hooks check": "how every host is connected, and what keeps it from working",
      "tenet hooks remove claude-code": "the bytes of before",
    },
    load: async () => (await import("./commands/hooks.js")).hooksCommand,
  },
  harvest: {
    group: "hosts",
    summary: "what you told your agents again and again, out of the transcripts on this machine",
    examples: {
      "tenet harvest": "of this project, also without a workspace; in one, a terminal lets you pick, word and keep",
      "tenet harvest --since 90d --host claude-code": "of one host, and not older",
      "tenet harvest chats/ --all --json": "a folder of transcripts, the less sure ones too, for a program",
    },
    load: async () => (await import("./commands/harvest.js")).harvestCommand,
  },
};
