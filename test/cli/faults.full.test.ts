/**
 * Rows 1, 2, 3 through the real binary: a command is killed, or its disk fails, at one of its changing calls. Then the
 * next command completes what was decided, nothing is torn, and after `doctor --fix` nothing is left over. Clock and
 * ids stand still, so the tree must equal one of two undisturbed runs. A sample of calls by default;
 * TEST_FAULT_STEP=1 tries each.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rounds, some } from "../effort.js";
import { copyOf, type Ran, type Sandbox, sandbox } from "../sandbox.js";
import { NO_MODEL } from "./known-workspace.js";

const SHIM = new URL("../fault-shim.mjs", import.meta.url).href;
const AT_ONCE = 3;
const EVERY = process.env["TEST_FAULT_STEP"];
/** Generous: only that it ends at all. */
const LIMIT_MS = EVERY === undefined ? 240_000 : 3_600_000;
const traces = mkdtempSync(join(tmpdir(), "tenet-faults-"));

afterAll(() => rmSync(traces, { recursive: true, force: true }));

type Fault = { at: number; kind: "kill" | "EIO" | "ENOSPC"; times?: "once" | "from" };

const broken = (box: Sandbox, { at, kind, times = "once" }: Fault, trace?: string) => ({
  NODE_OPTIONS: `--import=${SHIM}`,
  TEST_FAULT_ROOT: box.dir,
  TEST_FAULT_AT: String(at),
  TEST_FAULT_KIND: kind,
  TEST_FAULT_TIMES: times,
  TEST_FAULT_TRACE: trace,
});

/** What counts: every file that is the truth, by content. Generated and local files are made again. */
function truth(box: Sandbox): Record<string, string> {
  const files: Record<string, string> = {};
  const walk = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (entry.name !== "index.md" && !/\.tmp$/.test(entry.name)) {
        files[relative(box.dir, path)] = createHash("sha256").update(readFileSync(path)).digest("hex");
      }
    }
  };
  walk(box.path("memory"));
  return files;
}

function leftovers(box: Sandbox): string[] {
  return readdirSync(box.dir, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.tmp$|\.staged$|pending\.json$/.test(name),
  );
}

const NEXT = ["log", "the next command"];

interface Verb {
  args: readonly string[];
  base: Sandbox;
  calls: number;
  /** The first of them that touches a decided change. */
  journalled: number;
  /** Before, after, and both with the next command's write. */
  before: Record<string, string>;
  after: Record<string, string>;
  beforeNext: Record<string, string>;
  afterNext: Record<string, string>;
}

async function prepared(args: readonly string[]): Promise<Verb> {
  const base = await sandbox({ profile: NO_MODEL });
  const entries = [
    [
      "correct",
      "Use npm ci in CI",
      "--instead-of",
      "npm install is fine",
      "--risk",
      "high: drift",
      "--so",
      "look at the CI file",
    ],
    [
      "learn",
      "Retries hide the flaky test",
      "--because",
      "3 of 5 green runs were retries",
      "--risk",
      "medium: a broken build ships",
    ],
  ];
  for (const entry of entries) expect((await base.run(entry)).code).toBe(0);
  await base.write("old/LEARNINGS.md", LEARNINGS);
  await base.write("edit.yaml", EDIT);
  base.at("2026-02-19T09:00:00Z");
  const finished = async (ran: Promise<Ran>) => expect(await ran).toMatchObject({ code: 0 });
  const [done, untouched] = [await copyOf(base), await copyOf(base)];
  const trace = join(traces, `${args[0]}-${Math.random().toString(36).slice(2)}`);
  await finished(done.runProcess(args, { env: broken(done, { at: 1_000_000, kind: "kill" }, trace) }));
  const traced = readFileSync(trace, "utf8").trimEnd().split("\n");
  const calls = traced.length;
  const journalled = traced.findIndex((line) => line.includes("journal/pending.json")) + 1;
  const [before, after] = [truth(base), truth(done)];
  await finished(done.run(NEXT));
  await finished(untouched.run(NEXT));
  return { args, base, calls, journalled, before, after, beforeNext: truth(untouched), afterNext: truth(done) };
}

