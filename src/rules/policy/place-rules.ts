/** Which of the rules there are, and would be, find their place: every file has its cap, and nothing contradicts. */
import type { Stakes, Tier } from "../../entry/entry.js";
import { compareTiers } from "../../entry/trust.js";
import { daysBetween } from "../../text/durations.js";
import { contradiction } from "./contradiction.js";
import { type Evidence, supportOf } from "./evidence.js";
import { type Caps, mostIn, type Rule, ruleLine, type Target } from "./rule.js";

/** A rule that asks for a place. */
export interface Placeable {
  rule: Rule;
  /** It is in force: somebody has to let it go. */
  isInForce: boolean;
  /** Nothing takes its place: a person's own line. */
  isFixed: boolean;
  /** It may not be taken out for want of room. */
  isSafe: boolean;
  /** A person stands behind it, or it is an owner's: it takes its room before what is neither. */
  isPeoples: boolean;
  /** Where it would stand; the first where there is room. */
  targets: readonly Target[];
  tier: Tier;
  /** When it was last said. */
  said: string;
  weight: number;
}

export interface Bounds {
  /** Most rules a file holds, where it is bounded, and most characters of its block. */
  caps: Caps;
  fileChars: number;
}

/** Why a rule has no place. `by`: the one it contradicts. */
export interface Refusal<P> {
  by?: P | undefined;
  because: string;
}

const nameOf = ({ rule }: Placeable): string => rule.ids[0] ?? rule.text;

const byName = (a: Placeable, b: Placeable): number => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0);

/** The order in which one of two that contradict each other stays: a person's, what is trusted most, what was said last. */
function byAuthority(a: Placeable, b: Placeable): number {
  return (
    Number(b.isFixed) - Number(a.isFixed) ||
    compareTiers(b.tier, a.tier) ||
    (a.said > b.said ? -1 : a.said < b.said ? 1 : byName(a, b))
  );
}

/**
 * Gives every rule its place (`placed`: with the file that has room for it): by weight what its file has room for, and of
 * those what contradicts nothing that goes before it. A new rule that is refused makes room for others, so it is done
 * again without it. `mayReplace`: a sentence where a rule in force may not leave for another one. Whatever is placed is
 * placed again once it is in force.
 */
export function placeRules<P extends Placeable>(
  all: readonly P[],
  bounds: Bounds,
  mayReplace: (rule: P, by: P, says: string) => string | undefined,
): { placed: Map<P, Target>; out: Map<P, Refusal<P>> } {
  const out = new Map<P, Refusal<P>>();
  let targetsOf = (one: P): readonly Target[] => one.targets;
  for (;;) {
    const staying = all.filter((one) => !out.has(one));
    const { placed, crowded } = fitted(staying, bounds, targetsOf);
    // What had no room where it would move stays where it is, whatever leaves: it would have to leave again next time.
    if (out.size === 0) targetsOf = (one) => [placed.get(one) ?? (one.targets.at(-1) as Target)];
    const refused = contradicted([...placed.keys()], mayReplace);
    const fresh = [...refused].filter(([{ isInForce }]) => !isInForce);
    for (const [one, why] of fresh) out.set(one, why);
    // Where rules leave for others there is other room: nothing is crowded out before they are gone.
    if (fresh.length === 0) return { placed, out: new Map([...out, ...(refused.size > 0 ? refused : crowded)]) };
  }
}

/**
 * Those that contradict one that goes before them. Two rules in force stand beside each other, whatever they say. Nothing
 * is replaced half: where the old rule may not leave, the new one does not come.
 */
