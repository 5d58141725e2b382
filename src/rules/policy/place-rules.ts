/** Which of the rules there are, and would be, find their place: every file has its cap. */
import type { Stakes, Tier } from "../../entry/entry.js";
import { compareTiers } from "../../entry/gates/trust.js";
import { daysBetween } from "../../text/durations.js";
import { type Evidence, supportOf } from "./evidence.js";
import { type Caps, mostIn, type Rule, ruleLine, type Target } from "./rule.js";

/** A rule that asks for a place. */
export interface Placeable {
  rule: Rule;
  /** It may not be taken out for want of room. */
  isSafe: boolean;
  /** A person stands behind it, or it is an owner's: it gets room before all others. */
  isPeoples: boolean;
  /** It is a person's own line, and does not follow its general rule into another file. */
  stays?: boolean | undefined;
  /** The least trusted of what it is made of. */
  tier: Tier;
  weight: number;
}

export interface Bounds {
  /** Most rules a file holds, where it is bounded, and most characters of its block. */
  caps: Caps;
  fileChars: number;
}

/** Why a rule has no place. */
export interface Refusal {
  because: string;
}

const nameOf = ({ rule }: Placeable): string => rule.ids[0] ?? rule.text;

const byName = (a: Placeable, b: Placeable): number => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0);

interface Placing<P> {
  placed: Map<P, Target>;
  crowded: Map<P, Refusal>;
  /** Of the exceptions those that stand beneath their general rule. */
  generals: ReadonlyMap<P, P>;
}

/**
 * Gives every rule its place (`placed`: with the file that has room for it). Rules that may not leave take their room
 * first, the others by decision, tier, weight and id. Whatever is placed is placed again once it is in force. `generals`: exceptions with the
 * rule beneath which each stands, outside the caps; where that one finds no place they ask for one of their own.
 */
export function placeRules<P extends Placeable>(
  items: readonly P[],
  bounds: Bounds,
  generals: ReadonlyMap<P, P> = new Map(),
): Placing<P> {
  const { placed, crowded } = placeCounted(
    items.filter((item) => !generals.has(item)),
    bounds,
  );
  const standing = new Map([...generals].filter(([, general]) => !crowded.has(general)));
  if (standing.size < generals.size) return placeRules(items, bounds, standing);
  const placeOf = (item: P): Target => {
    const general = item.stays === true ? undefined : generals.get(item);
    return general === undefined ? (placed.get(item) ?? item.rule.target) : placeOf(general);
  };
  for (const item of generals.keys()) placed.set(item, placeOf(item));
  return { placed, crowded, generals };
}

function placeCounted<P extends Placeable>(
  all: readonly P[],
  { caps, fileChars }: Bounds,
): Pick<Placing<P>, "placed" | "crowded"> {
  const files = new Map(all.map(({ rule: { target } }) => [target, { rules: new Set<P>(), chars: 0 }]));
  const fileOf = (target: Target) => files.get(target) as { rules: Set<P>; chars: number };
  const charsOf = (one: P): number => ruleLine(one.rule).length + 1;
  const placed = new Map<P, Target>();
  const place = (one: P) => {
    const { target } = one.rule;
    const file = fileOf(target);
    file.rules.add(one);
    file.chars += charsOf(one);
    placed.set(one, target);
  };
  const hasRoom = (one: P): boolean => {
    const { target } = one.rule;
    const { rules, chars } = fileOf(target);
    return rules.size < mostIn(caps, target) && chars + charsOf(one) <= fileChars;
  };
  const inOrder = [...all].sort(
    (a, b) =>
      Number(b.isPeoples) - Number(a.isPeoples) || compareTiers(b.tier, a.tier) || b.weight - a.weight || byName(a, b),
  );
  for (const one of inOrder) if (one.isSafe) place(one);
  const refusals = new Map<P, Refusal>();
  for (const one of inOrder) {
    if (one.isSafe) continue;
    if (hasRoom(one)) place(one);
    else {
      const { target } = one.rule;
      const room = `${target} is full (${mostIn(caps, target)} rules, ${fileChars} characters)`;
      const placedThere = [...fileOf(target).rules];
      const reason = placedThere.every(({ isPeoples }) => isPeoples)
        ? "all of them people's: it waits until a person makes room."
        : placedThere.some(({ tier, isPeoples }) => !isPeoples && tier === one.tier)
          ? `and this one weighs least (${one.weight.toFixed(2)}).`
          : `and this one is trusted least (${one.tier}).`;
      refusals.set(one, { because: `${room}, ${reason}` });
    }
  }
  return { placed, crowded: refusals };
}

const HALF_LIFE_DAYS = 90;
const OF_STAKES: Readonly<Record<Stakes, number>> = { low: 1, medium: 2, high: 3 };

/**
 * `0.5^(age / 90 d) × stakes (1, 2, 3) × (1 + support)`, age in days since the newest supporting evidence. Evidence
 * from the future counts as of today.
 */
export function weightOf(
  { stakes, support, newest }: Pick<Evidence, "stakes" | "newest"> & { support: number },
  now: Date,
): number {
  const age = Math.max(0, daysBetween(newest, now));
  return 0.5 ** (age / HALF_LIFE_DAYS) * OF_STAKES[stakes] * (1 + support);
}

const RANK: Readonly<Record<Stakes, number>> = { low: 0, medium: 1, high: 2 };

/** The weight of a rule by all evidence of its entries; nothing without evidence. */
export function weightOfRule(rule: Pick<Rule, "ids">, behind: ReadonlyMap<string, Evidence>, now: Date): number {
  const evidence = rule.ids.flatMap((id) => behind.get(id) ?? []);
  if (evidence.length === 0) return 0;
  const stakes = evidence.map((one) => one.stakes).reduce((most, one) => (RANK[one] > RANK[most] ? one : most));
  const newest = evidence.map((one) => one.newest).reduce((last, one) => (one > last ? one : last));
  return weightOf({ stakes, support: Math.max(...evidence.map(supportOf)), newest }, now);
}
