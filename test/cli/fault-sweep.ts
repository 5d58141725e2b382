/**
 * Commands of the real binary that are killed, or whose disk fails, at one of their changing calls: the faults, where
 * they are tried, and what holds behind each. A sample of calls; TEST_FAULT_STEP=1 tries each.
 */
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { isChangePending } from "../../src/store/files/transaction.js";
import { isErasing } from "../../src/store/state/erasing.js";
import { Workspace } from "../../src/store/workspace.js";
import type { Ran, Sandbox } from "../sandbox.js";

const SHIM = new URL("../fault-shim.mjs", import.meta.url).href;
const AT_ONCE = 3;
export const EVERY = process.env["TEST_FAULT_STEP"];
/** Generous: only that it ends at all. */
export const LIMIT_MS = EVERY === undefined ? 300_000 : 3_600_000;

export type Fault = { at: number; kind: "kill" | "EIO" | "ENOSPC"; times?: "once" | "from" };

/** The environment of a command that meets a fault. */
export const broken = (box: Sandbox, { at, kind, times = "once" }: Fault, trace?: string): Record<string, string> => ({
  NODE_OPTIONS: `--import=${SHIM}`,
  TEST_FAULT_ROOT: box.dir,
  TEST_FAULT_AT: String(at),
  TEST_FAULT_KIND: kind,
  TEST_FAULT_TIMES: times,
  ...(trace === undefined ? {} : { TEST_FAULT_TRACE: trace }),
});

const traces = mkdtempSync(join(tmpdir(), "tenet-faults-"));
afterAll(() => rmSync(traces, { recursive: true, force: true }));

/** The changing calls of a command that meets no fault, a line each. */
export async function callsOf(
  box: Sandbox,
  run: (env: Record<string, string>) => Promise<unknown>,
): Promise<readonly string[]> {
  const trace = join(traces, Math.random().toString(36).slice(2));
  await run(broken(box, { at: 1_000_000, kind: "kill" }, trace));
  return readFileSync(trace, "utf8").trimEnd().split("\n");
}

/** Evenly spread over all calls, the middle of each part. */
function sample(calls: number, wanted: number): number[] {
  const count = EVERY === undefined ? Math.min(wanted, calls) : Math.ceil(calls / Number(EVERY));
  return Array.from({ length: count }, (_, i) => Math.ceil(((i + 0.5) * calls) / count));
}

/** So many kills, and so many errors of each kind. */
export function faultsFor(calls: number, { kills, errors }: { kills: number; errors: number }): Fault[] {
  return [
    ...sample(calls, kills).map((at): Fault => ({ at, kind: "kill" })),
    ...sample(calls, errors).map((at): Fault => ({ at, kind: "EIO" })),
    ...sample(calls, errors).map((at): Fault => ({ at, kind: "ENOSPC", times: "from" })),
  ];
}

export async function together<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** `learn, kill once at 4 of 60`: which fault it was, in every message. */
export const inWords = (what: string, { kind, times = "once", at }: Fault, calls: number): string =>
  `${what}, ${kind} ${times} at ${at} of ${calls}`;

/** A kill kills. What only costs time may fail without a word; what fails the command says which file and why. */
export function expectPlainEnd(ran: Pick<Ran, "code" | "signal" | "stderr">, { kind }: Fault, says: string): void {
  if (kind === "kill") {
    expect(ran.signal, says).toBe("SIGKILL");
    return;
  }
  expect([0, 1], `${says}: ${ran.stderr}`).toContain(ran.code);
  if (ran.code !== 0) expect(ran.stderr, says).toMatch(new RegExp(`Cannot \\w[\\w ]* \\S*/[\\s\\S]*\\(${kind}\\)`));
}

type Files = Record<string, string>;

/** Each file is old or new. */
export function expectWhole(now: Files, { before, after }: { before: Files; after: Files }, says: string): void {
  for (const [file, hash] of Object.entries(now))
    expect([before[file], after[file]], `${says}: ${file} is torn`).toContain(hash);
}

export const hashOf = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");

/** Every file of a workspace by its name, in order. */
export function filesOf(box: Sandbox): { name: string; path: string }[] {
  return readdirSync(box.dir, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .map((path) => ({ name: path.slice(box.dir.length + 1), path }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** What counts, by content: what is generated, local or drawn by chance is made again. */
export function truth(box: Sandbox): Files {
  const counts = filesOf(box).filter(({ name }) => /^(?:memory\/|SOUL)/.test(name) && !/index\.md$|\.tmp$/.test(name));
  return Object.fromEntries(counts.map(({ name, path }) => [name, hashOf(readFileSync(path))]));
}

/** Files that writers left on their way. */
export const temps = (box: Sandbox): string[] =>
  filesOf(box)
    .map(({ name }) => name)
    .filter((name) => /^\.tenet\/tmp\/|\.tmp$/.test(name));

/** Whether a change of several files was decided and is not complete. */
export const isInterrupted = ({ dir }: Sandbox): boolean => isChangePending(new Workspace(dir));

/** Those files, and what a later command has to complete. */
export const leftovers = (box: Sandbox): string[] => [
  ...temps(box),
  ...(isInterrupted(box) ? ["a decided change"] : []),
  ...(isErasing(new Workspace(box.dir)) ? ["an erasing"] : []),
];

/** The first changing call of a command, from 1, before which its change of several files is decided: it installs one. */
export function firstInstall(calls: readonly string[]): number {
  const staged = calls.findLastIndex((call) => / open \S*\/\.tenet\/tmp\/\S+\.\d+$/.test(call));
  return calls.findIndex((call, at) => at > staged && / open \S*\/\.tenet\/tmp\/\.tenet-\S+\.tmp$/.test(call)) + 1;
}
