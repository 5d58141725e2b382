/** A small workspace with one entry of each type and links between them, and one call of every command that works in it. */
import { emptyRepository } from "../empty-repository.js";
import { type Sandbox, sandbox } from "../sandbox.js";

export const COR = "COR-20260210-K7Q2X";
export const AGAIN = "COR-20260212-M9QRT";
export const INS = "INS-20260211-M2XBA";
export const OUT = "OUT-20260214-T4NEW";

/** For what asks nothing of the model: a server that loads none, and commands in a third of the time. */
export const NO_MODEL = "schema: 1\nagent: main\ntimezone: UTC\nembedding: {model: ./none, dtype: q8}\n";

const corrections = (day: string, records: string) =>
  `---\ntype: corrections\ndate: ${day}\n---\n# Corrections · ${day}\n\n${records}`;

export async function knownWorkspace(options: { git?: boolean; profile?: string } = {}): Promise<Sandbox> {
  const box = await sandbox({ ...options, git: false });
  await box.write(
    "memory/learning/corrections/2026-02-10.md",
    corrections(
      "2026-02-10",
      `## ${COR} · Install from the lockfile in continuous integration
\`\`\`yaml
type: correction
id: ${COR}
timestamp: 2026-02-10T09:00:00Z
agent: main
tier: self
prior_belief: "Any install command will do"
corrected_to: "Install from the lockfile in continuous integration"
stakes: high
at_risk: "A drifting dependency broke a release."
behavioral_change: "Look for the install command before pushing."
tags:
  - ci
domain: build
status: active
\`\`\`
`,
    ),
  );
  await box.write(
    "memory/learning/corrections/2026-02-12.md",
    corrections(
      "2026-02-12",
      `## ${AGAIN} · Ask before deleting a branch
\`\`\`yaml
type: correction
id: ${AGAIN}
timestamp: 2026-02-12T09:00:00Z
agent: main
tier: self
prior_belief: "Merged branches may go at once"
corrected_to: "Ask before deleting a branch"
stakes: low
at_risk: "Somebody still works on it."
behavioral_change: "Ask first."
contests:
  - ${COR}
status: active
\`\`\`
`,
    ),
  );
  await box.write(
    "memory/learning/insights/2026-02-11.md",
    `---
type: insights
date: 2026-02-11
---
# Insights · 2026-02-11

## ${INS} · Retries hide the flaky test
\`\`\`yaml
type: insight
id: ${INS}
timestamp: 2026-02-11T10:00:00Z
agent: main
source: self
tier: self
insight: "Retries hide the flaky test 日本語 👩‍🔬"
evidence: "Three of five green runs were retries."
stakes: medium
at_risk: "A broken build ships."
linked:
  - ${COR}
status: active
\`\`\`
`,
  );
  await box.write(
    "memory/learning/outcomes/2026-02-14.md",
    `---
type: outcomes
date: 2026-02-14
---
# Outcomes · 2026-02-14

## ${OUT} · The release went out
\`\`\`yaml
type: outcome
id: ${OUT}
timestamp: 2026-02-14T08:00:00Z
agent: main
tier: self
references:
  - ${COR}
result: "The release went out"
verdict: validated
score: 9
status: resolved
\`\`\`
`,
  );
  await box.write(
    ".learnings/LEARNINGS.md",
    "# Learnings\n\n## [LRN-20260101-001] best_practice\n\n**Logged**: 2026-01-01T10:00:00Z\n**Priority**: high\n**Status**: pending\n\n### Summary\nPin the base image by digest\n\n### Details\nA moved tag broke two builds.\n\n### Suggested Action\nPin it.\n\n---\n",
  );
  if (options.git === true) {
    emptyRepository(box.dir);
    await box.git("add", ".");
    await box.git("commit", "-q", "-m", "start");
  }
  return box;
}

interface Invocation {
  args: readonly string[];
  stdin?: string;
  /** What runs before it, at another moment where one is stated: the clock stays there. */
  before?: readonly { at?: string; args: readonly string[] }[];
  /** A repository with everything committed, or another profile. */
  world?: { git?: boolean; profile?: string };
  /** Exit codes of success; 0 alone unless it examines. */
  exits?: readonly number[];
}

const ENTRY = JSON.stringify({
  type: "insight",
  insight: "Snapshots drift when the locale changes",
  evidence: "Two machines, two files",
  stakes: "medium",
  at_risk: "Reviews drown in noise",
});

/** An insight worked in three sessions, each on a day of its own. */
const WORKED = ["16", "17", "18"].map((day) => ({
  at: `2026-02-${day}T14:00:00Z`,
  args: ["used", "m2xba", "--worked", "--session", `s${day}`],
}));
const DIGESTED = [...WORKED, { args: ["digest"] }];

/** A world in which a version waits, and scripts may decide for bridget. */
const WAITING: Pick<Invocation, "world" | "before"> = {
  world: {
    profile:
      "schema: 1\nagent: main\ntimezone: UTC\napply_mode: approval\napproval: {non_interactive: true}\npeople:\n  - {name: bridget, role: owner}\n",
  },
  before: DIGESTED,
};

