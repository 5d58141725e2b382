import type { CommandRow } from "./command-context.js";
import { RULE_COMMANDS } from "./commands/rule-rows.js";
import { HOST_COMMANDS, START_COMMANDS, UPKEEP_COMMANDS } from "./commands/setup-rows.js";

/** Commands of every day: what an agent and a developer use between setting up and upkeep. */
const DAILY_COMMANDS: readonly CommandRow[] = [
  {
    name: "correct",
    group: "capture",
    first: true,
    aliases: ["correction"],
    summary: "record that something believed was wrong, and what holds now",
    examples: [
      { call: 'tenet correct "Use npm ci in CI"', summary: "at a terminal: asks for the rest" },
      {
        call: 'tenet correct "Use npm ci in CI" --instead-of "npm install is fine" \\\n  --risk "high: lockfile drift broke a release" --so "look for npm install before pushing"',
        summary: "everything at once",
      },
    ],
    load: async () => (await import("./commands/capture.js")).correctCommand,
  },
  {
    name: "learn",
    group: "capture",
    first: true,
    aliases: ["insight"],
    summary: "record a new connection, technique or pattern",
    examples: [
      {
        call: 'tenet learn "Retries hide the flaky test" --because "3 of 5 green runs were retries" \\\n  --risk "medium: a broken build ships"',
        summary: "with what shows it and what is at risk",
      },
      {
        call: 'tenet learn "npm ci printed 3 warnings" --risk none',
        summary: "nothing at risk: kept in the daily log",
      },
    ],
    load: async () => (await import("./commands/capture.js")).learnCommand,
  },
  {
    name: "log",
    group: "capture",
    summary: "write one line into the daily log: activity, not learning",
    examples: [
      { call: 'tenet log "telegram timeout 500s → 30s"', summary: "one bullet with the time" },
      { call: "git log -1 --format=%s | tenet log -", summary: "from another program" },
    ],
    load: async () => (await import("./commands/capture.js")).logCommand,
  },
  {
    name: "add",
    group: "capture",
    summary: "record entries from YAML or JSON: the form for agents, safe from the shell",
    examples: [
      {
        call: "tenet add - <<'EOF'\ntype: insight\ninsight: Retries hide the flaky test\nevidence: 3 of 5 green runs were retries\nstakes: medium\nat_risk: a broken build ships\nEOF",
        summary: "one entry from stdin; back-ticks and $ stay text",
      },
      {
        call: "tenet add --input entries.json --keep-going",
        summary: "a list from a file; what is refused is reported",
      },
    ],
    load: async () => (await import("./commands/capture.js")).addCommand,
  },
  {
    name: "detect",
    group: "capture",
    summary: "say what in a text could be learned, and how to record it; stores nothing",
    examples: [
      {
        call: 'tenet detect "no, that is wrong: the limit is 30 seconds"',
        summary: "a correction, and what it still lacks",
      },
      { call: "tenet detect - --json < message.txt", summary: "for a hook" },
    ],
    load: async () => (await import("./commands/capture.js")).detectCommand,
  },
  {
    name: "run",
    group: "capture",
    summary: "hold a run's writes back until it succeeds",
    examples: [
      { call: "tenet run start nightly-12", summary: "opens it" },
      {
        call: 'tenet learn "Cold caches double it" --because "two timings" --risk "low: time" --run nightly-12',
        summary: "held back",
      },
      { call: "tenet run finish nightly-12 --from result.json", summary: "commits, with the result's memory_writes" },
      { call: "tenet run fail nightly-12", summary: "drops all of it" },
    ],
    load: async () => (await import("./commands/capture.js")).runCommand,
  },
  {
    name: "edit",
    group: "recall",
    summary: "change what an entry says, by flags or in your editor",
    examples: [
      { call: "tenet edit k7q2x", summary: "at a terminal: opens $EDITOR at the record" },
      { call: 'tenet edit k7q2x --risk "high: releases break"', summary: "one field" },
    ],
    load: async () => (await import("./commands/review.js")).editCommand,
  },
  {
    name: "recall",
    group: "recall",
    first: true,
    summary: "find what is known about something, by words and by meaning",
    examples: [
      { call: 'tenet recall "lockfile drift in CI"', summary: "the ten nearest entries" },
      {
        call: "tenet recall release pipeline --type correction --explain",
        summary: "corrections only, each with its reason",
      },
      { call: 'tenet recall "npm ci" --mode keyword --json', summary: "by words alone, for a program" },
    ],
    load: async () => (await import("./commands/recall.js")).recallCommand,
  },
  {
    name: "context",
    group: "recall",
    summary: "print what an agent should read at the start of a session",
    examples: [
      { call: "tenet context", summary: "rules, memories, what did not stick, what to answer" },
      { call: 'tenet context --query "release pipeline"', summary: "with the learnings that fit" },
      { call: "tenet context --host openclaw --json", summary: "without what that host loads itself, for a program" },
      { call: "tenet context --replay R-1f2e3d4c", summary: "the same again, or what has changed since" },
    ],
    load: async () => (await import("./commands/recall.js")).contextCommand,
  },
  {
    name: "used",
    group: "recall",
    summary: "say that an entry was of use, and whether it worked",
    examples: [
      { call: "tenet used k7q2x --worked", summary: "acting on it worked" },
      { call: 'tenet used k7q2x --failed --note "the flag is gone"', summary: "it did not" },
    ],
    load: async () => (await import("./commands/loop.js")).usedCommand,
  },
  {
    name: "show",
    group: "recall",
    summary: "show one entry: its links both ways, its history, how it turned out",
    examples: [
      { call: "tenet show k7q2x", summary: "by its tail, in any case" },
      { call: "tenet show COR-20260215-K7Q2X --json", summary: "by its id, for a program" },
    ],
    load: async () => (await import("./commands/recall.js")).showCommand,
  },
  {
    name: "list",
    group: "recall",
    summary: "list entries, newest first",
    examples: [
      { call: "tenet list", summary: "the newest 50" },
      { call: "tenet list --type correction --since 7d", summary: "corrections of the last week" },
      { call: "tenet list --limit 1000 --json", summary: "for a program" },
    ],
    load: async () => (await import("./commands/recall.js")).listCommand,
  },
  {
    name: "link",
    group: "recall",
    summary: "link two entries, or take a link away",
    examples: [
      { call: "tenet link k7q2x m2xba", summary: "they belong together" },
      { call: "tenet link k7q2x m2xba --remove", summary: "they do not" },
    ],
    load: async () => (await import("./commands/review.js")).linkCommand,
  },
  {
    name: "resolve",
    group: "recall",
    summary: "decide between two entries that contradict or repeat each other",
    examples: [
      { call: "tenet resolve k7q2x m2xba --supersedes", summary: "the first replaces the second" },
      { call: "tenet resolve k7q2x m2xba --both", summary: "both are right" },
      { call: "tenet resolve k7q2x m2xba --same", summary: "two insights that say the same become one" },
      { call: "tenet resolve k7q2x m2xba --recurrence", summary: "the newer correction repeats the older one" },
    ],
    load: async () => (await import("./commands/review.js")).resolveCommand,
  },
  {
    name: "heartbeat",
    group: "loop",
    first: true,
    summary: "the one command for a timer: asks how things turned out",
    examples: [
      { call: "tenet heartbeat", summary: "nothing to say: exactly HEARTBEAT_OK" },
      { call: "tenet heartbeat --dry-run --json", summary: "what it would ask and do" },
    ],
    load: async () => (await import("./commands/loop.js")).heartbeatCommand,
  },
  {
    name: "outcome",
    group: "loop",
    first: true,
    summary: "say how something turned out, or answer a question of the heartbeat",
    examples: [
      {
        call: 'tenet outcome k7q2x --verdict validated --result "no drift in 4 releases" --score 9',
        summary: "a result",
      },
      { call: 'tenet outcome k7q2x --held --evidence "used npm ci twice"', summary: "a correction that held" },
      { call: 'tenet outcome k7q2x --failed --evidence "npm install again"', summary: "one that did not" },
      { call: "tenet outcome k7q2x --later 5d", summary: "too early to tell" },
      { call: "tenet outcome k7q2x --irrelevant", summary: "no longer of interest" },
    ],
    load: async () => (await import("./commands/loop.js")).outcomeCommand,
  },
  {
    name: "remember",
    group: "capture",
    summary: "keep one fact: a preference, a convention, how things are here",
    examples: [
      { call: 'tenet remember "Indent Go with tabs" --category convention', summary: "for this project" },
      {
        call: 'tenet remember "Answer in short sentences" --category preference --scope user',
        summary: "about you, in every workspace",
      },
      {
        call: 'tenet remember "The staging limit is 60 requests a minute" --category fact --key staging.limit',
        summary: "of two facts with one key the newer counts",
      },
    ],
    load: async () => (await import("./commands/capture.js")).rememberCommand,
  },
  {
    name: "memories",
    group: "recall",
    summary: "list what is remembered, change it, or forget it",
    examples: [
      { call: "tenet memories", summary: "by use, then newest" },
      { call: 'tenet memories update k7q2x "Indent Go with tabs, YAML with spaces"', summary: "a new version" },
      { call: "tenet memories forget k7q2x", summary: "no longer used; stays in its file" },
    ],
    load: async () => (await import("./commands/memories.js")).memoriesCommand,
  },
];

/** Every command that exists. A new one is a row here, and a function in the file of its capability. */
export const COMMANDS: readonly CommandRow[] = [
  ...START_COMMANDS,
  ...DAILY_COMMANDS,
  ...RULE_COMMANDS,
  ...UPKEEP_COMMANDS,
  ...HOST_COMMANDS,
];

/** The row of a name or alias. */
export function rowOf(name: string): CommandRow | undefined {
  return COMMANDS.find((row) => row.name === name || row.aliases?.includes(name) === true);
}
