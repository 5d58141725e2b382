/** Which rule of one list is which of another: by id first, by what it says second. Each is given away once. */
import { type RuleLine, saysSame, type Target } from "../policy/rule.js";

/** A rule with its place, as a file or a version holds it. */
export interface PlacedLine extends RuleLine {
  target: Target;
}

/** How well two rules fit; 0: not at all. */
type Fit = (a: PlacedLine, b: PlacedLine) => number;

const sharedIds = (a: PlacedLine, b: PlacedLine): number => a.ids.filter((id) => b.ids.includes(id)).length;
const sameIds = (a: PlacedLine, b: PlacedLine): boolean =>
  a.ids.length === b.ids.length && sharedIds(a, b) === a.ids.length;
const here = (a: PlacedLine, b: PlacedLine): boolean => a.target === b.target;

/** Best first. The first needs no canonical form: on unchanged files nothing else is asked. */
const FITS: readonly Fit[] = [
  (a, b) => Number(here(a, b) && sameIds(a, b) && a.text === b.text),
  (a, b) => (here(a, b) && saysSame(a.text, b.text) ? sharedIds(a, b) : 0),
  (a, b) => (sharedIds(a, b) > 0 && saysSame(a.text, b.text) ? sharedIds(a, b) : 0),
  (a, b) => (here(a, b) ? sharedIds(a, b) : 0),
  sharedIds,
  (a, b) => Number(here(a, b) && saysSame(a.text, b.text)),
  (a, b) => Number(saysSame(a.text, b.text)),
];

/** Pairs of two lists, `undefined` on the side that has no such rule; in the order of `left`, then of `right`. */
export function paired<L extends PlacedLine, R extends PlacedLine>(
  left: readonly L[],
  right: readonly R[],
): [L | undefined, R | undefined][] {
  const partner = new Map<number, number>();
  const taken = new Set<number>();
  for (const howWell of FITS) {
    if (partner.size === left.length || taken.size === right.length) break;
    left.forEach((one, at) => {
      if (partner.has(at)) return;
      let best = -1;
      let most = 0;
      right.forEach((other, index) => {
        const fits = taken.has(index) ? 0 : howWell(one, other);
        if (fits <= most) return;
        most = fits;
        best = index;
      });
      if (best === -1) return;
      partner.set(at, best);
      taken.add(best);
    });
  }
  const pairs = left.map((one, at): [L | undefined, R | undefined] => {
    const index = partner.get(at);
    return [one, index === undefined ? undefined : right[index]];
  });
  right.forEach((one, index) => {
    if (!taken.has(index)) pairs.push([undefined, one]);
  });
  return pairs;
}
