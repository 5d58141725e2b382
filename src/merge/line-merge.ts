/** Three versions of some lines become one: stretches that all agree on, stretches one side changed, conflicts. */

export interface AgreedLines {
  conflict: false;
  lines: string[];
}

/** Both sides changed the same stretch, each in its own way. */
export interface ConflictingLines {
  conflict: true;
  base: string[];
  ours: string[];
  theirs: string[];
}

export type MergedStretch = AgreedLines | ConflictingLines;

/** Above this many pairs of lines a table of them is not worth its memory; what repeats is then taken as changed. */
const MAX_PAIRS = 4_000_000;

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
    const changed = settle(base.slice(b, next), ours.slice(o, toOurs), theirs.slice(t, toTheirs));
    if (changed.conflict) stretches.push(changed);
    else agree(changed.lines);
    if (ends) return stretches;
    agree(base.slice(next, next + 1));
    [b, o, t] = [next + 1, toOurs + 1, toTheirs + 1];
  }
}

function settle(base: string[], ours: string[], theirs: string[]): MergedStretch {
  if (equal(ours, theirs) || equal(base, theirs)) return { conflict: false, lines: ours };
  if (equal(base, ours)) return { conflict: false, lines: theirs };
  return { conflict: true, base, ours, theirs };
}

export function equal(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, at) => line === b[at]);
}

/** For each line of the base the line of the other text that it became, -1 where it is gone: a longest common sequence. */
function matches(base: readonly string[], other: readonly string[]): number[] {
  const found = new Array<number>(base.length).fill(-1);
  let head = 0;
  while (head < base.length && head < other.length && base[head] === other[head]) found[head] = head++;
  let tail = 0;
  const room = Math.min(base.length, other.length) - head;
  while (tail < room && base[base.length - 1 - tail] === other[other.length - 1 - tail]) {
    found[base.length - 1 - tail] = other.length - 1 - tail;
    tail++;
  }
  const rows = base.length - head - tail;
  const columns = other.length - head - tail;
  if (rows === 0 || columns === 0) return found;
  if (rows * columns > MAX_PAIRS) return matchUnique(base, other, head, tail, found);
  const width = columns + 1;
  const length = new Uint32Array((rows + 1) * width);
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      const at = row * width + column;
      length[at] =
        base[head + row] === other[head + column]
          ? (length[at + width + 1] ?? 0) + 1
          : Math.max(length[at + width] ?? 0, length[at + 1] ?? 0);
    }
  }
  for (let row = 0, column = 0; row < rows && column < columns; ) {
    const at = row * width + column;
    if (base[head + row] === other[head + column]) found[head + row++] = head + column++;
    else if ((length[at + width] ?? 0) >= (length[at + 1] ?? 0)) row++;
    else column++;
  }
  return found;
}

/** For texts too long for a table: lines that stand once on each side and keep their order. */
function matchUnique(
  base: readonly string[],
  other: readonly string[],
  head: number,
  tail: number,
  found: number[],
): number[] {
  const once = (lines: readonly string[], end: number) => {
    const places = new Map<string, number>();
    for (let at = head; at < end; at++) {
      const line = lines[at] ?? "";
      places.set(line, places.has(line) ? -1 : at);
    }
    return places;
  };
  const here = once(base, base.length - tail);
  const there = once(other, other.length - tail);
  let last = head - 1;
  for (const [line, at] of here) {
    const place = there.get(line) ?? -1;
    if (at === -1 || place <= last) continue;
    found[at] = place;
    last = place;
  }
  return found;
}

/** git's own shape of a conflict, so that every tool knows it. */
export function withMarkers(ours: readonly string[], theirs: readonly string[]): string[] {
  return ["<<<<<<< ours", ...ours, "=======", ...theirs, ">>>>>>> theirs"];
}

/** The merged lines with ordinary markers around what is left, and how many conflicts those are. */
export function renderLines(stretches: readonly MergedStretch[]): { lines: string[]; conflicts: number } {
  let conflicts = 0;
  const lines = stretches.flatMap((stretch) => {
    if (!stretch.conflict) return stretch.lines;
    conflicts++;
    return withMarkers(stretch.ours, stretch.theirs);
  });
  return { lines, conflicts };
}