function contradicted<P extends Placeable>(
  all: readonly P[],
  mayReplace: (rule: P, by: P, says: string) => string | undefined,
): Map<P, Refusal<P>> {
  const staying: P[] = [];
  const out = new Map<P, Refusal<P>>();
  const inOrder = [...all].sort(byAuthority);
  const later = new Set(inOrder.filter((one) => one.isInForce));
  const refusalOf = (one: P): Refusal<P> | undefined => {
    for (const by of staying) {
      const says = one.isInForce && by.isInForce ? undefined : contradiction(by.rule.text, one.rule.text);
      if (says === undefined) continue;
      if (!one.isInForce) return { by, because: contradicting(by, says) };
      if (mayReplace(one, by, says) === undefined) return { by, because: says };
    }
    for (const known of one.isInForce ? [] : later) {
      const says = contradiction(known.rule.text, one.rule.text);
      const stopped = says === undefined ? undefined : mayReplace(known, one, says);
      if (stopped !== undefined) return { by: known, because: `${contradicting(known, says as string)} ${stopped}` };
    }
    return undefined;
  };
  for (const one of inOrder) {
    later.delete(one);
    const refusal = refusalOf(one);
    if (refusal === undefined) staying.push(one);
    else out.set(one, refusal);
  }
  return out;
}

function contradicting({ rule }: Placeable, says: string): string {
  return `It contradicts a rule in ${rule.target}: "${rule.text}". ${says}`;
}

/** What each file has room for. Rules that may not leave take their room first, the others by weight. */
export function fitted<P extends Placeable>(
  all: readonly P[],
  { caps, fileChars }: Bounds,
  targetsOf: (one: P) => readonly Target[] = (one) => one.targets,
): { placed: Map<P, Target>; crowded: Map<P, Refusal<P>> } {
  const files = new Map(all.flatMap(({ targets }) => targets).map((target) => [target, { count: 0, chars: 0 }]));
  const placed = new Map<P, Target>();
  const put = (one: P, target: Target, sign: 1 | -1 = 1) => {
    const file = files.get(target) as { count: number; chars: number };
    file.count += sign;
    file.chars += sign * (ruleLine(one.rule).length + 1);
    placed.set(one, target);
  };
  const hasRoom = (one: P, target: Target): boolean => {
    const { count, chars } = files.get(target) as { count: number; chars: number };
    return count < mostIn(caps, target) && chars + ruleLine(one.rule).length + 1 <= fileChars;
  };
  const inOrder = [...all].sort(
    (a, b) => Number(b.isPeoples) - Number(a.isPeoples) || b.weight - a.weight || byName(a, b),
  );
  const safe = inOrder.filter(({ isSafe }) => isSafe);
  for (const one of safe) put(one, targetsOf(one).at(-1) as Target);
  // Each that moves leaves room behind it.
  for (let moved = true; moved; ) {
    moved = false;
    for (const one of safe) {
      const [target = placed.get(one) as Target] = targetsOf(one);
      const at = placed.get(one) as Target;
      if (target === at || !hasRoom(one, target)) continue;
      put(one, at, -1);
      put(one, target);
      moved = true;
    }
  }
  const crowded = new Map<P, Refusal<P>>();
  for (const one of inOrder) {
    if (one.isSafe) continue;
    const target = targetsOf(one).find((target) => hasRoom(one, target));
    if (target !== undefined) put(one, target);
    else {
      const where = targetsOf(one).at(-1) as Target;
      const room = `${where} is full (${mostIn(caps, where)} rules, ${fileChars} characters)`;
      const ofPeople = [...placed].every(([other, at]) => at !== where || other.isPeoples);
      const why = ofPeople
        ? "all of them people's: it waits until a person makes room."
        : `and this one weighs least (${one.weight.toFixed(2)}).`;
      crowded.set(one, { because: `${room}, ${why}` });
    }
  }
  return { placed, crowded };
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

/** What a rule weighs by all that is known of its entries; nothing when none of them is known. */
export function weightOfRule(rule: Pick<Rule, "ids">, behind: ReadonlyMap<string, Evidence>, now: Date): number {
  const known = rule.ids.flatMap((id) => behind.get(id) ?? []);
  if (known.length === 0) return 0;
  const stakes = known.map((one) => one.stakes).reduce((most, one) => (RANK[one] > RANK[most] ? one : most));
  const newest = known.map((one) => one.newest).reduce((last, one) => (one > last ? one : last));
  return weightOf({ stakes, support: Math.max(...known.map(supportOf)), newest }, now);
}
