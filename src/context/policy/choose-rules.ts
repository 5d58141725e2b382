/** Which rules an agent reads at the start of a session, and in which order. */
import type { Stakes, Tier } from "../../entry/entry.js";
import { contradiction } from "../../rules/policy/contradiction.js";
import { weightOf } from "../../rules/policy/place-rules.js";
import { ROLES, type Role, roleOf, type Target } from "../../rules/policy/rule.js";
import type { ContextItem } from "./layer.js";

/** A line of a core file with what it weighs. */
export interface WeighedLine {
  text: string;
  ids: readonly string[];
  target: Target;
  /** What it is to an agent, where its file does not tell. */
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
  const kept = new Set([...placed.filter(isPeoples), ...others.slice(0, Math.max(0, most))]);
  const inOrder = [...placed].sort((a, b) => a.rank - b.rank || a.at - b.at);
  return {
    chosen: inOrder.filter((one) => kept.has(one)).map(({ rule }) => rule),
    rest: inOrder.filter((one) => !kept.has(one)).map(({ rule }) => rule),
  };
}

/** How a line is called by another: its id, else the file it stands in. */
export const nameOf = ({ id, place }: ContextItem): string => id ?? place ?? "tenet";

/** An item with one more note. */
export function withNote(item: ContextItem, note: string): ContextItem {
  return { ...item, note: item.note === undefined ? note : `${item.note}, ${note}` };
}

/** For each of some lines the first one that goes before it and says the opposite, by its place among all of them. */
export type Contests = readonly (number | null)[];

/**
 * Finds them without a model. `lines`: all, in the order in which they are obeyed; those from `from` on are looked at,
 * each against those before it, of which only the first `against` count.
 */
export function contestsIn(lines: readonly string[], from: number, against: number): Contests {
  return lines.slice(from).map((text, offset) => {
    const before = lines.slice(0, Math.min(from + offset, against));
    const other = before.findIndex((line) => contradiction(line, text) !== undefined);
    return other === -1 ? null : other;
  });
}

/** Items with a note on each that is contested: nothing contradicts a higher line in silence. */
export function contestsMarked(
  items: readonly ContextItem[],
  above: readonly ContextItem[],
  contests: Contests,
): ContextItem[] {
  const all = [...above, ...items];
  return items.map((item, at) => {
    const other = all[contests[at] ?? -1];
    const name = other === undefined ? undefined : nameOf(other);
    // An open contest of the two entries says so already.
    if (name === undefined || item.note?.includes(`contested with ${name}`) === true) return item;
    return withNote(item, `contested with ${name}`);
  });
}