const EDIT = `context: Customer asks for a Sunday appointment
original: We are closed on Sunday.
final: Sundays we're closed, Monday 9:00 is free.
`;

const LEARNINGS = `# Learnings

## [LRN-20250115-001] correction

**Logged**: 2025-01-15T10:00:00Z
**Priority**: high
**Status**: pending
**Area**: ci

### Summary
Builds must install from the lockfile, not resolve anew

### Details
A fresh resolve brought a breaking minor version into the release.

### Suggested Action
Use the clean install command in every pipeline.

---

## [LRN-20250116-001] best_practice

**Logged**: 2025-01-16T10:00:00Z
**Priority**: medium
**Status**: pending
**Area**: tests

### Summary
Seeding the random generator makes failures repeat

### Details
Three runs with one seed failed at the same assertion.

### Suggested Action
Print the seed with each failure.
`;

/** Evenly spread over all calls, the middle of each part. */
function sample(calls: number, wanted: number): number[] {
  const count = EVERY === undefined ? Math.min(wanted, calls) : Math.ceil(calls / Number(EVERY));
  return Array.from({ length: count }, (_, i) => Math.ceil(((i + 0.5) * calls) / count));
}

function faultsFor(calls: number): Fault[] {
  const errors = sample(calls, rounds(1, 3));
  return [
    ...sample(calls, rounds(2, 7)).map((at): Fault => ({ at, kind: "kill" })),
    ...errors.map((at): Fault => ({ at, kind: "EIO" })),
    ...errors.map((at): Fault => ({ at, kind: "ENOSPC", times: "from" })),
  ];
}

async function together<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await act(item);
    }),
  );
}

/** The next command works, the tree is one of the two wholes, and nothing stays behind. */
async function recovers(box: Sandbox, verb: Verb, happened: boolean | undefined, says: string): Promise<void> {
  const next = await box.run(NEXT);
  expect(next.code, `${says}: ${next.stderr}`).toBe(0);
  const now = truth(box);
  const wholes =
    happened === undefined ? [verb.beforeNext, verb.afterNext] : [happened ? verb.afterNext : verb.beforeNext];
  expect(wholes, says).toContainEqual(now);
  const mended = await box.run(["doctor", "--fix", "--json"]);
  expect(mended.json().data, says).toMatchObject({ errors: 0 });
  expect(leftovers(box), says).toEqual([]);
  const verified = await box.run(["verify", "--json"]);
  expect(verified.json().data, says).toMatchObject({ errors: 0, findings: [] });
  expect(truth(box), says).toEqual(now);
}

async function survives(verb: Verb, fault: Fault): Promise<void> {
  const box = await copyOf(verb.base);
  const ran = await box.runProcess(verb.args, { env: broken(box, fault) });
  const says = `tenet ${verb.args[0]}, ${fault.kind} ${fault.times ?? "once"} at ${fault.at} of ${verb.calls}`;
  let happened: boolean | undefined;
  if (fault.kind === "kill") expect(ran.signal, says).toBe("SIGKILL");
  else {
    // What only costs time may fail without a word; what fails the command says which file and why.
    if (ran.code !== 0)
      expect(ran.stderr, says).toMatch(new RegExp(`Cannot \\w[\\w ]* \\S*/[\\s\\S]*\\(${fault.kind}\\)`));
    expect([0, 1], `${says}: ${ran.stderr}`).toContain(ran.code);
    if (ran.code === 0) happened = true;
  }
  for (const [file, hash] of Object.entries(truth(box))) {
    expect([verb.before[file], verb.after[file]], `${says}: ${file} is torn`).toContain(hash);
  }
  await recovers(box, verb, happened, says);
}

