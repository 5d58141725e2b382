/** Which corrections have proved themselves by now. Reads only; `capture/persist/timed-changes.ts` writes it down. */

import type { Context } from "../../context.js";
import type { Stick } from "../../entry/entry.js";
import type { Opportunity } from "../../entry/holds/triggers.js";
import { isJudging, repeatedLessons, writtenAt } from "../../entry/lessons.js";
import type { Row, Store } from "../../store/open-store.js";
import { readCheckFacts } from "../../store/state/check-log.js";
import { readOpportunities } from "../../store/state/sessions.js";
import { defined } from "../../text/defined.js";
import { stamp } from "../../text/durations.js";
import { brokenSince, stickStateOf } from "../policy/stick.js";
import type { TimedChange } from "./timed-change.js";

type Here = Pick<Context, "workspace" | "profile" | "clock">;

/** Corrections that held by now, or that a check saw broken: what upkeep writes down. */
export function settling(ctx: Here, tree: Store): TimedChange[] {
  return [...proven(ctx, tree)];
}

/** Verdicts of corrections that hold by now, not written yet: for previews of a digest. */
export function heldByNow(ctx: Here, tree: Store): ReadonlyMap<string, Stick> {
  const at = stamp(ctx.clock.now());
  const dueHolds = settling(ctx, tree).filter(({ does }) => does === "settle");
  return new Map(dueHolds.map(({ id, came_up }) => [id, { verdict: "held", at, ...defined({ came_up }) }]));
}

/** Corrections without a question: their proof is known. */
export function provenByNow(ctx: Here, tree: Store): Set<string> {
  return new Set(proven(ctx, tree).map(({ id }) => id));
}

/** As last computed for an open tree. */
const provenByTree = new WeakMap<Store, { at: Date; proven: readonly TimedChange[] }>();
/** A command asks several times within this; what has held is counted in days. */
const SAME_MOMENT_MS = 10_000;

function proven(ctx: Here, tree: Store): readonly TimedChange[] {
  const at = ctx.clock.now();
  const last = provenByTree.get(tree);
  if (last !== undefined && Math.abs(at.getTime() - last.at.getTime()) < SAME_MOMENT_MS) return last.proven;
  const proven = provenAt(at, ctx, tree);
  provenByTree.set(tree, { at, proven });
  return proven;
}

function provenAt(now: Date, ctx: Here, tree: Store): TimedChange[] {
  const checks = readCheckFacts(ctx.workspace);
  const heldChecks = checks.flatMap(({ id, at, day, kind }) =>
    kind === "held" ? { id, at, session: `check-${day}` } : [],
  );
  const opportunities = [...readOpportunities(ctx.workspace), ...goodOutcomes(tree), ...heldChecks];
  const cameUp = new Map<string, Opportunity[]>();
  for (const one of opportunities) {
    const cameUpBefore = cameUp.get(one.id);
    if (cameUpBefore === undefined) cameUp.set(one.id, [one]);
    else cameUpBefore.push(one);
  }
  // What neither came up nor was checked cannot have held.
  const lookedAt = new Set([...cameUp.keys(), ...checks.map(({ id }) => id)]);
  const corrections = [...lookedAt].flatMap((id) => tree.head(id) ?? []);
  return repeatedLessons(tree, corrections).flatMap((lesson): TimedChange[] => {
    const broken = brokenSince(lesson, checks, now);
    if (broken !== undefined) {
      const { id } = lesson.carrier;
      const evidence = `tenet check found it broken in ${broken.place}`;
      return [{ id, does: "fail", at: broken.at, evidence, summary: `${id} failed: ${evidence}` }];
    }
    const opportunitiesOfLesson = lesson.members.flatMap(({ id }) => cameUp.get(id) ?? []);
    const { settles } = stickStateOf(lesson, opportunitiesOfLesson, now);
    if (settles === undefined) return [];
    const { id } = lesson.carrier;
    const { verdict: _, ...known } = settles;
    return [{ id, does: "settle", ...known, summary: `${id} held: it ${settles.evidence}` }];
  });
}

const isValidating = (head: Row): boolean => isJudging(head) && head.verdict === "validated";

/** A correction that an outcome calls validated came up where that was recorded: it is an answer. */
function goodOutcomes(tree: Store): Opportunity[] {
  const repeats = repeatedLessons(tree).flatMap(({ members }) => members.map(({ id }) => id));
  const good = [...tree.validatingUnheld(), ...tree.naming(repeats, "references").filter(isValidating)];
  return good.flatMap(({ references = [], agent, session = `adhoc-${agent}`, ...head }) =>
    references.map((id) => ({ id, at: writtenAt(head), session, answered: true as const })),
  );
}
