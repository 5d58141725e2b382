/** Who holds a lock, and whether that process is still alive. */
import { randomBytes } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { systemClock } from "../../clock.js";
import { stamp } from "../../text/durations.js";

/** Who holds a lock: enough to prove later, from another process of the same machine, that the holder is gone. */
export interface Owner {
  state: "held";
  pid: number;
  /** Start time of the process in clock ticks since boot, because pids are reused; null where the system has no /proc. */
  started: string | null;
  /** Changes with every boot; null where unknown. */
  boot: string | null;
  /** The pid namespace, because containers count pids of their own; null where unknown. */
  namespace: string | null;
  host: string;
  nonce: string;
  command: string;
  /** For people only: no decision reads a clock. */
  since: string;
}

/** A free lock; `broken` when a person released it over its holder. */
export interface ReleasedLock {
  state: "released";
  broken?: { reason: string; by: string };
}

/** The content of a lock file; `unreadable` for empty and foreign content, which counts as held. */
export type LockRecord = Owner | ReleasedLock | { state: "unreadable" };

/** Whether a lock may be taken, and why; `unknown` counts as held, because only proof releases a lock. */
export interface LockVerdict {
  state: "free" | "dead" | "alive" | "unknown";
  because: string;
}

function quietly(read: () => string): string | null {
  try {
    return read().trim();
  } catch {
    return null;
  }
}

/** State letter and start time of a process. The command name before them may hold spaces and brackets. */
function procStat(pid: number): { letter: string; started: string } | null {
  const text = quietly(() => readFileSync(`/proc/${pid}/stat`, "latin1"));
  const fields = text?.slice(text.lastIndexOf(")") + 2).split(" ");
  const [letter, started] = [fields?.[0], fields?.[19]];
  return letter === undefined || started === undefined ? null : { letter, started };
}

let self: Pick<Owner, "pid" | "started" | "boot" | "namespace" | "host"> | undefined;

function thisProcess(): NonNullable<typeof self> {
  self ??= {
    pid: process.pid,
    started: procStat(process.pid)?.started ?? null,
    boot: quietly(() => readFileSync("/proc/sys/kernel/random/boot_id", "latin1")),
    namespace: quietly(() => readlinkSync("/proc/self/ns/pid")),
    host: hostname(),
  };
  return self;
}

/** This process as the owner of one lock it is about to take. */
export function newOwner(command: string): Owner {
  return {
    state: "held",
    ...thisProcess(),
    nonce: randomBytes(8).toString("hex"),
    command,
    since: stamp(systemClock.now()),
  };
}

/** Reads a lock file's text; anything that is not exactly one of our records is `unreadable`. */
export function parseRecord(text: string): LockRecord {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { state: "unreadable" };
  }
  if (typeof value !== "object" || value === null) return { state: "unreadable" };
  const record = value as Record<string, unknown>;
  if (record["state"] === "released") return record as unknown as ReleasedLock;
  const textOrNull = (field: unknown) => field === null || typeof field === "string";
  const whole =
    record["state"] === "held" &&
    Number.isSafeInteger(record["pid"]) &&
    (record["pid"] as number) > 0 &&
    textOrNull(record["started"]) &&
    textOrNull(record["boot"]) &&
    textOrNull(record["namespace"]) &&
    ["host", "nonce", "command", "since"].every((field) => typeof record[field] === "string");
  return whole ? (record as unknown as Owner) : { state: "unreadable" };
}

/** `learn, process 4711 on host since ...`: the owner as error messages name it. */
export function ownerInWords({ command, pid, host, since }: Owner): string {
  return `\`tenet ${command}\` (process ${pid} on ${host}, since ${since})`;
}

/** Whether the holder named by a record still lives. Dead only on proof: another host, no permission, garbage are not. */
export function judge(record: LockRecord): LockVerdict {
  if (record.state === "released") return { state: "free", because: "it was released" };
  if (record.state === "unreadable") return { state: "unknown", because: "its record cannot be read" };
  const ownProcess = thisProcess();
  if (record.host !== ownProcess.host)
    return { state: "unknown", because: `it was taken on another machine, ${record.host}` };
  if (record.boot !== null && ownProcess.boot !== null && record.boot !== ownProcess.boot) {
    return { state: "dead", because: "the machine was restarted since" };
  }
  if (record.namespace !== null && ownProcess.namespace !== null && record.namespace !== ownProcess.namespace) {
    return { state: "unknown", because: "it was taken in another container" };
  }
  try {
    process.kill(record.pid, 0);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ESRCH") {
      return { state: "dead", because: `process ${record.pid} is gone` };
    }
    // EPERM: it lives and belongs to another user. Its /proc entry can be read all the same.
  }
  const processStat = procStat(record.pid);
  if (processStat !== null && record.started !== null && processStat.started !== record.started) {
    return { state: "dead", because: `process ${record.pid} is another one by now` };
  }
  if (processStat !== null && (processStat.letter === "Z" || processStat.letter === "X")) {
    return { state: "dead", because: `process ${record.pid} has ended` };
  }
  return { state: "alive", because: `process ${record.pid} is running` };
}
