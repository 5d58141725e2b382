import type { CommandRow } from "./command-row.js";

/** Commands about rules: how learnings become rules, and how a person reads, decides and undoes that. */
export const RULE_COMMANDS: readonly CommandRow[] = [
  {
    name: "digest",
    group: "rules",
    first: true,
    says: "reconcile what was learned with the rules, as one version",
    examples: [
      { call: "tenet digest --dry-run", says: "what it would add, change and remove, each with its reason" },
      { call: "tenet digest", says: "does it; what needs a person becomes a pending version" },
    ],
    load: async () => (await import("./digest.js")).digestCommand,
  },
  {
    name: "promote",
    group: "rules",
    says: "make rules of what has proved itself; one entry, or all that qualify",
    examples: [
      { call: "tenet promote --dry-run", says: "what qualifies, and what is nearly there" },
      { call: "tenet promote k7q2x", says: "one entry" },
      {
        call: 'tenet promote k7q2x --to SOUL.md --rule "Install from the lockfile"',
        says: "at a terminal: for a person's own reason, in their words",
      },
    ],
    load: async () => (await import("./promote.js")).promoteCommand,
  },
  {
    name: "versions",
    group: "rules",
    says: "list the versions of the rules: in force, waiting, superseded, rejected",
    examples: [
      { call: "tenet versions", says: "the newest first" },
      { call: "tenet versions --json", says: "for a program" },
    ],
    load: async () => (await import("./versions.js")).versionsCommand,
  },
  {
    name: "diff",
    group: "rules",
    says: "show what a version changes in the files, and why",
    examples: [
      { call: "tenet diff", says: "the version that waits, or else the one in force" },
      { call: "tenet diff 7", says: "a version by its number or tail" },
    ],
    load: async () => (await import("./diff.js")).diffCommand,
  },
  {
    name: "propose",
    group: "rules",
    says: "put the version that waits on a branch of its own, for a person to merge",
    examples: [
      { call: "tenet propose", says: "one commit on tenet/v7, beside work tree and index" },
      { call: "tenet propose 7 --json", says: "a version by its number or tail; for a program" },
    ],
    load: async () => (await import("./propose.js")).proposeCommand,
  },
];
