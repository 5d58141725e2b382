/**
 * The bound of every local file and folder that grows, in one table. A heartbeat and the end of a session look whether
 * one is over its bound, by names and sizes alone, and bring those back under the workspace's lock. Records, heard
 * sentences and everything else that waits for somebody have no bound.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "../../context.js";
import { TenetError } from "../../errors.js";
import { namesIn, removeDisposable } from "../files/disposable.js";
import { isLongerThan, keyBy, shortenLog } from "../files/fact-log.js";
import { withLock } from "../files/lock.js";
import { DAY } from "../ledger/chains.js";
import type { Workspace } from "../workspace.js";

interface Bound {
  /** The file or folder. */
  path(ws: Workspace): string;
  /** What it holds at most. */
  holds: string;
  /** Looks at names and sizes. */
  isOver(ws: Workspace): boolean;
  /** Brings it back within. Under the workspace's lock; safe to repeat. */
  compact(ws: Workspace, now: Date): void | Promise<void>;
}

/** The newest files or folders of a kind, so many; a quarter of them goes at once. */
function newest(path: Bound["path"], what: string, { pattern, most }: { pattern: RegExp; most: number }): Bound {
  return {
    path,
    holds: `the newest ${most} ${what}`,
    isOver: (ws) => namesIn(path(ws), pattern).length > most,
    compact(ws) {
      const files = namesIn(path(ws), pattern).flatMap((name) => {
        const stats = statSync(join(path(ws), name), { throwIfNoEntry: false });
        return stats === undefined ? [] : [{ file: join(path(ws), name), at: stats.mtimeMs }];
      });
      const oldest = files.sort((a, b) => b.at - a.at).slice(Math.ceil((most * 3) / 4));
      for (const { file } of oldest) removeDisposable(file);
    },
  };
}

const KILOBYTE = 1024;

/** One line of a log for each of some fields, the newest, in so many kilobytes. */
function lines(path: Bound["path"], what: string, by: { fields: readonly string[]; kilobytes: number }): Bound {
  const most = by.kilobytes * KILOBYTE;
  return {
    path,
    holds: `${what}; the newest ${by.kilobytes} kB`,
    isOver: (ws) => isLongerThan(path(ws), most),
    compact: (ws) => shortenLog(path(ws), most, keyBy(...by.fields)),
  };
}

export const BOUNDS: readonly Bound[] = [
  newest((ws) => ws.ledger, "days", { pattern: DAY, most: 400 }),
  lines((ws) => ws.opportunities, "one line an entry and session", { fields: ["id", "session"], kilobytes: 256 }),
  lines((ws) => ws.checkLog, "one line an entry, day and result", { fields: ["id", "day", "kind"], kilobytes: 256 }),
  newest((ws) => ws.sessions, "sessions", { pattern: /^[0-9a-f]{24}\.jsonl$/, most: 400 }),
  newest((ws) => ws.sessionFindings, "transcripts", { pattern: /^[0-9a-f]{24}\.json$/, most: 400 }),
  newest((ws) => ws.undo, "sessions, ten changes each", { pattern: /\.json$/, most: 50 }),
  newest((ws) => ws.closedRuns, "runs, without what they wrote", { pattern: /^run-.+\.json$/, most: 1_000 }),
];

/** Files that their writers keep within a bound. */
export const BOUNDED_BY_WRITERS: readonly Pick<Bound, "path" | "holds">[] = [
  { path: (ws) => join(ws.sessions, "questions.json"), holds: "questions of 400 days" },
  { path: (ws) => ws.hooksLog, holds: "64 kB" },
  { path: (ws) => ws.heard, holds: "open sentences, and closed ones of 30 days" },
  { path: (ws) => ws.harvest, holds: "decisions of people" },
  { path: (ws) => ws.syncRefused, holds: "the newest 200 rows" },
];

/** Brings back what is over its bound. Another writer is not waited for: the next call does it. */
export async function keepBounds({ workspace: ws, clock }: Pick<Context, "workspace" | "clock">): Promise<void> {
  const over = BOUNDS.filter(({ isOver }) => isOver(ws));
  if (over.length === 0) return;
  try {
    await withLock(ws.lock, "heartbeat", 0, async () => {
      for (const { compact } of over) await compact(ws, clock.now());
    });
  } catch (error) {
    // A busy or read-only tree: what it holds stays as it is.
    if (!(error instanceof TenetError) && (error as NodeJS.ErrnoException).code === undefined) throw error;
  }
}
