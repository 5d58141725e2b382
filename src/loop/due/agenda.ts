/** Collects due items of every kind. A heartbeat asks them, a context shows them, `status` counts them. Reads only. */
import { localDay } from "../../clock.js";
import type { Context } from "../../context.js";
import { isAskedAbout } from "../../entry/lessons.js";
import { JUDGED_TYPES } from "../../entry/record-types.js";
import { isPairKey } from "../../entry/standing/ties.js";
import type { Row, Store } from "../../store/open-store.js";
import type { PeoplesLine } from "../../store/records/peoples-lines.js";
import type { Questions } from "../../store/state/question-log.js";
import { compareText } from "../../text/claims/canonical.js";
import { daysBetween } from "../../text/durations.js";
import { type Chosen, type DueItem, withinBudget } from "../policy/budget.js";
import { type Due, pairsDue, promptsDue, QUIET_HOURS, QuestionMemory } from "../policy/outcome-loop.js";
import { toReinforce } from "../policy/stick.js";
import { askedPairsIn } from "./open-pairs.js";

/** Everything that is due, whatever the budget. */
export interface Agenda {
  /** Questions and pairs, in no order. */
  items: DueItem[];
  /** Corrections that did not stick and are not silent: those not brought to mind the longest first. */
  reminders: Row[];
}

type Here = Pick<Context, "workspace" | "profile" | "clock">;

/** `lines`: what people wrote into core files, see `linesInPairs`. */
export function agendaOf(ctx: Here, tree: Store, questions: Questions, lines: readonly PeoplesLine[]): Agenda {
  const { outcome: limits } = ctx.profile;
  const now = ctx.clock.now();
  const memory = new QuestionMemory(questions.asked, questions.later);
  const due = promptsDue({ open: openQuestions(tree), memory, limits, now });
  const pairs = askedPairsIn(ctx, tree, lines);
  const items = [...due, ...pairsDue({ pairs, memory, hours: QUIET_HOURS, now })];
  const lastPrinted = (id: string) => memory.of(id).printed ?? "";
  const reminders = toReinforceIn(tree)
    .filter(({ id }) => !memory.isSilent(id, now, QUIET_HOURS))
    .sort((a, b) => compareText(lastPrinted(a.id), lastPrinted(b.id)));
  return { items, reminders };
}

/** The entries whose outcome is asked for sooner or later: of a chain the one that speaks for it. */
function openQuestions(tree: Store): readonly Row[] {
  const unanswered = tree.where({ type: JUDGED_TYPES, outcome: null }, "inUse");
  return tree.speaking(unanswered.filter((one) => (one.kept ?? one.stuck?.held) === undefined && isAskedAbout(one)));
}

/**
 * Every question that can be answered by now, asked by a heartbeat or not: for a person who goes through waiting items.
 * Postponed questions are not among them, nor imports that the loop has not reached yet.
 */
export function answerable(
  ctx: Pick<Context, "workspace" | "profile" | "clock">,
  tree: Store,
  { asked, later }: Pick<Questions, "asked" | "later">,
): Due[] {
  const memory = new QuestionMemory([], later);
  const due = promptsDue({ open: openQuestions(tree), memory, limits: ctx.profile.outcome, now: ctx.clock.now() });
  const wasAsked = new Set(asked.map(({ id }) => id));
  return due.filter(({ entry }) => entry.imported === undefined || wasAsked.has(entry.id));
}

/** The items to print now, under the budget of a heartbeat and of the local day. */
export function chosenOf(
  { profile, clock }: Pick<Context, "profile" | "clock">,
  { items, reminders }: Pick<Agenda, "items" | "reminders">,
  { asked }: Pick<Questions, "asked">,
): Chosen {
  // Most of the time; naming a calendar day loads the tables of time zones.
  if (items.length + reminders.length === 0) return { due: [], reminders: [], waiting: 0 };
  const dayOf = (at: Date) => localDay(at, profile.timezone);
  const today = dayOf(clock.now());
  const near = asked.filter(({ at }) => Math.abs(daysBetween(at, clock.now())) < 2);
  const printedToday = near.filter(({ at }) => dayOf(new Date(at)) === today);
  const remindersToday = printedToday.filter(({ stage }) => stage === undefined).length;
  const pairsToday = printedToday.filter(({ id }) => isPairKey(id)).length;
  return withinBudget(items, reminders, { ...profile.outcome, today: printedToday.length, remindersToday, pairsToday });
}

/** The corrections to bring up again until they hold, by weight. */
export function toReinforceIn(tree: Store): Row[] {
  const failed = tree.where({ type: "correction" }, "inUse").filter(({ kept }) => kept === "failed");
  return toReinforce(tree.speaking(failed));
}
