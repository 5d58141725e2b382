/** Three versions of some lines become one: stretches that all agree on, stretches one side changed, conflicts. */
import { commonSequence } from "../../text/claims/common-sequence.js";

/** Lines that all agree on or one side changed; or both sides changed the same stretch, each in its own way. */
type MergedStretch =
  | { conflict: false; lines: string[] }
  | { conflict: true; base: string[]; ours: string[]; theirs: string[] };

/** The order in which both sides keep lines of the base decides; symmetric in ours and theirs. */
export function mergeLines(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
): MergedStretch[] {
  const inOurs = matches(base, ours);
  const inTheirs = matches(base, theirs);
  const stretches: MergedStretch[] = [];
  const agree = (lines: readonly string[]) => {
    const last = stretches.at(-1);
    if (lines.length === 0) return;
    if (last?.conflict === false) last.lines.push(...lines);
    else stretches.push({ conflict: false, lines: [...lines] });
  };
  let [b, o, t] = [0, 0, 0];
  for (;;) {
    let next = b;
    while (next < base.length && !((inOurs[next] ?? -1) >= o && (inTheirs[next] ?? -1) >= t)) next++;
    const ends = next >= base.length;
    const toOurs = ends ? ours.length : (inOurs[next] ?? 0);
    const toTheirs = ends ? theirs.length : (inTheirs[next] ?? 0);
    const changed = mergeStretch(base.slice(b, next), ours.slice(o, toOurs), theirs.slice(t, toTheirs));
    if (changed.conflict) stretches.push(changed);
    else agree(changed.lines);
    if (ends) return stretches;
    agree(base.slice(next, next + 1));
    [b, o, t] = [next + 1, toOurs + 1, toTheirs + 1];
  }
}

function mergeStretch(base: string[], ours: string[], theirs: string[]): MergedStretch {
  if (equal(ours, theirs) || equal(base, theirs)) return { conflict: false, lines: ours };
  if (equal(base, ours)) return { conflict: false, lines: theirs };
  return { conflict: true, base, ours, theirs };
}

export function equal(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, at) => line === b[at]);
}

/** For each line of the base the line of the other text that it became, -1 where it is gone. */
function matches(base: readonly string[], other: readonly string[]): number[] {
  const placeInOther = new Array<number>(base.length).fill(-1);
  for (const [at, place] of commonSequence(base, other)) placeInOther[at] = place;
  return placeInOther;
}

/** git's own shape of a conflict, so that every tool knows it. */
export function withMarkers(ours: readonly string[], theirs: readonly string[]): string[] {
  return ["<<<<<<< ours", ...ours, "=======", ...theirs, ">>>>>>> theirs"];
}

/** The merged lines with ordinary markers around conflicts, and the number of conflicts. */
export function renderLines(stretches: readonly MergedStretch[]): { lines: string[]; conflicts: number } {
  let conflicts = 0;
  const lines = stretches.flatMap((stretch) => {
    if (!stretch.conflict) return stretch.lines;
    conflicts++;
    return withMarkers(stretch.ours, stretch.theirs);
  });
  return { lines, conflicts };
}