const VERBS: readonly (readonly string[])[] = [
  ["learn", "Cold caches double the run", "--because", "Two timings of one job", "--risk", "low: a slow morning"],
  [
    "correct",
    "Use npm ci in CI always",
    "--instead-of",
    "npm install will do",
    "--risk",
    "high: drift",
    "--so",
    "search the CI file for npm install",
  ],
  ["outcome", "k7q2x", "--verdict", "validated", "--result", "Five releases without drift", "--score", "9"],
  ["import", "old"],
  ["draft", "edit.yaml"],
  ["ask", "Do you take weekend appointments?", "--because", "cannot book for Saturday"],
  ["decide", "Ship without the retry", "--in", "CI red by a known flake", "--because", "the flake is in the test"],
  ["reflect", "The vendor id had a trailing space", "--entity", "vendor:acme"],
  ["remember", "Jane lives in Paris", "--category", "fact", "--key", "home", "--contact", "jane"],
  ["index", "--wiki"],
];

for (const args of some(VERBS, 3)) {
  describe(`tenet ${args[0]}`, () => {
    let verb: Verb;
    beforeAll(async () => {
      if (args[0] !== "outcome") verb = await prepared(args);
      else {
        const probe = await prepared(["log", "x"]);
        const id = (await probe.base.run(["list", "--type", "correction", "--json"])).json().data.entries[0].id;
        verb = await prepared(["outcome", id, ...args.slice(2)]);
      }
    });

    it(
      "row 1, row 2: killed or failing at any call it leaves each file old or new, and the next command completes it",
      async () => {
        expect(verb.calls).toBeGreaterThan(20);
        expect(verb.after).not.toEqual(verb.before);
        await together(faultsFor(verb.calls), (fault) => survives(verb, fault));
      },
      LIMIT_MS,
    );
  });
}

describe("row 3: a failure during recovery", () => {
  it(
    "row 3: killed in a change of several files, then killed or failing while completing it, it ends as if nothing had been",
    async () => {
      const verb = await prepared(["import", "old"]);
      // The first call at which the decided change is on disk: from there on it happens.
      let recorded: Sandbox | undefined;
      expect(verb.journalled).toBeGreaterThan(0);
      for (let at = verb.journalled; at < verb.calls && recorded === undefined; at++) {
        const box = await copyOf(verb.base);
        await box.runProcess(verb.args, { env: broken(box, { at, kind: "kill" }) });
        if (existsSync(box.path(".tenet/state/journal/pending.json"))) recorded = box;
      }
      if (recorded === undefined) throw new Error("no kill left a journal behind");
      const interrupted = recorded;
      const trace = join(traces, "replay");
      const undisturbed = await copyOf(interrupted);
      await undisturbed.runProcess(NEXT, { env: broken(undisturbed, { at: 1_000_000, kind: "kill" }, trace) });
      expect(truth(undisturbed)).toEqual(verb.afterNext);
      const calls = readFileSync(trace, "utf8").trimEnd().split("\n").length;
      await together(faultsFor(calls), async (fault) => {
        const box = await copyOf(interrupted);
        const ran = await box.runProcess(NEXT, { env: broken(box, fault) });
        const says = `replay, ${fault.kind} ${fault.times ?? "once"} at ${fault.at} of ${calls}: ${ran.stderr}`;
        const completed = await box.run(["doctor", "--fix", "--json"]);
        expect(completed.json().data, says).toMatchObject({ errors: 0 });
        expect(leftovers(box), says).toEqual([]);
        // The import is there in full; the bullet of the disturbed command may be, too.
        const { ["memory/2026-02-19.md"]: _, ...now } = truth(box);
        const { ["memory/2026-02-19.md"]: __, ...expected } = verb.afterNext;
        expect(now, says).toEqual(expected);
        expect((await box.run(["verify", "--json"])).json().data, says).toMatchObject({ errors: 0 });
      });
    },
    LIMIT_MS,
  );
});
