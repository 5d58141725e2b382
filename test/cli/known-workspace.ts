/** A small workspace with one entry of each type and links between them, and one call of every command that works in it. */
import { emptyRepository } from "../empty-repository.js";
import { copyOf, oncePerFile, type Sandbox, sandbox } from "../sandbox.js";
import { done, words } from "./typed.js";

export const COR = "COR-20260210-K7Q2X";
export const AGAIN = "COR-20260212-M9QRT";
export const INS = "INS-20260211-M2XBA";
export const OUT = "OUT-20260214-T4NEW";

const PLAIN = "schema: 1\nagent: main\ntimezone: UTC\n";
const NONE = "embedding: {model: ./none}\n";
/** For what asks nothing of the model: a server that loads none, and commands in a third of the time. */
export const NO_MODEL = PLAIN + NONE;

/** One record in the file of its day. */
function day(type: "correction" | "insight" | "outcome", id: string, title: string, time: string, fields: string) {
  const date = `${id.slice(4, 8)}-${id.slice(8, 10)}-${id.slice(10, 12)}`;
  const plural = `${type}s`;
  const heading = `${plural[0]?.toUpperCase()}${plural.slice(1)} · ${date}`;
  const head = `type: ${type}\nid: ${id}\ntimestamp: ${date}T${time}:00Z\nagent: main\n`;
  return {
    file: `memory/learning/${plural}/${date}.md`,
    text: `---\ntype: ${plural}\ndate: ${date}\n---\n# ${heading}\n\n## ${id} · ${title}\n\`\`\`yaml\n${head}${fields}\`\`\`\n`,
  };
}

const DAYS = [
  day(
    "correction",
    COR,
    "Install from the lockfile in continuous integration",
    "09:00",
    `tier: self
prior_belief: "Any install command will do"
corrected_to: "Install from the lockfile in continuous integration"
stakes: high
at_risk: "A drifting dependency broke a release."
behavioral_change: "Look for the install command before pushing."
tags:
  - ci
domain: build
status: active
`,
  ),
  day(
    "correction",
    AGAIN,
    "Ask before deleting a branch",
    "09:00",
    `tier: self
prior_belief: "Merged branches may go at once"
corrected_to: "Ask before deleting a branch"
stakes: low
at_risk: "Somebody still works on it."
behavioral_change: "Ask first."
near:
  - with: ${COR}
    score: 1
    found: claim
    at: 2026-02-12T09:00:00Z
status: active
`,
  ),
  day(
    "insight",
    INS,
    "Retries hide the flaky test",
    "10:00",
    `source: self
tier: self
insight: "Retries hide the flaky test 日本語 👩‍🔬"
evidence: "Three of five green runs were retries."
stakes: medium
at_risk: "A broken build ships."
linked:
  - ${COR}
status: active
`,
  ),
  day(
    "outcome",
    OUT,
    "The release went out",
    "08:00",
    `tier: self
references:
  - ${COR}
result: "The release went out"
verdict: validated
score: 9
status: resolved
`,
  ),
];

const LEARNINGS = `# Learnings

## [LRN-20260101-001] best_practice

**Logged**: 2026-01-01T10:00:00Z
**Priority**: high
**Status**: pending

### Summary
Pin the base image by digest

### Details
A moved tag broke two builds.

### Suggested Action
Pin it.

---
`;

export async function knownWorkspace(options: { git?: boolean; profile?: string } = {}): Promise<Sandbox> {
  const box = await sandbox({ ...options, git: false });
  for (const { file, text } of DAYS) await box.write(file, text);
  await box.write(".learnings/LEARNINGS.md", LEARNINGS);
  if (options.git === true) {
    emptyRepository(box.dir);
    await box.git("add", ".");
    await box.git("commit", "-q", "-m", "start");
  }
  return box;
}

interface Invocation {
  line: string;
  stdin?: string;
  /** What runs before it, at another moment where one is stated: the clock stays there. */
  before?: readonly (readonly [line: string, at?: string])[];
  /** A repository with everything committed, or more of the profile. */
  git?: true;
  more?: string;
  /** Exit codes of success; 0 alone unless it examines. */
  exits?: readonly number[];
}

/** An insight worked in three sessions, each on a day of its own. */
const WORKED = ["16", "17", "18"].map(
  (date) => [`used m2xba --worked --session s${date}`, `2026-02-${date}T14:00:00Z`] as const,
);
const DIGESTED = [...WORKED, ["digest"]] as const;
const OWNER = "people:\n  - {name: bridget, role: owner}\n";

/** A world in which a version waits for bridget. */
const WAITING = {
  before: DIGESTED,
  more: `apply_mode: approval\n${OWNER}`,
} as const;

const REMEMBERED = [["remember 'Indent Go with tabs' --category convention"]] as const;
const ASK = "ask 'Do you take weekend appointments?' --because 'cannot book for Saturday'";

