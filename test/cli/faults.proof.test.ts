/**
 * Rows 1, 2, 3 through the real binary: a command is killed, or its disk fails, at one of its changing calls. Then the
 * next command completes what was decided, and nothing is torn. Clock and
 * ids stand still, so the tree must equal one of two undisturbed runs. A sample of calls by default;
 * TEST_FAULT_STEP=1 tries each.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { rounds, some } from "../effort.js";
import { copyOf, type Ran, type Sandbox, sandbox } from "../sandbox.js";
import {
  broken,
  callsOf,
  expectPlainEnd,
  expectWhole,
  type Fault,
  faultsFor,
  firstInstall,
  inWords,
  isInterrupted,
  LIMIT_MS,
  together,
  truth,
} from "./fault-sweep.js";
import { NO_MODEL } from "./known-workspace.js";
import { done, told, words } from "./typed.js";

const NEXT = words("log 'the next command'");

interface Verb {
  args: readonly string[];
  base: Sandbox;
  calls: number;
  /** The first of them at which the change is decided: killed there, a later command completes it. */
  decided: number;
  /** Before, after, and both with the next command's write. */
  before: Record<string, string>;
  after: Record<string, string>;
  beforeNext: Record<string, string>;
  afterNext: Record<string, string>;
  /** What `verify` finds in either, undisturbed. */
  findings: unknown[][];
}

async function prepared(args: readonly string[]): Promise<Verb> {
  const base = await sandbox({ profile: NO_MODEL });
  await done(
    base,
    "correct 'Use npm ci in CI' --instead-of 'npm install is fine' --risk 'high: drift' --so 'look at the CI file'",
  );
  await done(
    base,
    "learn 'Retries hide the flaky test' --because '3 of 5 were retries' --risk 'medium: a broken build'",
  );
  await base.write("old/LEARNINGS.md", LEARNINGS);
  await base.write("edit.yaml", EDIT);
  const { entries } = (await base.run(["list", "--type", "insight", "--json"])).json().data;
  await base.write("prose.yaml", `- {page: general, text: "Retries hide the flaky test (${entries[0].id})"}\n`);
  base.at("2026-02-19T09:00:00Z");
  const finished = async (ran: Promise<Ran>) => expect(await ran).toMatchObject({ code: 0 });
  const [changed, untouched] = [await copyOf(base), await copyOf(base)];
  const traced = await callsOf(changed, (env) => finished(changed.runProcess(args, { env })));
  const calls = traced.length;
  const decided = firstInstall(traced);
  const [before, after] = [truth(base), truth(changed)];
  await finished(changed.run(NEXT));
  await finished(untouched.run(NEXT));
  const findings = [await findingsIn(untouched), await findingsIn(changed)];
  return {
    args,
    base,
    calls,
    decided,
    before,
    after,
    beforeNext: truth(untouched),
    afterNext: truth(changed),
    findings,
  };
}

async function findingsIn(box: Sandbox): Promise<unknown[]> {
  const { errors, findings } = await told(box, "verify");
  expect(errors).toBe(0);
  return findings;
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

const TRIED = { kills: rounds(2, 7), errors: rounds(1, 3) };

/** The next command works, the tree is one of the two wholes, and nothing stays behind. */
async function recovers(box: Sandbox, verb: Verb, happened: boolean | undefined, says: string): Promise<void> {
  const next = await box.run(NEXT);
  expect(next.code, `${says}: ${next.stderr}`).toBe(0);
  const now = truth(box);
  const wholes =
    happened === undefined ? [verb.beforeNext, verb.afterNext] : [happened ? verb.afterNext : verb.beforeNext];
  expect(wholes, says).toContainEqual(now);
  expect((await box.run(["doctor", "--json"])).json().data, says).toMatchObject({ errors: 0 });
  expect(verb.findings, says).toContainEqual(await findingsIn(box));
  expect(truth(box), says).toEqual(now);
}

async function survives(verb: Verb, fault: Fault): Promise<void> {
  const box = await copyOf(verb.base);
  const ran = await box.runProcess(verb.args, { env: broken(box, fault) });
  const says = inWords(`tenet ${verb.args[0]}`, fault, verb.calls);
  expectPlainEnd(ran, fault, says);
  const happened = fault.kind !== "kill" && ran.code === 0 ? true : undefined;
  expectWhole(truth(box), verb, says);
  await recovers(box, verb, happened, says);
}

const VERBS = `learn 'Cold caches double the run' --because 'Two timings of one job' --risk 'low: a slow morning'
correct 'Use npm ci in CI always' --instead-of 'npm install will do' --risk 'high: drift' --so 'search for npm install'
outcome k7q2x --verdict validated --result 'Five releases without drift' --score 9
import old
draft edit.yaml
ask 'Do you take weekend appointments?' --because 'cannot book for Saturday'
decide 'Ship without the retry' --in 'CI red by a known flake' --because 'the flake is in the test'
reflect 'The vendor id had a trailing space' --entity vendor:acme
remember 'Jane lives in Paris' --category fact --key home --contact jane
index --wiki --apply prose.yaml`
  .split("\n")
  .map(words);

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
        expect(verb.calls).toBeGreaterThan(10);
        expect(verb.after).not.toEqual(verb.before);
        await together(faultsFor(verb.calls, TRIED), (fault) => survives(verb, fault));
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
      const interrupted = await copyOf(verb.base);
      await interrupted.runProcess(verb.args, { env: broken(interrupted, { at: verb.decided, kind: "kill" }) });
      expect(isInterrupted(interrupted)).toBe(true);
      const undisturbed = await copyOf(interrupted);
      const { length: calls } = await callsOf(undisturbed, (env) => undisturbed.runProcess(NEXT, { env }));
      expect(truth(undisturbed)).toEqual(verb.afterNext);
      await together(faultsFor(calls, TRIED), async (fault) => {
        const box = await copyOf(interrupted);
        const ran = await box.runProcess(NEXT, { env: broken(box, fault) });
        const says = `${inWords("replay", fault, calls)}: ${ran.stderr}`;
        const completed = await box.run(NEXT);
        expect(completed.code, says).toBe(0);
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
