/** Lessons of a made-up history: when each is repeated, whether it held, and what is known of it at the end. */
import type { Correction, Entry } from "../../src/entry/entry.js";
import { instantOf, SPAN, type TruthTree } from "./truth-tree.js";

/** How corrections turn out. Days by their medians. */
export const CORRECTIONS = {
  lessons: 460,
  answered: 400,
  held: { high: 0.6, medium: 0.7, low: 0.8 },
  firstRepeat: 60,
  nextRepeat: 30,
  repeatedAgain: 0.3,
  replaced: 0.2,
  owner: 0.4,
  /** Days of the profile for which an answer is awaited. */
  window: 7,
} as const;

/** Three of ten are high and three are low, so that the chance over all is the one of the middle. */
export const LEVELS = ["high", "high", "high", "medium", "medium", "medium", "medium", "low", "low", "low"] as const;
export const levelOf = (number: number) => LEVELS[number % LEVELS.length] as (typeof LEVELS)[number];

/** Half of what nobody judges is rated low. */
export const ratedFreely = (tree: TruthTree) => tree.chance.pick(["low", "low", "high", "medium"] as const);

const DOMAINS = ["deploy", "deploy", "database", undefined] as const;

export interface LessonPlan {
  /** Days of the history on which it was said, the first one first. */
  days: number[];
  members: Correction[];
  replaced: boolean;
}

/** Says lessons, repeats and replaces some of them, and answers 400 of those that stand. */
export function planCorrections(tree: TruthTree): LessonPlan[] {
  const { chance } = tree;
  const plans: LessonPlan[] = [];
  for (let number = 0; number < CORRECTIONS.lessons; number++) {
    const plan = planLesson(tree, chance.uniform(0, SPAN - 1), chance.yes(CORRECTIONS.replaced));
    plans.push(plan);
    if (!plan.replaced) continue;
    const newer = planLesson(tree, plan.days[1] as number, false);
    plan.days.length = 1;
    plans.push(newer);
    Object.assign(plan.members[0] as Entry, { status: "superseded", superseded_by: newer.members[0]?.id });
    Object.assign(newer.members[0] as Entry, { supersedes: [plan.members[0]?.id] });
  }
  const standing = plans.filter(({ replaced }) => !replaced);
  for (const [number, plan] of chance.shuffled(standing).entries()) {
    const carrier = plan.members.at(-1) as Correction;
    if (number >= CORRECTIONS.answered) carrier.stakes = ratedFreely(tree);
    else answer(tree, carrier, plan.days.at(-1) as number, levelOf(number));
  }
  return plans;
}

/** Where it is replaced before it is repeated, the second day is the one of what takes its place. */
function planLesson(tree: TruthTree, first: number, mayBeReplaced: boolean): LessonPlan {
  const { chance } = tree;
  const days = [first];
  const repeat = first + chance.exponential(CORRECTIONS.firstRepeat);
  const end = mayBeReplaced ? first + chance.uniform(10, 120) : SPAN;
  const replaced = end < Math.min(repeat, SPAN);
  if (replaced) days.push(end);
  else for (let day = repeat; day < SPAN; day = dayOfNext(tree, day)) days.push(day);
  const about = { agent: chance.pick(["main", "nova"]), domain: chance.pick(DOMAINS) };
  const said = replaced ? days.slice(0, 1) : days;
  const members: Correction[] = [];
  for (const day of said) {
    const earlier = members.at(-1)?.id;
    const source = chance.yes(CORRECTIONS.owner) ? "bridget" : undefined;
    const fields = { ...about, stakes: ratedFreely(tree), source, recurrence_of: earlier };
    members.push(tree.correction(day, fields) as Correction);
  }
  return { days, members, replaced };
}

const dayOfNext = ({ chance }: TruthTree, day: number): number =>
  chance.yes(CORRECTIONS.repeatedAgain) ? day + chance.exponential(CORRECTIONS.nextRepeat) : SPAN;

function answer({ chance }: TruthTree, carrier: Correction, said: number, stakes: "high" | "medium" | "low"): void {
  const verdict = chance.yes(CORRECTIONS.held[stakes]) ? ("held" as const) : ("failed" as const);
  const day = chance.uniform(said, Math.min(said + 2 * CORRECTIONS.window, SPAN));
  const at = instantOf(day) < carrier.timestamp ? carrier.timestamp : instantOf(day);
  Object.assign(carrier, { stakes, stick: { verdict, at, evidence: "It was looked at", by: "bridget" } });
}
