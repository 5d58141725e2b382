/** Stores when questions were asked, postponed and printed: local state of the outcome loop. */
import { join } from "node:path";
import type { Context } from "../../context.js";
import { wrongUsage } from "../../errors.js";
import type { AskedQuestion, Postponement } from "../../loop/policy/outcome-loop.js";
import { stamp, untilOf } from "../../text/durations.js";
import { writeFileAtomic } from "../files/atomic-file.js";
import { patienceOf, withLock } from "../files/lock.js";
import { readBytes } from "../files/safe-path.js";
import type { Workspace } from "../workspace.js";

export interface Questions {
  asked: AskedQuestion[];
  later: Postponement[];
  /** Notices, by when they were last printed: `review`, `version`, `did`. */
  printed: Record<string, string>;
  /** Actions not printed yet. */
  did?: string[];
  /** The clock at the last heartbeat that wrote. */
  last?: string;
}

/** Lines about actions that wait to be printed. */
export const MOST_WAITING = 20;

function file(ws: Workspace): string {
  return join(ws.sessions, "questions.json");
}

/** The stored questions; empty when the file is missing or damaged: then a question comes once too often. */
export async function readQuestions(ws: Workspace): Promise<Questions> {
  try {
    const questions = JSON.parse(Buffer.from((await readBytes(ws, file(ws))) ?? "{}").toString("utf8")) as Questions;
    return {
      ...questions,
      asked: Array.isArray(questions.asked) ? questions.asked : [],
      later: Array.isArray(questions.later) ? questions.later : [],
      printed: typeof questions.printed === "object" && questions.printed !== null ? questions.printed : {},
    };
  } catch {
    return { asked: [], later: [], printed: {} };
  }
}

/**
 * Changes the stored questions under their own lock, so that two heartbeats at once never ask the same. The body gets
 * the stored ones and returns those to store, or undefined to change nothing.
 */
export async function changeQuestions<T>(
  ctx: Pick<Context, "workspace" | "patienceMs">,
  op: string,
  body: (now: Questions) => Promise<{ keep: Questions | undefined; answer: T }>,
): Promise<T> {
  const { workspace: ws } = ctx;
  return await withLock(join(ws.sessions, "lock"), op, patienceOf(ctx), async () => {
    const { keep, answer } = await body(await readQuestions(ws));
    if (keep !== undefined) await writeFileAtomic(file(ws), `${JSON.stringify(keep)}\n`, { within: ws });
    return answer;
  });
}

/** The instant that `--later` means. Throws `usage` for one that is not ahead. */
export function laterUntil(later: string, now: Date): Date {
  const until = untilOf(later, now);
  if (until !== undefined && until > now) return until;
  throw wrongUsage(`later is no time ahead: ${JSON.stringify(later)}`, "Write it like 5d, 12h, 2w or 2026-03-01.");
}

/** Remembers until when an item, an entry or a pair, is not asked about. */
export async function postpone(ctx: Context, id: string, until: Date): Promise<void> {
  const at = stamp(ctx.clock.now());
  await changeQuestions(ctx, "outcome", async (now) => {
    const later = [...now.later.filter((one) => one.id !== id), { id, until: stamp(until), at }];
    return { keep: { ...now, later }, answer: undefined };
  });
}
