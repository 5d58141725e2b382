/** A place where two token lists part: what one has there and what the other has. */
export interface Hunk<T> {
  a: T[];
  b: T[];
  /** It ends both lists. */
  last: boolean;
  first: boolean;
}

/** More edits than this and two texts are not "otherwise equal" in any sense: alignment says nothing then. */
const MOST_EDITS = 120;

/** The shortest edit script between two lists by key (Myers), as hunks; undefined when it takes more than 120 edits. */
export function hunksOf<T extends { key: string }>(a: readonly T[], b: readonly T[]): Hunk<T>[] | undefined {
  let start = 0;
  while (start < a.length && start < b.length && a[start]?.key === b[start]?.key) start++;
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && a[endA - 1]?.key === b[endB - 1]?.key) {
    endA--;
    endB--;
  }
  const kept = matches(a.slice(start, endA), b.slice(start, endB));
  if (kept === undefined) return undefined;
  const hunks: Hunk<T>[] = [];
  let fromA = start;
  let fromB = start;
  const close = (toA: number, toB: number) => {
    if (toA > fromA || toB > fromB) {
      hunks.push({
        a: a.slice(fromA, toA),
        b: b.slice(fromB, toB),
        first: fromA === 0 && fromB === 0,
        last: toA === a.length && toB === b.length,
      });
    }
  };
  for (const [x, y] of kept) {
    close(start + x, start + y);
    fromA = start + x + 1;
    fromB = start + y + 1;
  }
  close(endA, endB);
  return hunks;
}

/** Index pairs of a longest common subsequence. */
function matches<T extends { key: string }>(a: readonly T[], b: readonly T[]): [number, number][] | undefined {
  const n = a.length;
  const m = b.length;
  if (n === 0 || m === 0) return n + m > 0 ? [] : [];
  const limit = Math.min(n + m, MOST_EDITS);
  const trace: Int32Array[] = [];
  let v = new Int32Array(2 * limit + 3);
  const at = (k: number) => k + limit + 1;
  for (let d = 0; d <= limit; d++) {
    trace.push(v.slice());
    const next = v;
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && (v[at(k - 1)] ?? 0) < (v[at(k + 1)] ?? 0));
      let x = down ? (v[at(k + 1)] ?? 0) : (v[at(k - 1)] ?? 0) + 1;
      let y = x - k;
      while (x < n && y < m && a[x]?.key === b[y]?.key) {
        x++;
        y++;
      }
      next[at(k)] = x;
      if (x >= n && y >= m) return walkBack(trace, n, m, at);
    }
    v = next;
  }
  return undefined;
}

function walkBack(trace: Int32Array[], n: number, m: number, at: (k: number) => number): [number, number][] {
  const kept: [number, number][] = [];
  let x = n;
  let y = m;
  for (let d = trace.length - 1; d >= 0; d--) {
    const v = trace[d] as Int32Array;
    const k = x - y;
    const down = k === -d || (k !== d && (v[at(k - 1)] ?? 0) < (v[at(k + 1)] ?? 0));
    const before = down ? k + 1 : k - 1;
    const fromX = d === 0 ? 0 : (v[at(before)] ?? 0);
    const fromY = d === 0 ? 0 : fromX - before;
    while (x > fromX && y > fromY) {
      x--;
      y--;
      kept.push([x, y]);
    }
    x = fromX;
    y = fromY;
  }
  return kept.reverse();
}