/** A call of every command that succeeds in {@link knownWorkspace}. */
export const INVOCATIONS: Readonly<Record<string, Invocation>> = {
  init: { args: ["init", "--owner", "bridget"] },
  // Off a terminal it shows what a person would take out.
  uninstall: { args: ["uninstall", "--dry-run"] },
  config: { args: ["config", "get"] },
  completion: { args: ["completion", "bash"] },
  correct: {
    args: [
      "correct",
      "Tag the release after the upload",
      "--instead-of",
      "Tag first",
      "--risk",
      "high: a tag without a file",
      "--so",
      "Upload, then tag.",
    ],
  },
  learn: {
    args: ["learn", "Cold caches double the run", "--because", "Two timings", "--risk", "low: a slow morning"],
  },
  decide: { args: ["decide", "Ship it", "--in", "CI red by a known flake", "--because", "the flake is in the test"] },
  reflect: { args: ["reflect", "The vendor id had a trailing space", "--entity", "vendor:acme", "--tag", "sync"] },
  add: { args: ["add", "-"], stdin: ENTRY },
  draft: {
    args: ["draft", "-"],
    stdin: "context: asks for Sunday\noriginal: We are closed.\nfinal: Monday is free.\n",
  },
  remember: { args: ["remember", "The staging limit is 60 requests a minute", "--category", "fact"] },
  memories: { args: ["memories"], before: [{ args: ["remember", "Indent Go with tabs", "--category", "convention"] }] },
  answer: {
    args: ["answer", "ASK", "Saturdays until noon", "--source", "bridget"],
    world: { profile: "schema: 1\nagent: main\ntimezone: UTC\npeople:\n  - {name: bridget, role: owner}\n" },
    before: [{ args: ["ask", "Do you take weekend appointments?", "--because", "cannot book for Saturday"] }],
  },
  ask: { args: ["ask", "Do you take weekend appointments?", "--because", "cannot book for Saturday"] },
  edit: { args: ["edit", "k7q2x", "--domain", "release"] },
  recall: { args: ["recall", "lockfile", "--mode", "keyword"] },
  context: { args: ["context"] },
  show: { args: ["show", "k7q2x"] },
  list: { args: ["list"] },
  link: { args: ["link", "k7q2x", "t4new"] },
  resolve: { args: ["resolve", "k7q2x", "m9qrt", "--unrelated"] },
  undo: { args: ["undo"], before: [{ args: ["remember", "Indent Go with tabs", "--category", "convention"] }] },
  export: { args: ["export"] },
  index: { args: ["index"] },
  status: { args: ["status"] },
  // A hub is joined in tests of its own.
  sync: { args: ["sync", "status"] },
  log: { args: ["log", "telegram timeout 500s → 30s"] },
  detect: { args: ["detect", "No, that's wrong: the limit is 30 seconds, not 500."] },
  run: { args: ["run", "start", "nightly-12"] },
  used: { args: ["used", "k7q2x", "--worked"] },
  eval: { args: ["eval", "--all"] },
  replay: { args: ["replay"], ...WAITING },
  report: { args: ["report"], ...WAITING },
  check: {
    args: ["check", "tenet.yaml"],
    before: [{ args: ["correct", "Use npm ci in CI", "--check", '{in: ["ci/**"], forbid: "npm install"}'] }],
  },
  heartbeat: { args: ["heartbeat"] },
  outcome: { args: ["outcome", "m2xba", "--verdict", "mixed", "--result", "Fewer retries, same failures"] },
  merge: { args: ["merge"] },
  import: { args: ["import", ".learnings", "--dry-run"] },
  why: { args: ["why", "k7q2x"] },
  propose: {
    args: ["propose"],
    world: { git: true, profile: "schema: 1\nagent: main\ntimezone: UTC\napply_mode: approval\n" },
    before: DIGESTED,
  },
  digest: {
    args: ["digest"],
    before: WORKED,
  },
  promote: {
    args: ["promote", "m2xba"],
    before: WORKED,
  },
  trust: { args: ["trust"] },
  versions: { args: ["versions"] },
  diff: { args: ["diff"], ...WAITING, exits: [0, 4] },
  approve: { args: ["approve", "--user", "bridget"], ...WAITING, exits: [0, 4] },
  reject: { args: ["reject", "--user", "bridget", "--reason", "too general"], ...WAITING, exits: [0, 4] },
  rollback: {
    args: ["rollback", "--reason", "it does not help"],
    before: WAITING.before ?? [],
    exits: [0, 4],
  },
  review: { args: ["review", "--list"] },
  forget: { args: ["forget", "m2xba", "--reason", "about another project"] },
  audit: { args: ["audit"], before: [{ args: ["recall", "lockfile", "--mode", "keyword"] }] },
  mcp: { args: ["mcp"] },
  hook: { args: ["hook", "session-start"] },
  harvest: { args: ["harvest"] },
  doctor: { args: ["doctor"] },
  verify: { args: ["verify"] },
  hooks: { args: ["hooks", "install", "claude-code"] },
};

/**
 * The workspace in which the call of a command succeeds, with what runs before it done. `indexed`: the vectors of all
 * that is known are there at every step, so that no step depends on how many it finds the time for.
 */
export async function worldOf(command: string, { indexed = false } = {}): Promise<Sandbox> {
  const { before = [], world } = invocation(command);
  const box = await knownWorkspace(world);
  const index = async () => {
    if (indexed) await box.run(["index"]);
  };
  await index();
  for (const { at, args } of before) {
    if (at !== undefined) box.at(at);
    const ran = await box.run(args);
    if (ran.code !== 0) throw new Error(`tenet ${args.join(" ")} before ${command}: ${ran.stderr}`);
    await index();
  }
  return box;
}

/** Runs the call of a command with more arguments behind it. */
export function invocation(command: string): Invocation {
  const known = INVOCATIONS[command];
  if (known === undefined) throw new Error(`add a call of \`${command}\` to test/cli/known-workspace.ts`);
  return known;
}
