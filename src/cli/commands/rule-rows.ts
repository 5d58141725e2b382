import type { CommandRow } from "../command-context.js";

/** Commands about rules: how learnings become rules, and how a person reads, decides and undoes that. */
export const RULE_COMMANDS: readonly CommandRow[] = [
  {
    name: "digest",
    group: "rules",
    first: true,
    summary: "reconcile what was learned with the rules, as one version",
    examples: [
      { call: "tenet digest --dry-run", summary: "what it would add, change and remove, each with its reason" },
      { call: "tenet digest", summary: "does it; what needs a person becomes a pending version" },
      {
        call: "tenet digest --brief > brief.md",
        summary: "the material, for an agent or a person who words the rules",
      },
      { call: "tenet digest --apply rules.json", summary: "takes the worded list back; checked like any input" },
    ],
    load: async () => (await import("./rules.js")).digestCommand,
  },
  {
    name: "promote",
    group: "rules",
    summary: "make rules of what has proved itself; one entry, or all that qualify",
    examples: [
      { call: "tenet promote --dry-run", summary: "what qualifies, and what is nearly there" },
      { call: "tenet promote k7q2x", summary: "one entry" },
      {
        call: 'tenet promote k7q2x --to SOUL.md --rule "Install from the lockfile"',
        summary: "at a terminal: for a person's own reason, in their words",
      },
    ],
    load: async () => (await import("./rules.js")).promoteCommand,
  },
  {
    name: "versions",
    group: "rules",
    summary: "list the versions of the rules: in force, waiting, superseded, rejected",
    examples: [
      { call: "tenet versions", summary: "the newest first" },
      { call: "tenet versions --json", summary: "for a program" },
    ],
    load: async () => (await import("./rules.js")).versionsCommand,
  },
  {
    name: "diff",
    group: "rules",
    summary: "show what a version changes in the files, and why",
    examples: [
      { call: "tenet diff", summary: "the version that waits, or else the one in force" },
      { call: "tenet diff 7", summary: "a version by its number or tail" },
    ],
    load: async () => (await import("./rules.js")).diffCommand,
  },
  {
    name: "approve",
    group: "rules",
    summary: "let a version that waits take effect: for people, at a terminal",
    examples: [
      { call: "tenet approve", summary: "shows what it does to the files, then asks for a word" },
      { call: 'tenet approve 7 --reason "tried for a month"', summary: "a version by its number or tail" },
      { call: "tenet approve --edit", summary: "word the proposed lines in your editor first" },
    ],
    load: async () => (await import("./rules.js")).approveCommand,
  },
  {
    name: "reject",
    group: "rules",
    summary: "turn a version down, with a reason: for people, at a terminal",
    examples: [
      { call: 'tenet reject --reason "too general"', summary: "it comes back only when something new speaks for it" },
    ],
    load: async () => (await import("./rules.js")).rejectCommand,
  },
  {
    name: "rollback",
    group: "rules",
    summary: "take a version back with a new one; lines that people wrote stay",
    examples: [
      { call: "tenet rollback --dry-run", summary: "what taking back the version in force would change" },
      { call: "tenet rollback --dry-run 7", summary: "the same for an older one" },
    ],
    load: async () => (await import("./rules.js")).rollbackCommand,
  },
  {
    name: "why",
    group: "rules",
    first: true,
    summary: "show where a rule comes from, or why an entry is none: evidence, decision, version, commit",
    examples: [
      { call: "tenet why SOUL.md:12", summary: "the rule on that line" },
      { call: "tenet why k7q2x", summary: "an entry: what speaks for it, and what is missing" },
      { call: "tenet why SOUL.md", summary: "every rule of a file, each with its reason" },
    ],
    load: async () => (await import("./rules.js")).whyCommand,
  },
  {
    name: "propose",
    group: "rules",
    summary: "put the version that waits on a branch of its own, for a person to merge",
    examples: [
      { call: "tenet propose", summary: "one commit on tenet/v7, beside work tree and index" },
      { call: "tenet propose 7 --json", summary: "a version by its number or tail; for a program" },
    ],
    load: async () => (await import("./rules.js")).proposeCommand,
  },
  {
    name: "review",
    group: "trust",
    first: true,
    summary: "decide on what waits for a person: entries, contested pairs, versions",
    examples: [
      { call: "tenet review", summary: "at a terminal: one at a time, each with its evidence" },
      { call: "tenet review --list --json", summary: "what waits, for everyone" },
      { call: 'tenet review k7q2x --reject --reason "hearsay"', summary: "at a terminal: one entry" },
    ],
    load: async () => (await import("./review.js")).reviewCommand,
  },
  {
    name: "forget",
    group: "trust",
    summary: "no longer use an entry, or everything from one source; take its words out, or erase it",
    examples: [
      {
        call: 'tenet forget k7q2x --reason "was about another project"',
        summary: "no longer used; it stays in the tree",
      },
      { call: "tenet forget --source mallory --dry-run", summary: "what would go, and what others would get back" },
      { call: "tenet forget k7q2x --erase --dry-run", summary: "every place it would leave; a person decides" },
      { call: "tenet forget k7q2x --restore", summary: "at a terminal: takes a forgetting back" },
    ],
    load: async () => (await import("./forget.js")).forgetCommand,
  },
  {
    name: "audit",
    group: "trust",
    summary: "show who read, wrote, redacted and decided what, and whether that record was changed",
    examples: [
      { call: "tenet audit", summary: "the newest first" },
      { call: "tenet audit k7q2x --since 7d", summary: "one entry, this week" },
      { call: "tenet audit --op erase --json", summary: "one verb, for a program" },
      { call: "tenet audit --check", summary: "exit 8 when somebody changed the ledger" },
    ],
    load: async () => (await import("./health.js")).auditCommand,
  },
  {
    name: "trust",
    group: "trust",
    summary: "who is trusted how far here, and what that means for rules",
    examples: [
      { call: "tenet trust", summary: "the table, the mode in force marked, people and agents" },
      { call: "tenet trust --json", summary: "for a program" },
    ],
    load: async () => (await import("./health.js")).trustCommand,
  },
];
