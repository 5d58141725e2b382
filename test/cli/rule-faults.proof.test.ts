/**
 * Rows 1, 2, 3 and 36 for rules, through the real binary: digest, versions approve, reject, rollback are killed, or
 * their disk fails, at one of their changing calls. Each file is then old or new; the same command again, or the next
 * one, completes what was decided, nothing is applied twice, and the tree is that of an undisturbed run. Three commands and
 * few calls by default; proof tries all commands, TEST_FAULT_STEP=1 each call.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { rounds, some } from "../effort.js";
import { copyOf, type Ran, type Sandbox } from "../sandbox.js";
import { decidingBox, truth as everything, tail } from "./deciding-box.js";
import {
  broken,
  callsOf,
  expectPlainEnd,
  expectWhole,
  type Fault,
  faultsFor,
  firstInstall,
  hashOf,
  inWords,
  isInterrupted,
  LIMIT_MS,
  together,
} from "./fault-sweep.js";
import { atKeyboard, atRealTerminal, ENTER } from "./terminal.js";

const LATER = "2026-02-19T09:00:00Z";

/** Every file of the workspace but git's, by content. */
const truth = (box: Sandbox) =>
  Object.fromEntries(
    Object.entries(everything(box))
      .filter(([name]) => !/^\.git|\.tmp$/.test(name))
      .map(([name, text]) => [name, hashOf(text)]),
  );

type Steps = Parameters<typeof atKeyboard>[2];

interface Verb {
  args: readonly string[];
  /** What a person types at a terminal; undefined where nobody is asked. */
  typed: Steps | undefined;
  base: Sandbox;
  calls: number;
  /** The first call at which its change is decided: killed there, a later command completes it. */
  decided: number;
  before: Record<string, string>;
  after: Record<string, string>;
}

const TRIED = { kills: rounds(1, 6), errors: rounds(1, 2) };

/** The real binary; at a pseudo-terminal where a person types. */
async function runReal(
  box: Sandbox,
  { args, typed }: Pick<Verb, "args" | "typed">,
  env: Record<string, string>,
): Promise<Pick<Ran, "code" | "signal" | "stderr">> {
  if (typed === undefined) return await box.runProcess(args, { env });
  const { code, screen } = await atRealTerminal(box, args, typed, env);
  // A terminal breaks a message into lines.
  const stderr = screen.replace(/\s+/g, " ");
  return code === KILLED ? { code: null, signal: "SIGKILL", stderr } : { code, signal: null, stderr };
}

/** How a shell says that a process was killed. */
const KILLED = 137;

async function prepared({ base, typed }: Pick<Verb, "base" | "typed">, args: readonly string[]): Promise<Verb> {
  const done = await copyOf(base);
  const calls = await callsOf(done, async (env) => {
    const ran = await runReal(done, { args, typed }, env);
    expect(ran.code, ran.stderr).toBe(0);
  });
  return {
    args,
    typed,
    base,
    calls: calls.length,
    decided: firstInstall(calls),
    before: truth(base),
    after: truth(done),
  };
}

/** After the fault each file is old or new; the same command again, and then again, leads to the undisturbed tree. */
async function survives(verb: Verb, fault: Fault): Promise<void> {
  const box = await copyOf(verb.base);
  const ran = await runReal(box, verb, broken(box, fault));
  const says = inWords(`tenet ${verb.args[0]}`, fault, verb.calls);
  expectPlainEnd(ran, fault, says);
  expectWhole(truth(box), verb, says);
  for (const again of ["completes it", "does nothing more"]) {
    const next = await runAgain(box, verb);
    // What was completed already is no longer there to be decided on.
    expect([0, 2, 4], `${says}, ${again}: ${next.said}`).toContain(next.code);
    expect(truth(box), `${says}, ${again}`).toEqual(verb.after);
  }
  expect((await box.run(["doctor", "--json"])).json().data, says).toMatchObject({ errors: 0 });
  expect((await box.run(["verify", "--json"])).json().data, says).toMatchObject({ errors: 0 });
  expect(truth(box), says).toEqual(verb.after);
}

async function runAgain(box: Sandbox, { args, typed }: Verb): Promise<{ code: number | null; said: string }> {
  if (typed === undefined) {
    const { code, stderr } = await box.run(args);
    return { code, said: stderr };
  }
  const { code, screen } = await atKeyboard(box, args, typed);
  return { code, said: screen };
}

/** What a person is asked before a decision. */
const ASKED: Readonly<Record<string, string>> = { "versions approve": "in force:", "versions reject": "to reject" };

/** A version waits, one is in force that the mode let pass, and more qualifies. */
async function worldFor(verb: string): Promise<Pick<Verb, "base" | "typed">> {
  const { box, pending } = await decidingBox();
  box.at(LATER);
  const asked = ASKED[verb];
  if (asked !== undefined) return { base: box, typed: [[asked, `${tail(pending)}${ENTER}`]] };
  // From here on the mode decides: what waited takes effect with the next digest.
  await box.write("tenet.yaml", (await box.read("tenet.yaml")).replace("approval\n", "auto\n"));
  await box.git("commit", "-q", "-m", "the mode decides", "--", "tenet.yaml");
  if (verb === "versions rollback") expect((await box.run(["digest"])).code).toBe(0);
  // A person's own edit is taken over on the way.
  await box.write("SOUL.md", (await box.read("SOUL.md")).replace("## Learned", "## Learned\n\n- Be brief"));
  return { base: box, typed: undefined };
}

const VERBS: readonly (readonly string[])[] = [
  ["digest"],
  ["versions", "approve"],
  ["versions", "rollback", "3", "--reason", "it does not help"],
  ["digest", "b0005"],
  ["versions", "reject", "--reason", "too general"],
];

describe.each(some(VERBS, 3).map((args) => [args.slice(0, 2).join(" "), args] as const))(
  "rows 1, 2: %s",
  (name, args) => {
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
  },
);

describe("row 3: a failure while an interrupted approval is completed", () => {
  it(
    "row 3: leads to the tree of an undisturbed run",
    async () => {
      const verb = await prepared(await worldFor("versions approve"), ["versions", "approve"]);
      const interrupted = await copyOf(verb.base);
      await runReal(interrupted, verb, broken(interrupted, { at: verb.decided, kind: "kill" }));
      expect(isInterrupted(interrupted)).toBe(true);
      const undisturbed = await copyOf(interrupted);
      const { length: calls } = await callsOf(undisturbed, (env) => undisturbed.runProcess(["digest"], { env }));
      expect(truth(undisturbed)).toEqual(verb.after);
      await together(faultsFor(calls, TRIED), async (fault) => {
        const box = await copyOf(interrupted);
        const ran = await box.runProcess(["digest"], { env: broken(box, fault) });
        const says = `${inWords("replay", fault, calls)}: ${ran.stderr}`;
        await box.runProcess(["digest"]);
        expect((await box.run(["doctor", "--json"])).json().data, says).toMatchObject({ errors: 0 });
        expect(truth(box), says).toEqual(verb.after);
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
