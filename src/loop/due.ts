/** What the outcome loop asks of a tree: the same for the heartbeat, which asks it, and for the status, which counts it. */
import { localDay } from "../clock.js";
import type { Context } from "../context.js";
import type { EntryMeta, Store } from "../store/open-store.js";
import { type Loop, OPEN, promptsDue } from "./outcome-loop.js";
import type { Questions } from "./questions.js";
import { FAILED, type Lesson, lessonsOf, toReinforce } from "./stick.js";

/** The questions that are due, after what was asked and postponed before. */
export function loopOf(ctx: Context, tree: Store, known: Questions): Loop<EntryMeta> {
  return promptsDue({
    open: tree.where(OPEN),
    lessons: () => (tree.withAny("recurrence_of").length === 0 ? [] : lessonsOf(tree.heads)),
    asked: known.asked,
    later: known.later,
    limits: ctx.profile.outcome,
    now: ctx.clock.now(),
    localDay: (at) => localDay(at, ctx.profile.timezone),
  });
}

/** The lessons to bring up again until they hold. */
export function failingLessons(tree: Store): Lesson<EntryMeta>[] {
  return tree.where(FAILED).length === 0 ? [] : toReinforce(lessonsOf(tree.heads));
}
