/** What the tests of the tree run in processes of their own: `node child.mjs <verb> <argument>...`. */
import { open, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fixedClock } from "../../src/clock.js";
import { TenetError } from "../../src/errors.js";
import { sha256, writeFileAtomic } from "../../src/store/files/atomic-file.js";
import { withLock } from "../../src/store/files/lock.js";
import { readBytes } from "../../src/store/files/safe-path.js";
import { commitFiles, completeChange } from "../../src/store/files/transaction.js";
import { recordEvent } from "../../src/store/state/ledger.js";
import { State } from "../../src/store/state/state-db.js";
import { Workspace } from "../../src/store/workspace.js";
import { CHANGE, changesOf } from "./scenario.js";

const entered = (path: string) => writeFile(join(path, "..", "entered"), String(process.pid));

/** The body of a lock that notices a second holder: a file that only one may have made. */
async function alone(dir: string, ms: number): Promise<void> {
  const sign = join(dir, "..", "held-by-one");
  const handle = await open(sign, "wx");
  await handle.close();
  if (ms > 0) await sleep(ms);
  await rm(sign);
}

const AT = "2026-02-15T14:00:00Z";
const noteEvent = (workspace: Workspace): boolean => {
  const actor = { agent: "a", session: "s", atTerminal: false, git: async () => ({}) };
  return recordEvent({ workspace, actor, clock: fixedClock(AT) }, { kind: "read", op: "list", ids: [] });
};

const verbs: Record<string, (...args: string[]) => Promise<unknown>> = {
  commit: async (root) => await commitFiles(new Workspace(root as string), CHANGE, changesOf(root as string)),
  complete: async (root) => await completeChange(new Workspace(root as string)),
  write: async (path, size) => await writeFileAtomic(path as string, "x".repeat(Number(size))),
  /** Raises the number in a file, `times` times, each under the lock. */
  count: async (root, times) => {
    const ws = new Workspace(root as string);
    const path = ws.absolute("MEMORY.md");
    for (let at = 0; at < Number(times); at += 1) {
      await withLock(ws.lock, "count", 30_000, async () => {
        const before = await readFile(path);
        const after = Buffer.from(String(Number(before) + 1));
        await commitFiles(ws, `count-${process.pid}-${at}`, [{ path, before: sha256(before), after }]);
      });
    }
  },
  /** Notes facts and events, so many. */
  note: async (root, times, mark) => {
    const ws = new Workspace(root as string);
    for (let at = 0; at < Number(times); at += 1) {
      State.of(ws).put("noted", { key: `${mark} ${at}`, at: AT, value: at });
      noteEvent(ws);
    }
  },
  /** Takes the lock `times` times and fails when another holder is inside. */
  contend: async (dir, times, holdMs) => {
    for (let at = 0; at < Number(times); at += 1) {
      await withLock(dir as string, "contend", 60_000, () => alone(dir as string, Number(holdMs)));
    }
  },
  /** Holds the lock for a while, and says so by a file `entered` beside it. */
  hold: async (path, ms) => {
    await withLock(path as string, "hold", 5_000, async () => {
      await entered(path as string);
      await alone(path as string, Number(ms));
    });
  },
  /** The same, to be killed. */
  sleep: async (path, ms) => {
    await withLock(path as string, "sleep", 5_000, async () => {
      await entered(path as string);
      await sleep(Number(ms));
    });
  },
  /** All that a user without write permission meets: what each attempt answered, as JSON. */
  readOnly: async (root) => {
    const ws = new Workspace(root as string);
    if (process.getuid?.() === 0) process.setuid?.(65_534);
    const tries: Record<string, () => Promise<unknown>> = {
      read: async () => Buffer.from((await readBytes(ws, ws.absolute("SOUL.md"))) ?? []).toString(),
      denied: () => readBytes(ws, ws.absolute("AGENTS.md")),
      complete: () => completeChange(ws),
      write: () => writeFileAtomic(ws.absolute("SOUL.md"), "mine", { within: ws }),
      commit: () => commitFiles(ws, CHANGE, changesOf(root as string)),
      lock: () => withLock(ws.lock, "learn", 100, async () => "held"),
      note: async () => noteEvent(ws),
    };
    const answers: Record<string, unknown> = {};
    for (const [name, attempt] of Object.entries(tries)) answers[name] = await attempt().catch(said);
    return answers;
  },
};

const said = (cause: unknown) =>
  cause instanceof TenetError
    ? { message: cause.message, failure: cause.failure, code: cause.code }
    : { bug: String(cause) };

const [verb = "", ...args] = process.argv.slice(2);
try {
  process.stdout.write(JSON.stringify((await verbs[verb]?.(...args)) ?? null));
} catch (cause) {
  process.stdout.write(JSON.stringify(said(cause)));
  process.exitCode = cause instanceof TenetError ? cause.exit : 70;
}
