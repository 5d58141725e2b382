/** The questions that are due, and the memory of what was asked and printed when: local state of the outcome loop. */
import { join } from "node:path";
import { localDay } from "../clock.js";
import type { Context } from "../context.js";
import { type Lesson, lessonsOf, openQuestions } from "../entry/lessons.js";
import { writeFileAtomic } from "../store/files/atomic-file.js";
import { patienceOf, withLock } from "../store/files/lock.js";
import { readBytes } from "../store/files/safe-path.js";
import type { EntryMeta, Store } from "../store/open-store.js";
import type { Workspace } from "../store/workspace.js";
import { type AskedQuestion, type Loop, type Postponement, promptsDue } from "./outcome-loop.js";
import { toReinforce } from "./stick.js";

export interface Questions {
  asked: AskedQuestion[];
  later: Postponement[];
  /** Last printed, by item: `reinforce:COR-…`, `contest:A+B`, `waiting`, ... */
  printed: Record<string, string>;
  /** What was done and not told yet. */
  did?: string[];
  /** The clock at the last heartbeat that wrote. */
  last?: string;
  /** The clock leapt ahead by more than a year at this moment: nothing runs out until it has stayed there. */
  leapt?: string;
}

function file(ws: Workspace): string {
  return join(ws.sessions, "questions.json");
}

/** What is remembered; nothing when the file is missing or damaged: then a question comes once too often. */
export async function readQuestions(ws: Workspace): Promise<Questions> {
  try {
    const known = JSON.parse(Buffer.from((await readBytes(ws, file(ws))) ?? "{}").toString("utf8")) as Questions;
    return {
      ...known,
      asked: Array.isArray(known.asked) ? known.asked : [],
      later: Array.isArray(known.later) ? known.later : [],
      printed: typeof known.printed === "object" && known.printed !== null ? known.printed : {},
    };
  } catch {
    return { asked: [], later: [], printed: {} };
  }
}

/**
 * Changes what is remembered, under a lock of its own, so that two heartbeats at once never ask the same. The body
 * gets what is there now and answers what to keep, or undefined to leave it.
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

/** The questions that are due, after what was asked and postponed before: the heartbeat asks them, `status` counts them. */
export function loopOf(ctx: Context, tree: Store, known: Questions): Loop<EntryMeta> {
  return promptsDue({
    open: openQuestions(tree),
    asked: known.asked,
    later: known.later,
    limits: ctx.profile.outcome,
    now: ctx.clock.now(),
    localDay: (at) => localDay(at, ctx.profile.timezone),
  });
}

/** The lessons to bring up again until they hold. */
export function failingLessons(tree: Store): Lesson<EntryMeta>[] {
  return tree.where({ stick: "failed" }).length === 0 ? [] : toReinforce(lessonsOf(tree.where({ type: "correction" })));
}
