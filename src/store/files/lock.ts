/** The lock of a folder: one holder among processes, taken over only from a holder that is provably dead. */

import { link, mkdir, readdir, readFile, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { TenetError } from "../../errors.js";
import { next } from "../../steps.js";
import { writeNewFile } from "./atomic-file.js";
import { nodeFs } from "./atomic-fs.js";
import { tempPathIn } from "./disposable.js";
import { codeOf, fileFailure } from "./file-failure.js";
import {
  judge,
  type LockRecord,
  type LockVerdict,
  newOwner,
  type Owner,
  ownerInWords,
  parseRecord,
} from "./lock-owner.js";

/** How long a command waits for another writer. */
export const COMMAND_WAIT_MS = 15_000;

/** How long a writer waits for another one. */
export const patienceOf = ({ patienceMs }: { patienceMs?: number }): number => patienceMs ?? COMMAND_WAIT_MS;

/** Pauses between two looks at the lock: shorter after a long wait, so that later processes do not keep overtaking. */
const PAUSES: readonly { from: number; pause: number }[] = [
  { from: 3_000, pause: 4 },
  { from: 1_000, pause: 12 },
  { from: 0, pause: 25 },
];

function pauseAfter(waitedMs: number): number {
  return PAUSES.find(({ from }) => waitedMs >= from)?.pause ?? 0;
}

/*
 * A lock is a folder of files `g<N>`; the highest number counts. Whoever wants it links a finished record as `g<N+1>`,
 * and only when `g<N>` is released or its owner is provably dead: of many, `link` lets one succeed. Nobody removes the
 * highest file, so numbers never fall, and a slow contender that links a number already gone by sees a higher one when
 * it looks again. No decision reads a modification time: blocked and suspended holders keep their lock.
 */
const GENERATION = /^g([1-9]\d{0,14})$/;

interface Generation {
  number: number;
  record: LockRecord;
}

const fileOf = (dir: string, number: number) => join(dir, `g${number}`);

async function numbersIn(dir: string): Promise<number[]> {
  const names = await readdir(dir);
  return names.flatMap((name) => {
    const digits = GENERATION.exec(name)?.[1];
    return digits === undefined ? [] : [Number(digits)];
  });
}

const NOBODY: Generation = { number: 0, record: { state: "released" } };

async function highest(dir: string): Promise<Generation> {
  for (;;) {
    const number = Math.max(0, ...(await numbersIn(dir)));
    if (number === 0) return NOBODY;
    try {
      return { number, record: parseRecord(await readFile(fileOf(dir, number), "utf8")) };
    } catch (cause) {
      // Removed since the listing, so a higher one exists.
      if (codeOf(cause) !== "ENOENT") throw cause;
    }
  }
}

/**
 * Runs `body` as the only holder of the lock kept in `dir`, among all processes of this machine. Throws `busy` (exit 3)
 * naming the owner when `waitMs` went by, `failed` when the folder cannot be written. Not re-entrant: a body that asks
 * for its own lock waits for itself.
 */
export async function withLock<T>(dir: string, command: string, waitMs: number, body: () => Promise<T>): Promise<T> {
  const number = await acquire(dir, newOwner(command), waitMs);
  try {
    return await body();
  } finally {
    // A release that fails leaves the record of a process that soon ends: the next one proves it dead.
    await release(dir, number).catch(() => undefined);
  }
}

async function acquire(dir: string, owner: Owner, waitMs: number): Promise<number> {
  const deadline = performance.now() + waitMs;
  let temp: string | undefined;
  try {
    await mkdir(dir, { recursive: true });
    for (;;) {
      const top = await highest(dir);
      const verdict = judge(top.record);
      if (verdict.state === "free" || verdict.state === "dead") {
        temp ??= await writeRecord(dir, owner);
        if (await claim(dir, top.number + 1, temp)) return top.number + 1;
      }
      const msLeft = deadline - performance.now();
      if (msLeft <= 0) throw busy(dir, top.record, verdict);
      await sleep(Math.min(msLeft, pauseAfter(waitMs - msLeft) * (0.5 + Math.random())));
    }
  } catch (cause) {
    throw fileFailure("take the lock in", dir, cause);
  } finally {
    if (temp !== undefined) await unlink(temp).catch(() => undefined);
  }
}

async function writeRecord(dir: string, record: LockRecord): Promise<string> {
  const temp = tempPathIn(dir);
  // Synced: after a power loss an empty record would count as held.
  await writeNewFile(temp, Buffer.from(`${JSON.stringify(record)}\n`), undefined, nodeFs);
  return temp;
}

/** Tries to become generation `number`. True: held, and what is older is cleared away. */
async function claim(dir: string, number: number, temp: string): Promise<boolean> {
  const ownFile = fileOf(dir, number);
  try {
    await link(temp, ownFile);
  } catch (cause) {
    if (codeOf(cause) === "EEXIST") return false;
    throw cause;
  }
  const numbers = await numbersIn(dir);
  if (numbers.some((other) => other > number)) {
    await unlink(ownFile).catch(() => undefined);
    return false;
  }
  for (const older of numbers.filter((other) => other < number)) {
    await unlink(fileOf(dir, older)).catch(() => undefined);
  }
  return true;
}

async function release(dir: string, number: number): Promise<void> {
  // A person broke the lock: it is no longer ours to release.
  if ((await numbersIn(dir)).some((other) => other > number)) return;
  const temp = await writeRecord(dir, { state: "released" });
  try {
    await rename(temp, fileOf(dir, number));
  } catch (cause) {
    await unlink(temp).catch(() => undefined);
    throw cause;
  }
}

function busy(dir: string, record: LockRecord, verdict: LockVerdict): TenetError {
  const unsure = verdict.state === "unknown";
  const ownerText = record.state === "held" ? ownerInWords(record) : "someone";
  return new TenetError(`Another command is writing in this workspace: ${ownerText}; ${verdict.because}.`, {
    failure: "busy",
    hint: unsure
      ? next("If no other command is running, to see how a person releases the lock:", "doctor")
      : next("Wait until it has finished, then do the same again. To see who holds the lock:", "doctor"),
    details: { lock: dir, owner: record.state === "held" ? record : null, because: verdict.because },
  });
}

/** A lock as doctor shows it. */
export interface LockState {
  owner: Owner | undefined;
  verdict: LockVerdict;
}

/** Who holds the lock in `dir`, and whether that process still lives; undefined when it was never taken. */
export async function lockState(dir: string): Promise<LockState | undefined> {
  let top: Generation;
  try {
    top = await highest(dir);
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return undefined;
    throw fileFailure("read the lock in", dir, cause);
  }
  if (top.number === 0) return undefined;
  return { owner: top.record.state === "held" ? top.record : undefined, verdict: judge(top.record) };
}

/**
 * Releases a lock over its holder: for doctor, after a person typed the reason. The next generation is written as
 * released and remembers reason and person until the lock is taken again. Returns the broken lock; undefined when it was
 * free. A holder that lives after all goes on unprotected: only the lost-update guard protects it.
 */
export async function breakLock(dir: string, why: { reason: string; by: string }): Promise<LockState | undefined> {
  if (why.reason.trim() === "") throw new Error("a lock is broken only with a reason");
  const before = await lockState(dir);
  if (before === undefined || before.verdict.state === "free") return undefined;
  let temp: string | undefined;
  try {
    const { number } = await highest(dir);
    temp = await writeRecord(dir, { state: "released", broken: why });
    await link(temp, fileOf(dir, number + 1));
  } catch (cause) {
    // Someone else took it in this moment: there is nothing left to break.
    if (codeOf(cause) === "EEXIST") return undefined;
    throw fileFailure("release the lock in", dir, cause);
  } finally {
    if (temp !== undefined) await unlink(temp).catch(() => undefined);
  }
  return before;
}
