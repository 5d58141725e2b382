/**
 * Rows 1, 2, 3 and 36 for rules, through the real binary: promote, digest, approve, reject, rollback are killed, or
 * their disk fails, at one of their changing calls. Each file is then old or new; the same command again, or the next
 * one, completes what was decided, nothing is applied twice, and the tree is that of an undisturbed run. Three commands and
 * few calls by default; proof tries all commands, TEST_FAULT_STEP=1 each call.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { rounds, some } from "../effort.js";
import { copyOf, type Sandbox } from "../sandbox.js";
import { decidingBox, truth as everything } from "./deciding-box.js";
import {
  broken,
  callsOf,
  expectPlainEnd,
  expectWhole,
  type Fault,
  faultsFor,
  hashOf,
  inWords,
  LIMIT_MS,
  leftovers,
  together,
} from "./fault-sweep.js";

const LATER = "2026-02-19T09:00:00Z";

/** Every file of the workspace but git's, by content. */
const truth = (box: Sandbox) =>
  Object.fromEntries(
    Object.entries(everything(box))
      .filter(([name]) => !/^\.git|\.tmp$/.test(name))
      .map(([name, text]) => [name, hashOf(text)]),
  );

interface Verb {
  args: readonly string[];
  base: Sandbox;
  calls: number;
  /** The first call after its journal is in place: killed there, a later command completes it. */
  recorded: number;
  before: Record<string, string>;
  after: Record<string, string>;
}

const TRIED = { kills: rounds(1, 6), errors: rounds(1, 2) };

async function prepared(base: Sandbox, args: readonly string[]): Promise<Verb> {
  const done = await copyOf(base);
  const calls = await callsOf(done, async (env) => {
    const ran = await done.runProcess(args, { env });
    expect(ran.code, ran.stderr).toBe(0);
  });
  const recorded = calls.findIndex((call) => /rename .*\/journal\//.test(call)) + 2;
  return { args, base, calls: calls.length, recorded, before: truth(base), after: truth(done) };
}

/** After the fault each file is old or new; the same command again, and then again, leads to the undisturbed tree. */
async function survives(verb: Verb, fault: Fault): Promise<void> {
  const box = await copyOf(verb.base);
  const ran = await box.runProcess(verb.args, { env: broken(box, fault) });
  const says = inWords(`tenet ${verb.args[0]}`, fault, verb.calls);
  expectPlainEnd(ran, fault, says);
  expectWhole(truth(box), verb, says);
  for (const again of ["completes it", "does nothing more"]) {
    const next = await box.run(verb.args);
    // What was completed already is no longer there to be decided on.
    expect([0, 2, 4], `${says}, ${again}: ${next.stderr}`).toContain(next.code);
    expect(truth(box), `${says}, ${again}`).toEqual(verb.after);
  }
  expect((await box.run(["doctor", "--fix", "--json"])).json().data, says).toMatchObject({ errors: 0 });
  expect(leftovers(box), says).toEqual([]);
  expect((await box.run(["verify", "--json"])).json().data, says).toMatchObject({ errors: 0 });
  expect(truth(box), says).toEqual(verb.after);
}

const SCRIPTS = "apply_mode: approval\napproval: {non_interactive: true}\n";
const BY = ["--user", "bridget"];

/** A version waits, one is in force that the mode let pass, and more qualifies. */
async function worldFor(verb: string): Promise<Sandbox> {
  const { box } = await decidingBox(verb === "approve" || verb === "reject" ? SCRIPTS : "apply_mode: approval\n");
  box.at(LATER);
  if (verb === "approve" || verb === "reject") return box;
  // From here on the mode decides: what waited takes effect with the next digest.
  await box.write("tenet.yaml", (await box.read("tenet.yaml")).replace("approval\n", "auto\n"));
  await box.git("commit", "-q", "-m", "the mode decides", "--", "tenet.yaml");
  if (verb === "rollback") expect((await box.run(["digest"])).code).toBe(0);
  // A person's own edit is taken over on the way.
  await box.write("SOUL.md", (await box.read("SOUL.md")).replace("## Learned", "## Learned\n\n- Be brief"));
  return box;
}

const VERBS: readonly (readonly string[])[] = [
  ["digest"],
  ["approve", ...BY],
  ["rollback", "3", "--reason", "it does not help"],
  ["promote", "b0005"],
  ["reject", "--reason", "too general", ...BY],
];

describe.each(some(VERBS, 3).map((args) => [args[0] as string, args] as const))("rows 1, 2: %s", (name, args) => {
  let verb: Verb;
  beforeAll(async () => {
    verb = await prepared(await worldFor(name), args);
  }, 120_000);

  it(
    `row 1, row 2: ${name} killed, or on a failing disk, at any write: old or new, completed once`,
    async () => {
      expect(Object.keys(verb.after).length).toBeGreaterThan(0);
      expect(verb.after).not.toEqual(verb.before);
      await together(faultsFor(verb.calls, TRIED), (fault) => survives(verb, fault));
    },
    LIMIT_MS,
  );
});

describe("row 3: a failure while an interrupted approval is completed", () => {
  it(
    "row 3: leads to the tree of an undisturbed run",
    async () => {
      const verb = await prepared(await worldFor("approve"), ["approve", ...BY]);
      const interrupted = await copyOf(verb.base);
      await interrupted.runProcess(verb.args, { env: broken(interrupted, { at: verb.recorded, kind: "kill" }) });
      expect(leftovers(interrupted)).toContainEqual(expect.stringMatching(/pending\.json$/));
      const undisturbed = await copyOf(interrupted);
      const { length: calls } = await callsOf(undisturbed, (env) => undisturbed.runProcess(["digest"], { env }));
      expect(truth(undisturbed)).toEqual(verb.after);
      await together(faultsFor(calls, TRIED), async (fault) => {
        const box = await copyOf(interrupted);
        const ran = await box.runProcess(["digest"], { env: broken(box, fault) });
        const says = `${inWords("replay", fault, calls)}: ${ran.stderr}`;
        expect((await box.run(["doctor", "--fix", "--json"])).json().data, says).toMatchObject({ errors: 0 });
        expect(truth(box), says).toEqual(verb.after);
        expect(leftovers(box), says).toEqual([]);
      });
    },
    LIMIT_MS,
  );
});

describe("row 36: signals", () => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    it(`row 36: ${signal} in the middle of a digest: ${signal === "SIGINT" ? 130 : 143}, the tree whole, the lock free`, async () => {
      const verb = await prepared(await worldFor("digest"), ["digest"]);
      for (const afterMs of some([250, 80, 400], 1)) {
        const box = await copyOf(verb.base);
        const child = box.start(["digest"]);
        const ended = new Promise<number | null>((resolve) => child.on("exit", (code) => resolve(code)));
        await sleep(afterMs);
        child.kill(signal);
        // On a fast machine the work may be over before the signal comes; before the handlers stand, it dies of it.
        expect([signal === "SIGINT" ? 130 : 143, 0, null]).toContain(await ended);
        expectWhole(truth(box), verb, signal);
        expect((await box.run(["digest"])).code).toBe(0);
        expect(truth(box)).toEqual(verb.after);
      }
    }, 120_000);
  }
});
