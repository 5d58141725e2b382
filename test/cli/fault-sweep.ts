/**
 * Commands of the real binary that are killed, or whose disk fails, at one of their changing calls: the faults, and what
 * holds behind each. A sample of calls; TEST_FAULT_STEP=1 tries each.
 */
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { isChangePending } from "../../src/store/files/transaction.js";
import { Workspace } from "../../src/store/workspace.js";
import { copyOf, type Ran, type Sandbox } from "../sandbox.js";
import { atKeyboard, atRealTerminal } from "./terminal.js";
import { done, told, words } from "./typed.js";

const SHIM = new URL("../fault-shim.mjs", import.meta.url).href;
const AT_ONCE = 3;
const EVERY = process.env["TEST_FAULT_STEP"];
/** Generous: only that it ends at all. */
export const LIMIT_MS = EVERY === undefined ? 300_000 : 3_600_000;
const KILLS = 6;
const ERRORS = 2;

type Fault = { at: number; kind: "kill" | "EIO" | "ENOSPC" };

/** The environment of a command that meets a fault: an error of a full disk stays, others come once. */
const broken = (box: Sandbox, { at, kind }: Fault, trace?: string): Record<string, string> => ({
  NODE_OPTIONS: `--import=${SHIM}`,
  TEST_FAULT_ROOT: box.dir,
  TEST_FAULT_AT: String(at),
  TEST_FAULT_KIND: kind,
  TEST_FAULT_TIMES: kind === "ENOSPC" ? "from" : "once",
  ...(trace === undefined ? {} : { TEST_FAULT_TRACE: trace }),
});

const traces = mkdtempSync(join(tmpdir(), "tenet-faults-"));
afterAll(() => rmSync(traces, { recursive: true, force: true }));

/** The changing calls of a command that meets no fault, a line each. */
async function callsOf(box: Sandbox, verb: Verb): Promise<readonly string[]> {
  const trace = join(traces, Math.random().toString(36).slice(2));
  const ran = await runReal(box, verb, broken(box, { at: 1_000_000, kind: "kill" }, trace));
  expect(ran.code, ran.said).toBe(0);
  return readFileSync(trace, "utf8").trimEnd().split("\n");
}

/** So many kills and errors of each kind, evenly spread over all calls. */
function faultsFor(calls: number): Fault[] {
  const spread = (kind: Fault["kind"], wanted: number): Fault[] => {
    const count = EVERY === undefined ? Math.min(wanted, calls) : Math.ceil(calls / Number(EVERY));
    return Array.from({ length: count }, (_, i) => ({ kind, at: Math.ceil(((i + 0.5) * calls) / count) }));
  };
  return [...spread("kill", KILLS), ...spread("EIO", ERRORS), ...spread("ENOSPC", ERRORS)];
}

