/** Caps: a file that is full gives up its weakest rules, never one a person let in. */
import type { Stakes } from "../../entry/entry.js";
import { type Evidence, supportOf } from "./evidence.js";
import type { Planned } from "./planned.js";
import { type Rule, ruleLine, TARGETS, type Target } from "./rule.js";
import { weightOf } from "./weight.js";

const RANK: Readonly<Record<Stakes, number>> = { low: 0, medium: 1, high: 2 };

/** What a rule weighs by all that is known of its entries; nothing when none of them is known. */
export function weightOfRule(rule: Pick<Rule, "ids">, behind: ReadonlyMap<string, Evidence>, now: Date): number {
  const known = rule.ids.flatMap((id) => behind.get(id) ?? []);
  if (known.length === 0) return 0;
  const stakes = known.map((one) => one.stakes).reduce((most, one) => (RANK[one] > RANK[most] ? one : most));
  const newest = known.map((one) => one.newest).reduce((last, one) => (one > last ? one : last));
  return weightOf({ stakes, support: Math.max(...known.map(supportOf)), newest }, now);
}

export interface Bounds {
  weightOf(rule: Pick<Rule, "ids">): number;
  /** Most rules a file holds, and most characters of its block. */
  caps: Readonly<Record<Target, number>>;
  fileChars: number;
  /** Whether a rule may be taken out for want of room. */
  mayLeave(planned: Planned): boolean;
}

/** A rule for which there is no room. */
export interface Crowded {
  planned: Planned;
  /** One plain sentence with the weight. */
  because: string;
}

/**
 * What does not fit, file by file. Rules that may not leave take their room first, the others by weight: the weakest
 * are out, and what is small enough for the room that is left stays. Asked again about what stayed, it answers nothing.
 */
export function crowdedOut(planned: readonly Planned[], bounds: Bounds): Crowded[] {
  return TARGETS.flatMap((target) => {
    const here = planned.filter(({ rule }) => rule.target === target);
    const full = (count: number, chars: number) => count > bounds.caps[target] || chars > bounds.fileChars;
    const charsOf = ({ rule }: Planned) => ruleLine(rule).length + 1;
    let count = 0;
    let chars = 0;
    const free: { one: Planned; weight: number }[] = [];
    for (const one of here) {
      if (bounds.mayLeave(one)) free.push({ one, weight: bounds.weightOf(one.rule) });
      else {
        count++;
        chars += charsOf(one);
      }
    }
    const nameOf = ({ rule }: Planned) => rule.ids[0] ?? rule.text;
    free.sort((a, b) => b.weight - a.weight || (nameOf(a.one) < nameOf(b.one) ? -1 : 1));
    return free.flatMap(({ one, weight }): Crowded[] => {
      if (!full(count + 1, chars + charsOf(one))) {
        count++;
        chars += charsOf(one);
        return [];
      }
      const says = () => {
        const room = `${target} is full (${bounds.caps[target]} rules, ${bounds.fileChars} characters)`;
        return `${room}, and this one weighs least (${weight.toFixed(2)}).`;
      };
      return [
        {
          planned: one,
          get because() {
            return says();
          },
        },
      ];
    });
  });
}