/** A call of every command that succeeds in {@link knownWorkspace}. */
export const INVOCATIONS: Readonly<Record<string, string | Invocation>> = {
  init: "init --owner bridget",
  config: "config",
  completion: "completion bash",
  correct:
    "correct 'Tag the release after the upload' --instead-of 'Tag first' --risk 'high: no file' --so 'Upload, then tag.'",
  learn: "learn 'Cold caches double the run' --because 'Two timings' --risk 'low: a slow morning'",
  decide: "decide 'Ship it' --in 'CI red by a known flake' --because 'the flake is in the test'",
  reflect: "reflect 'The vendor id had a trailing space' --entity vendor:acme --tag sync",
  add: {
    line: "add -",
    stdin: "type: insight\ninsight: Snapshots drift\nevidence: Two files\nstakes: medium\nat_risk: Reviews drown\n",
  },
  draft: { line: "draft -", stdin: "context: asks for Sunday\noriginal: We are closed.\nfinal: Monday is free.\n" },
  remember: "remember 'The staging limit is 60 requests a minute' --category fact",
  "list --type memory": { line: "list --type memory", before: REMEMBERED },
  answer: { line: "answer ASK 'Saturdays until noon' --source bridget", more: OWNER, before: [[ASK]] },
  ask: ASK,
  edit: "edit k7q2x --domain release",
  recall: "recall lockfile --keyword",
  context: "context",
  show: "show k7q2x",
  list: "list",
  "edit --link": "edit k7q2x --link t4new",
  resolve: "resolve k7q2x m9qrt --unrelated",
  undo: { line: "undo", before: REMEMBERED },
  export: "export",
  index: "index",
  status: "status",
  // A hub is joined in tests of its own.
  sync: "sync status",
  log: "log 'telegram timeout 500s → 30s'",
  detect: 'detect "No, that\'s wrong: the limit is 30 seconds, not 500."',
  run: "run start nightly-12",
  used: "used k7q2x --worked",
  eval: "eval --all",
  report: { line: "report", ...WAITING },
  check: {
    line: "check tenet.yaml",
    before: [["correct 'Use npm ci in CI' --check '{in: [\"ci/**\"], forbid: \"npm install\"}'"]],
  },
  heartbeat: "heartbeat",
  outcome: "outcome m2xba --verdict mixed --result 'Fewer retries, same failures'",
  merge: "merge",
  import: "import .learnings --dry-run",
  why: "why k7q2x",
  "versions propose": { line: "versions propose", git: true, more: "apply_mode: approval\n", before: DIGESTED },
  digest: { line: "digest", before: WORKED },
  "digest ID": { line: "digest m2xba", before: WORKED },
  versions: "versions",
  "versions diff": { line: "versions diff", ...WAITING, exits: [0, 4] },
  "versions rollback": { line: "versions rollback --reason 'it does not help'", before: DIGESTED, exits: [0, 4] },
  review: "review --list",
  forget: "forget m2xba --reason 'about another project'",
  "forget --type": { line: "forget --type memory --all --dry-run", before: REMEMBERED },
  audit: { line: "audit", before: [["recall lockfile --keyword"]] },
  mcp: "mcp",
  hook: "hook session-start",
  harvest: "harvest",
  doctor: "doctor",
  verify: "verify",
  hooks: "hooks install claude-code",
};

/** The call of a command, with its arguments taken apart. */
export function invocation(command: string): Omit<Invocation, "line"> & { args: string[] } {
  const known = INVOCATIONS[command];
  if (known === undefined) throw new Error(`add a call of \`${command}\` to test/cli/known-workspace.ts`);
  const { line, ...rest } = typeof known === "string" ? { line: known } : known;
  return { ...rest, args: words(line) };
}

const worlds = oncePerFile(async () => new Map<string, Promise<Sandbox>>());

/**
 * The workspace in which the call of a command succeeds, with what runs before it done; without a model. `indexed`: with
 * one, and the vectors of all that is known are there at every step, so that no step depends on how many it finds the
 * time for.
 */
export async function worldOf(command: string, { indexed = false } = {}): Promise<Sandbox> {
  const { before = [], git = false, more = "" } = invocation(command);
  const profile = PLAIN + (indexed ? "" : NONE) + more;
  const made = await worlds();
  const key = JSON.stringify([before, git, profile]);
  const first = made.get(key) ?? makeWorld({ git, profile }, before, indexed);
  made.set(key, first);
  return copyOf(await first);
}

async function makeWorld(
  options: { git: boolean; profile: string },
  before: NonNullable<Invocation["before"]>,
  indexed: boolean,
): Promise<Sandbox> {
  const box = await knownWorkspace(options);
  if (indexed) await done(box, "index");
  for (const [line, at] of before) {
    if (at !== undefined) box.at(at);
    await done(box, line);
    if (indexed) await done(box, "index");
  }
  return box;
}