export async function together<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Every file of a workspace by its name, in order. */
export function filesOf(box: Sandbox): { name: string; path: string }[] {
  return readdirSync(box.dir, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .map((path) => ({ name: path.slice(box.dir.length + 1), path }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** What counts, by content: what is generated, local or the next command's own is left out. */
function truth(box: Sandbox): Record<string, string> {
  const counts = filesOf(box).filter(
    ({ name }) => !/^\.(?:git|tenet)\/|index\.md$|\.tmp$/.test(name) && name !== NEXT_LOG,
  );
  const hashOf = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");
  return Object.fromEntries(counts.map(({ name, path }) => [name, hashOf(path)]));
}

const isTemp = (name: string) => /^\.tenet\/tmp\/|\.tmp$/.test(name);

/** Files that writers left on their way, and what a later command has to complete. */
const leftovers = (box: Sandbox): string[] => [
  ...filesOf(box).flatMap(({ name }) => (isTemp(name) ? [name] : [])),
  ...(isChangePending(new Workspace(box.dir)) ? ["a decided change"] : []),
];

/** A command that changes something, and the workspace in which it does. */
export interface Verb {
  line: string;
  /** What a person types at a terminal; undefined where nobody is asked. */
  typed?: Parameters<typeof atKeyboard>[2];
  base: Sandbox;
  /** Done again it changes nothing more. */
  again?: boolean;
  /** What else holds once it has happened. */
  holds?: (box: Sandbox) => void;
}

/** How a shell says that a process was killed. */
const KILLED = 137;
interface Ended extends Pick<Ran, "code"> {
  said: string;
}

/** The real binary; at a pseudo-terminal, which breaks a message into lines, where a person types. */
async function runReal(box: Sandbox, { line, typed }: Verb, env: Record<string, string>): Promise<Ended> {
  if (typed !== undefined) {
    const { code, screen } = await atRealTerminal(box, words(line), typed, env);
    return { code, said: screen.replace(/\s+/g, " ") };
  }
  const { code, signal, stderr } = await box.runProcess(words(line), { env });
  return { code: signal === "SIGKILL" ? KILLED : code, said: stderr };
}

async function runAgain(box: Sandbox, { line, typed }: Verb): Promise<void> {
  const { code, said } =
    typed === undefined
      ? await box.run(words(line)).then(({ code, stderr }) => ({ code, said: stderr }))
      : await atKeyboard(box, words(line), typed).then(({ code, screen }) => ({ code, said: screen }));
  // What was completed already is no longer there to be decided on.
  expect([0, 2, 4], said).toContain(code);
}

/** Another command that writes, on a day of its own. */
const NEXT = "log 'the next command'";
const NEXT_LOG = "memory/2031-01-01.md";
const LATER = { TENET_NOW: "2031-01-01T09:00:00Z" };

async function isSound(box: Sandbox): Promise<void> {
  for (const line of ["doctor", "verify"]) expect(await told(box, line)).toMatchObject({ errors: 0 });
}

interface Tried extends Verb {
  calls: readonly string[];
  before: Record<string, string>;
  after: Record<string, string>;
}

async function tried(verb: Verb): Promise<Tried> {
  const undisturbed = await copyOf(verb.base);
  const calls = await callsOf(undisturbed, verb);
  const [before, after] = [truth(verb.base), truth(undisturbed)];
  expect(calls.length).toBeGreaterThan(10);
  expect(after).not.toEqual(before);
  verb.holds?.(undisturbed);
  return { ...verb, calls, before, after };
}

/** A kill kills; what fails the command says which file and why. Then each file is old or new. */
function expectPlainEnd(box: Sandbox, { code, said }: Ended, { before, after }: Tried, { kind }: Fault): void {
  if (kind === "kill") expect(code).toBe(KILLED);
  else {
    expect([0, 1], said).toContain(code);
    if (code !== 0) expect(said).toMatch(new RegExp(`Cannot \\w[\\w ]* \\S*/[\\s\\S]*\\(${kind}\\)`));
  }
  for (const [file, hash] of Object.entries(truth(box)))
    expect([before[file], after[file]], `${file} is torn`).toContain(hash);
}

/** The next command works and completes what was decided, or nothing has happened, and then doing it again does it all. */
async function recovers(box: Sandbox, verb: Tried, code: number | null): Promise<void> {
  await done(box, NEXT, { env: LATER });
  const settled = truth(box);
  expect(code === 0 ? [verb.after] : [verb.before, verb.after]).toContainEqual(settled);
  if (verb.again === true || JSON.stringify(settled) === JSON.stringify(verb.before)) await runAgain(box, verb);
  expect(truth(box)).toEqual(verb.after);
  verb.holds?.(box);
  await isSound(box);
  // A minute later what no change needs any more is swept.
  for (const { path } of filesOf(box).filter(({ name }) => isTemp(name))) utimesSync(path, 0, 0);
  await done(box, NEXT, { env: LATER });
  expect(truth(box)).toEqual(verb.after);
  expect(leftovers(box)).toEqual([]);
}

/** Which fault it was, in every message: `learn, kill at 4 of 60`. */
async function named(verb: Tried, { kind, at }: Fault, act: () => Promise<void>): Promise<void> {
  await act().catch((error: Error) => {
    error.message = `${verb.line}, ${kind} at ${at} of ${verb.calls.length}: ${error.message}`;
    throw error;
  });
}

/** Rows 1 and 2: killed or failing at any of its calls, a command leaves each file old or new, and is completed once. */
export async function survives(stated: Verb): Promise<void> {
  const verb = await tried(stated);
  await together(faultsFor(verb.calls.length), (fault) =>
    named(verb, fault, async () => {
      const box = await copyOf(verb.base);
      const ended = await runReal(box, verb, broken(box, fault));
      expectPlainEnd(box, ended, verb, fault);
      await recovers(box, verb, ended.code);
    }),
  );
}

/** Row 3: killed in its change of several files, then killed or failing while that is completed, it happened once. */
export async function survivesTwice(stated: Verb): Promise<void> {
  const verb = await tried(stated);
  const staged = verb.calls.findLastIndex((call) => / open \S*\/\.tenet\/tmp\/\S+\.\d+$/.test(call));
  // The change is decided before the first of its files is installed.
  const isInstall = (call: string) => / open \S*\/\.tenet\/tmp\/\.tenet-\S+\.tmp$/.test(call);
  const decided = verb.calls.findIndex((call, at) => at > staged && isInstall(call)) + 1;
  const interrupted = await copyOf(verb.base);
  await runReal(interrupted, verb, broken(interrupted, { at: decided, kind: "kill" }));
  expect(leftovers(interrupted)).toContain("a decided change");
  const replay = { line: NEXT, base: interrupted };
  const { length } = await callsOf(await copyOf(interrupted), replay);
  await together(faultsFor(length), (fault) =>
    named(verb, fault, async () => {
      const box = await copyOf(interrupted);
      await runReal(box, replay, { ...broken(box, fault), ...LATER });
      await recovers(box, verb, 0);
    }),
  );
}
