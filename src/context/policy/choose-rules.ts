/** Which rules an agent reads at the start of a session, and in which order. */
import type { Stakes, Tier } from "../../entry/entry.js";
import { stakesRank } from "../../loop/policy/stick.js";
import { weightOf } from "../../rules/policy/place-rules.js";
import { ROLES, type Role, roleOf, type Target } from "../../rules/policy/rule.js";
import type { Row } from "../../store/cache/row.js";

/** A line of a core file with what it weighs. */
export interface WeighedLine {
  text: string;
  ids: readonly string[];
  target: Target;
  /** Its role, where its file does not imply one. */
  role?: Role | undefined;
  /** A person wrote it, or worded it anew. */
  theirs: boolean;
  /** A person stands behind it, or it rests on an owner's own words. */
  isPeoples: boolean;
  tier?: Tier | undefined;
  stakes: Stakes;
  /** Distinct facts that support it. */
  support: number;
  /** Newest moment that supports it; undefined where nothing is known behind it. */
  newest?: string | undefined;
  note?: string | undefined;
}

/** Rules in the core beside those of people. */
export const MOST_RULES = 10;

/** A person's line goes before every other; then what it is to an agent. */
const rankOf = (line: WeighedLine): number => (line.theirs ? 0 : 1 + ROLES.indexOf(roleOf(line)));

/**
 * Every rule of people, and at most `most` others: those that are obeyed first, within a file those that weigh most.
 * Printed in the order in which they are obeyed: people's lines, SOUL.md, procedures, MEMORY.md, within a file from top
 * to bottom. All weights decay at one rate, so that the choice among the same rules is the same on every day: it follows
 * from the tree alone.
 */
export function chosenRules(
  rules: readonly WeighedLine[],
  most: number,
): { chosen: WeighedLine[]; rest: WeighedLine[] } {
  const newest = rules.reduce(
    (last, rule) => (rule.newest !== undefined && rule.newest > last ? rule.newest : last),
    "",
  );
  const then = new Date(newest === "" ? 0 : newest);
  const weigh = (rule: WeighedLine) =>
    rule.newest === undefined ? 0 : weightOf({ ...rule, newest: rule.newest }, then);
  const placed = rules.map((rule, at) => ({ rule, at, rank: rankOf(rule), weight: weigh(rule) }));
  const isPeoples = ({ rule }: (typeof placed)[number]) => rule.theirs || rule.isPeoples;
  const others = placed.filter((one) => !isPeoples(one));
  others.sort((a, b) => a.rank - b.rank || b.weight - a.weight || a.at - b.at);
  const keptRules = new Set([...placed.filter(isPeoples), ...others.slice(0, Math.max(0, most))]);
  const inOrder = [...placed].sort((a, b) => a.rank - b.rank || a.at - b.at);
  return {
    chosen: inOrder.filter((one) => keptRules.has(one)).map(({ rule }) => rule),
    rest: inOrder.filter((one) => !keptRules.has(one)).map(({ rule }) => rule),
  };
}

/** The weight of a rule, from heads alone: no entry is loaded for it. */
export function weighedBy(
  ids: readonly string[],
  heads: readonly Row[],
): Pick<WeighedLine, "stakes" | "support" | "newest"> {
  let stakes: Stakes = "low";
  let support = Math.max(0, ids.length - 1);
  let newest: string | undefined;
  for (const head of heads) {
    if (head.stakes !== undefined && stakesRank(head.stakes) < stakesRank(stakes)) stakes = head.stakes;
    const heldAt = head.kept === "held" ? head.stuck?.held?.at : undefined;
    support += (head.uses ?? []).length + Number(heldAt !== undefined) + Number(head.outcome === "validated");
    for (const at of [head.timestamp, heldAt, head.judged?.at])
      if (at !== undefined && (newest === undefined || at > newest)) newest = at;
  }
  return { stakes, support, newest };
}
